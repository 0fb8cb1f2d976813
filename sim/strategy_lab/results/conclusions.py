"""Columns of tables; and what many tables of players show of rulesets, counted over tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.populations import (
    AGREEING_INTERVAL,
    ALWAYS,
    DEPENDS,
    MOSTLY,
    NOTHING,
    RANGE_OF_TABLES,
    agreement,
    share_of_chance,
)


class Column(NamedTuple):
    unit: str
    description: str


MONEY, SHARE, COUNT, LABEL = "thousands", "fraction", "count", "label"
ORDER, P_VALUE, TRUTH = "turn order", "probability", "true or false"
IN_UNIT = "as unit says"

Columns: TypeAlias = dict[str, NDArray[Any]]
"""A table: its columns by name, in order, all of one length. NaN where nothing can be said."""

Tables: TypeAlias = dict[str, Columns]  # the tables of an experiment by name

Row: TypeAlias = Mapping[str, Any]

AHEAD = "with 95 %, one player of each; from 100 on by the normal approximation"
LIMITS_AHEAD = "by the 95 % t interval of the difference of their wins; missing where that holds 0"

FAIR = "a fair share"
"""What the win rates of a ruleset's seats are compared with, in the place of a ruleset a."""

MEMBER = "house"  # the column for one of a group that a game has, such as a house
POPULATION = ""  # the level of a table that is drawn from the population

EXPLAINS = 0.5
"""The share of the variance between tables from which on a trait of tables explains it."""

CHANCE = "chance"  # what explains the variance if the errors of each table's own games do

COLUMNS = {
    "a": Column(LABEL, "the ruleset that another is compared with, or a fair share of wins"),
    "b": Column(LABEL, "the other ruleset"),
    "ruleset": Column(LABEL, "by which ruleset it was played"),
    "players": Column(COUNT, "how many play"),
    "measure": Column(LABEL, "what is compared"),
    "seat": Column(ORDER, "the seat it is about, if any"),
    MEMBER: Column(LABEL, "the house it is about, if any"),
    "unit": Column(LABEL, "what the measure is in: fraction, thousands, count"),
    "tables": Column(COUNT, "how many tables were drawn from the population"),
    "agreeing": Column(COUNT, "how many tables have the sign of the middle one"),
    "agreeing_low": Column(SHARE, f"lower limit of the share that agrees: {AGREEING_INTERVAL}"),
    "agreeing_high": Column(SHARE, f"upper limit of the share that agrees: {AGREEING_INTERVAL}"),
    "low": Column(IN_UNIT, f"lower end: {RANGE_OF_TABLES}"),
    "middle": Column(IN_UNIT, "of as many tables it is more as it is less"),
    "high": Column(IN_UNIT, f"upper end: {RANGE_OF_TABLES}"),
    "matters": Column(IN_UNIT, "from which size on a difference matters"),
    "word": Column(
        LABEL,
        f"{ALWAYS} or {MOSTLY} of one sign, {NOTHING} that matters, or it {DEPENDS} on who plays",
    ),
    "depends_on": Column(
        LABEL, "what explains half or more of how tables differ, in words; empty if nothing does"
    ),
    "by_definition": Column(TRUTH, "whether the changed rule itself fixes it, whoever plays"),
    "table": Column(LABEL, "number of the table, or the level of its players"),
    "level": Column(LABEL, "level of its players; empty for a table drawn from the population"),
    "lineup": Column(LABEL, "who plays, by seat in the first seating"),
    "value": Column(IN_UNIT, "estimate"),
    "value_a": Column(IN_UNIT, "estimate by ruleset a"),
    "value_b": Column(IN_UNIT, "estimate by ruleset b"),
    "difference": Column(
        IN_UNIT, "value_b less value_a; of seat_gap, without what chance adds to either"
    ),
    "standard_error": Column(IN_UNIT, "of the difference or the value, by its games"),
    "games": Column(COUNT, "how many games by each ruleset"),
    "worse": Column(LABEL, "one level of players; the other, better is seated beside it in turn"),
    "better": Column(LABEL, "the level whose players win more"),
    "win_rate_worse": Column(SHARE, "share of wins of each player of the one level"),
    "win_rate_better": Column(SHARE, "share of wins of each player of the other"),
    "until_ahead": Column(COUNT, f"games after which one of the better has won more: {AHEAD}"),
    "until_ahead_low": Column(COUNT, f"lower limit of until_ahead: {LIMITS_AHEAD}"),
    "until_ahead_high": Column(COUNT, f"upper limit of until_ahead: {LIMITS_AHEAD}"),
}

KEYS = ("a", "b", "players", "measure", "seat", MEMBER, "unit")
SHOWN = ("tables", "agreeing", "agreeing_low", "agreeing_high", "low", "middle", "high")

TABLES = {
    "conclusions": (*KEYS, *SHOWN, "matters", "word", "depends_on", "by_definition"),
    "tables": (
        *(*KEYS, "table", "level", "lineup", "value_a", "value_b", "difference"),
        *("standard_error", "games"),
    ),
    "ranges": ("ruleset", *KEYS[2:], "tables", "low", "middle", "high"),
    "values": (
        *("ruleset", *KEYS[2:], "table", "level", "lineup", "value", "standard_error"),
        "games",
    ),
    "levels": (
        *("ruleset", "players", "worse", "better", "win_rate_worse", "win_rate_better"),
        *("until_ahead", "until_ahead_low", "until_ahead_high", "games"),
    ),
}
"""Columns of each table. Their names and order are public: they may be added to, never changed."""


def with_limits(name: str, unit: str, description: str, interval: str) -> dict[str, Column]:
    """Return the columns of an estimate: itself, and the limits of an interval."""
    ends = {"low": "lower", "high": "upper"}
    return {name: Column(unit, description)} | {
        f"{name}_{end}": Column(unit, f"{side} limit of {name}: {interval}")
        for end, side in ends.items()
    }


def stacked(blocks: Sequence[Columns], names: Iterable[str] = ()) -> Columns:
    return {name: np.concatenate([block[name] for block in blocks]) for name in names or blocks[0]}


def columns(rows: Sequence[Row], names: Sequence[str]) -> Columns:
    """Return rows as columns: texts and what may be missing as objects."""
    found = {}
    for name in names:
        column = [row[name] for row in rows]
        numbers = all(isinstance(each, bool | int | float) for each in column) and column
        found[name] = np.array(column, None if numbers else object)
    return found


def concluded(
    rows: Sequence[Row],
    matters: Mapping[str, float],
    traits: Mapping[str, Mapping[tuple[str, str], float]],
    fixes: Callable[[Row, bool], bool],
) -> list[dict[str, Any]]:
    """Return what tables show, a row for each quantity, from the rows of ``tables``.

    `matters`: by measure. `traits`: by what they are called, what each table has, by its number of
    players and its name. `fixes`: whether the rules of a row can fix its quantity, which has one
    value at all tables by one of the rulesets or, if so, by both.
    """
    found = []
    for rows_of in grouped(rows, KEYS):
        first = rows_of[0]
        values, errors, a, b = (
            np.array([row[name] for row in rows_of], float)
            for name in ("difference", "standard_error", "value_a", "value_b")
        )
        constant = [not np.ptp(each) for each in (a, b) if len(a) > 1]
        shown = agreement(values, errors, matters[first["measure"]])
        explanation = ""
        if shown.word == DEPENDS:
            by_chance = share_of_chance(values, errors) > EXPLAINS
            explanation = CHANCE if by_chance else explained(rows_of, traits)
        found.append(
            {name: first[name] for name in KEYS}
            | shown._asdict()
            | {
                "matters": matters[first["measure"]],
                "depends_on": explanation,
                "by_definition": any(constant) and fixes(first, all(constant)),
            }
        )
    return found


def grouped(rows: Sequence[Row], keys: Sequence[str]) -> list[list[Row]]:
    """Return the rows of tables drawn from the population that are about the same."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        if row["level"] == POPULATION:
            groups.setdefault(tuple(row[name] for name in keys), []).append(row)
    return list(groups.values())


def explained(rows: Sequence[Row], traits: Mapping[str, Mapping[tuple[str, str], float]]) -> str:
    """Return the trait of tables that explains most of what they differ by, if it is half of it."""
    best, most = "", EXPLAINS
    for trait, of_table in traits.items():
        x = np.array([of_table.get((row["players"], row["table"]), np.nan) for row in rows])
        y = np.array([row["difference"] for row in rows])
        if len(rows) > 2 and np.ptp(x) > 0 and np.ptp(y) > 0:
            share = float(np.corrcoef(x, y)[0, 1]) ** 2
            best, most = (trait, share) if share > most else (best, most)
    return best
