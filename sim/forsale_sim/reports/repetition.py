"""The findings of a report tried again: on fresh deals, with play that is trained from fresh seeds.

A finding that was shown holds if it is shown again with the same sign; one that was shown to be too
small to matter holds if it is that again, or at least is not shown to be large; one that was
unclear, if it is not shown now. A finding that does not hold goes down one grade.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign
from typing import NamedTuple

import numpy as np
from strategy_lab.display.compare.difference_text import Row
from strategy_lab.display.compare.effect_text import effect, range_text
from strategy_lab.display.page.page_parts import Statement, Table
from strategy_lab.results.columns import Columns
from strategy_lab.results.tables import records
from strategy_lab.stats.evidence import LIKELY, SOLID, UNCLEAR
from strategy_lab.wording import counted

REPETITION = "repetition"
"""The table of conclusions from what was played again, and its file."""

SHOWN = (SOLID, LIKELY)

FAILED = "a repetition did not show it"
"""Why a grade is lower than the games of the first time alone would make it."""

LOWER = {SOLID: LIKELY}
"""The next grade; of all others that did not hold it is unclear."""

KEYS = ("players", "a", "b", "measure", "seat", "house", "play")


def holds(row: Row, again: Row) -> bool:
    """Return whether a conclusion holds when all is played again."""
    if row["grade"] in SHOWN:
        same_sign = copysign(1, effect(row)) == copysign(1, effect(again))
        return same_sign and again["grade"] in SHOWN
    return again["grade"] not in SHOWN


def lowered(graded: Columns, again: Columns) -> tuple[Columns, Columns]:
    """Return conclusions with the grades of those that did not hold lowered, and what held.

    Parameters
    ----------
    graded, again
        Conclusions, and those from playing again: of some of the same things.
    """
    place = {_key(row): i for i, row in enumerate(records(graded))}
    first, grade, reason = records(graded), graded["grade"].copy(), graded["reason"].copy()
    held = np.ones(len(again["grade"]), bool)
    before = np.full(len(held), "", object)
    for number, row in enumerate(records(again)):
        one = first[place[_key(row)]]
        held[number], before[number] = holds(one, row), one["grade"]
        if not held[number]:
            grade[place[_key(row)]] = LOWER.get(one["grade"], UNCLEAR)
            reason[place[_key(row)]] = FAILED
    return graded | {"grade": grade, "reason": reason}, again | {"first": before, "held": held}


def _key(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in KEYS)


class Repeated(NamedTuple):
    """A finding of the first screen, and what came of it again."""

    statement: Statement
    row: Row
    again: Row


def repetition_text(repeated: Sequence[Repeated]) -> str:
    """Return how many findings hold."""
    held = sum(each.again["held"] for each in repeated)
    return (
        "All was played again on other deals, and where play was trained anew, it was trained from "
        f"other seeds: {held} of {counted(len(repeated), 'finding')} held. A finding that did not "
        f"hold has gone down one grade. The table below has each of them, {REPETITION}.csv every "
        "measure."
    )


def repetition_table(repeated: Sequence[Repeated]) -> Table:
    """Return each finding beside what came of it again."""
    return Table(
        "Each finding, played again",
        ["finding", "first grade", "range", "range again", "grade again", "held"],
        [
            [
                *(each.statement.text, each.again["first"]),
                *(range_text(each.row), range_text(each.again)),
                *(each.again["grade"], "yes" if each.again["held"] else "no"),
            ]
            for each in repeated
        ],
        "Ranges over tables.",
    )
