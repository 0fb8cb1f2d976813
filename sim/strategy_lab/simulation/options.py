"""An option of a request: how it is asked for on the command line and in Python.

A field of a spec says it once. From it follow the option of the command with its help, the
conversion of what is given there or in Python, the argument of the function with its type and its
documentation, and the words that ask for a value again. Nothing slow to import, for help's sake.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

import click

from strategy_lab.errors import UsageError

if TYPE_CHECKING:
    from strategy_lab.game import GameDefinition, Ruleset
    from strategy_lab.program import Program

    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType  # older versions of click have no generic classes

WITHOUT_REPLACEMENT: Final = "without-replacement"
"""No strategy twice before every other has been drawn once."""

WITH_REPLACEMENT: Final = "with-replacement"  # each seat from the whole field

LINEUPS = (WITHOUT_REPLACEMENT, WITH_REPLACEMENT)

EMPTY = "it is empty: name at least one, or leave it out"


class Kind(ParamType):
    """What an option takes, the same from a text of a command line and from a value of Python."""

    python: ClassVar[str]  # its type in the signature of a function
    about: ClassVar[str] = ""  # what Python takes beside what help says

    def of(self, given: Any) -> Any:
        """Return the value, which may be given again, or raise click's `BadParameter`."""
        raise NotImplementedError

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self.of(value)

    def load(self, values: tuple[Any, ...], program: Program) -> tuple[Any, ...]:
        """Return what the values name, once all that was asked for is known."""
        return values


def several(given: Any) -> Iterable[Any]:
    """Return what was given as one or as several, as several; a model iterates over its fields."""
    is_one = isinstance(given, str | Mapping) or hasattr(type(given), "model_fields")
    return (given,) if is_one or not isinstance(given, Iterable) else given


class Option(NamedTuple):
    """What a field of a spec takes, and what asks for it."""

    flags: str | None  # as click has them, --games or --rotate/--no-rotate; None for an argument
    kind: ParamType  # converts a text or a value of Python; if it is repeated, each of them
    default: Any = None  # the value unless something is asked for, if that is settled
    # What is asked for unless something else is, where there is no such value; or what returns
    # that, for a seed that is drawn.
    usual: Any = None
    repeats: bool = False
    help: str = ""
    metavar: str | None = None
    extends: bool = False  # whether an experiment that is complete goes on with more of it
    shown: str = ""  # what help shows as the default, where that is not `usual`
    missing: str = ""  # what is said if nothing is asked for, where only resuming goes without it
    absent: bool = False  # whether the program of this game has no such option
    # Returns those of these that depend on which game is played.
    by_game: Callable[[Program], Mapping[str, Any]] | None = None

    def in_program(self, program: Program) -> Option:
        return self if self.by_game is None else self._replace(**self.by_game(program))

    def value(self, name: str, given: Any) -> Any:
        """Return the value that something given stands for; None stands for the usual.

        An error calls the option by the `name` of its argument in Python.
        """
        if given is None and self.default is not None:
            return self.default
        if given is None:
            given = self.usual() if callable(self.usual) else self.usual
        if given is None and self.missing:
            raise UsageError(self.missing)
        if given is None:
            return None
        if not self.repeats:
            return converted(name, self.kind, given)
        found = [converted(name, self.kind, each) for each in several(given)]
        values = tuple(one for each in found for one in (each if type(each) is tuple else (each,)))
        if not values and (self.usual or self.default or self.missing):
            raise UsageError(self.missing or f"{name}: {EMPTY}")
        return values

    def loaded(self, value: Any, program: Program) -> Any:
        """Return what a value names: the strategies of specs, the rules of a ruleset's name."""
        if value is None or not isinstance(self.kind, Kind):
            return value
        is_one = type(value) is not tuple
        loaded = self.kind.load((value,) if is_one else value, program)
        return loaded[0] if is_one else loaded

    def words(self, value: Any) -> list[str]:
        if value is None or value == self.default:
            return []
        texts = tuple(map(_text, value if type(value) is tuple else (value,)))
        if self.flags is None:
            return [*texts]
        if isinstance(value, bool):
            on, _, off = self.flags.partition("/")
            return [on if value else off]
        if texts == self.usual or ",".join(texts) == self.usual:
            return []
        if not self.repeats:
            return [self.flags, ",".join(texts)]
        return [word for text in texts for word in (self.flags, text)]


def converted(name: str, kind: ParamType, given: Any) -> Any:
    """Return the value that something given stands for, or say by name what is wrong with it."""
    try:
        return kind.convert(given, None, None)
    except click.BadParameter as error:
        raise UsageError(f"{name}: {error.message}") from None


def option(
    flags: str | None,
    kind: ParamType = click.STRING,
    default: Any = dataclasses.MISSING,
    **details: Any,
) -> Any:
    """Return a field of a spec that is an option of its command; for the rest see `Option`.

    A command line leaves out what is asked for as usual, but for numbers that have no default.
    """
    settled = None if default is dataclasses.MISSING else default
    kind = click.BOOL if isinstance(default, bool) else kind
    described = Option(flags, kind, settled, **details)
    return dataclasses.field(default=default, metadata={"option": described})


def _text(value: Any) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(getattr(value, "spec", value))


@dataclass(frozen=True, slots=True)
class ChosenRuleset:
    """A ruleset of a game, and the text that named it: a name or a path; none for a what-if."""

    text: str | None
    ruleset: Any
    game: GameDefinition

    def __str__(self) -> str:
        from strategy_lab.plugins.loading import named_by_a_folder

        name = self.ruleset.name
        if self.text:
            return self.text
        try:
            with named_by_a_folder():  # if that is who names it
                is_known = not _differ(self.game, self.game.load_ruleset(name), self.ruleset)
        except UsageError:
            is_known = False
        return str(name) if is_known else f"{name}.toml"


def chosen_rulesets(
    texts: Iterable[str | Ruleset | Mapping[str, Any]], game: GameDefinition
) -> tuple[ChosenRuleset, ...]:
    """Return the rulesets that texts name, each once.

    A ruleset may stand for itself, as may what its file would say.
    """
    chosen: dict[str, ChosenRuleset] = {}
    for text in texts:
        named = isinstance(text, str)
        if isinstance(text, str):
            ruleset = game.load_ruleset(text)
        else:
            ruleset = game.ruleset_of(text) if isinstance(text, Mapping) else text
        each = ChosenRuleset(str(text) if named else None, ruleset, game)
        known = chosen.setdefault(ruleset.name, each)
        if _differ(game, known.ruleset, ruleset):
            raise UsageError(
                f"{each.text or ruleset.name}: name: another ruleset of this run is called "
                f"{ruleset.name!r} and has other rules; give one of them a name of its own"
            )
    return tuple(chosen.values())


def _differ(game: GameDefinition, one: Ruleset, other: Ruleset) -> bool:
    settings = game.ruleset_settings(one), game.ruleset_settings(other)
    return any(settings[0].get(key) != settings[1].get(key) for key in game.rule_keys)
