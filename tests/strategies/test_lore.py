"""Advice of players: each rule changes the move that it is about, legally, and no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.events import Bid, Sell
from forsale_sim.reference.playing import play_game
from forsale_sim.reference.table import Game
from forsale_sim.rules.loading import load_ruleset
from forsale_strategies import lore
from strategy_lab.plugins.entrants import obeying

RULES = load_ruleset("iello-en").rules(4)


def games(phase: str, rule: Callable[..., int]) -> list[Game]:
    """Games of four who obey a rule; an illegal move would raise."""
    expert = load_entrant("counter")
    chosen = {"bid": rule} if phase == "bid" else {"sell": rule}
    player = obeying(expert, "obeys", **chosen)
    return [play_game(RULES, [player] * 4, seed=5, deal=deal) for deal in range(1, 9)]


def bids(rule: Callable[..., int]) -> list[int]:
    found = [e.amount for game in games("bid", rule) for e in game.events if isinstance(e, Bid)]
    assert found or rule in (lore.never_bid, lore.never_open)
    return found


def test_bids_are_even_or_odd_as_long_as_coins_last() -> None:
    odd = [[bid % 2 for bid in bids(rule)] for rule in (lore.bid_even, lore.bid_odd)]
    assert sum(odd[0]) < 0.1 * len(odd[0])
    assert sum(odd[1]) > 0.9 * len(odd[1])


@pytest.mark.parametrize("rule", [lore.never_bid, lore.never_open])
def test_who_does_not_open_does_not_bid_amid_its_like(rule: Callable[..., int]) -> None:
    assert bids(rule) == []


def test_somebody_opens_every_auction() -> None:
    for game in games("bid", lore.always_open):
        coins_left = [e for e in game.events if isinstance(e, Bid)]
        assert len(coins_left) >= 7


def test_the_last_two_part_at_once_or_fight() -> None:
    def raises(rule: Callable[..., int]) -> int:
        return len(bids(rule))

    assert raises(lore.leave_the_last_two) < raises(lore.fight_of_the_last_two)


@pytest.mark.parametrize(
    ("rule", "end", "flat"),
    [
        (lore.dump_into_flat, min, True),
        (lore.waste_on_flat, max, True),
        (lore.best_for_wide, max, False),
        (lore.lowest_for_wide, min, False),
    ],
)
def test_sales_go_by_how_far_the_cheques_are_apart(
    rule: Callable[..., int], end: Callable[..., int], flat: bool
) -> None:
    checked = 0
    for game in games("sell", rule):
        hands: dict[int, set[int]] = {seat: set() for seat in range(1, 5)}
        sales = [event for event in game.events if isinstance(event, Sell)]
        for sale in sales:
            hands[sale.seat].add(sale.house)
        for round_ in range(1, 8):
            of_round = [sale for sale in sales if sale.round == round_]
            cheques = [sale.cheque for sale in of_round]
            gap = max(cheques) - min(cheques)
            for sale in of_round:
                if (gap <= lore.FLAT) if flat else (gap >= lore.WIDE):
                    assert sale.house == end(hands[sale.seat])
                    checked += 1
                hands[sale.seat].remove(sale.house)
    assert checked > 4
