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

from benchmarks.measurement import Measurement, paired

PLAIN = ("-c", "import numpy")
"""What every command is measured beside: a program that only loads NumPy."""
RUN = ("-m", "forsale_sim", "run", "--seed", "1", "--games")


def command_cases(folder: Path, pairs: int, long: bool) -> Iterator[Measurement]:
    """Measure a first start, with nothing compiled before, and then warm ones."""
    environment = {**os.environ, "FORSALE_SIM_CACHE": str(folder / "cache")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode
    yield measure("first start, run --games 1e6", (*RUN, "1e6"), environment, 1)
    yield measure("--help", ("-m", "forsale_sim", "--help"), environment, pairs)
    yield measure("run --games 100", (*RUN, "100"), environment, pairs)
    yield measure("run --games 1e6", (*RUN, "1e6"), environment, max(3, pairs // 2))
    if long:
        yield measure("run --games 1e7", (*RUN, "1e7"), environment, 1)
        yield measure("run --games 1e8", (*RUN, "1e8"), environment, 1)


def measure(
    case: str, arguments: Sequence[str], environment: Mapping[str, str], repeats: int
) -> Measurement:
    """Run a command a few times, each beside a plain program; return its processor time in seconds.

    Time by the clock and the peak of memory are among the details.
    """
    ours, plain, clock, memory = [], [], [], 0.0
    for _ in range(repeats):
        started = time.perf_counter()
        usage = resources(arguments, environment)
        clock.append(time.perf_counter() - started)
        memory = max(memory, usage.ru_maxrss / 1024)
        ours.append(usage.ru_utime + usage.ru_stime)
        usage = resources(PLAIN, environment)
        plain.append(usage.ru_utime + usage.ru_stime)
    case_ = paired(case, "s", ours, **{"importing NumPy": plain})
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
