"""Whether what came first holds among other players, in words and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
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


def holding_texts(tables: Columns, aims: Aims) -> list[str]:
    """Return how far goals and conditions are served at all tables, a sentence or two each."""
    return [text for aim in _by_aim(tables) for text in _texts(aim, aims)]


def needed_text(tables: Columns, aims: Aims) -> str:
    """Return what would have to be known before rules that are not shown to hold are printed."""
    goals = goal_texts(aims.goals)
    rows = next((aim for aim in _by_aim(tables) if aim[0]["aim"] in goals), [])
    at_tables = [row for row in rows if row["table"] != NEW_TABLE]
    opposed = [row["table"] for row in at_tables if row["verdict"] == OPPOSED]
    if opposed:
        return (
            f"To print it one would have to know that one's players are not like those of "
            f"{listed(opposed)}, where the change works the other way."
        )
    gains = np.array([row["gain"] for row in at_tables])
    errors = np.array([(row["gain_high"] - row["gain_low"]) / 4 for row in at_tables])
    if np.var(gains, ddof=1) < 2 * np.mean(errors**2):
        return "Tables differ by no more than chance: more games would tell (--games)."
    return (
        "No table is shown to work the other way, but the change is worth too little at some of "
        "them: more tables that share no player would tell."
    )


def _by_aim(tables: Columns) -> list[list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in records(tables):
        found.setdefault(row["aim"], []).append(row)
    return list(found.values())


def _texts(rows: Sequence[Row], aims: Aims) -> Iterator[str]:
    *at_tables, expected = rows
    aim = expected["aim"]
    texts = goal_texts(aims.goals)
    tables = counted(len(at_tables), "table")
    if aim not in texts:
        broken = [row["table"] for row in at_tables if row["gain"] < 0]
        where = f", not at {listed(broken)}" if broken else ""
        (condition,) = (each for each in aims.conditions if each.text == aim)
        kept = f"At {len(at_tables) - len(broken)} of {tables}"
        yield f"{kept} {condition_text(condition)}{where}."
        return
    goal = None if aims.is_weighted else aims.goals[texts.index(aim)]
    what = "the sum of all goals" if goal is None else goal.measure.noun
    sign = 1 if goal is None else goal.sign
    served = sum(row["gain"] > 0 for row in at_tables)
    ranked = sorted(at_tables, key=lambda row: -sign * row["gain"])
    least, most = (f"{_change(row, sign)} ({row['table']})" for row in (ranked[0], ranked[-1]))
    limits = [_change(expected, sign, end) for end in ("gain_high", "gain_low")][::sign]
    held = "it holds" if expected["verdict"] == HOLDS else "it is not shown to hold"
    yield (
        f"At {served} of {tables} {what} is {'smaller' if sign > 0 else 'larger'} than by the "
        f"first rules: it changes by {least} to {most}{_unit(expected)}. At {NEW_TABLE} one has to "
        f"expect {' to '.join(limits)}: {held}."
    )


def _change(row: Row, sign: int, end: str = "gain") -> str:
    change = -sign * _scale(row) * row[end]
    return f"{'+' if change > 0 else ''}{number(change, 1)}"


def _unit(row: Row) -> str:
    name = row["aim"].rsplit(maxsplit=1)[-1]
    if row["unit"] in (SHARE, "points") or name not in MEASURES:
        return " points"
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
