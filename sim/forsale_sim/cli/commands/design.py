"""``forsale-sim design``: look for the rules that make the game one wants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from strategy_lab.cli.experiments import experiment_command
from strategy_lab.errors import UsageError, nearest
from strategy_lab.files.whole_files import read_toml

from forsale_sim.experiments.design.spec import DesignSpec

IN_FILES = (
    "from",
    "players",
    "vary",
    "fair-seats",
    "minimise",
    "maximise",
    "keep",
    "changes",
    "beyond",
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


wishes_argument = click.argument(
    "wishes",
    metavar="[FILE.toml]",
    required=False,
    type=click.Path(path_type=Path, dir_okay=False),
    is_eager=True,
    expose_value=False,
    callback=_wishes,
)


design = experiment_command(DesignSpec, wishes_argument)
