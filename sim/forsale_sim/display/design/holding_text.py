"""Whether what came first holds among other players, in words and as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from strategy_lab.display.compare.difference_text import signed_text
from strategy_lab.display.number_text import estimates, number
from strategy_lab.display.table_layout import Texts
from strategy_lab.results.columns import SHARE, Columns
from strategy_lab.results.tables import records
from strategy_lab.wording import counted, listed

from forsale_sim.display.design.measure_words import condition_text
from forsale_sim.experiments.design.goals import Aims, goal_texts
from forsale_sim.experiments.design.holding import HOLDS, NEW_TABLE, OPPOSED
from forsale_sim.measures import MEASURES

Row = Mapping[str, Any]

Named = Callable[[str], str]
"""Returns what to call a table or a ruleset."""

FIRST_RULES = "the first rules"
"""Those that a search began with."""


def holding_texts(tables: Columns, aims: Aims, named: Named = str) -> list[str]:
    """Return how far goals and conditions are served at all tables, a sentence or two each.

    `named` returns what to call a table or a ruleset.
    """
    return [text for aim in _by_aim(tables) for text in _texts(aim, aims, named)]


def needed_text(tables: Columns, aims: Aims, named: Named = str) -> str:
    """Return what would have to be known before rules that are not shown to hold are printed."""
    goals = goal_texts(aims.goals)
    rows = next((aim for aim in _by_aim(tables) if aim[0]["aim"] in goals), [])
    at_tables = [row for row in rows if row["table"] != NEW_TABLE]
    opposed = [named(row["table"]) for row in at_tables if row["verdict"] == OPPOSED]
    if opposed:
        return (
            "To print the change all the same, make sure that your players are not like "
            f"{listed(opposed)}: there it works the other way."
        )
    gains = np.array([row["gain"] for row in at_tables])
    errors = np.array([(row["gain_high"] - row["gain_low"]) / 4 for row in at_tables])
    if np.var(gains, ddof=1) < 2 * np.mean(errors**2):
        return "Tables differ by no more than chance: more games would tell."
    return (
        "The change works the other way at no table, but at some it is worth too little: more "
        "tables that share no player would tell."
    )


def _by_aim(tables: Columns) -> list[list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in records(tables):
        found.setdefault(row["aim"], []).append(row)
    return list(found.values())


def _texts(rows: Sequence[Row], aims: Aims, named: Named) -> Iterator[str]:
    *at_tables, expected = rows
    aim = expected["aim"]
    texts = goal_texts(aims.goals)
    tables = counted(len(at_tables), "table")
    if aim not in texts:
        broken = [named(row["table"]) for row in at_tables if row["gain"] < 0]
        where = f", but not among {listed(broken)}" if broken else ""
        (condition,) = (each for each in aims.conditions if each.text == aim)
        kept = f"At {len(at_tables) - len(broken)} of {tables}"
        yield f"{kept} {condition_text(condition)}{where}."
        return
    goal = None if aims.is_weighted else aims.goals[texts.index(aim)]
    what = "the sum of all goals" if goal is None else goal.measure.noun
    sign = 1 if goal is None else goal.sign
    served = sum(row["gain"] > 0 for row in at_tables)
    ranked = sorted(at_tables, key=lambda row: -sign * row["gain"])
    least, most = (
        f"{_change(row, sign)} among {named(row['table'])}" for row in (ranked[0], ranked[-1])
    )
    limits = [_change(expected, sign, end) for end in ("gain_high", "gain_low")][::sign]
    held = "the gain holds" if expected["verdict"] == HOLDS else "no gain is shown to hold"
    yield (
        f"At {served} of {tables} {what} is {'smaller' if sign > 0 else 'larger'} than under "
        f"{named(FIRST_RULES)}; in{_unit(expected)}, the change is from {least} to {most}. "
        f"At {NEW_TABLE} it is predicted to be {' to '.join(limits)}: {held}."
    )


def _change(row: Row, sign: int, end: str = "gain") -> str:
    return signed_text(-sign * _scale(row) * row[end], 1)


def _unit(row: Row) -> str:
    name = row["aim"].rsplit(maxsplit=1)[-1]
    if row["unit"] == SHARE:
        return " percentage points"
    if name not in MEASURES or "*" in row["aim"]:
        return " points of all goals together"
    return MEASURES[name].value_unit


def table_texts(tables: Columns) -> Texts:
    """Return a row for each goal or condition and table."""
    rows = records(tables)
    scales = [_scale(row) for row in rows]
    ends = [
        [scale * row[f"gain{end}"] for end in ("", "_low", "_high")]
        for row, scale in zip(rows, scales, strict=True)
    ]
    return {
        "": [row["table"] for row in rows],
        "aim": [row["aim"] for row in rows],
        "gain": [estimates(*(np.array([end]) for end in each))[0].rstrip() for each in ends],
        "matters from": [
            number(scale * row["matters"], 1) for row, scale in zip(rows, scales, strict=True)
        ],
        "verdict": [row["verdict"] for row in rows],
    }


def _scale(row: Row) -> int:
    return 100 if row["unit"] == SHARE else 1
