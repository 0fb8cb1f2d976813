"""Rulesets and fields in a report's configuration, with other paths for the files they name."""

from __future__ import annotations

from collections.abc import Callable

from strategy_lab.experiments.fields import MIRRORS, split_role
from strategy_lab.plugins.specs import moved, split_specs
from strategy_lab.ruleset_files import is_path


def moved_ruleset(name_or_path: str, place: Callable[[str], str]) -> str:
    """Return what names a ruleset, with another path if that is a file."""
    if not is_path(name_or_path):
        return name_or_path
    path = place(name_or_path)
    return path if is_path(path) else f"./{path}"


def moved_fields(text: str, place: Callable[[str], str]) -> str:
    """Return what names fields, with another path for every file of a strategy."""
    role, named = split_role(text)
    if role:
        return f"{role}={moved_fields(named, place)}"
    kind, colon, specs = named.partition(":")
    mirrored = colon and kind == MIRRORS
    found = ",".join(moved(spec, place) for spec in split_specs(specs if mirrored else named))
    return f"{MIRRORS}:{found}" if mirrored else found
