"""Sentences on a comparison of rulesets; each says whether it holds in all fields."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.display.compare.coin_findings import coin_findings
from forsale_sim.display.compare.difference_text import (
    Row,
    difference_text,
    in_all_fields,
    joint_bound,
    joint_bound_text,
    lacks_interval,
    range_text,
    rows_about,
    scale,
)
from forsale_sim.display.compare.rule_changes import change_text
from forsale_sim.display.compare.win_rate_findings import brief_win_rate_findings, win_rate_findings
from forsale_sim.results.columns import Tables
from forsale_sim.results.paired.schema import DEPENDS
from forsale_sim.results.tables import records, where
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.equivalence import DIFFERS, SMALL
from forsale_sim.wording import listed

TOO_FEW = "There are too few deals to say anything."


def comparison_findings(tables: Tables, a: Ruleset, b: Ruleset, players: int) -> list[str]:
    """Return sentences on how `b` differs from `a` for one player count.

    The tables are ``differences`` and ``conclusions``.
    """
    rows, concluded = _pair(tables, a, b, players)
    if not rows:
        return ["Nothing was played."]
    if _nothing_known(rows):
        return [TOO_FEW]
    sentences = [
        *_seat_gap(rows_about(rows, "seat_gap"), rows_about(concluded, "seat_gap")),
        *win_rate_findings(rows, concluded, "strategy"),
        *_order(rows_about(rows, "rank")),
        *_prices(rows_about(rows, "price")),
    ]
    return [*headline_findings(tables, a, b, players), *map(_capital, sentences)]


def headline_findings(
    tables: Tables, a: Ruleset, b: Ruleset, players: int, *, brief: bool = False
) -> list[str]:
    """Return the findings on coins and seats; in brief without seats on which fields disagree."""
    rows, concluded = _pair(tables, a, b, players)
    if _nothing_known(rows):
        return [TOO_FEW]
    win_rates = brief_win_rate_findings if brief else win_rate_findings
    coins = coin_findings(rows, concluded, change_text(a, b, players))
    return list(map(_capital, [*coins, *win_rates(rows, concluded, "seat")]))


def _pair(tables: Tables, a: Ruleset, b: Ruleset, players: int) -> tuple[list[Row], list[Row]]:
    """Return the rows of ``differences`` and ``conclusions`` of two rulesets."""
    rows, concluded = (
        records(where(tables[name], a=a.name, b=b.name, players=players))
        for name in ("differences", "conclusions")
    )
    return rows, concluded


def _nothing_known(rows: Sequence[Row]) -> bool:
    """Return whether no difference has an interval; those of ranks always have one."""
    return bool(rows) and all(lacks_interval(row) for row in rows if row["measure"] != "rank")


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _order(ranks: Sequence[Row]) -> list[str]:
    if not ranks:
        return []
    moved = [
        f"{row['strategy']} from place {row['value_a']:.0f} to {row['value_b']:.0f} "
        f"({row['field']})"
        for row in ranks
        if row["verdict"] == DIFFERS and row["value_a"] != row["value_b"]
    ]
    if moved:
        return [f"the order of the strategies changes: {listed(moved)}."]
    if all(row["verdict"] == SMALL for row in ranks):
        return ["the order of the strategies stays the same."]
    return ["the order of the strategies is not shown to change."]


def _seat_gap(rows: Sequence[Row], concluded: Sequence[Row]) -> list[str]:
    """Return a sentence on the gap between the best and the worst seat."""
    if not concluded or joint_bound(rows) == 0:
        return []
    if any(map(lacks_interval, rows)):
        return ["there are too few deals to say whether the gap between seats changes."]
    row, gap = concluded[0], "the gap between the best and the worst seat"
    where = in_all_fields(row["fields"])
    if row["conclusion"] == DIFFERS:
        changes = "grows" if row["more"] else "shrinks"
        return [f"{gap} {changes} {where} ({range_text(row)} points)."]
    if row["conclusion"] == DEPENDS:
        return [f"whether {gap} grows or shrinks depends on the field ({range_text(row)} points)."]
    if row["conclusion"] == SMALL:
        return [f"{gap} is as large {where}, to within {scale(row) * rows[0]['margin']:g} points."]
    shown = "is not shown to change" if row["more"] + row["less"] == 0 else "changes in some fields"
    return [f"{gap} {shown} ({range_text(row)} points)."]


def _prices(prices: Sequence[Row]) -> list[str]:
    """Return a sentence on the house whose price changes most, in the first field."""
    first = [row for row in prices if row["field"] == prices[0]["field"]]
    if not first:
        return []
    if joint_bound(first) == 0:
        return ["no house's price changes."]
    changed = [row for row in first if row["verdict"] == DIFFERS]
    if not changed and any(map(lacks_interval, first)):
        return ["there are too few deals to say whether any house's price changes."]
    if not changed:
        small = all(row["verdict"] == SMALL for row in first)
        changes = "changes" if small else "is shown to change, and none changes"
        return [f"no house's price {changes} by more than {joint_bound_text(first)} coins."]
    largest = max(changed, key=lambda row: abs(row["difference"]))
    have = "has" if len(changed) == 1 else "have"
    return [
        f"{len(changed)} of {len(first)} houses {have} another price; that of house "
        f"{largest['house']} changes most, by {difference_text(largest)} coins."
    ]
