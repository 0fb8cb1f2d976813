"""Small players that make random legal moves: the tests' own, which no built-in can change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forsale_sim.cards import count, nth
from forsale_sim.for_sale import GAME
from strategy_lab.plugins.entrants import Decision, Entrant

if TYPE_CHECKING:
    from forsale_sim.view import View


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
