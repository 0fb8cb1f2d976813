"""What a run takes on one thread, beside the C programs, and what a second thread adds."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from forsale_sim.for_sale import load_field
from forsale_sim.program import DEFAULT_FIELD
from forsale_sim.rules.loading import load_ruleset
from monopoly_sim.game import GAME as MONOPOLY_GAME
from strategy_lab.engines import KernelEngine
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.plugins import entrants
from strategy_lab.rows import Rows
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Chunk, Engine, Outcome, Plan, make_plan

from benchmarks import c_programs
from benchmarks.measurement import Measurement, paired

LINEUPS = ("csc", "cscs", "ssss", "cscsc", "cscscs")
STRATEGIES = {"c": "coinflip", "s": "spread"}
GAMES = 400_000
THREADED_GAMES = 4_000_000
MONOPOLY = ("builder", "hoarder", "buyer")
"""Players of Monopoly who buy, bid, build, mortgage and trade; the first sits twice."""
MONOPOLY_GAMES = 8_000


class Stopwatch:
    """An engine that adds up the processor seconds for which it plays."""

    def __init__(self, engine: Engine) -> None:
        self.name, self.chunk_games, self.parallel = engine.name, engine.chunk_games, True
        self._engine = engine
        self.seconds = 0.0

    def play(self, chunk: Chunk, detail: bool = False) -> Rows:
        """Return the outcome of every game of a chunk."""
        started = time.thread_time()
        rows = self._engine.play(chunk, detail)
        self.seconds += time.thread_time() - started
        return rows


class WatchedRun(Run):
    """A run whose time to play is known apart from that to count."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan, plan.games)
        self.watch = Stopwatch(plan.definition.engines[KernelEngine.name](plan))
        self._threads = Threads(self, KernelEngine.name, 1)

    def engines(self, name: str, known: int = 0) -> list[Engine]:
        """Return who plays."""
        return [self.watch]

    def timed(self) -> tuple[float, float]:
        """Play and count all on one thread; return µs a game, and the share spent on counting."""
        self.watch.seconds, started = 0.0, time.process_time()
        simulate(Outcome(self), self._threads)
        seconds = time.process_time() - started
        return 1e6 * seconds / self.games, 1 - self.watch.seconds / seconds


def kernel_cases(folder: Path, pairs: int) -> Iterator[Measurement]:
    """Measure runs of each lineup, of the default field and of Monopoly, with all they count."""
    programs = {
        name: c_programs.compile_program(c_programs.SOURCES / f"{name}.c", folder)
        for name in ("yardstick", "limit")
    }

    def measure(case: str, plan: Plan, lineup: str) -> Measurement:
        ours, counting = [], []
        theirs: dict[str, list[float]] = {name: [] for name in programs}
        run = WatchedRun(plan)
        for _ in range(pairs):
            taken, counted = run.timed()
            ours.append(taken)
            counting.append(counted)
            for name, program in programs.items():
                report = c_programs.play(program, GAMES, len(lineup), lineup)
                theirs[name].append(report["us_per_game"])
        measured = paired(case, "µs a game", ours, **theirs)
        return replace(measured, details=f"{statistics.median(counting):.0%} of it counting")

    for lineup in LINEUPS:
        yield measure(f"run --no-rotate, {lineup}", lineup_plan(lineup), lineup)
    field = make_plan(
        [load_ruleset("iello-en")],
        field=load_field(DEFAULT_FIELD),
        players=[4],
        seed=42,
        games=GAMES,
    )
    yield measure("run, default field", field, "cscs")
    monopoly = make_plan(
        [MONOPOLY_GAME.load_ruleset("football-de")],
        field=entrants.load_field(MONOPOLY, MONOPOLY_GAME),
        lineup=[*range(len(MONOPOLY)), 0],
        seed=42,
        games=MONOPOLY_GAMES,
    )
    yield measure("Monopoly, beside For Sale in C", monopoly, "cscs")


def lineup_plan(lineup: str) -> Plan:
    """Return the games of a lineup, each of a deal of its own, as the C programs play."""
    letters = sorted(set(lineup))
    return make_plan(
        [load_ruleset("iello-de")],
        field=load_field([STRATEGIES[letter] for letter in letters]),
        lineup=[letters.index(letter) for letter in lineup],
        rotate=False,
        seed=42,
        games=GAMES,
    )


def thread_case(pairs: int) -> Measurement:
    """Measure by the clock how many times as fast as one thread two are."""
    plan = make_plan(
        [load_ruleset("iello-de")],
        field=load_field(["coinflip", "spread"]),
        players=[4],
        seed=42,
        games=THREADED_GAMES,
    )
    run = Run(plan, THREADED_GAMES)
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(pairs):
        for threads, times in seconds.items():
            times.append(simulate(Outcome(run), Threads(run, KernelEngine.name, threads)).seconds)
    gain = statistics.median(a / b for a, b in zip(seconds[1], seconds[2], strict=True))
    games_a_second = [1e6 * taken / plan.games for taken in seconds[2]]
    case = paired("two threads", "µs a game", games_a_second)
    return Measurement(case.case, case.value, case.unit, {"one thread's speed": gain})
