"""What-if rulesets of any game: a ruleset with some of its rules changed, for every value to try.

=======================  ==========================================================================
text                     meaning
=======================  ==========================================================================
``refund=up,down``       a rule and the values to try, as a ruleset's file writes them
``salary=+50``           more or less than the ruleset has; by player count and seat, everywhere
``coins=10..24``         every whole number from 10 to 24; each is for every player count
``coins.4=20``           for one player count; the others keep theirs
``coins=18 14 14 14``    by seat; the what-if is for as many players only; also ``[18,14,14,14]``
``speed_die=true``       a rule that is kept or not
=======================  ==========================================================================

The name of a what-if, such as ``iello-en[refund=up,coins=+1]``, says all that it is made of, unless
a long list is left out; a ruleset can be named by it.
"""

from __future__ import annotations

import operator
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, Protocol, Self, TypeGuard, TypeVar

from strategy_lab.errors import UsageError, listed, nearest


class Variable(Protocol):
    """What can be varied: the ruleset of a game."""

    @property
    def variables(self) -> Variables:
        """The rules that it sets, and that can be varied."""

    @property
    def name(self) -> str:
        """What tables call it."""

    @property
    def players(self) -> tuple[int, ...]:
        """The player counts that it allows."""

    def setting(self, key: str) -> Any:
        """Return the value of a file's key."""

    def with_changes(self, name: str, **changes: object) -> Self:
        """Return it under another name with some rules changed."""


class Difference(NamedTuple):
    parameter: str  # its key in a ruleset's file, or ``players``
    players: int | None  # the player count it is set for; `None` if it is the same for all
    a: Any  # its value; `None` if the ruleset does not allow that player count
    b: Any


def differences(a: Variable, b: Variable) -> tuple[Difference, ...]:
    """Return the rules that `a` and `b` do not share, in the order of a ruleset's file.

    Keys that only describe a ruleset (name, title, source, readings) are not rules.
    """
    rows = [Difference("players", None, a.players, b.players)]
    for key in a.variables.keys:
        value_a, value_b = a.setting(key), b.setting(key)
        if isinstance(value_a, dict) and isinstance(value_b, dict):
            rows.extend(
                Difference(key, players, value_a.get(players), value_b.get(players))
                for players in sorted({*value_a, *value_b})
            )
        else:
            rows.append(Difference(key, None, value_a, value_b))
    return tuple(row for row in rows if row.a != row.b)


AnyRuleset = TypeVar("AnyRuleset", bound=Variable)

MOST = 60  # the most what-ifs of one ruleset: a larger grid is probably a mistake

LONGEST_NAME = 60
LONGEST_LIST = 6  # longer lists are decks, which are not written out in a name

_RELATIVE = re.compile(r"[+-]\d{1,6}")
_SPAN = re.compile(r"(\d{1,6})\.\.(\d{1,6})")
_NAME = re.compile(r"(?P<base>[^\[\]]+)\[(?P<changes>.+)\]")
_SPACED = re.compile(r"\d+( \d+)+")
_SEPARATOR = re.compile(r",(?![^\[]*\])")

Value = bool | int | str | list[int]

FLAGS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Variation:
    key: str
    players: int | None  # the player count it is for; None for all
    values: tuple[Value, ...]  # a text such as ``+1`` is relative to what the ruleset has
    in_full: bool  # whether a name tells lists in full

    @property
    def where(self) -> str:
        return self.key if self.players is None else f"{self.key}.{self.players}"

    def label(self, number: int) -> str:
        value = self.values[number]
        if not isinstance(value, list):
            return f"{self.where}={_written(value)}"
        if not self.in_full:
            return f"{self.where}=list {number + 1}"
        return f"{self.where}={' '.join(map(str, value))}"


class Variables(NamedTuple):
    keys: tuple[str, ...]  # all of them; they are what makes two rulesets different

    # Those that have a value for each player count; the first decides which counts there are.
    by_players: tuple[str, ...] = ()

    def variation(self, text: str) -> Variation:
        where, equals, written = (part.strip() for part in text.partition("="))
        key, _, players = where.partition(".")
        if not equals or not written:
            raise UsageError(
                f"{text!r} varies nothing: write a rule and values, such as {self.keys[0]}=…"
            )
        if key not in self.keys:
            raise UsageError(f"{text!r}: no rule is called {key!r}{nearest(key, self.keys)}")
        if players and (key not in self.by_players or not players.isdecimal()):
            raise UsageError(f"{text!r}: {where!r} is not a rule{self._with_counts}")
        values = tuple(
            value for part in _SEPARATOR.split(written) for value in _values(part.strip(), text)
        )
        lists = [len(value) for value in values if isinstance(value, list)]
        in_full = key in self.by_players or max(lists, default=0) <= LONGEST_LIST
        return Variation(key, int(players) if players else None, values, in_full)

    @property
    def _with_counts(self) -> str:
        if not self.by_players:
            return ""
        return (
            f": only {' and '.join(self.by_players)} can be set for one player count, such as "
            f"{self.by_players[0]}.4=20"
        )

    def split_name(self, name: str) -> tuple[str, list[Variation]] | None:
        match = _NAME.fullmatch(name)
        if match is None:
            return None
        parts = (part.strip() for part in _SEPARATOR.split(match["changes"]))
        return match["base"], [self.variation(part) for part in parts]

    def single_values(self, changes: Mapping[str, object]) -> list[Variation]:
        variations = []
        for name, value in changes.items():
            key = name.removesuffix("_")
            by_players = value if isinstance(value, Mapping) else {None: value}
            for players, one in by_players.items():
                where = key if players is None else f"{key}.{players}"
                variations.append(self.variation(f"{where}={_written(_plain(one))}"))
        return variations


def variation_text(where: str, values: object) -> str:
    """Return a variation as text: ``coins=10,11`` for a rule and one value or several."""
    several = values if isinstance(values, Iterable) and not isinstance(values, str) else [values]
    written = ",".join(_written(_plain(value)) for value in several)
    return f"{where.removesuffix('_')}={written}"


def what_ifs(base: AnyRuleset, texts: Sequence[str]) -> tuple[AnyRuleset, ...]:
    variations = [base.variables.variation(text) for text in texts]
    for number, variation in enumerate(variations):
        _check_undoes_none(variation, variations[:number])
    combinations = list(product(*(range(len(variation.values)) for variation in variations)))
    if len(combinations) > MOST:
        raise UsageError(
            f"a grid of {len(combinations)} rulesets is more than the {MOST} that can be compared: "
            "vary fewer values at once"
        )
    rulesets: list[AnyRuleset] = []
    for numbers in combinations:
        ruleset = _what_if(base, list(zip(variations, numbers, strict=True)))
        if all(differences(ruleset, other) for other in (base, *rulesets)):
            rulesets.append(ruleset)
    if not rulesets:
        written = ", ".join(variation.where for variation in variations)
        raise UsageError(f"nothing varies: {base.name} already has these values of {written}")
    return tuple(rulesets)


def _check_undoes_none(variation: Variation, before: Sequence[Variation]) -> None:
    for other in before:
        if other.where == variation.where:
            raise UsageError(
                f"{variation.where} is varied twice: name all values to try at once, "
                f"--vary {variation.where}={_several(other, variation)}"
            )
        narrower = other.key == variation.key and variation.players is None
        if narrower and not all(map(_is_relative, variation.values)):
            raise UsageError(
                f"{variation.where} overrides {other.where}, which comes before it: vary "
                f"{variation.where} first"
            )


def what_if(base: AnyRuleset, variations: Sequence[Variation]) -> AnyRuleset:
    for number, variation in enumerate(variations):
        _check_undoes_none(variation, variations[:number])
        if len(variation.values) > 1:
            raise UsageError(
                f"{variation.where} has several values, {_several(variation)}: name one"
            )
    return _what_if(base, [(variation, 0) for variation in variations])


def _what_if(base: AnyRuleset, chosen: Sequence[tuple[Variation, int]]) -> AnyRuleset:
    name = _name(base.name, chosen)
    if len(name) > LONGEST_NAME:
        raise UsageError(
            f"the name {name!r} is longer than {LONGEST_NAME} characters: vary fewer rules at "
            "once, or write a ruleset file"
        )
    changes: dict[str, Any] = {}
    counts, *others = base.variables.by_players or ("",)
    # What decides for which player counts there are values comes first.
    for variation, number in sorted(chosen, key=lambda pair: pair[0].key != counts):
        key, value = variation.key, variation.values[number]
        before = changes.get(key, base.setting(key))
        if key in others and counts in changes:
            before = {players: before.get(players, 0) for players in changes[counts]}
        if isinstance(before, Mapping):
            changes[key] = _table(base.name, variation, value, before)
        else:
            changes[key] = _changed(before, value)
    return base.with_changes(name, **changes)


def _name(base: str, chosen: Sequence[tuple[Variation, int]]) -> str:
    """Return the name of a what-if; of one of another what-if, with the changes of both."""
    changes = [variation.label(number) for variation, number in chosen]
    varied = _NAME.fullmatch(base)
    if varied is not None:
        again = {
            variation.where
            for variation, number in chosen
            if not _is_relative(variation.values[number])
        }
        before = _SEPARATOR.split(varied["changes"])
        kept = [part for part in before if part.partition("=")[0] not in again]
        base, changes = varied["base"], [*kept, *changes]
    return f"{base}[{','.join(changes)}]"


def _table(
    name: str, variation: Variation, value: Value, before: Mapping[int, Any]
) -> Mapping[int, Any]:
    count = variation.players
    if count is None and isinstance(value, list):
        return {len(value): value}
    if count is not None and count not in before:
        raise UsageError(
            f"{variation.where}: {name} is for {listed(before, 'or')} players, not {count}"
        )
    changed = {count} if count is not None else set(before)
    return {
        players: _changed(entry, value) if players in changed else entry
        for players, entry in before.items()
    }


def _changed(before: Any, value: Value) -> Any:
    """Return a rule, or an entry of its table, after a change: an amount, or a list by seat."""
    if not _is_relative(value):
        return value
    if isinstance(before, tuple | list) and all(type(amount) is int for amount in before):
        return [amount + int(value) for amount in before]
    return before + int(value) if type(before) is int else value


def _is_relative(value: Value) -> TypeGuard[str]:
    return isinstance(value, str) and _RELATIVE.fullmatch(value) is not None


def _written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value).replace(", ", ",")


def _several(*variations: Variation) -> str:
    return ",".join(_written(value) for variation in variations for value in variation.values)


def _plain(value: object) -> Value:
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [operator.index(entry) for entry in value]
    return _written(value) if isinstance(value, bool) else str(value)


def _values(written: str, text: str) -> list[Value]:
    span = _SPAN.fullmatch(written)
    if span is None:
        return [_value(written, text)]
    first, last = map(int, span.groups())
    if first > last:
        raise UsageError(f"{text!r}: {written!r} has no values: write the lower number first")
    return list(range(first, last + 1))


def _value(written: str, text: str) -> Value:
    if _SPACED.fullmatch(written):
        return [int(entry) for entry in written.split()]
    if written.startswith("["):
        try:
            value = tomllib.loads(f"list = {written}")["list"]
        except ValueError:
            value = None
        if not isinstance(value, list) or not all(type(entry) is int for entry in value):
            raise UsageError(f"{text!r}: {written!r} is not a list of whole numbers: write [1,2,3]")
        return value
    if not written:
        raise UsageError(f"{text!r}: a value is missing between two commas")
    return int(written) if written.isdecimal() else FLAGS.get(written, written)
