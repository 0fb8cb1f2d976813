"""Who plays For Sale: the compiled kernel, or the readable engine for any Python callable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.engines import KernelEngine
from strategy_lab.errors import StrategyError
from strategy_lab.plugins.entrants import Entrant, unchanging
from strategy_lab.simulation.experiment import Chunk
from strategy_lab.simulation.plan import Game as PlanGame
from strategy_lab.simulation.plan import Plan, PlannedCell
from strategy_lab.simulation.replaying import DEALS_PLAYED_TWICE, SeatedEngine

from forsale_sim.records import GameRows, empty_rows
from forsale_sim.reference import playing as reference
from forsale_sim.reference.events import Bid, Sell
from forsale_sim.reference.playing import PastDecision, Player, play_recorded, write_row
from forsale_sim.reference.table import Game, deal_cards
from forsale_sim.reference.table import Game as PlayedGame
from forsale_sim.reference.trace import story, trace_lines
from forsale_sim.rules.ruleset import Rules

TRIES = 10  # how often a game is played again to see which of its strategies changes its moves


class PlainEngine(SeatedEngine):
    """The readable engine, thousands of games a minute: it keeps nothing of a game but its row."""

    def play(self, chunk: Chunk, detail: bool = False) -> GameRows:
        rows = self._played(chunk, detail)
        if chunk.first_deal <= DEALS_PLAYED_TWICE:
            differ = np.flatnonzero(rows.data != self._played(chunk, detail).data)
            if len(differ):
                raise self._unrepeatable(chunk, int(differ[0]))
        return rows

    def _unrepeatable(self, chunk: Chunk, row: int) -> StrategyError:
        plan, planned = self._plan, self._plan.cells[chunk.cell]
        deal, seating = divmod(row, planned.cell.seatings)
        where = (chunk.first_deal + deal, seating + 1)
        lineup = [plan.field[index] for index in plan.seats(planned, *where)]
        return unrepeatable(planned.cell.rules, lineup, plan.seed, *where)

    def _played(self, chunk: Chunk, detail: bool) -> GameRows:
        planned = self._plan.cells[chunk.cell]
        with unchanging():
            return reference.play_chunk(
                planned.cell.rules,
                self._plan.field,
                planned.lineup,
                seed=self._plan.seed,
                first_deal=chunk.first_deal,
                deals=chunk.deals,
                seatings=planned.cell.seatings,
                refilled_after=self._plan.refilled_after,
                detail=detail,
            )


def unrepeatable(
    rules: Rules, lineup: Sequence[Player], seed: int, deal: int, seating: int
) -> StrategyError:
    cards = deal_cards(rules, seed, deal)
    names = sorted({player.name for player in lineup})
    first = play_recorded(Game(rules, cards), lineup, seed, deal, seating)
    for _ in range(TRIES):
        again = play_recorded(Game(rules, cards), lineup, seed, deal, seating)
        changed = [a.strategy for a, b in zip(first, again, strict=False) if a.move != b.move]
        if changed:
            names = changed[:1]
            break
    which = f"strategy {names[0]!r}" if len(names) == 1 else f"one of {', '.join(names)}"
    return StrategyError(
        f"{which} makes another move when the same game is played again ({rules.ruleset}, "
        f"{rules.players} players, deal {deal}, seating {seating}), so no result would be the same "
        "twice: let it draw its numbers from view.random() and remember nothing"
    )


class CompiledEngine(KernelEngine):
    """The kernel: strategies that numba can compile, a million games a second and core."""

    KERNEL = "forsale_sim.engine.kernel"

    def memory(self, planned: PlannedCell) -> tuple[NDArray[Any], ...]:
        from forsale_sim.engine.state import asks_for_past, kernel_state, new_table

        rules, plan = planned.cell.rules, self._plan
        keeps_past = asks_for_past(self._calls.asks_for)
        return (
            kernel_state(rules, plan.seed, keeps_past=keeps_past),
            new_table(rules.houses, plan.refilled_after),
        )


@dataclass(frozen=True, slots=True)
class SeatedGame:
    number: PlanGame
    seed: int
    lineup: Sequence[Entrant]  # by seat, seat 1 first
    strategies: Sequence[int]  # the same as indices into the field
    game: PlayedGame

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.lineup]

    def play(self) -> list[PastDecision]:
        where = (self.seed, self.number.deal, self.number.seating)
        with unchanging():
            return play_recorded(self.game, self.lineup, *where)

    def story(self) -> str:
        return story(self.game, self.seed, self.number.number, self.names)

    def trace(self) -> Iterator[str]:
        return trace_lines(self.game, self.seed, self.number.number, self.names)

    def moves(self, decision: str) -> list[tuple[int, int]]:
        if decision == "bid":
            return [(each.seat, each.amount) for each in self.game.events if isinstance(each, Bid)]
        return [(each.seat, each.house) for each in self.game.events if isinstance(each, Sell)]

    def rows(self) -> GameRows:
        rows = empty_rows(1, self.game.rules.players, seatings=1, detail=True)
        rows.strategy[0] = self.strategies
        write_row(self.game, rows, 0)
        return rows


def seat_game(plan: Plan, game: PlanGame) -> SeatedGame:
    rules = game.cell.cell.rules
    strategies = plan.seats(game.cell, game.deal, game.seating)
    return SeatedGame(
        number=game,
        seed=plan.seed,
        lineup=[plan.field[index] for index in strategies],
        strategies=strategies,
        game=PlayedGame(rules, deal_cards(rules, plan.seed, game.deal)),
    )
