"""``forsale-sim design``: look for the rules that make the game one wants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from forsale_sim.cli.experiments import plays
from forsale_sim.cli.numbers import Number
from forsale_sim.cli.options import seed_option
from forsale_sim.cli.parsing import Command
from forsale_sim.errors import UsageError, nearest
from forsale_sim.experiments.defaults import DEFAULT_DESIGN_GAMES, DEFAULT_RULESET, RETUNED_FIELD
from forsale_sim.rules.parameters import MAX_PLAYERS, MIN_PLAYERS
from forsale_sim.toml import read_toml

EXAMPLES = """\b
Examples:
  forsale-sim design --players 4 --vary coins=14..26 --minimise seat_gap
  forsale-sim design --players 4 --vary coins=14..24 --vary refund=up,down,none \\
    --minimise seat_gap --keep "skill>=0.9*base" --keep "ties<=3%" --changes 2
  forsale-sim design wishes.toml --out better
"""

IN_FILES = (
    "from",
    "players",
    "vary",
    "fair-seats",
    "minimise",
    "maximise",
    "keep",
    "changes",
    "field",
    "games",
    "seed",
)
"""The options that a file may give, as its keys."""


def _wishes(context: click.Context, _parameter: click.Parameter, path: Path | None) -> None:
    """Take what a file says as the defaults of the options."""
    if path is None:
        return
    names = {option.opts[0].removeprefix("--"): option.name for option in context.command.params}
    defaults: dict[str, Any] = {}
    for key, value in read_toml(path).items():
        if key not in IN_FILES:
            raise UsageError(f"{path}: no key is called {key!r}{nearest(key, IN_FILES)}")
        several = value if isinstance(value, list) else [value]
        if not all(isinstance(each, str | int) for each in several):
            raise UsageError(f"{path}: {key} must be a text or a number, or a list of texts")
        repeats = key in ("vary", "minimise", "maximise", "keep")
        if len(several) != 1 and not repeats:
            raise UsageError(f"{path}: {key} takes one value, not {len(several)}")
        texts = list(map(str, several))
        defaults[str(names[key])] = texts if repeats else texts[0]
    context.default_map = defaults


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument(
    "wishes",
    metavar="[FILE.toml]",
    required=False,
    type=click.Path(path_type=Path, dir_okay=False),
    is_eager=True,
    expose_value=False,
    callback=_wishes,
)
@click.option(
    "--from",
    "ruleset",
    metavar="NAME|FILE",
    default=DEFAULT_RULESET,
    show_default=True,
    help="The rules that the search begins with: an edition, or your own TOML file.",
)
@click.option(
    "--players",
    type=Number(least=MIN_PLAYERS, most=MAX_PLAYERS),
    help=f"One player count, {MIN_PLAYERS} to {MAX_PLAYERS}.",
)
@click.option(
    "--vary",
    "variations",
    multiple=True,
    metavar="RULE=VALUE,…",
    help="A rule that may be changed, with the values to try, as compare --vary takes them: "
    "coins=14..26, refund=up,none; may be repeated.",
)
@click.option(
    "--fair-seats",
    is_flag=True,
    help="Instead of --vary and goals: look for coins by seat that make all seats win alike.",
)
@click.option(
    "--minimise",
    multiple=True,
    metavar="[W*]MEASURE",
    help="Make this small: seat_gap, margin, ties, coins_left, length … (docs/measures.md). "
    "Several goals make a Pareto front, or a sum if all have weights W.",
)
@click.option(
    "--maximise", multiple=True, metavar="[W*]MEASURE", help="Make this large: skill, drama, …"
)
@click.option(
    "--keep",
    "conditions",
    multiple=True,
    metavar="CONDITION",
    help="What must hold, such as 'ties<=3%' or 'skill>=0.9*base'; may be repeated.",
)
@click.option(
    "--changes", type=Number(), help="How many rules may be changed at once.  [default: all]"
)
@click.option(
    "--field",
    default=RETUNED_FIELD,
    show_default=True,
    metavar="retuned|strong|SPEC,SPEC,…",
    help="Who plays. retuned: the strongest play, tuned for each of the rulesets, quickly to race "
    "and fully to confirm.",
)
@click.option(
    "--games",
    type=Number(),
    default=DEFAULT_DESIGN_GAMES,
    show_default=True,
    help="How many games at most, without those of tuning.",
)
@seed_option
@plays
def design(players: int | None, **asked: Any) -> Any:
    """Look for the rules that make the game you want.

    All rulesets that --vary makes race on common deals, and those that are beaten for certain leave
    early. The best are confirmed on fresh deals, beside the rules that the search began with and
    every single step away. FILE.toml may give the options, as from = "iello-en", players = 4, vary
    = ["coins=14..26"].
    """
    from forsale_sim.experiments.design.experiment import new_design_spec

    if players is None:
        raise UsageError("a design is for one number of players: name it, as --players 4")
    return new_design_spec(asked.pop("ruleset"), players=players, **asked)
