"""The findings of a report tried again: on fresh deals, with play that is tuned from fresh seeds.

A finding that was shown holds if it is shown again with the same sign; one that was shown to be too
small to matter holds if the strongest play has no larger effect; one that was unclear, if it is not
shown now.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign
from typing import NamedTuple

from strategy_lab.stats.evidence import NO_EFFECT
from strategy_lab.wording import counted

from forsale_sim.display.compare.difference_text import Row, scale, signed_text
from forsale_sim.display.compare.effect_text import effect
from forsale_sim.display.page.page_parts import Statement, Table
from forsale_sim.reports.answer import SHOWN, Topic, statements
from forsale_sim.reports.results import Results
from forsale_sim.reports.wording import unit_of

REPETITION = "repetition"
"""The table of conclusions from what was played again, and its file."""


def holds(row: Row, again: Row) -> bool:
    """Return whether a conclusion holds when all is played again."""
    if row["grade"] in SHOWN:
        same_sign = copysign(1, effect(row)) == copysign(1, effect(again))
        return same_sign and again["grade"] in SHOWN
    if row["grade"] == NO_EFFECT:
        return abs(effect(again)) < float(row["matters"])
    return again["grade"] not in SHOWN


class Repeated(NamedTuple):
    """A finding of the first screen, and what came of it again."""

    statement: Statement
    row: Row
    again: Row

    @property
    def holds(self) -> bool:
        """Whether it holds."""
        return holds(self.row, self.again)


def repeated_findings(results: Results, found: Sequence[Topic]) -> list[Repeated]:
    """Return the findings of the first screen that were tried again."""
    return [
        Repeated(statement, row, again)
        for statement, row in statements(results, found)
        for again in [results.repeated(row)]
        if again is not None
    ]


def repetition_text(repeated: Sequence[Repeated]) -> str:
    """Return how many findings hold."""
    held = sum(each.holds for each in repeated)
    return (
        "All was played again on other deals and, where play was tuned, with play tuned from other "
        f"seeds: {held} of {counted(len(repeated), 'finding')} held. The table below has each of "
        f"them, {REPETITION}.csv every measure."
    )


def repetition_table(repeated: Sequence[Repeated]) -> Table:
    """Return each finding beside what came of it again."""
    return Table(
        "Each finding, played again",
        ["finding", "grade", "effect", "effect again", "grade again", "held"],
        [
            [
                *(each.statement.text, each.statement.grade),
                *(_effect_in_unit(each.row), _effect_in_unit(each.again)),
                *(each.again["grade"], "yes" if each.holds else "no"),
            ]
            for each in repeated
        ],
    )


def _effect_in_unit(row: Row) -> str:
    return f"{signed_text(effect(row) * scale(row), 1)} {unit_of(row)}"
