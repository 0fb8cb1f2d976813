"""Who plays chunks: the compiled kernel, or the readable engine for any Python callable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from forsale_sim.errors import StrategyError
from forsale_sim.reference import play as reference
from forsale_sim.rows import Rows, empty_rows
from forsale_sim.simulation.experiment import Experiment
from forsale_sim.simulation.pieces import Chunk
from forsale_sim.simulation.plan import Plan, PlannedCell
from forsale_sim.simulation.repeatability import DEALS_PLAYED_TWICE, unrepeatable
from forsale_sim.simulation.run_in_thread import run_in_thread
from forsale_sim.simulation.sources import sources_of


class Engine(Protocol):
    """Plays chunks of a plan: the same chunk always gives the same rows."""

    name: str
    """As ``--engine`` and the manifest call it."""
    chunk_games: int
    """How many games make a chunk, at most and in whole deals, that takes well under a second."""
    parallel: bool
    """Whether other threads than the main one can play, and several at once."""

    def play(self, chunk: Chunk, houses: bool = False) -> Rows:
        """Return the outcome of every game of a chunk, with what became of each house if wanted."""
        ...


class PlainEngine:
    """The readable engine: any Python callable, thousands of games a minute, one thread."""

    name = "python"
    chunk_games = 1  # so that Ctrl-C is looked at after every deal
    parallel = False

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        sources_of(plan.field)  # what they are before they remember anything

    def play(self, chunk: Chunk, houses: bool = False) -> Rows:
        """Return the outcome of every game of a chunk; play the first deals twice."""
        rows = self._play(chunk, houses)
        if chunk.first_deal <= DEALS_PLAYED_TWICE:
            differ = np.flatnonzero(rows.data != self._play(chunk, houses).data)
            if len(differ):
                raise self._unrepeatable(chunk, int(differ[0]))
        return rows

    def _unrepeatable(self, chunk: Chunk, row: int) -> StrategyError:
        plan, planned = self._plan, self._plan.cells[chunk.cell]
        deal, seating = divmod(row, planned.cell.seatings)
        where = (chunk.first_deal + deal, seating + 1)
        lineup = [plan.field[index] for index in plan.seats(planned, *where)]
        return unrepeatable(planned.cell.rules, lineup, plan.seed, *where)

    def _play(self, chunk: Chunk, houses: bool) -> Rows:
        planned = self._plan.cells[chunk.cell]
        return reference.play_chunk(
            planned.cell.rules,
            self._plan.field,
            planned.lineup,
            seed=self._plan.seed,
            first_deal=chunk.first_deal,
            deals=chunk.deals,
            seatings=planned.cell.seatings,
            refilled_after=self._plan.refilled_after,
            houses=houses,
        )


class CompiledEngine:
    """The kernel: strategies that numba can compile, a million games a second and core."""

    name = "compiled"
    chunk_games = 16384
    parallel = True

    def __init__(self, plan: Plan, *, compared: bool = False) -> None:
        """Compile or load what the plan needs; `compared` if the caller compares games itself."""
        self._plan, self._compared = plan, compared
        run_in_thread(self._get_ready)

    def _get_ready(self) -> None:
        from forsale_sim.engine.caching import compiled_in
        from forsale_sim.plugins.compiling import compile_field, no_field
        from forsale_sim.plugins.compiling_ahead import compiling_ahead
        from forsale_sim.simulation.second_opinion import SecondOpinion

        with compiling_ahead(self._plan.field) as codes:
            self._play_chunk = compiled_in("forsale_sim.engine.kernel", "play_chunk")
            self._calls = no_field()
            self.play(Chunk(plan=0, cell=0, first_deal=1, deals=0))
            self._calls = compile_field(self._plan.field, codes)
        self._second_opinion = SecondOpinion(self._plan, self._calls.decisions)

    def play(self, chunk: Chunk, houses: bool = False) -> Rows:
        """Return the outcome of every game of a chunk."""
        from forsale_sim.engine.state import new_state, new_table

        planned = self._plan.cells[chunk.cell]
        rules, seatings = planned.cell.rules, planned.cell.seatings
        rows = empty_rows(
            chunk.deals,
            rules.players,
            seatings=seatings,
            first_deal=chunk.first_deal,
            houses=houses,
        )
        state = new_state(rules, self._plan.seed, keeps_past=self._calls.keeps_past)
        played = self._play_chunk(
            state,
            new_table(rules.houses, self._plan.refilled_after),
            self._calls.functions,
            self._calls.arguments,
            np.array(planned.lineup or (), np.uint8),
            chunk.first_deal,
            chunk.deals,
            seatings,
            rows.data,
            rows.houses,
        )
        if played < len(rows.data):
            deal, seating = divmod(played, seatings)
            self._explain(planned, chunk.first_deal + deal, seating + 1)
        if chunk.deals and not self._compared:
            self._second_opinion.ask(chunk, rows)
        return rows

    def _explain(self, planned: PlannedCell, deal: int, seating: int) -> None:
        """Play a game in which a strategy failed in plain Python: that tells what happened."""
        plan, rules = self._plan, planned.cell.rules
        seated = [plan.field[index] for index in plan.seats(planned, deal, seating)]
        reference.play_game(rules, seated, plan.seed, deal, seating)
        raise StrategyError(
            "a strategy made an illegal move or raised an exception when compiled, but not in "
            f"plain Python ({rules.ruleset}, {rules.players} players, deal {deal}, "
            f"seating {seating}: "
            f"{', '.join(player.name for player in seated)}): try each with forsale-sim check"
        )


ENGINES: dict[str, Callable[[Plan], Engine]] = {
    engine.name: engine for engine in (CompiledEngine, PlainEngine)
}
"""What makes the engine of a name."""


def new_engines(experiment: Experiment, name: str, known: int = 0) -> list[Engine]:
    """Return the engine of a name for each plan of an experiment, but for the first `known`."""
    plans = range(known, len(experiment.plans))
    return [ENGINES[name](experiment.playable(plan)) for plan in plans]
