"""Compile and time the C programs beside which the compiled engine's speed is measured.

``yardstick.c`` plays the ruleset ``iello-de`` with the strategies ``coinflip`` and ``spread`` in
plain C, and ``limit.c`` the same as fast as C can be made to go. A time per game means something
only beside another one, taken on the same machine at the same moment: so a benchmark should
alternate short runs of them with runs of the engine, and compare pairs.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parent
FLAGS = ("-O3", "-march=native")


class CProgramError(Exception):
    """A C program could not be compiled or would not run."""


def find_compiler() -> list[str]:
    """Return the command of a C compiler: that of the variable ``CC``, else ``cc`` or ``gcc``.

    Raises
    ------
    CProgramError
        If there is none.
    """
    named = os.environ.get("CC")
    for command in [shlex.split(named)] if named else [["cc"], ["gcc"]]:
        if shutil.which(command[0]):
            return command
    missing = f"the C compiler CC={named}" if named else "a C compiler (cc or gcc)"
    raise CProgramError(
        f"The benchmark compares with C programs and needs {missing}, which is not there. "
        "On Debian and Ubuntu: sudo apt install gcc. Or name one: make bench CC=/path/to/compiler"
    )


def compile_program(source: Path, folder: Path) -> Path:
    """Compile a C program for this machine, and return the program.

    Parameters
    ----------
    source : Path
        Its source file.
    folder : Path
        An existing folder for the program.

    Raises
    ------
    CProgramError
        If there is no C compiler, or it reports an error.
    """
    program = folder.resolve() / source.stem
    command = [*find_compiler(), *FLAGS, "-o", str(program), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CProgramError(f"{shlex.join(command)} failed:\n{done.stderr}")
    return program


def play(program: Path, games: int, players: int, lineup: str) -> dict[str, Any]:
    """Play games with a C program and return what it reports.

    Parameters
    ----------
    program : Path
        What `compile_program` returned.
    games : int
        How many games, from 1 up.
    players : int
        3 to 6.
    lineup : str
        A letter for each seat: ``c`` for coinflip, ``s`` for spread.

    Returns
    -------
    dict
        ``games``, ``players``, ``seconds`` (of processor time), ``us_per_game``, and by seat the
        lists ``win_rate`` (a tied win counts 1/k) and ``money_mean`` (thousands).

    Raises
    ------
    CProgramError
        If the program refuses the arguments.
    """
    command = [str(program), str(games), str(players), lineup]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CProgramError(f"{shlex.join(command)} failed:\n{done.stderr}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report
