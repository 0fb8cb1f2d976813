"""What whole commands take, from the start of the process to its end."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from benchmarks.measurement import Measurement, paired

PLAIN = ("-c", "import numpy")
"""What every command is measured beside: a program that only loads NumPy."""
FORSALE_SIM = ("-m", "forsale_sim")
RUN = (*FORSALE_SIM, "run", "--seed", "1", "--games")

STRATEGY = Path(__file__).parents[1] / "strategies" / "forsale_strategies" / "miser.py"
REPORT = Path(__file__).parents[1] / "reports" / "balance.toml"

FIRST_STARTS = {
    "first start, compare": ("compare", "iello-en", "iello-de", "--games", "1e4", "--seed", "1"),
    "first start, check": ("check", str(STRATEGY)),
    "first start, replay --review": ("replay", "--review", "--players", "4", "--game", "1"),
}
SEARCHES = {
    "duel, 24,000 games": ("duel", "spread", "linear", "--players", "4", "--seed", "3"),
    "design, 300,000 games": (
        *("design", "--players", "4", "--vary", "refund=none", "--minimise", "seat_gap"),
        *("--games", "3e5", "--seed", "1"),
    ),
}
"""Commands that ask for few games at a time."""


def command_cases(folder: Path, pairs: int, long: bool) -> Iterator[Measurement]:
    """Measure a first start, with nothing compiled before, and then warm ones."""
    environment = {**os.environ, "FORSALE_SIM_CACHE": str(folder / "cache")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode
    yield measure("first start, run --games 1e6", (*RUN, "1e6"), environment, 1)
    yield measure("--help", ("-m", "forsale_sim", "--help"), environment, pairs)
    yield measure("run --games 100", (*RUN, "100"), environment, pairs)
    yield measure("run --games 1e6", (*RUN, "1e6"), environment, max(3, pairs // 2))
    for case, words in SEARCHES.items():
        resources((*FORSALE_SIM, *words), environment)  # which compiles
        yield measure(case, (*FORSALE_SIM, *words), environment, 1)
    yield report_case(folder / "report", environment)
    yield games_case(folder, environment, max(3, pairs // 2))
    for number, (case, words) in enumerate(FIRST_STARTS.items()):
        environment["FORSALE_SIM_CACHE"] = str(folder / f"cache-{number}")
        yield measure(case, (*FORSALE_SIM, *words), environment, 1)
    if long:
        environment["FORSALE_SIM_CACHE"] = str(folder / "cache")
        yield measure("run --games 1e7", (*RUN, "1e7"), environment, 1)
        yield measure("run --games 1e8", (*RUN, "1e8"), environment, 1)


def report_case(out: Path, environment: Mapping[str, str]) -> Measurement:
    """Measure a small balance report, once all that it needs is compiled."""
    report = (*FORSALE_SIM, "report", str(REPORT), "--games", "1e5", "--out")
    resources((*report, str(out / "first")), environment)
    second = (*report, str(out / "second"))
    return measure("report --games 1e5", second, environment, 1)


def games_case(folder: Path, environment: Mapping[str, str], repeats: int) -> Measurement:
    """Measure a run that writes all of its games to a file, beside one that does not."""
    without = (*RUN, "1e6", "--players", "4")
    case, name = "run --games 1e6 --games-out", "the run without"
    resources((*without, "--games-out", str(folder / "first.parquet")), environment)  # compiles
    repeated = (*without, "--games-out", str(folder / "{}.parquet"))
    return measure(case, repeated, environment, repeats, beside={name: without})


def measure(
    case: str,
    arguments: Sequence[str],
    environment: Mapping[str, str],
    repeats: int,
    beside: Mapping[str, Sequence[str]] = MappingProxyType({"importing NumPy": PLAIN}),
) -> Measurement:
    """Run a command a few times, each beside others; return its processor time in seconds.

    Braces in an argument stand for the number of the time, so that none overwrites a file. Time by
    the clock and the peak of memory are among the details.
    """
    ours, clock, memory = [], [], 0.0
    others: dict[str, list[float]] = {name: [] for name in beside}
    for number in range(repeats):
        started = time.perf_counter()
        usage = resources([word.replace("{}", str(number)) for word in arguments], environment)
        clock.append(time.perf_counter() - started)
        memory = max(memory, usage.ru_maxrss / 1024)
        ours.append(usage.ru_utime + usage.ru_stime)
        for name, other in beside.items():
            usage = resources(other, environment)
            others[name].append(usage.ru_utime + usage.ru_stime)
    case_ = paired(case, "s", ours, **others)
    details = f"{statistics.median(clock):.2f} s by the clock, {memory:.0f} MB"
    return Measurement(case_.case, case_.value, case_.unit, case_.ratios, details)


def resources(arguments: Sequence[str], environment: Mapping[str, str]) -> resource.struct_rusage:
    """Run Python with these arguments in a new process and return what it used."""
    command = [sys.executable, *arguments]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command} failed with exit status {process.returncode}")
    return usage
