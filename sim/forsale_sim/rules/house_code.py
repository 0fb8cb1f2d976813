"""Rules that a Python file replaces: what its functions are asked, and their tables.

A rule is a function of a few whole numbers, so all its answers are known before a game begins: they
are checked, and become the table that the kernel looks them up in. The readable engine calls the
function. Results hold the tables, and who reads them again plays by those: no file is run.

What each is asked and returns is in docs/rulesets.md. It takes the arguments that it names.
"""

from __future__ import annotations

import base64
import inspect
import time
import traceback
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from math import prod
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from strategy_lab import errors
from strategy_lab.errors import UsageError, first_problem, nearest, time_limit

if TYPE_CHECKING:
    from forsale_sim.rules.ruleset import Rules

ASKED = {
    "refund": ("bid", "place", "houses"),
    "score": ("cheques", "coins", "most_coins"),
    "opener": ("winner", "lowest", "richest", "poorest", "auction"),
    "houses_on_offer": ("auction", "left"),
    "pass_gift": ("bid", "place"),
    "hidden_houses": ("auction", "houses"),
}
"""By function: what it may ask for, besides `players`."""

MOST_COINS = 255  # the most that a player may ever have: a row holds them in 8 bits

MOST_GIFT = 10  # the most coins that the bank gives for a pass

MOST_ANSWERS = 1_000_000  # the largest table of a rule

PATIENCE = 10  # seconds for an answer of a rule

TOLD_EVERY = 0.5  # seconds between two words on how many answers there are

MOST_MONEY = 2**15 - 1  # a row holds the money of a player in 16 bits


@dataclass(frozen=True)
class HouseCode:
    """What replaces rules: the functions of a Python file, or what results have kept of them.

    Two are equal if they do the same, wherever their files are.
    """

    path: str = field(compare=False)
    source: str  # a hash of all that the functions reach
    # What the file calls its change, as the subject of a sentence: "paying for a pass".
    says: str | None = field(compare=False)
    # By rule: what its function takes, and what it says that it does.
    arguments: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)
    sentences: Mapping[str, str] = field(compare=False, repr=False)
    functions: Mapping[str, Callable[..., Any]] = field(compare=False, repr=False)
    # By the number of players and the rule, if there are no functions.
    kept: Mapping[tuple[int, str], Table] = field(compare=False, repr=False, default_factory=dict)

    def __str__(self) -> str:
        return self.path

    def answer(self, name: str, rules: Rules, **asked: int) -> int:
        if self.kept:
            return table_of(rules, name).answer([asked[key] for key in ASKED[name]])
        function = self.functions[name]
        known = {**asked, "players": rules.players}
        named = {key: known[key] for key in self.arguments[name]}
        least, most = _least(name), asked["bid"] if name == "refund" else _most(name, rules)
        try:
            answer = function(**named)
        except Exception as error:  # of an author's function
            file = function.__code__.co_filename
            calls = traceback.extract_tb(error.__traceback__)
            lines = [call.lineno for call in calls if call.filename == file]
            raise self._wrong(
                name, named, f"raises {_text(error)}", lines[-1] if lines else None
            ) from error
        if type(answer) is not int:
            raise self._wrong(name, named, f"returns {answer!r}: a whole number (int) is needed")
        if not least <= answer <= most:
            raise self._wrong(name, named, f"returns {answer}: it must be {least} to {most} here")
        return answer

    def _wrong(
        self, name: str, asked: Mapping[str, int], problem: str, line: int | None = None
    ) -> UsageError:
        taken = self.arguments[name]
        call = ", ".join(f"{key}={value}" for key, value in asked.items() if key in taken)
        where = self.path
        if name in self.functions:
            code = self.functions[name].__code__
            where = f"{code.co_filename}, line {line or code.co_firstlineno}"
        return UsageError(f"{where}: {name}({call}) {problem}")


def read_code(value: object) -> object:
    """Return the code that a path names, or that JSON has held; what it is already as it is."""
    if isinstance(value, str):
        return load_code(value)
    if isinstance(value, Mapping):
        return _from_held(value)
    return value


_way_out = ContextVar("way_out", default="")  # where no code is run: what to do instead


@contextmanager
def code_refused(way_out: str) -> Iterator[None]:
    token = _way_out.set(way_out)
    try:
        yield
    finally:
        _way_out.reset(token)


def load_code(path: str) -> HouseCode:
    if way_out := _way_out.get():
        raise UsageError(f"{path} is code, which is not run because a game names it: {way_out}")
    # What files are known by is known above the rules; it is needed where a ruleset has code only.
    files = import_module("strategy_lab.plugins.identity")
    loaded = files.load_rules(path, tuple(ASKED))
    functions = loaded.functions
    if not functions:
        raise UsageError(f"{path}: replaces no rule: define {', '.join(ASKED)}, or some of them")
    for name, function in functions.items():
        where = f"{path}, line {function.__code__.co_firstlineno}: {name}"
        known = (*ASKED[name], "players")
        for key in arguments_of(function):
            if key not in known:
                raise UsageError(f"{where} cannot ask for {key!r}{nearest(key, known)}")
        if not inspect.getdoc(function):
            raise UsageError(f"{where} does not say what it does: give it a docstring")
    return HouseCode(
        path,
        loaded.source,
        loaded.says,
        {name: arguments_of(function) for name, function in functions.items()},
        {name: " ".join((inspect.getdoc(each) or "").split()) for name, each in functions.items()},
        functions,
    )


class Table(NamedTuple):
    # The largest value of each argument in `ASKED` that the function takes; 0 of the others.
    spans: tuple[int, ...]
    answers: tuple[int, ...]  # for all values from 0 on, the last argument changing first

    def answer(self, asked: Sequence[int]) -> int:
        place = 0
        for span, value in zip(self.spans, asked, strict=True):
            place = place * (span + 1) + min(value, span)
        return self.answers[place]


@lru_cache(maxsize=256)
def table_of(rules: Rules, name: str) -> Table:
    """Return all answers of a rule that the code of `rules` replaces.

    Those of a function are asked for twice.
    """
    code = rules.code
    assert code is not None
    taken = code.arguments[name]
    ranges = _ranges(name, rules)
    spans = tuple(ranges[key][-1] if key in taken else 0 for key in ASKED[name])
    size = prod(1 + span for span in spans)
    if size > MOST_ANSWERS:
        raise code._wrong(
            name, {}, f"would have {size:,} answers: at most {MOST_ANSWERS:,} can be kept, so let "
            "it ask for less"
        )  # fmt: skip
    values = dict(zip(ASKED[name], np.ogrid[tuple(slice(1 + span) for span in spans)], strict=True))
    possible = np.ones([1 + span for span in spans], np.bool_)
    for key in set(taken) & set(values):
        possible &= values[key] >= ranges[key][0]
    for less, more in (("place", "houses"), ("coins", "most_coins")):
        if {less, more} <= set(taken):
            possible &= values[less] <= values[more]
    if code.kept:
        return _of_kept(code, name, rules, spans, possible)
    answers: list[int] = []
    due = time.monotonic() + TOLD_EVERY
    with time_limit(PATIENCE, {HouseCode.answer.__code__}):
        for place, can_be in np.ndenumerate(possible):
            asked = dict(zip(ASKED[name], map(int, place), strict=True))
            answers.append(_twice(code, name, rules, asked) if can_be else 0)
            if time.monotonic() >= due:
                errors.tell(f"{code.path}: {name} has given {len(answers):,} of {size:,} answers")
                due = time.monotonic() + TOLD_EVERY
    return Table(spans, tuple(answers))


def _twice(code: HouseCode, name: str, rules: Rules, asked: dict[str, int]) -> int:
    first, again = (code.answer(name, rules, **asked) for _ in range(2))
    if first != again:
        raise code._wrong(
            name, asked, f"returns {first}, and {again} when it is asked again: a rule draws no "
            "number and remembers nothing"
        )  # fmt: skip
    return first


def _of_kept(
    code: HouseCode,
    name: str,
    rules: Rules,
    spans: tuple[int, ...],
    possible: NDArray[np.bool_],
) -> Table:
    """Return what results have kept of a rule, as far as these rules ask for it."""
    table = code.kept.get((rules.players, name))
    if table is None or any(span > kept for span, kept in zip(spans, table.spans, strict=True)):
        raise code._wrong(
            name, {}, "can be asked for more than it was when games were played: name the file "
            "itself"
        )  # fmt: skip
    every = np.array(table.answers).reshape([1 + span for span in table.spans])
    answers = every[tuple(slice(1 + span) for span in spans)]
    bids = np.arange(1 + spans[0])[:, None, None]
    most = bids if name == "refund" else _most(name, rules)
    if np.any(possible & ((answers < _least(name)) | (answers > most))):
        raise code._wrong(name, {}, "has answers that cannot be")
    return Table(spans, tuple(np.where(possible, answers, 0).ravel().tolist()))


class HeldTable(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    spans: list[Annotated[int, Field(ge=0, lt=MOST_ANSWERS)]]
    answers: str  # integers of 16 bits, deflated, in Base64


class HeldRule(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    takes: list[str]
    does: str
    tables: dict[Annotated[str, Field(pattern="^[2-8]$")], HeldTable]  # by the number of players


class HeldCode(BaseModel):
    """Code as JSON holds it: what it was called, and all that it answers."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    path: str
    source: str
    says: str | None
    rules: dict[Annotated[str, Field(pattern=f"^({'|'.join(ASKED)})$")], HeldRule]


def held_code(code: HouseCode, played: Sequence[Rules]) -> dict[str, Any]:
    held = {
        name: {
            "takes": list(code.arguments[name]),
            "does": code.sentences[name],
            "tables": {str(rules.players): _held_table(rules, name) for rules in played},
        }
        for name in code.arguments
    }
    return {"path": code.path, "source": code.source, "says": code.says, "rules": held}


@lru_cache(maxsize=256)
def _held_table(rules: Rules, name: str) -> dict[str, Any]:
    table = table_of(rules, name)
    packed = zlib.compress(np.array(table.answers, "<i2").tobytes())
    return {"spans": list(table.spans), "answers": base64.b64encode(packed).decode()}


def _from_held(value: Mapping[Any, Any]) -> HouseCode:
    try:
        held = HeldCode.model_validate(value)
    except ValidationError as error:
        raise ValueError(f"it is nothing that results hold: {first_problem(error)}") from error
    if not held.rules:
        raise ValueError("it replaces no rule")
    kept = {}
    for name, rule in held.rules.items():
        if not {*rule.takes} <= {*ASKED[name], "players"}:
            raise ValueError(f"{name} cannot ask for {', '.join(rule.takes)}")
        for players, table in rule.tables.items():
            kept[int(players), name] = _unpacked(name, table)
    takes = {name: (*each.takes,) for name, each in held.rules.items()}
    does = {name: each.does for name, each in held.rules.items()}
    return HouseCode(held.path, held.source, held.says, takes, does, {}, kept)


def _unpacked(name: str, held: HeldTable) -> Table:
    size = prod(1 + span for span in held.spans)
    if len(held.spans) != len(ASKED[name]) or size > MOST_ANSWERS:
        raise ValueError(f"{name} has no table of {held.spans}")
    try:
        content = zlib.decompressobj().decompress(base64.b64decode(held.answers), 2 * size + 1)
    except (ValueError, zlib.error) as error:
        raise ValueError(f"the answers of {name} cannot be read: {error}") from error
    if len(content) != 2 * size:
        raise ValueError(f"{name} has other answers than {size:,}")
    return Table(tuple(held.spans), tuple(np.frombuffer(content, "<i2").tolist()))


@cache
def arguments_of(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def _least(name: str) -> int:
    return 0 if name in ("refund", "score", "pass_gift", "hidden_houses") else 1


def _most(name: str, rules: Rules) -> int:
    most = {"score": MOST_MONEY, "pass_gift": MOST_GIFT, "hidden_houses": rules.players - 1}
    return most.get(name, rules.players)


def _ranges(name: str, rules: Rules) -> dict[str, range]:
    seats, rounds = range(1, rules.players + 1), range(1, rules.cards_dealt + 1)
    kinds = {"auction": rounds, "left": rounds}
    if name == "pass_gift":  # which decides how many coins there may be
        kinds = {"bid": range(MOST_COINS + 1), "place": range(1, rules.players)}
    elif name in ("refund", "score"):
        kinds = dict.fromkeys(("bid", "coins", "most_coins"), range(rules.most_coins + 1))
        kinds["cheques"] = range(rules.most_cheques + 1)
    return {key: kinds.get(key, seats) for key in ASKED[name]}


@lru_cache(maxsize=256)
def offers(rules: Rules) -> tuple[int, ...]:
    numbers: list[int] = []
    left = rules.cards_dealt
    while left:
        numbers.append(rules.houses_in(1 + len(numbers), left))
        left -= numbers[-1]
    return tuple(numbers)


def _text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
