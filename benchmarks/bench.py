"""The engine's speed, side by side with the C yardstick's, as ratios taken in one run.

Cases:

``kernel``        the kernel as a run plays it: each deal with all rotations, rows included
``specialised``   the same with the kernel that ``--engine specialised`` compiles for the field
``fresh deals``   the same with a new deal for every game, which is what the yardstick does
``two threads``   how many times as fast two threads are as one
``run 1e6``       the whole command ``forsale-sim run --games 1e6``, all compiled before: seconds
                  and peak memory
``run 1e8``       the same with a hundred times the games (with ``--long``)
``first start``   the same with nothing compiled before

Times on one machine mean little on another, and little a minute later: ratios are medians over
pairs of runs that follow each other.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from forsale_sim.experiments.run.experiment import Run
from forsale_sim.plugins.entrant import load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.driver import simulate
from forsale_sim.simulation.engines import ENGINES, CompiledEngine
from forsale_sim.simulation.executors import Threads
from forsale_sim.simulation.experiment import Outcome
from forsale_sim.simulation.pieces import cut
from forsale_sim.simulation.plan import make_plan

from benchmarks.yardstick import YardstickError, compile_yardstick, run_yardstick

LINEUPS = {3: ("csc", "ccc", "sss"), 4: ("cscs", "cccc", "ssss"), 5: ("cscsc",), 6: ("cscscs",)}
STRATEGIES = {"c": "coinflip", "s": "spread"}
CASES = (
    ("kernel", "compiled", True),
    ("specialised", "specialised", True),
    ("fresh deals", "compiled", False),
    ("fresh deals, specialised", "specialised", False),
)
GAMES = 400_000
PAIRS = 7
THREADED_GAMES = 4_000_000

Row = dict[str, Any]


def kernel_cases(program: Path, pairs: int) -> Iterator[Row]:
    """Yield a row for each lineup and way to play it, beside the yardstick's time."""
    for case, engine, rotate in CASES:
        for players, lineups in LINEUPS.items():
            for lineup in lineups:
                play = kernel_player(lineup, engine, rotate)
                ours, theirs = [], []
                for _ in range(pairs):
                    ours.append(play())
                    theirs.append(run_yardstick(program, GAMES, players, lineup))
                yield {
                    "case": f"{case} {lineup}",
                    "players": players,
                    "us_per_game": statistics.median(ours),
                    "yardstick_us_per_game": statistics.median(theirs),
                    "ratio": statistics.median(a / b for a, b in zip(ours, theirs, strict=True)),
                }


def kernel_player(lineup: str, engine: str, rotate: bool) -> Callable[[], float]:
    """Return what plays `GAMES` games of a lineup on this thread and returns µs a game."""
    letters = list(STRATEGIES)
    field = load_field(list(STRATEGIES.values()))
    plan = make_plan(
        [load_ruleset("iello-de")],
        field=field,
        lineup=[letters.index(letter) for letter in lineup],
        rotate=rotate,
        seed=42,
        games=GAMES,
    )
    player, run = ENGINES[engine](plan), Run(plan, GAMES)

    def play() -> float:
        started = time.perf_counter()
        for piece in cut(run.blocks, Outcome(run).missing, player.chunk_games, in_turn=True):
            for chunk in run.chunks(piece):
                player.play(chunk)
        return 1e6 * (time.perf_counter() - started) / plan.games

    return play


def thread_case(pairs: int) -> Row:
    """Return how much faster two threads play and tally the default table than one."""
    plan = make_plan(
        [load_ruleset("iello-de")],
        field=load_field(["coinflip", "spread"]),
        players=[4],
        seed=42,
        games=THREADED_GAMES,
    )
    run = Run(plan, THREADED_GAMES)
    ones: list[float] = []
    twos: list[float] = []
    for _ in range(pairs):
        for seconds, threads in ((ones, 1), (twos, 2)):
            outcome = simulate(Outcome(run), Threads(run, CompiledEngine.name, threads))
            seconds.append(outcome.seconds)
    return {
        "case": "two threads",
        "players": 4,
        "us_per_game": 1e6 * statistics.median(twos) / plan.games,
        "yardstick_us_per_game": None,
        "ratio": statistics.median(a / b for a, b in zip(ones, twos, strict=True)),
    }


def command_case(case: str, games: str, cache: Path, repeats: int) -> Row:
    """Return the median time and the peak memory of a whole command in new processes."""
    command = [sys.executable, "-m", "forsale_sim", "run", "--games", games, "--seed", "1"]
    environment = {**os.environ, "FORSALE_SIM_CACHE": str(cache)}
    seconds, memory = [], []
    for _ in range(repeats):
        started = time.perf_counter()
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds.append(time.perf_counter() - started)
        memory.append(usage.ru_maxrss / 1024)
        if process.returncode:
            raise RuntimeError(f"{command} failed with exit status {process.returncode}")
    return {
        "case": case,
        "players": None,
        "us_per_game": 1e6 * statistics.median(seconds) / float(games),
        "yardstick_us_per_game": None,
        "ratio": None,
        "seconds": statistics.median(seconds),
        "peak_memory_mb": max(memory),
    }


def rows(pairs: int, long: bool) -> Iterator[Row]:
    """Yield the rows of the whole benchmark as they are measured."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        yield command_case("first start", "1e6", cache, repeats=1)
        yield command_case("run 1e6", "1e6", cache, repeats=max(3, pairs // 2))
        if long:
            yield command_case("run 1e8", "1e8", cache, repeats=1)
        yield from kernel_cases(compile_yardstick(Path(folder)), pairs)
    yield thread_case(pairs)


def text(row: Row) -> str:
    """Return a row as a line of the table."""
    if "seconds" in row:
        return f"{row['case']:32} {row['seconds']:7.2f} s {row['peak_memory_mb']:10.0f} MB"
    beside = row["yardstick_us_per_game"]
    yardstick = f"{beside:7.3f} µs yardstick" if beside else " " * 20
    ours = f"{row['us_per_game']:7.3f} µs a game"
    return f"{row['case']:32} {ours} {yardstick}  ratio {row['ratio']:.2f}"


def main() -> int:
    """Print the benchmark, as a table or as one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--format", choices=["table", "json"], default="table")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="pairs of runs a case")
    parser.add_argument("--long", action="store_true", help="the command with 1e8 games, too")
    arguments = parser.parse_args()
    try:
        if arguments.format == "json":
            print(json.dumps({"rows": list(rows(arguments.pairs, arguments.long))}, indent=2))
        else:
            for row in rows(arguments.pairs, arguments.long):
                print(text(row), flush=True)
    except YardstickError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
