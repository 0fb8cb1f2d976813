"""The worked examples that the rulebooks print, as printed."""

from __future__ import annotations

import pytest
from forsale_sim.reference.events import Pass, Sell, Take
from forsale_sim.reference.table import Deal, Game
from forsale_sim.rules.loading import load_ruleset

from tests.support.decks import one_round, play

OFFER = (8, 20, 28)
EXAMPLES = {
    # ruleset: bids in turn until the second and third player pass; refunds of those two; paid
    "iello-de": ((1, 2, 3, 4), (1, 2), 4),
    "iello-en": ((1, 2, 5, 6), (1, 2), 6),
    "iello-fr": ((1, 2, 3, 4), (1, 2), 4),
}


@pytest.mark.parametrize("ruleset", EXAMPLES)
def test_the_example_of_a_buying_round(ruleset: str) -> None:
    bids, refunds, paid = EXAMPLES[ruleset]
    rules = load_ruleset(ruleset).rules(3)
    others = [house for house in rules.houses if house not in OFFER]
    game = Game(rules, Deal((28, 8, 20, *others), tuple(range(1, 31))))

    play(game, *bids, 0, 0)

    passes = [event for event in game.events if isinstance(event, Pass)]
    takes = [event for event in game.events if isinstance(event, Take)]
    assert passes == [
        Pass(round=1, seat=2, house=8, bid=bids[1], refund=refunds[0]),
        Pass(round=1, seat=3, house=20, bid=bids[2], refund=refunds[1]),
    ]
    assert takes == [Take(round=1, seat=1, house=28, paid=paid)]
    assert game.coins == {
        1: 28 - paid,
        2: 28 - bids[1] + refunds[0],
        3: 28 - bids[2] + refunds[1],
    }
    assert (game.phase, game.round, game.opener, game.to_act) == ("buying", 2, 1, 1)


def test_the_example_of_a_selling_round() -> None:
    game = one_round(refund="down", cheques=(0, 12, 13))
    play(game, 1, 2, 5, 6, 0, 0)
    sales = [event for event in game.events if isinstance(event, Sell)]
    assert sales == [
        Sell(round=1, seat=1, house=28, cheque=13),
        Sell(round=1, seat=3, house=20, cheque=12),
        Sell(round=1, seat=2, house=8, cheque=0),
    ]
