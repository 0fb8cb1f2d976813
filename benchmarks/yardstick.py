"""Compile and time the C yardstick, against which the compiled engine's speed is measured.

``yardstick.c`` plays the ruleset ``iello-de`` with the strategies ``coinflip`` and ``spread``. A
time per game means something only beside another one, taken on the same machine at the same
moment: so a benchmark should alternate short runs of it with runs of the engine, and compare pairs.

Run as a program, this prints the yardstick's own time per game for 3 to 6 players.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_suffix(".c")
FLAGS = ("-O3", "-march=native")
GAMES = 500_000
"""Games of one timing: about half a second."""


class YardstickError(Exception):
    """The yardstick could not be compiled or would not run."""


def find_compiler() -> list[str]:
    """Return the command of a C compiler: that of the variable ``CC``, else ``cc`` or ``gcc``.

    Raises
    ------
    YardstickError
        If there is none.
    """
    named = os.environ.get("CC")
    for command in [shlex.split(named)] if named else [["cc"], ["gcc"]]:
        if shutil.which(command[0]):
            return command
    missing = f"the C compiler CC={named}" if named else "a C compiler (cc or gcc)"
    raise YardstickError(
        f"The benchmark compares with a C program and needs {missing}, which is not there. "
        "On Debian and Ubuntu: sudo apt install gcc. Or name one: make bench CC=/path/to/compiler"
    )


def compile_yardstick(folder: Path) -> Path:
    """Compile the yardstick for this machine.

    Parameters
    ----------
    folder : Path
        An existing folder for the program.

    Returns
    -------
    Path
        The program.

    Raises
    ------
    YardstickError
        If there is no C compiler, or it reports an error.
    """
    program = folder.resolve() / "yardstick"
    compiler = find_compiler()
    command = [*compiler, *FLAGS, "-o", str(program), str(SOURCE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise YardstickError(f"{shlex.join(command)} failed:\n{done.stderr}")
    return program


def play_yardstick(program: Path, games: int, players: int, lineup: str) -> dict[str, Any]:
    """Play `games` games and return what the yardstick says of them.

    Parameters
    ----------
    program : Path
        What `compile_yardstick` returned.
    games : int
        How many games, from 1 up.
    players : int
        3 to 6.
    lineup : str
        A letter for each seat: ``c`` for coinflip, ``s`` for spread.

    Returns
    -------
    dict
        ``games``, ``players``, ``seconds``, ``us_per_game``, and by seat the lists ``win_rate``
        (a tied win counts 1/k) and ``money_mean`` (thousands).

    Raises
    ------
    YardstickError
        If the yardstick refuses the arguments.
    """
    command = [str(program), str(games), str(players), lineup]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise YardstickError(f"{shlex.join(command)} failed:\n{done.stderr}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def run_yardstick(program: Path, games: int, players: int, lineup: str) -> float:
    """Play as `play_yardstick` does and return the microseconds a game took on one core."""
    time: float = play_yardstick(program, games, players, lineup)["us_per_game"]
    return time


def main() -> int:
    """Print the yardstick's time per game for 3 to 6 players."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            program = compile_yardstick(Path(folder))
            for players in range(3, 7):
                lineup = ("cs" * players)[:players]
                time = run_yardstick(program, GAMES, players, lineup)
                print(f"{players} players, {lineup:6}  {time:.3f} µs a game")
    except YardstickError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
