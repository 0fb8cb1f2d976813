"""Another process that compiles installed strategies while this one compiles the kernel.

Numba compiles one function at a time in a process. What the other process has compiled is found in
the folder of compiled code; without that process everything would be the same, and later.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from strategy_lab.compiled.toolchain import is_kept, toolchain_folder
from strategy_lab.game import GameDefinition, find_game
from strategy_lab.plugins.compiling import (
    DecisionCode,
    codes_of,
    compiled_address,
    decision_code,
)
from strategy_lab.plugins.entrants import Entrant, load_entrant
from strategy_lab.plugins.strategies import LIVE, paths_in

FEWEST = 4
"""Strategies to compile for which another process is worth its start."""

_under_way: list[Any] = []
"""The process that compiles ahead of this one, if there is one."""


@contextmanager
def compiling_ahead(field: Sequence[Entrant]) -> Iterator[list[list[DecisionCode]]]:
    """Let another process compile those of a field that need it, during the block.

    Within the block there is no third process. Gives what has to be compiled, by decision.
    """
    codes = codes_of(field)
    needed = (
        entrant.spec
        for entrant, *both in zip(field, *codes, strict=True)
        if _is_installed(entrant) and not all(is_kept(code.file) for code in both)
    )
    specs = list(dict.fromkeys(needed))
    if (
        _under_way
        or len(specs) < FEWEST
        or os.cpu_count() == 1
        or not (sys.executable and toolchain_folder())
    ):
        yield codes
        return
    # With -P, modules in the working directory are not imported in the place of others.
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, field[0].game.name, *specs],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _under_way.append(process)
    try:
        yield codes
    finally:
        _under_way.remove(process)
        process.terminate()  # it ends when it has kept what it is compiling
        threading.Thread(target=process.wait, daemon=True).start()


def _is_installed(entrant: Entrant) -> bool:
    """Return whether loading a strategy elsewhere runs no file of the user's."""
    return not LIVE.search(entrant.spec) and not any(paths_in(entrant.spec))


def compile_from_the_end(game: GameDefinition, specs: Sequence[str]) -> None:
    """Compile the strategies of a field in the order in which they will be needed last.

    The other process compiles them in the order of `compile_field`. It tells this one to end when
    it has them all.
    """
    told_to_end = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: told_to_end.set())
    entrants = [load_entrant(spec, game) for spec in reversed(specs)]
    for name in reversed(game.decisions):
        for entrant in entrants:
            if told_to_end.is_set():
                return
            compiled_address(decision_code(entrant.decisions[name], game))


if __name__ == "__main__":
    compile_from_the_end(find_game(sys.argv[1]), sys.argv[2:])
