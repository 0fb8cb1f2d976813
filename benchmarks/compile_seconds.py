"""Which functions a command compiles, and what each of them costs.

``python -m benchmarks.compile_seconds run --games 100`` plays that with an empty folder of compiled
code, in one process, and then prints processor seconds by function, without those of the functions
that it calls, the most expensive first.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

SHOWN = 60


def timed(compile_one: Callable[..., Any], seconds: dict[str, list[float]]) -> Callable[..., Any]:
    """Return numba's method that compiles a function, with each call's own seconds noted."""
    within: list[float] = []

    def compile_extra(compiler: Any, function: Any) -> Any:
        started = time.thread_time()
        within.append(0.0)
        try:
            return compile_one(compiler, function)
        finally:
            taken = time.thread_time() - started
            own = taken - within.pop()
            seconds[f"{function.__module__}.{function.__qualname__}"].append(own)
            if within:
                within[-1] += taken

    return compile_extra


def main() -> None:
    """Run a command of forsale-sim, and print what was compiled for it."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FORSALE_SIM_CACHE"] = folder
        from forsale_sim.program import FOR_SALE
        from numba.core.compiler import CompilerBase
        from strategy_lab.cli.main import main as run
        from strategy_lab.cli.main import new_cli
        from strategy_lab.plugins import compiling

        seconds: dict[str, list[float]] = defaultdict(list)
        vars(compiling)["FEWEST"] = sys.maxsize  # strategies for which another process helps
        compiler: Any = CompilerBase
        compiler.compile_extra = timed(compiler.compile_extra, seconds)
        try:
            run(new_cli(FOR_SALE))
        except SystemExit as end:
            if end.code:
                print(f"exit status {end.code}", file=sys.stderr)
    each = sorted(seconds.items(), key=lambda item: -sum(item[1]))
    total, number = sum(map(sum, seconds.values())), sum(map(len, seconds.values()))
    print(f"\n{total:7.2f} s  {number} functions")
    for name, taken in each[:SHOWN]:
        print(f"{sum(taken):7.2f} s  {len(taken):3} x {name}")


if __name__ == "__main__":
    main()
