"""Views made of a few words are those that a player has of such a position in a game."""

from __future__ import annotations

from functools import cache
from typing import Any

import forsale_sim
import pytest
from forsale_sim import View, auction_view, sale_view
from forsale_sim.cards import members
from forsale_sim.for_sale import load_entrant
from strategy_lab.errors import UsageError

NUMBERS = (
    *("players", "seat", "round", "coins", "hand", "own_bid", "highest_bid", "least_bid"),
    *("bidders", "pass_house", "pass_refund", "houses_on_offer", "cheques_on_offer"),
    *("unseen_houses", "unseen_cheques", "deck_houses", "deck_cheques", "removed"),
    *("auctions", "hidden_houses"),
)
BY_SEAT = ("coins_of", "starting_coins_of", "hand_of", "bid_of", "in_auction", "cheques_of")
EDITIONS = (("iello-en", 4), ("iello-en", 3), ("iello-de-variant", 5), ("ravensburger-1997", 5))
HIDDEN = ("iello-en[hidden_houses=2]", 4)


@cache
def views(ruleset: str, players: int, selling: bool) -> list[View]:
    """All views of a phase in some games."""
    result = forsale_sim.run(players, rulesets=ruleset, players=players, seed=3)
    decisions = [each for game in range(1, 4) for each in result.replay(game).decisions]
    return [each.view for each in decisions if bool(each.view.cheques_on_offer) is selling]


def by_seat(view: View, name: str) -> list[Any]:
    return [getattr(view, name)(seat) for seat in view.seats]


def hands(view: View) -> list[list[int]]:
    return [members(hand) for hand in by_seat(view, "hand_of")]


def facts(view: View) -> dict[str, Any]:
    held = {house: view.buyer_of(house) for hand in hands(view) for house in hand}
    numbers = {name: getattr(view, name) for name in NUMBERS}
    return numbers | {name: by_seat(view, name) for name in BY_SEAT} | {"buyers": held}


@pytest.mark.parametrize(("ruleset", "players"), [*EDITIONS, HIDDEN])
def test_an_auction_of_a_game_can_be_written_down(ruleset: str, players: int) -> None:
    for view in views(ruleset, players, selling=False):
        made = auction_view(
            members(view.houses_on_offer),
            seat=view.seat,
            bids=by_seat(view, "bid_of"),
            passed=[seat for seat in view.seats if not view.in_auction(seat)],
            coins=by_seat(view, "coins_of"),
            hands=hands(view),
            opener=view.opener,
            hidden=view.hidden_houses,
            ruleset=ruleset,
        )
        assert facts(made) == facts(view)


@pytest.mark.parametrize(("ruleset", "players"), EDITIONS)
def test_a_sale_of_a_game_can_be_written_down(ruleset: str, players: int) -> None:
    for view in views(ruleset, players, selling=True):
        taken: list[list[int]] = [[] for _ in view.seats]
        for house in members(view.deck_houses):
            if view.sale_of(house):
                taken[view.buyer_of(house) - 1].append(view.cheque_of(house))
        made = sale_view(
            [view.cheque_value(card) for card in members(view.cheques_on_offer)],
            hands(view),
            seat=view.seat,
            coins=by_seat(view, "coins_of"),
            taken=taken,
            ruleset=ruleset,
        )
        expected, got = facts(view), facts(made)
        if view.removed:  # nobody knows which
            assert got.pop("unseen_houses").bit_count() == view.removed
            del expected["unseen_houses"]
        # Of cheques of one value, the first is taken.
        for name in ("cheques_on_offer", "unseen_cheques"):
            assert made.cheque_sum(got.pop(name)) == view.cheque_sum(expected.pop(name))
        assert got == expected


def test_few_words_will_do() -> None:
    view = auction_view([4, 12, 30])
    assert (view.players, view.seat, view.round, view.coins, view.least_bid) == (3, 1, 1, 28, 1)
    assert auction_view([4, 12, 30], bids=[3, 5, 0]).seat == 3
    assert auction_view([4, 30], bids=[3, 5, 4], passed=[3]).seat == 1
    later = auction_view([4, 12, 30], bids=[3, 5, 0], hands=[[1], [2], [3]])
    bids = [[later.bid_in(auction, seat) for seat in later.seats] for auction in (1, 2)]
    assert bids == [[0, 0, 0], [3, 5, 0]]
    out = auction_view([4, 30], bids=[3, 5, 4], passed=[3])
    assert [out.declined_in(1, seat) for seat in out.seats] == [0, 0, 6]
    sale = sale_view([0, 5, 12], [[3, 20], [8, 9], [10, 11]])
    assert (sale.seat, sale.round, members(sale.hand)) == (1, 1, [3, 20])


def test_strategies_decide_on_a_view_and_draw_from_it() -> None:
    view = auction_view([4, 12, 30], bids=[3, 0, 0], seat=2)
    assert load_entrant("expert").decide("bid", view) in range(29)
    draws = [auction_view([4, 12, 30], seed=seed).random() for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]


WRONG: dict[str, Any] = {
    "house 4 is named twice": lambda: auction_view([4, 4, 5]),
    "house 31 is not in iello-en": lambda: auction_view([4, 31, 5]),
    "seat 1 bids 30 and owns 28": lambda: auction_view([4, 5, 6], bids=[30, 0, 0]),
    "seat 2 owns 40 coins": lambda: auction_view([4, 5, 6], coins=[1, 40, 2]),
    "iello-en has no hidden_hous": lambda: auction_view([4, 5], hidden=1),
    "passed: 7 is no seat": lambda: auction_view([4, 5, 6], passed=[7]),
    "name all of them in each": lambda: auction_view([4, 5, 6], bids=[1, 2, 3], coins=[4, 3]),
    "fewer than two players": lambda: auction_view([4], passed=[1, 2], players=3),
    "4 houses are on offer to 3": lambda: auction_view([4, 5, 6, 7], players=3),
    "seat 2 is not in the auction": lambda: auction_view([4, 5], passed=[2], seat=2),
    "bids of 5 5 5: the first is": lambda: auction_view([4, 5, 6], bids=[5, 5, 5]),
    "seat 1 bids 3.5: a bid is a": lambda: auction_view([4, 5, 6], bids=[3.5, 4, 5]),  # type: ignore[list-item]
    "have bid 3 0 5: each bids in": lambda: auction_view([4, 5, 6], bids=[3, 0, 5]),
    "seat 4, .* have bid 4 3 2 5": lambda: auction_view([1, 2, 3, 4], bids=[3, 2, 5, 4]),
    "seats 3 have neither bid nor": lambda: auction_view([4, 5, 6], bids=[3, 5, 0], opener=2),
    "2 cheques are on offer to 3": lambda: sale_view([0, 5], [[1, 2], [3, 4], [5, 6]]),
    "has no cheque of 1": lambda: sale_view([1, 5, 6], [[1, 2], [3, 4], [5, 6]]),
    "nothing to choose": lambda: sale_view([0, 5, 6], [[1], [3, 4], [5, 6]]),
}


@pytest.mark.parametrize("reason", WRONG)
def test_a_position_that_no_game_leads_to_is_refused(reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        WRONG[reason]()
