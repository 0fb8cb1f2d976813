"""What a comparison found on the win rates of seats, or of strategies, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.display.compare.differences import (
    Row,
    about,
    bound,
    in_all,
    reach,
    scale,
    span,
    unknown,
)
from forsale_sim.results.paired.schema import DEPENDS
from forsale_sim.stats.equivalence import DIFFERS, NOT_SHOWN, SMALL
from forsale_sim.wording import listed


def chance_findings(rows: Sequence[Row], concluded: Sequence[Row], key: str) -> list[str]:
    """Return sentences on the win rates of seats, or of strategies.

    Parameters
    ----------
    rows, concluded
        ``differences`` and ``conclusions`` of two rulesets, for a player count.
    key
        ``seat`` or ``strategy``.
    """
    rows, concluded = about(rows, "win_rate", key), about(concluded, "win_rate", key)
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
        (SMALL, f"to within {scale(rows[0]) * rows[0]['margin']:g} points {{}} as often."),
    ):
        group = [row for row in concluded if row["conclusion"] == conclusion]
        if group:
            sentences.append(sentence.format(_named(group, key)))
    return sentences


def brief_chances(rows: Sequence[Row], concluded: Sequence[Row], key: str) -> list[str]:
    """Return the same in fewer words: only what fields agree on is told one by one."""
    concluded = about(concluded, "win_rate", key)
    changed = any(row["verdict"] == DIFFERS for row in about(rows, "win_rate", key))
    open_ = [row for row in concluded if row["conclusion"] in {DEPENDS, NOT_SHOWN}]
    if not changed or not open_:
        return chance_findings(rows, concluded, key)
    settled = [row for row in concluded if row not in open_]
    others = f"the {'other ' if settled else ''}{key}{'s win' if len(open_) > 1 else ' wins'}"
    if any(row["conclusion"] == DEPENDS for row in open_):
        rest = f"whether {others} more or less often depends on the field."
    else:
        rest = f"it is not shown in every field whether {others} more or less often."
    return [*chance_findings(rows, settled, key), rest]


def _no_change(rows: Sequence[Row], key: str) -> str:
    """Return a sentence on chances of which none is shown to change."""
    fields = len({row["field"] for row in rows})
    anywhere = f" in any of {fields} fields" if fields > 1 else ""
    if any(map(unknown, rows)):
        return f"there are too few deals to say whether any {key}'s chance changes."
    if reach(rows) == 0:
        return f"no {key}'s chance changes{anywhere}."
    small = all(row["verdict"] == SMALL for row in rows)
    changes = "changes" if small else "is shown to change, and none changes"
    return f"no {key}'s chance {changes} by more than {bound(rows)} points{anywhere}."


def _where(group: Sequence[Row], key: str) -> str:
    """Return in which fields chances change: in all that there are, or that have a strategy."""
    if key == "strategy" and group[0]["fields"] == 1:
        return f"{'' if len(group) == 1 else 'each '}in the only field that has it,"
    return in_all(group[0]["fields"])


def _named(group: Sequence[Row], key: str) -> str:
    """Return seats or strategies with the changes of their chances, and the verb."""
    names = [
        f"{f'seat {row[key]}' if key == 'seat' else row[key]} ({span(row)} points)" for row in group
    ]
    return f"{listed(names)} {'wins' if len(names) == 1 else 'win'}"
