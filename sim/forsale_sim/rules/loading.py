"""Rulesets by name or from a file.

A ruleset's file is TOML; its keys are the fields of `Ruleset`. ``extends`` names a built-in ruleset
or another file, relative to the extending one; `Ruleset.extended` says what is inherited. The name
of a file's ruleset is its key ``name``, or else that of the file. Names must tell rulesets apart in
every table and plot, so a file may not give other rules a built-in's name, and two files in one run
may not share a name unless they share the rules.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from forsale_sim.errors import UsageError, nearest
from forsale_sim.rules.difference import differences
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.rules.varying import split_name, what_if
from forsale_sim.toml import read_toml

EDITIONS = Path(__file__).with_name("editions")
MOST_EXTENDING = 20
"""Files, one extending the next: nobody could follow more."""


def ruleset_names() -> list[str]:
    """Return the names of the built-in rulesets in alphabetical order."""
    return sorted(path.stem for path in EDITIONS.glob("*.toml"))


def load_ruleset(name_or_path: str) -> Ruleset:
    """Return a ruleset."""
    varied = None if Path(name_or_path).is_file() else split_name(name_or_path)
    if varied is not None:
        base, variations = varied
        return what_if(load_ruleset(base), variations)
    if not is_path(name_or_path):
        return _named(name_or_path)
    return _from_file(Path(name_or_path), extending=())


def ruleset_of(settings: Mapping[str, object]) -> Ruleset:
    """Return the ruleset that values by key describe, as a file would have them."""
    origin = f"ruleset {settings['name']!r}" if "name" in settings else "the ruleset"
    parent = settings.get("extends")
    if isinstance(parent, str):
        ruleset = load_ruleset(parent).extended(settings, origin)
    else:
        ruleset = Ruleset.validated(settings, origin)
    _refuse_taken_name(ruleset, origin)
    return ruleset


def is_path(name_or_path: str) -> bool:
    """Return whether a text is the path of a ruleset's file, not a built-in ruleset's name."""
    separators = ("/", os.sep, os.altsep or os.sep)
    return name_or_path.endswith(".toml") or any(mark in name_or_path for mark in separators)


def _named(name: str, asked_by: str = "") -> Ruleset:
    if name not in ruleset_names():
        raise UsageError(
            f"{asked_by}no ruleset is called {name!r}{nearest(name, ruleset_names())}. "
            "A ruleset of your own is given by its file's path, ending in .toml"
        )
    return _built_in(name)


@cache
def _built_in(name: str) -> Ruleset:
    return _from_file(EDITIONS / f"{name}.toml", extending=())


def _from_file(path: Path, extending: tuple[Path, ...]) -> Ruleset:
    """Load the ruleset in `path`; `extending` is the chain of files that led to it."""
    if len(extending) > MOST_EXTENDING:
        raise UsageError(
            f"{extending[0]}: extends: more than {MOST_EXTENDING} files extend one another: let "
            "fewer say the same"
        )
    origin = ": extends: ".join(map(str, (*extending, path)))
    settings = {"name": path.stem, **read_toml(path, origin)}
    if path.resolve() in [file.resolve() for file in extending]:
        raise UsageError(f"{origin}: a file cannot extend itself, directly or through others")
    parent = settings.get("extends")
    if not isinstance(parent, str):
        ruleset = Ruleset.validated(settings, origin)
    elif is_path(parent):
        extended = _from_file(path.parent / parent, (*extending, path))
        ruleset = extended.extended(settings, origin)
    else:
        ruleset = _named(parent, asked_by=f"{origin}: extends: ").extended(settings, origin)
    if path.parent.resolve() != EDITIONS.resolve():
        _refuse_taken_name(ruleset, origin)
    return ruleset


def _refuse_taken_name(ruleset: Ruleset, origin: str) -> None:
    if ruleset.name in ruleset_names() and differences(ruleset, _built_in(ruleset.name)):
        raise UsageError(
            f"{origin}: name: {ruleset.name!r} is a built-in ruleset with other rules; "
            "give this one another name with a `name` key"
        )
