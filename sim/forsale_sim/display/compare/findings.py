"""What a comparison of rulesets found, in sentences: each says whether it holds in all fields."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.display.compare.chances import brief_chances, chance_findings
from forsale_sim.display.compare.coins import coin_findings
from forsale_sim.display.compare.differences import Row, about, bound, estimate, reach, unknown
from forsale_sim.display.compare.rules import change
from forsale_sim.results.tables import Tables, records, where
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.equivalence import DIFFERS, SMALL
from forsale_sim.wording import listed

TOO_FEW = "There are too few deals to say anything."


def findings(tables: Tables, a: Ruleset, b: Ruleset, players: int) -> list[str]:
    """Return sentences on what one ruleset does differently from another, for a player count.

    Parameters
    ----------
    tables
        ``differences`` and ``conclusions``.
    a, b
        The rulesets.
    players
        How many play.
    """
    rows, concluded = _pair(tables, a, b, players)
    if not rows:
        return ["Nothing was played."]
    if _nothing_known(rows):
        return [TOO_FEW]
    sentences = [
        *chance_findings(rows, concluded, "strategy"),
        *_order(about(rows, "rank")),
        *_prices(about(rows, "price")),
    ]
    return [*headline(tables, a, b, players), *map(_capital, sentences)]


def headline(tables: Tables, a: Ruleset, b: Ruleset, players: int) -> list[str]:
    """Return the first of the findings: those on coins and on seats, which need no strategy."""
    rows, concluded = _pair(tables, a, b, players)
    if _nothing_known(rows):
        return [TOO_FEW]
    sentences = [
        *coin_findings(rows, concluded, change(a, b, players)),
        *chance_findings(rows, concluded, "seat"),
    ]
    return list(map(_capital, sentences))


def brief(tables: Tables, a: Ruleset, b: Ruleset, players: int) -> list[str]:
    """Return the headline, but seats that fare otherwise in other fields are not named."""
    rows, concluded = _pair(tables, a, b, players)
    if _nothing_known(rows):
        return [TOO_FEW]
    sentences = [
        *coin_findings(rows, concluded, change(a, b, players)),
        *brief_chances(rows, concluded, "seat"),
    ]
    return list(map(_capital, sentences))


def _pair(tables: Tables, a: Ruleset, b: Ruleset, players: int) -> tuple[list[Row], list[Row]]:
    """Return what two rulesets differ in, field by field and in all fields."""
    rows, concluded = (
        records(where(tables[name], a=a.name, b=b.name, players=players))
        for name in ("differences", "conclusions")
    )
    return rows, concluded


def _nothing_known(rows: Sequence[Row]) -> bool:
    """Return whether there are differences, but no interval of any; those of ranks aside.

    (A rank has one however little is known: it is one of so many.)
    """
    return bool(rows) and all(unknown(row) for row in rows if row["measure"] != "rank")


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


def _prices(prices: Sequence[Row]) -> list[str]:
    """Return a sentence on the house whose price changes most, in the first field."""
    first = [row for row in prices if row["field"] == prices[0]["field"]]
    if not first:
        return []
    if reach(first) == 0:
        return ["no house's price changes."]
    changed = [row for row in first if row["verdict"] == DIFFERS]
    if not changed and any(map(unknown, first)):
        return ["there are too few deals to say whether any house's price changes."]
    if not changed:
        small = all(row["verdict"] == SMALL for row in first)
        changes = "changes" if small else "is shown to change, and none changes"
        return [f"no house's price {changes} by more than {bound(first)} coins."]
    largest = max(changed, key=lambda row: abs(row["difference"]))
    have = "has" if len(changed) == 1 else "have"
    return [
        f"{len(changed)} of {len(first)} houses {have} another price; that of house "
        f"{largest['house']} changes most, by {estimate(largest)} coins."
    ]
