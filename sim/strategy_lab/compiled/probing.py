"""Machine code kept for later runs, and a probe of how numba links and calls before they use it.

The probe is made once for each toolchain, when something is first kept. Another process links and
calls it, since a call by another convention may end the process that tries it.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np

from strategy_lab.compiled.linking import (
    AGREES,
    DIFFERS,
    PROBED,
    TESTED,
    ObjectCode,
    kind_of,
    link,
    python_caller,
)
from strategy_lab.compiled.toolchain import keep, read_kept

PATIENCE = 60.0
"""Seconds that the other process has."""


def keep_code(name: str, code: ObjectCode) -> None:
    """Keep a compiled function under a name, if it can be linked without numba."""
    content = code.content()
    if content is None:
        return
    keep(name, content)
    if read_kept(PROBED) is None:
        probe_linking()


def probe(array, count, share):
    """Read and write an array, reserve memory, return a number; raise where `count` is negative."""
    if count < 0:
        raise ValueError("less than nothing", -1)
    total = share + np.zeros((3, count)).size
    for row in range(array.shape[0]):
        for column in range(array.shape[1]):
            total += array[row, column] * (row + 1) * (column + 7)
            array[row, column] = total
    return total


def arguments(count: int) -> tuple[Any, int, float]:
    """Return arguments whose every word matters: the array is neither contiguous nor square."""
    return np.arange(30.0).reshape(5, 6)[::2, 1:5], count, 0.25


def probe_linking() -> None:
    """Keep whether this numba links and calls as `linking` does; say so if it does not."""
    agrees = _child_agrees(_compiled())
    keep(PROBED, AGREES if agrees else DIFFERS)
    if not agrees:
        import numba

        print(
            f"forsale-sim: numba {numba.__version__} links or calls in another way than the "
            f"versions that were tested ({', '.join(TESTED)}), so it loads compiled code itself: "
            "runs start half a second later",
            file=sys.stderr,
        )


def agrees(content: bytes) -> bool:
    linked = link(content)
    if linked is None:
        return False
    called = python_caller(linked, map(kind_of, arguments(0)))
    return all(_outcome(called, count) == _outcome(probe, count) for count in (0, 9, -1))


def _outcome(function: Any, count: int) -> Any:
    array, *others = arguments(count)
    try:
        returned = function(array, *others)
    except ValueError as error:
        returned = error.args
    return returned, array.tolist()


def _compiled() -> bytes:
    from strategy_lab.compiled.overloads import jit, object_code

    dispatcher = jit(probe, None)
    types = tuple(map(dispatcher.typeof_pyval, arguments(0)))
    dispatcher.compile(types)
    return object_code(dispatcher.overloads[types]).content() or b""


def _child_agrees(content: bytes) -> bool:
    try:
        # With -P, modules in the working directory are not imported in the place of others.
        child = subprocess.run(
            [sys.executable, "-P", "-m", __name__],
            input=content,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return child.returncode == 0


if __name__ == "__main__":
    sys.exit(0 if agrees(sys.stdin.buffer.read()) else 1)
