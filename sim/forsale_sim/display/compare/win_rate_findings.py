"""Sentences on how a comparison changes the win rates of seats or strategies."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.display.compare.difference_text import (
    Row,
    in_all_fields,
    joint_bound,
    joint_bound_text,
    lacks_interval,
    range_text,
    rows_about,
    scale,
)
from forsale_sim.results.paired.schema import DEPENDS
from forsale_sim.stats.equivalence import DIFFERS, NOT_SHOWN, SMALL
from forsale_sim.wording import listed


def win_rate_findings(rows: Sequence[Row], concluded: Sequence[Row], key: str) -> list[str]:
    """Return sentences on win rates.

    Parameters
    ----------
    rows, concluded
        ``differences`` and ``conclusions`` of two rulesets, for one player count.
    key
        ``seat`` or ``strategy``.
    """
    rows, concluded = rows_about(rows, "win_rate", key), rows_about(concluded, "win_rate", key)
    if not rows:
        return []
    if all(row["verdict"] != DIFFERS for row in rows):
        return [_no_change(rows, key)]
    sentences = [
        f"{_where(group, key)} {_named(group, key)} {direction} often."
        for direction in ("more", "less")
        for fields in sorted({row["fields"] for row in concluded}, reverse=True)
        if (group := [row for row in concluded if row[direction] == row["fields"] == fields])
    ]
    for conclusion, sentence in (
        (DEPENDS, "whether {} more or less often depends on the field."),
        (NOT_SHOWN, "it is not shown in every field whether {} more or less often."),
        (SMALL, f"to within {scale(rows[0]) * rows[0]['margin']:g} points, {{}} as often."),
    ):
        group = [row for row in concluded if row["conclusion"] == conclusion]
        if group:
            sentences.append(sentence.format(_named(group, key)))
    return sentences


def brief_win_rate_findings(rows: Sequence[Row], concluded: Sequence[Row], key: str) -> list[str]:
    """Return the same in fewer words: only what fields agree on is named one by one."""
    concluded = rows_about(concluded, "win_rate", key)
    changed = any(row["verdict"] == DIFFERS for row in rows_about(rows, "win_rate", key))
    open_ = [row for row in concluded if row["conclusion"] in {DEPENDS, NOT_SHOWN}]
    if not changed or not open_:
        return win_rate_findings(rows, concluded, key)
    settled = [row for row in concluded if row not in open_]
    others = f"the {'other ' if settled else ''}{key}{'s win' if len(open_) > 1 else ' wins'}"
    if any(row["conclusion"] == DEPENDS for row in open_):
        rest = f"whether {others} more or less often depends on the field."
    else:
        rest = f"it is not shown in every field whether {others} more or less often."
    return [*win_rate_findings(rows, settled, key), rest]


def _no_change(rows: Sequence[Row], key: str) -> str:
    """Return a sentence for when no win rate is shown to change."""
    fields = len({row["field"] for row in rows})
    anywhere = f" in any of {fields} fields" if fields > 1 else ""
    if any(map(lacks_interval, rows)):
        return f"there are too few deals to say whether any {key}'s chance changes."
    if joint_bound(rows) == 0:
        return f"no {key}'s chance changes{anywhere}."
    small = all(row["verdict"] == SMALL for row in rows)
    changes = "changes" if small else "is shown to change, and none changes"
    return f"no {key}'s chance {changes} by more than {joint_bound_text(rows)} points{anywhere}."


def _where(group: Sequence[Row], key: str) -> str:
    """Return where win rates change: in all fields, or in those that have the strategy."""
    if key == "strategy" and group[0]["fields"] == 1:
        return f"{'' if len(group) == 1 else 'each '}in the only field that has it,"
    return in_all_fields(group[0]["fields"])


def _named(group: Sequence[Row], key: str) -> str:
    """Return seats or strategies with the changes of their win rates, and the verb."""
    names = [
        f"{f'seat {row[key]}' if key == 'seat' else row[key]} ({range_text(row)} points)"
        for row in group
    ]
    return f"{listed(names)} {'wins' if len(names) == 1 else 'win'}"
