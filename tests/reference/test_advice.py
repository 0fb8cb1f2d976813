"""What is said to authors who write what Python or numba cannot do with a set of cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.table import play_game
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import MoveError, UsageError
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.entrants import Entrant

RULES = load_ruleset("iello-en").rules(3)

FILE = """
import numpy as np
from forsale_sim import strategy
from forsale_sim.cards import count, has, lowest, members, nth

@strategy("mistaken")
class Mistaken:
    def bid(view):
        return {bid}

    def sell(view):
        return lowest(view.hand)
"""

MISTAKES = {
    "max(view.houses_on_offer)": "members(cards)",
    "min(view.unseen_houses & view.deck_houses)": "members(cards)",
    "sorted(view.hand)[0]": "members(cards)",
    "sum(view.hand)": "members(cards)",
    "sum([house for house in view.unseen_houses])": "members(cards)",
    "len(view.hand)": "count(cards)",
    "int(3 in view.hand)": "has(cards, card)",
    "view.hand[0]": "nth(cards, n)",
    "sum([seat for seat in view.bidders])": "for seat in view.seats",
    "max(view.coins)": "a count, an amount or a seat is no set",
    "len(view.bidders)": "view.in_auction(seat)",
    "view.players[0]": "for seat in view.seats",
    "len(members(view.bidders))": "members takes a set of cards, such as view.hand, not ",
    "count(view.coins_of(1))": "count takes a set of cards, such as view.hand, not ",
    "int(has(cards=view.auctions, card=1))": "has takes a set of cards, such as view.hand, not ",
    "lowest([view.coins, 3])": "lowest takes a set of cards, such as view.hand, not ",
    "view.coins()": "no parentheses, as view.coins",
    "int(view.bid_of > 3)": "view.bid_of(seat)",
    "view.min_bid": "did you mean view.least_bid?",
    "view.max_bid": "did you mean view.highest_bid?",
    "view.money": "did you mean view.coins?",
    "view.least_bidd": "did you mean view.least_bid",
    "view.houses": "view.houses_on_offer",
    "view.weather": "help(forsale_sim.View) lists its names",
}


def written(folder: Path, bid: str, text: str = FILE) -> Entrant:
    file = folder / "mistaken.py"
    file.write_text(text.format(bid=bid))
    return load_entrant(str(file))


@pytest.mark.parametrize("bid", MISTAKES)
def test_numba_s_words_are_replaced_by_what_to_write(bid: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        compile_field([written(tmp_path, bid)])
    message = str(refused.value)
    assert MISTAKES[bid] in message
    assert "--engine python" not in message, "plain Python would not play it either"


@pytest.mark.parametrize("bid", MISTAKES)
def test_plain_python_says_what_to_write(bid: str, tmp_path: Path) -> None:
    with pytest.raises(MoveError) as failed:
        play_game(RULES, [written(tmp_path, bid)] * 3, seed=1, deal=1)
    assert MISTAKES[bid] in str(failed.value)


def test_a_quantity_is_no_set_under_another_name(tmp_path: Path) -> None:
    named = FILE.replace("return {bid}", "still_in = view.bidders\n        return {bid}")
    entrant = written(tmp_path, "members(still_in)[0]", named)
    with pytest.raises(UsageError, match=r"line 10\):\n  members takes .* not view\.bidders: "):
        compile_field([entrant])
    with pytest.raises(MoveError, match=r"members takes a set of cards, .* not a Quantity"):
        play_game(RULES, [entrant] * 3, seed=1, deal=1)


@pytest.mark.parametrize(
    "bid",
    [
        "count(view.hand & view.houses_on_offer)",
        "members(view.hand_of(view.seat) | view.offer_in(view.auctions))[0]",
        "nth(view.unseen_houses, view.bidders)",
        "int(has(view.deck_houses, view.pass_house)) * 0",
    ],
)
def test_sets_and_quantities_in_their_places_are_no_mistakes(bid: str, tmp_path: Path) -> None:
    entrant = written(tmp_path, f"view.least_bid * ({bid} < 0)")
    compile_field([entrant])
    play_game(RULES, [entrant] * 3, seed=1, deal=1)


def test_other_mistakes_keep_python_s_words(tmp_path: Path) -> None:
    with pytest.raises(MoveError, match=r"list index out of range \(.*mistaken.py, line 9\)"):
        play_game(RULES, [written(tmp_path, "[1, 2][view.coins]")] * 3, seed=1, deal=1)


def test_other_mistakes_keep_numba_s_words(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="mean") as refused:
        compile_field([written(tmp_path, "int(np.mean([1 for card in members(view.hand)]))")])
    assert "a set of cards" not in str(refused.value)
