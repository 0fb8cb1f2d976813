"""Plays a game by its kernel: strategies that numba can compile, on any number of threads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import StrategyError
from strategy_lab.rows import Rows
from strategy_lab.simulation.pieces import Chunk
from strategy_lab.simulation.plan import Game, Plan, PlannedCell
from strategy_lab.simulation.run_in_thread import run_in_thread


class KernelEngine(ABC):
    """An engine of a game that has a kernel; `KERNEL` is its module."""

    name = "compiled"
    chunk_games = 16384
    parallel = True
    KERNEL: ClassVar[str]

    def __init__(self, plan: Plan, *, compared: bool = False) -> None:
        """Compile or load what the plan needs; `compared` if the caller compares games itself."""
        self._plan, self._compared = plan, compared
        run_in_thread(self._get_ready)

    @abstractmethod
    def memory(self, planned: PlannedCell) -> tuple[NDArray[Any], ...]:
        """Return the records in which the kernel plays the games of a cell."""

    def _get_ready(self) -> None:
        from strategy_lab.compiled.caching import compiled_in
        from strategy_lab.plugins.compile_progress import compiling_counted
        from strategy_lab.plugins.compiling import compile_field, no_field
        from strategy_lab.plugins.compiling_ahead import compiling_ahead
        from strategy_lab.second_opinion import SecondOpinion

        field, game = self._plan.field, self._plan.definition
        with (
            compiling_ahead(field) as codes,
            compiling_counted([code.file for kind in codes for code in kind]),
        ):
            self._play_chunk = compiled_in(self.KERNEL, "play_chunk")
            self._calls = no_field(game, len(field))
            self.play(Chunk(plan=0, cell=0, first_deal=1, deals=0))
            self._calls = compile_field(field, codes)
        self._second_opinion = SecondOpinion(self._plan, self._calls.decisions)

    def play(self, chunk: Chunk, detail: bool = False) -> Rows:
        """Return the outcome of every game of a chunk."""
        planned, game = self._plan.cells[chunk.cell], self._plan.definition
        seatings = planned.cell.seatings
        games = chunk.deals * seatings
        rows = game.rows(
            np.zeros(games, game.row),
            np.zeros(games if detail else 0, game.detail),
            planned.cell.players,
            seatings,
            chunk.first_deal,
        )
        played = self._play_chunk(
            *self.memory(planned),
            self._calls.functions,
            self._calls.arguments,
            np.array(planned.lineup or (), np.uint8),
            chunk.first_deal,
            chunk.deals,
            seatings,
            rows.data,
            rows.detail,
        )
        if played < len(rows.data):
            deal, seating = divmod(played, seatings)
            self._explain(Game(0, planned, chunk.first_deal + deal, seating + 1))
        if chunk.deals and not self._compared:
            self._second_opinion.ask(chunk, rows)
        return rows

    def _explain(self, game: Game) -> None:
        """Play a game in which a strategy failed in plain Python: that tells what happened."""
        rules, program = game.cell.cell.rules, self._plan.definition.program()
        seated = self._plan.definition.seat_game(self._plan, game)
        seated.play()
        raise StrategyError(
            "a strategy made an illegal move or raised an exception when compiled, but not in "
            f"plain Python ({rules.ruleset}, {rules.players} players, deal {game.deal}, "
            f"seating {game.seating}: {', '.join(seated.names)}): try each with "
            f"{program.name} check"
        )
