"""Rulesets of a game, whichever it is: built-in ones by name, others from files.

A ruleset's file is TOML; its keys are the fields of the game's ruleset. ``extends`` names a
built-in ruleset or another file, relative to the extending one, as ``code`` names a Python file.
The name of a file's ruleset is its key ``name``, or else that of the file. Names must tell rulesets
apart in every table and plot, so a file may not give other rules a built-in's name.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from strategy_lab.errors import UsageError, listed, nearest
from strategy_lab.files.whole_files import read_toml
from strategy_lab.varying import Variables, differences, what_if

MOST_EXTENDING = 20  # files, one extending the next: nobody could follow more


class TomlTable(BaseModel):
    """What a TOML file says, whose keys are the fields; errors quote their descriptions."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    # By key: what the value for one player count may be, in words.
    for_players: ClassVar[Mapping[str, str]] = MappingProxyType({})

    @classmethod
    def allowed(cls) -> dict[str, str]:
        """Return what the value of each key may be, in words."""
        fields = cls.model_fields.items()
        return {field.alias or key: field.description or "" for key, field in fields}

    @classmethod
    def validated(cls, settings: Mapping[str, object], origin: str) -> Self:
        """Return what `settings` describe; `origin` begins the lines of an error."""
        try:
            told = cls.model_validate(dict(settings))
            lines = list(told.mismatches())
            if not lines:
                return told
        except ValidationError as error:
            lines = problem_lines(error, settings, cls.allowed(), cls.for_players)
        raise UsageError("\n".join(f"{origin}: {line}" for line in lines))

    def mismatches(self) -> Iterable[str]:
        """Return what is wrong with values together, a line each; it may be an error of its own."""
        return ()


class RulesetModel(TomlTable):
    """A ruleset, whose fields are the keys of its file.

    They are validated in order, the later ones against the earlier. Among them are `name`,
    `extends` and `readings`, each with the key of the rule that it is about, if any.
    """

    variables: ClassVar[Variables]
    if TYPE_CHECKING:
        name: str
        readings: tuple[Any, ...]

        @property
        def players(self) -> tuple[int, ...]: ...

    def inherited(self, _settings: Mapping[str, object]) -> dict[str, Any]:
        """Return what a ruleset that extends this one by some settings has beside them."""
        return {key: self.setting(key) for key in self.variables.keys}

    def extended(self, settings: Mapping[str, object], origin: str) -> Self:
        """Return the ruleset that differs from this one by `settings`.

        A key replaces this ruleset's whole value, tables included. `readings` are added to this
        ruleset's, except those about a rule that is set differently. Keys that only describe this
        ruleset (title, source) are not inherited.
        """
        made = {**self.inherited(settings), **settings, "extends": self.name}
        extended = self.validated(made, origin)
        return extended.model_copy(update=self.handed_on(extended, settings))

    def handed_on(self, extended: Self, _settings: Mapping[str, object]) -> dict[str, Any]:
        """Return the words that a ruleset that extends this one has: its own, and these."""
        kept = [
            reading
            for reading in self.readings
            if reading.rule is None or self.has_in_common(reading.rule, extended)
        ]
        return {"readings": (*kept, *extended.readings)}

    def has_in_common(self, rule: str, other: Self) -> bool:
        """Return whether a rule is set alike where both set it."""
        return bool(self.setting(rule) == other.setting(rule))

    def with_changes(self, name: str, **changes: object) -> Self:
        """Return a what-if: this ruleset under another name with some rules changed."""
        settings = {key.removesuffix("_"): value for key, value in changes.items()}
        return self.extended({"name": name, **settings}, origin=f"ruleset {name!r}")

    def vary(self, **changes: object) -> Self:
        """Return a what-if of this ruleset, with a name that says what is changed.

        The name can be used wherever a ruleset is named, on the command line too.

        Parameters
        ----------
        **changes
            Values by rule, as ``--vary`` takes them: ``coins=20``, ``coins="+1"``,
            ``coins={4: 20}`` for one player count, ``refund="up"``, ``auction="none"``; ``raise_``
            for the rule ``raise``.

        Raises
        ------
        UsageError
            If the result cannot be played.

        Examples
        --------
        >>> from forsale_sim.rules.loading import load_ruleset
        >>> load_ruleset("iello-en").vary(coins="+1", refund="up").name
        'iello-en[coins=+1,refund=up]'
        """
        if not changes:
            raise UsageError("vary takes rules with their values, such as coins=20: name one")
        return what_if(self, self.variables.single_values(changes))

    def setting(self, key: str) -> Any:
        """Return the value of a file's key."""
        return getattr(self, key)


R = TypeVar("R", bound=RulesetModel)


class RulesetFiles(Generic[R]):
    """The rulesets of a game.

    `folder`: where the files of the built-in rulesets are. `kind`: the class of the game's
    rulesets.
    """

    def __init__(self, folder: Path, kind: type[R]) -> None:
        self.folder, self._kind = folder, kind
        self._built_in: dict[str, R] = {}

    def names(self) -> list[str]:
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
        if "ruleset" in settings:
            raise UsageError(
                f"{origin} is no ruleset: it names some, as a file of options does, which only "
                "report and design take"
            )
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
    separators = ("/", os.sep, os.altsep or os.sep)
    return name_or_path.endswith(".toml") or any(mark in name_or_path for mark in separators)


MOST_LINES = 12
MOST_CHARACTERS = 60


class ContradictionError(ValueError):
    """What is wrong with a field: pairs of a key such as ``removed.3`` and a sentence about it."""

    def __init__(self, *wrong: tuple[str, str]) -> None:
        super().__init__(*wrong)
        self.wrong = wrong


def one_line(text: str) -> str:
    """Return `text` with its line breaks made spaces; refuse a blank or an unprintable one."""
    line = " ".join(text.split())
    if not line:
        raise ValueError("the text is blank; leave the key out if there is nothing to say")
    if not line.isprintable():
        raise ValueError(f"{line!r} holds characters that cannot be printed")
    return line


def problem_lines(
    error: ValidationError,
    settings: Mapping[str, object],
    allowed: Mapping[str, str],
    allowed_by_players: Mapping[str, str],
) -> list[str]:
    """Return what is wrong with `settings`, such as ``"refund: 'upp' is not allowed; …"``."""
    places: dict[str, list[str]] = {}  # by what is wrong, where it is
    for details in error.errors():
        for line in _lines(details, settings, allowed, allowed_by_players):
            where, _, wrong = line.partition(": ")
            places.setdefault(wrong, []).append(where)
    lines = [f"{listed(dict.fromkeys(where))}: {wrong}" for wrong, where in places.items()]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"and {len(lines) - MOST_LINES} more"]
    is_missing = any(details["type"] == "missing" for details in error.errors())
    if is_missing and "extends" in allowed and "extends" not in settings:
        lines.append("extends: missing, so every rule has to be set; name what this one changes")
    return lines


def shown(value: object) -> str:
    match value:
        case bool():
            text = str(value).lower()
        case int() if value.bit_length() > 200:  # Python refuses to print very long ones
            text = "a number of hundreds of digits"
        case list() | tuple():
            text = f"[{', '.join(map(shown, value))}]"
        case Mapping():
            text = f"{{{', '.join(f'{key} = {shown(entry)}' for key, entry in value.items())}}}"
        case _:
            text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + "…"


def _lines(
    details: ErrorDetails,
    settings: Mapping[str, object],
    allowed: Mapping[str, str],
    allowed_by_players: Mapping[str, str],
) -> Iterator[str]:
    key, *path = map(str, details["loc"])
    match details["type"]:
        case "extra_forbidden":
            yield f"{key}: no such key{nearest(key, allowed)}"
        case "missing" if not path:
            yield f"{key}: missing; it must be {allowed[key]}"
        case "value_error":
            reason = details["ctx"]["error"]
            if isinstance(reason, ContradictionError):
                yield from (f"{where}: {sentence}" for where, sentence in reason.wrong)
            else:
                yield f"{key}: {reason}"
        case _ if path and path[-1] == "[key]":
            yield f"{key}: {path[0]} is not a number of players; it must be {allowed[key]}"
        case _:
            where, value = _as_written(settings, [key, *path])
            must = allowed_by_players[key] if key in allowed_by_players and path else allowed[key]
            yield f"{where}: {shown(value)} is not allowed; it must be {must}"


def _as_written(settings: Mapping[str, object], path: list[str]) -> tuple[str, object]:
    """Follow `path` as far as the user wrote it: a range or one amount for all seats ends it."""
    value: Any = settings
    where: list[str] = []
    for step in path:
        if isinstance(value, list | tuple):
            value = value[int(step)]
            continue
        is_table = isinstance(value, Mapping) and len(where) < 2  # as in `coins.3`
        entries = value.items() if is_table else ()
        entry = [entry for key, entry in entries if str(key) == step]
        if not entry:
            break
        value = entry[0]
        where.append(step)
    return ".".join(where), value
