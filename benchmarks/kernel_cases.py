"""The kernel's speed on one thread, beside the C programs, and what a second thread adds."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from forsale_sim.engines import CompiledEngine
from forsale_sim.experiments.defaults import DEFAULT_FIELD
from forsale_sim.for_sale import load_field
from forsale_sim.rules.loading import load_ruleset
from monopoly_sim.engines import CompiledEngine as MonopolyEngine
from monopoly_sim.game import GAME as MONOPOLY_GAME
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.plugins import entrant
from strategy_lab.simulation.driver import simulate
from strategy_lab.simulation.engines import Engine
from strategy_lab.simulation.executors import Threads
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.pieces import cut
from strategy_lab.simulation.plan import Plan, make_plan

from benchmarks import c_programs
from benchmarks.measurement import Measurement, paired

LINEUPS = ("csc", "ccc", "sss", "cscs", "cccc", "ssss", "cscsc", "cscscs")
STRATEGIES = {"c": "coinflip", "s": "spread"}
CASES = (("kernel", True), ("fresh deals", False))
GAMES = 400_000
FIELD_GAMES = 100_000
THREADED_GAMES = 4_000_000
MONOPOLY = ("builder", "hoarder", "buyer")
"""Players of Monopoly who buy, bid, build, mortgage and trade; the first sits twice."""
MONOPOLY_GAMES = 8_000


def kernel_cases(folder: Path, pairs: int) -> Iterator[Measurement]:
    """Measure each lineup and way to play it, and the default field with its tallies."""
    programs = {
        name: c_programs.compile_program(c_programs.SOURCES / f"{name}.c", folder)
        for name in ("yardstick", "limit")
    }

    def measure(case: str, play: Callable[[], float], lineup: str) -> Measurement:
        ours = []
        theirs: dict[str, list[float]] = {name: [] for name in programs}
        play()  # compiles
        for _ in range(pairs):
            ours.append(play())
            for name, program in programs.items():
                report = c_programs.play(program, GAMES, len(lineup), lineup)
                theirs[name].append(report["us_per_game"])
        return paired(case, "µs a game", ours, **theirs)

    for case, rotate in CASES:
        for lineup in LINEUPS:
            yield measure(f"{case} {lineup}", lineup_player(lineup, rotate), lineup)
    yield measure("default field, tallies included", field_player(), "cscs")
    yield measure("Monopoly, beside For Sale in C", monopoly_player(), "cscs")


def lineup_player(lineup: str, rotate: bool) -> Callable[[], float]:
    """Return what plays `GAMES` games of a lineup on this thread and returns µs a game."""
    letters = list(STRATEGIES)
    plan = make_plan(
        [load_ruleset("iello-de")],
        field=load_field(list(STRATEGIES.values())),
        lineup=[letters.index(letter) for letter in lineup],
        rotate=rotate,
        seed=42,
        games=GAMES,
    )
    return plan_player(plan, CompiledEngine(plan))


def monopoly_player() -> Callable[[], float]:
    """Return what plays `MONOPOLY_GAMES` games of Monopoly and returns µs a game."""
    plan = make_plan(
        [MONOPOLY_GAME.load_ruleset("football-de")],
        field=entrant.load_field(MONOPOLY, MONOPOLY_GAME),
        lineup=[*range(len(MONOPOLY)), 0],
        seed=42,
        games=MONOPOLY_GAMES,
    )
    return plan_player(plan, MonopolyEngine(plan))


def plan_player(plan: Plan, player: Engine) -> Callable[[], float]:
    """Return what plays a plan on this thread and returns µs a game."""
    run = Run(plan, plan.games)

    def play() -> float:
        started = time.thread_time()
        for piece in cut(run.blocks, Outcome(run).missing, player.chunk_games, in_turn=True):
            for chunk in run.chunks(piece):
                player.play(chunk)
        return 1e6 * (time.thread_time() - started) / plan.games

    return play


def field_player() -> Callable[[], float]:
    """Return what plays and tallies the default field on one thread and returns µs a game."""
    plan = make_plan(
        [load_ruleset("iello-en")],
        field=load_field(DEFAULT_FIELD),
        players=[4],
        seed=42,
        games=FIELD_GAMES,
    )
    run = Run(plan, FIELD_GAMES)

    def play() -> float:
        started = time.process_time()
        simulate(Outcome(run), Threads(run, CompiledEngine.name, 1))
        return 1e6 * (time.process_time() - started) / plan.games

    return play


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
            times.append(simulate(Outcome(run), Threads(run, CompiledEngine.name, threads)).seconds)
    gain = statistics.median(a / b for a, b in zip(seconds[1], seconds[2], strict=True))
    games_a_second = [1e6 * taken / plan.games for taken in seconds[2]]
    case = paired("two threads", "µs a game", games_a_second)
    return Measurement(case.case, case.value, case.unit, {"one thread's speed": gain})
