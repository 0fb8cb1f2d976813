"""Small players that make random legal moves: the tests' own, which no built-in can change."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from forsale_sim.cards import count, nth
from forsale_sim.for_sale import GAME
from forsale_sim.records import HOUSES, ROW, GameRows
from forsale_sim.reference.table import Player, play_game
from forsale_sim.reference.trace import records_of
from forsale_sim.rules.ruleset import Rules
from strategy_lab.game import draw_lineup, turned
from strategy_lab.plugins.entrants import Decision, Entrant
from strategy_lab.plugins.strategies import Strategy

if TYPE_CHECKING:
    from forsale_sim.view import View


def empty_rows(
    deals: int, players: int, *, seatings: int, first_deal: int = 1, detail: bool
) -> GameRows:
    """Return rows for some deals, all zero, to be filled in place."""
    return GameRows.of_records(ROW, HOUSES, deals, players, seatings, first_deal, detail)


@dataclass(frozen=True)
class Steady:
    """Passes one time in three, else raises by up to 3 coins; sells any house."""

    name: str = "steady"

    def decide(self, decision: str, view: View) -> int:
        move: int = getattr(self, decision)(view)
        return move

    def bid(self, view: View) -> int:
        if view.random_below(3) == 0:
            return 0
        return min(view.least_bid + view.random_below(3), view.coins)

    def sell(self, view: View) -> int:
        return nth(view.hand, view.random_below(count(view.hand)))


@dataclass(frozen=True)
class Wild(Steady):
    name: str = "wild"

    def bid(self, view: View) -> int:
        bids = view.coins - view.least_bid + 1
        choice = view.random_below(bids + 1)
        return choice and view.least_bid + choice - 1


def entrant_of(name: str, bid: Callable[..., int], sell: Callable[..., int]) -> Entrant:
    return Entrant(name, name, {"bid": Decision(bid, {}), "sell": Decision(sell, {})}, GAME)


def mixed_lineup(players: int) -> list[Steady]:
    """A lineup that spends both ways: wild in every third seat, steady in the others."""
    return [Wild() if seat % 3 == 2 else Steady() for seat in range(1, players + 1)]


def play_chunk(
    rules: Rules,
    field: Sequence[Player],
    lineup: Sequence[int] | None,
    *,
    seed: int,
    first_deal: int,
    deals: int,
    seatings: int,
    refilled_after: int | None = None,
    detail: bool = False,
) -> GameRows:
    """Return the rows of some deals as the readable engine plays them."""
    rows = empty_rows(deals, rules.players, seatings=seatings, first_deal=first_deal, detail=detail)
    for place in range(len(rows.data)):
        deal, seating = first_deal + place // seatings, 1 + place % seatings
        drawn = lineup or draw_lineup(
            seed, rules.players, deal, len(field), refilled_after or len(field)
        )
        seats = turned(drawn, seating)
        game = play_game(rules, [field[index] for index in seats], seed, deal, seating)
        row, more = records_of(game)
        row["strategy"][: rules.players] = seats
        rows.data[place] = row
        if detail:
            rows.detail[place] = more
    return rows


def home_of(strategy: Strategy) -> tuple[ModuleType, str]:
    """Return the module that a built-in is in, and its name there."""
    return next(
        (module, name)
        for module in list(sys.modules.values())
        if "_strategies." in module.__name__
        for name, held in vars(module).items()
        if held is strategy
    )
