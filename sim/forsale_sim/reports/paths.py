"""Files that a report's configuration names: where they are, seen from the folder of its file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from forsale_sim.experiments.compare.fields import MIRRORS
from forsale_sim.plugins.specs import moved, split_specs
from forsale_sim.rules.loading import is_path

if TYPE_CHECKING:
    from forsale_sim.reports.config import Config


def found_from(folder: Path, config: Config) -> Config:
    """Return what a configuration is here that a file in `folder` has; reverses `seen_from`."""
    return _moved(config, lambda file: str(folder / file))


def seen_from(folder: Path, config: Config) -> Config:
    """Return a configuration as a file in `folder` has it: paths are relative to that."""
    return _moved(config, lambda file: Path(os.path.relpath(file, folder)).as_posix())


def _moved(config: Config, place: Callable[[str], str]) -> Config:
    """Return a configuration with another path for every file that it names."""
    return config.model_copy(
        update={
            "rulesets": tuple(_moved_ruleset(text, place) for text in config.rulesets),
            "fields": tuple(_moved_field(text, place) for text in config.fields),
        }
    )


def _moved_ruleset(name_or_path: str, place: Callable[[str], str]) -> str:
    if not is_path(name_or_path):
        return name_or_path
    path = place(name_or_path)
    return path if is_path(path) else f"./{path}"


def _moved_field(text: str, place: Callable[[str], str]) -> str:
    kind, colon, specs = text.strip().partition(":")
    mirrored = colon and kind == MIRRORS
    found = ",".join(moved(spec, place) for spec in split_specs(specs if mirrored else text))
    return f"{MIRRORS}:{found}" if mirrored else found
