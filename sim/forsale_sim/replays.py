"""A game of For Sale from a plan, at the table of the readable engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from strategy_lab.plugins.decision import unchanging
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.simulation.plan import Game, Plan

from forsale_sim.records import GameRows, empty_rows
from forsale_sim.reference.deals import deal_cards
from forsale_sim.reference.events import Bid, Sell
from forsale_sim.reference.game import Game as PlayedGame
from forsale_sim.reference.play import write_row
from forsale_sim.reference.recording import PastDecision, play_recorded
from forsale_sim.reference.story import story
from forsale_sim.reference.trace import trace_lines


@dataclass(frozen=True, slots=True)
class SeatedGame:
    """A game of a plan at the table, with who sits where."""

    number: Game
    seed: int
    lineup: Sequence[Entrant]
    """By seat, seat 1 first."""
    strategies: Sequence[int]
    """The same as indices into the field."""
    game: PlayedGame

    @property
    def names(self) -> list[str]:
        """What tables call the strategy in each seat."""
        return [entrant.name for entrant in self.lineup]

    def play(self) -> list[PastDecision]:
        """Play the game to its end; return every decision in it."""
        where = (self.seed, self.number.deal, self.number.seating)
        with unchanging():
            return play_recorded(self.game, self.lineup, *where)

    def story(self) -> str:
        """Return what has happened, move by move."""
        return story(self.game, self.seed, self.number.number, self.names)

    def trace(self) -> Iterator[str]:
        """Yield a finished game as lines of JSON."""
        return trace_lines(self.game, self.seed, self.number.number, self.names)

    def moves(self, decision: str) -> list[tuple[int, int]]:
        """Return the seats that have bid, or sold, and what."""
        if decision == "bid":
            return [(each.seat, each.amount) for each in self.game.events if isinstance(each, Bid)]
        return [(each.seat, each.house) for each in self.game.events if isinstance(each, Sell)]

    def rows(self) -> GameRows:
        """Return the row of a finished game, with its houses."""
        rows = empty_rows(1, self.game.rules.players, seatings=1, detail=True)
        rows.strategy[0] = self.strategies
        write_row(self.game, rows, 0)
        return rows


def seat_game(plan: Plan, game: Game) -> SeatedGame:
    """Deal the cards of a game and seat its players."""
    rules = game.cell.cell.rules
    strategies = plan.seats(game.cell, game.deal, game.seating)
    return SeatedGame(
        number=game,
        seed=plan.seed,
        lineup=[plan.field[index] for index in strategies],
        strategies=strategies,
        game=PlayedGame(rules, deal_cards(rules, plan.seed, game.deal)),
    )
