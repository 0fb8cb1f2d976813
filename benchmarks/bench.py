"""The speed of the engine and of whole commands, as ratios to programs run at the same moment.

``run --no-rotate``  games of a lineup, each of a deal of its own, as the C programs play, with all
                     that a run counts; without starting the command
``default field``    the strategies of a plain ``run``, each deal with all rotations
``two threads``      how many times as fast two threads are as one
``run``, …           whole commands, beside a Python that only loads NumPy; a first start is one
                     with nothing compiled before

The C programs are ``yardstick.c``, plain C, and ``limit.c``, as fast as C can be made to go. Times
on one machine mean little on another, and little a minute later: ratios are medians over pairs of
runs that follow each other. Behind each ratio stands how far it is from that of the last release
(``ratios.json``).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from strategy_lab.version import __version__

from benchmarks.c_programs import CProgramError
from benchmarks.command_cases import command_cases
from benchmarks.kernel_cases import kernel_cases, thread_case
from benchmarks.measurement import Measurement, as_json, keep_ratios, kept_ratios

PAIRS = 7


def measurements(pairs: int, long: bool) -> Iterator[Measurement]:
    """Yield the measurements of the whole benchmark as they are taken."""
    with tempfile.TemporaryDirectory() as folder:
        # First: a process that starts another hands its peak of memory on to it.
        yield from command_cases(Path(folder), pairs, long)
        yield from kernel_cases(Path(folder), pairs)
        yield thread_case(pairs)


def main() -> int:
    """Print the benchmark, as a table or as one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--format", choices=["table", "json"], default="table")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="pairs of runs a case")
    parser.add_argument("--long", action="store_true", help="commands with 1e7 and 1e8 games, too")
    parser.add_argument(
        "--keep", action="store_true", help="keep the ratios as those of this release"
    )
    arguments = parser.parse_args()
    kept, taken = kept_ratios(), []
    try:
        for measurement in measurements(arguments.pairs, arguments.long):
            taken.append(measurement)
            if arguments.format == "table":
                print(measurement.line(kept), flush=True)
    except CProgramError as error:
        print(error, file=sys.stderr)
        return 1
    if arguments.format == "json":
        print(as_json(taken))
    if arguments.keep:
        keep_ratios(__version__, taken)
    return 0


if __name__ == "__main__":
    sys.exit(main())
