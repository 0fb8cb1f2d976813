"""Rulesets of a game, whichever it is: built-in ones by name, others from files.

A ruleset's file is TOML; its keys are the fields of the game's ruleset. ``extends`` names a
built-in ruleset or another file, relative to the extending one, as ``code`` names a Python file.
The name of a file's ruleset is its key ``name``, or else that of the file. Names must tell rulesets
apart in every table and plot, so a file may not give other rules a built-in's name.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from strategy_lab.errors import UsageError, nearest
from strategy_lab.files.toml import read_toml
from strategy_lab.rule_differences import differences
from strategy_lab.varying import Variable, Variables, what_if

MOST_EXTENDING = 20
"""Files, one extending the next: nobody could follow more."""


class Extendable(Variable, Protocol):
    """The ruleset of a game."""

    variables: ClassVar[Variables]

    @classmethod
    def validated(cls, settings: Mapping[str, object], origin: str) -> Self:
        """Return the ruleset that settings describe."""
        ...

    def extended(self, settings: Mapping[str, object], origin: str) -> Self:
        """Return the ruleset that differs from this one by settings."""
        ...


R = TypeVar("R", bound=Extendable)


class RulesetFiles(Generic[R]):
    """The rulesets of a game.

    `folder`: where the files of the built-in rulesets are. `kind`: the class of the game's
    rulesets.
    """

    def __init__(self, folder: Path, kind: type[R]) -> None:
        self.folder, self._kind = folder, kind
        self._built_in: dict[str, R] = {}

    def names(self) -> list[str]:
        """Return the names of the built-in rulesets in alphabetical order."""
        return sorted(path.stem for path in self.folder.glob("*.toml"))

    def load(self, name_or_path: str) -> R:
        """Return a ruleset: one by its name, of a file, or a what-if of either."""
        is_file = Path(name_or_path).is_file()
        varied = None if is_file else self._kind.variables.split_name(name_or_path)
        if varied is not None:
            base, variations = varied
            return what_if(self.load(base), variations)
        if not is_path(name_or_path):
            return self._named(name_or_path)
        return self._from_file(Path(name_or_path), extending=())

    def of_settings(self, settings: Mapping[str, object]) -> R:
        """Return the ruleset that values by key describe, as a file would have them."""
        origin = f"ruleset {settings['name']!r}" if "name" in settings else "the ruleset"
        parent = settings.get("extends")
        if isinstance(parent, str):
            ruleset = self.load(parent).extended(settings, origin)
        else:
            ruleset = self._kind.validated(settings, origin)
        self._refuse_taken_name(ruleset, origin)
        return ruleset

    def _named(self, name: str, asked_by: str = "") -> R:
        if name not in self.names():
            way_out = (
                f"Rules as code change a ruleset: '{self.names()[0]}[code={name}]'"
                if name.endswith(".py") and "code" in self._kind.variables.keys
                else "A ruleset of your own is given by its file's path, ending in .toml"
            )
            raise UsageError(
                f"{asked_by}no ruleset is called {name!r}{nearest(name, self.names())}. {way_out}"
            )
        if name not in self._built_in:
            self._built_in[name] = self._from_file(self.folder / f"{name}.toml", extending=())
        return self._built_in[name]

    def _from_file(self, path: Path, extending: tuple[Path, ...]) -> R:
        """Load the ruleset in `path`; `extending` is the chain of files that led to it."""
        if len(extending) > MOST_EXTENDING:
            raise UsageError(
                f"{extending[0]}: extends: more than {MOST_EXTENDING} files extend one another: "
                "let fewer say the same"
            )
        origin = ": extends: ".join(map(str, (*extending, path)))
        settings = {"name": path.stem, **read_toml(path, origin)}
        if path.resolve() in [file.resolve() for file in extending]:
            raise UsageError(f"{origin}: a file cannot extend itself, directly or through others")
        if isinstance(settings.get("code"), str):
            settings["code"] = str(path.parent / settings["code"])
        parent = settings.get("extends")
        if not isinstance(parent, str):
            ruleset = self._kind.validated(settings, origin)
        elif is_path(parent):
            extended = self._from_file(path.parent / parent, (*extending, path))
            ruleset = extended.extended(settings, origin)
        else:
            asked_by = f"{origin}: extends: "
            ruleset = self._named(parent, asked_by).extended(settings, origin)
        if path.parent.resolve() != self.folder.resolve():
            self._refuse_taken_name(ruleset, origin)
        return ruleset

    def _refuse_taken_name(self, ruleset: R, origin: str) -> None:
        if ruleset.name in self.names() and differences(ruleset, self._named(ruleset.name)):
            raise UsageError(
                f"{origin}: name: {ruleset.name!r} is a built-in ruleset with other rules; "
                "give this one another name with a `name` key"
            )


def is_path(name_or_path: str) -> bool:
    """Return whether a text is the path of a ruleset's file, not a built-in ruleset's name."""
    separators = ("/", os.sep, os.altsep or os.sep)
    return name_or_path.endswith(".toml") or any(mark in name_or_path for mark in separators)
