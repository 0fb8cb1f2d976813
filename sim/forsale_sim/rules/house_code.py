"""Rules that a Python file replaces: what its functions are asked, and their tables.

A rule is a function of a few whole numbers, so all its answers are known before a game begins: they
are checked, and become the table that the kernel looks them up in. The readable engine calls the
function.

========================  ====================================================================
function                  returns
========================  ====================================================================
``refund(bid, place,      the coins of `bid` that a pass which takes a house gives back, 0 to
houses)``                 `bid`; `place` is 1 for the first of the auction who takes one of
                          the `houses` that were on offer
``score(cheques, coins,   the money of a player with so much in cheques and so many coins left,
most_coins)``             where `most_coins` is the most that anybody has left; 0 or more
``opener(winner, lowest,  the seat that opens the next auction, after number `auction`: who took
richest, poorest,         the last house, who took the lowest one, and who now has the most and
auction)``                the fewest coins (the lowest seat of several)
``houses_on_offer(        how many houses are put up in auction number `auction`, where `left`
auction, left)``          are in the deck: 1 to the number of players
========================  ====================================================================

Each takes the arguments that it names, `players` among them, and may leave out the others.
"""

from __future__ import annotations

import inspect
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from strategy_lab import errors
from strategy_lab.errors import UsageError, nearest
from strategy_lab.game import time_limit

if TYPE_CHECKING:
    from forsale_sim.rules.ruleset import Rules

ASKED = {
    "refund": ("bid", "place", "houses"),
    "score": ("cheques", "coins", "most_coins"),
    "opener": ("winner", "lowest", "richest", "poorest", "auction"),
    "houses_on_offer": ("auction", "left"),
}
"""By function: what it may ask for, besides `players`."""

MOST_ANSWERS = 1_000_000  # the largest table of a rule

PATIENCE = 10  # seconds for an answer of a rule

TOLD_EVERY = 0.5  # seconds between two words on how many answers there are

MOST_MONEY = 2**15 - 1  # a row holds the money of a player in 16 bits


@dataclass(frozen=True)
class HouseCode:
    """The functions of a Python file that replace rules.

    Two are equal if they do the same, wherever their files are.
    """

    path: str = field(compare=False)
    source: str  # a hash of all that the functions reach
    # What the file calls its change, as the subject of a sentence: "paying for a pass".
    says: str | None = field(compare=False)
    functions: Mapping[str, Callable[..., Any]] = field(compare=False, repr=False)
    # A hash of the code of each file that was executed, by its path.
    files: Mapping[str, str] = field(compare=False, repr=False)

    def __str__(self) -> str:
        return self.path

    @property
    def sentences(self) -> dict[str, str]:
        return {
            name: " ".join((inspect.getdoc(function) or "").split())
            for name, function in self.functions.items()
        }

    def answer(self, name: str, rules: Rules, **asked: int) -> int:
        function = self.functions[name]
        known = {**asked, "players": rules.players}
        named = {key: known[key] for key in arguments_of(function)}
        least, most = _range(name, rules, asked)
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
            bounds = f"it must be {least} to {most}"
            raise self._wrong(name, named, f"returns {answer}: {bounds} here")
        return answer

    def _wrong(
        self, name: str, asked: Mapping[str, int], problem: str, line: int | None = None
    ) -> UsageError:
        code = self.functions[name].__code__
        taken = arguments_of(self.functions[name])
        call = ", ".join(f"{key}={value}" for key, value in asked.items() if key in taken)
        where = f"{code.co_filename}, line {line or code.co_firstlineno}"
        return UsageError(f"{where}: {name}({call}) {problem}")


def read_code(value: object) -> object:
    """Return the code that a path names, or that JSON has held; what it is already as it is."""
    if isinstance(value, str):
        return load_code(value)
    if isinstance(value, Mapping) and set(value) == {"path", "source", "files"}:
        return load_code(str(value["path"]), value)
    return value


def held_code(code: HouseCode | None) -> dict[str, object] | None:
    """Return code in values that JSON can hold: where it is, and what it was."""
    if code is None:
        return None
    return {"path": code.path, "source": code.source, "files": dict(code.files)}


def load_code(path: str, held: Mapping[str, Any] | None = None) -> HouseCode:
    """Return the functions of a file; if they are not what was held, no code of it is run."""
    # What files are known by is known above the rules; it is needed where a ruleset has code only.
    files = import_module("strategy_lab.plugins.identity")
    loaded = files.load_rules(path, tuple(ASKED), held and held["files"])
    if held is not None and loaded.source != held["source"]:
        raise files.changed(path)
    check_functions(loaded.functions, path)
    return HouseCode(path, loaded.source, loaded.says, loaded.functions, loaded.files)


class Table(NamedTuple):
    # The largest value of each argument in `ASKED` that the function takes; 0 of the others.
    spans: tuple[int, ...]
    answers: tuple[int, ...]  # for all values from 0 on, the last argument changing first


@lru_cache(maxsize=256)
def table_of(rules: Rules, name: str) -> Table:
    """Return all answers of a rule that the code of `rules` replaces; each is asked for twice."""
    code = rules.code
    assert code is not None
    taken = arguments_of(code.functions[name])
    ranges = _ranges(name, rules)
    spans = tuple(ranges[key][-1] if key in taken else 0 for key in ASKED[name])
    size = 1
    for span in spans:
        size *= 1 + span
    if size > MOST_ANSWERS:
        raise code._wrong(
            name, {}, f"would have {size:,} answers: at most {MOST_ANSWERS:,} can be kept, so let "
            "it ask for less"
        )  # fmt: skip
    answers: list[int] = []
    due = time.monotonic() + TOLD_EVERY
    with time_limit(PATIENCE, {HouseCode.answer.__code__}):
        for values in product(*(range(1 + span) for span in spans)):
            asked = dict(zip(ASKED[name], values, strict=True))
            possible = all(asked[key] in ranges[key] for key in ASKED[name] if key in taken)
            if name == "refund" and {"place", "houses"} <= set(taken):
                possible &= asked["place"] <= asked["houses"]
            if name == "score" and {"coins", "most_coins"} <= set(taken):
                possible &= asked["coins"] <= asked["most_coins"]
            answers.append(_twice(code, name, rules, asked) if possible else 0)
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


def check_code(rules: Rules) -> None:
    if rules.code is not None:
        for name in rules.code.functions:
            table_of(rules, name)


@cache
def arguments_of(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def check_functions(found: Mapping[str, Callable[..., Any]], origin: str) -> None:
    if not found:
        raise UsageError(f"{origin}: replaces no rule: define {', '.join(ASKED)}, or some of them")
    for name, function in found.items():
        where = f"{origin}, line {function.__code__.co_firstlineno}: {name}"
        known = (*ASKED[name], "players")
        for key in arguments_of(function):
            if key not in known:
                raise UsageError(f"{where} cannot ask for {key!r}{nearest(key, known)}")
        if not inspect.getdoc(function):
            raise UsageError(f"{where} does not say what it does: give it a docstring")


def _range(name: str, rules: Rules, asked: Mapping[str, int]) -> tuple[int, int]:
    most = {"refund": asked.get("bid", 0), "score": MOST_MONEY}
    return (0, most[name]) if name in most else (1, rules.players)


def _ranges(name: str, rules: Rules) -> dict[str, range]:
    seats, coins = range(1, rules.players + 1), range(max(rules.coins) + 1)
    cheques = range(rules.most_cheques + 1) if name == "score" else coins
    rounds = range(1, rules.cards_dealt + 1)
    kinds = {"auction": rounds, "left": rounds, "cheques": cheques}
    kinds |= dict.fromkeys(("bid", "coins", "most_coins"), coins)
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
