"""The commands of ``python -m strategy_lab``: a new game, and does a game hold together."""

from __future__ import annotations

import keyword
import os
import re
from importlib.util import find_spec
from pathlib import Path

import click

from strategy_lab.cli.experiments import Command
from strategy_lab.display.progress import status
from strategy_lab.errors import UsageError, listed

TEMPLATE = Path(__file__).parents[1] / "game_template"
"""A whole game, Pig, whose files a new game begins with."""

NAME = re.compile(r"[a-z][a-z0-9]*")


@click.group(
    "strategy_lab",
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.pass_context
def laboratory(context: click.Context) -> None:
    """Make a game of your own for the laboratory, and check it.

    A game has a command of its own, which plays it: forsale-sim, monopoly-sim, yours.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@laboratory.command("new-game", cls=Command)
@click.argument("name")
def new_game(name: str) -> None:
    """Write the package of a new game: it is the dice game Pig, until you change it.

    NAME is one word of lower-case letters, which becomes a folder, a Python package and a command.
    """
    from strategy_lab.files.whole_files import write_errors

    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise UsageError(
            f"{name!r} cannot name a game: take one word of lower-case letters, such as goofspiel"
        )
    if find_spec(name) is not None:
        raise UsageError(f"there is a Python package {name!r} already: take another name")
    folder = Path(name)
    if folder.exists():
        raise UsageError(f"{folder} exists already: take another name, or move it away")
    files = sorted(
        path for path in TEMPLATE.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    with write_errors(folder):
        for path in files:
            place = folder / _renamed(path.relative_to(TEMPLATE).as_posix(), name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(_renamed(path.read_text("utf-8"), name), "utf-8")
    click.echo(f"Saved {listed(['rules', 'strategies', 'editions', 'tests'])} in {folder}. Next:\n")
    for command in (
        f"pip install -e {name} pytest",
        f"{name} run",
        f"{name} rank",
        f"pytest {name}",
    ):
        click.echo(f"  {command}")
    click.echo(f"\nThen write your game in {folder / name / 'game.py'}.")


def _renamed(text: str, name: str) -> str:
    """Return a text in which Pig is another game."""
    in_words = {"pig": name, "Pig": name.capitalize()}
    return re.sub(r"(?<![a-z])(pig|Pig)(?![a-z])", lambda found: in_words[found[1]], text)


@laboratory.command("check-game", cls=Command)
@click.argument("name")
@click.option("--games", default=200, type=click.IntRange(1), show_default=True)
@click.option("--seed", default=1, type=click.IntRange(0), show_default=True)
@click.pass_context
def check_game(context: click.Context, name: str, games: int, seed: int) -> None:
    """Play a game by each of its rulesets: in plain Python, and compiled if it has a kernel.

    NAME is that of an installed game. So many games are played by each ruleset with each number of
    players, and a tenth with each rule moved to its other words and to the ends of its range. Where
    the engines part, the game is told up to the first decision that differs.
    """
    os.environ["NUMBA_BOUNDSCHECK"] = "1"  # here, and where code is compiled ahead
    from strategy_lab.check.games import examined
    from strategy_lab.game import find_game

    game = find_game(name)
    passed = True
    with status(f"Checking {game.title}"):
        for finding in examined(game, games, seed):
            click.echo(f"{'✗' if finding.is_wrong else '✓'} {finding.text}")
            passed = passed and not finding.is_wrong
    click.echo(f"\n{name} {'passes' if passed else 'fails'}")
    context.exit(0 if passed else 1)
