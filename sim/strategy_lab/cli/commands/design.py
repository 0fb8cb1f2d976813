"""The command ``design`` of a game, whose options a file may give, too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from strategy_lab.cli.experiments import experiment_command
from strategy_lab.errors import UsageError, nearest
from strategy_lab.experiments.design.spec import DesignSpec
from strategy_lab.files.whole_files import read_toml
from strategy_lab.program import Program


def command_of(program: Program) -> click.Command:
    kind = DesignSpec.in_program(program)
    known = {str(each.flags).removeprefix("--"): name for name, each in kind.options().items()}

    def take(context: click.Context, _parameter: click.Parameter, path: Path | None) -> None:
        if path is None:
            return
        defaults: dict[str, Any] = {}
        for key, value in read_toml(path).items():
            if key not in known:
                raise UsageError(f"{path}: no key is called {key!r}{nearest(key, known)}")
            several = value if isinstance(value, list) else [value]
            if not all(isinstance(each, str | int) for each in several):
                raise UsageError(f"{path}: {key} must be a text or a number, or a list of texts")
            repeats = kind.options()[known[key]].repeats
            if len(several) != 1 and not repeats:
                raise UsageError(f"{path}: {key} takes one value, not {len(several)}")
            texts = list(map(str, several))
            defaults[known[key]] = texts if repeats else texts[0]
        context.default_map = defaults

    wishes = click.argument(
        "wishes",
        metavar="[FILE.toml]",
        required=False,
        type=click.Path(path_type=Path, dir_okay=False),
        is_eager=True,
        expose_value=False,
        callback=take,
    )
    return experiment_command(kind, wishes)
