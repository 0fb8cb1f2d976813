"""Conclusions on one ruleset against another: verdicts by player count, and sentences."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.display.compare.comparison_findings import (
    comparison_findings,
    headline_findings,
)
from forsale_sim.display.compare.difference_text import POINTS, Row, range_text
from forsale_sim.display.compare.measure_labels import measure_label, measure_order
from forsale_sim.display.compare.rule_changes import changed_rules, players_affected
from forsale_sim.reports.experiment import MARGINS
from forsale_sim.reports.page.page_parts import Group, Table
from forsale_sim.reports.shared.estimate_text import USUAL
from forsale_sim.results.columns import Tables
from forsale_sim.results.paired.schema import DEPENDS
from forsale_sim.results.tables import records, where
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.equivalence import DIFFERS, NOT_SHOWN, SMALL
from forsale_sim.wording import listed

SHOWN = ("win_rate", "coins_lost", "margin", "level_games")
"""Measures that have verdicts, as amounts or as shares."""

KEY = (
    "In the tables of verdicts, more and less are shown in every field (of strategies: in every "
    f"field that has them), and same is shown in every field to within {POINTS * MARGINS.rates:g} "
    f"points or {MARGINS.amounts:g} thousand. Depends: fields contradict each other, so that one "
    "shows a change and another shows none, or a change the other way. Not shown: at least one "
    "field does not show it. Numbers are the lowest and the highest change in any field."
)


def in_short(
    tables: Tables, base: Ruleset, others: Sequence[Ruleset], players: Sequence[int]
) -> list[str]:
    """Return the effects of each ruleset on coins and seats, briefly if there are several."""
    effects = []
    for other in others:
        counts = players_affected(base, other, players) or [*players]
        count = USUAL if USUAL in counts else counts[0]
        brief = len(others) > 1
        sentences = headline_findings(tables, base, other, count, brief=brief)
        effects.append(f"{other.name} against {base.name}: {' '.join(sentences)}")
    return effects


def compared(tables: Tables, a: Ruleset, b: Ruleset, players: Sequence[int]) -> Group:
    """Return how `b` differs from `a`, given ``differences`` and ``conclusions``.

    Player counts whose rules differ have a column of verdicts and a list of sentences; if no
    rules differ, all player counts have them.
    """
    differ = players_affected(a, b, players)
    alike = [str(count) for count in players if count not in differ]
    counts = differ or players
    rules = [f"{rule} ({how})" for rule, how in changed_rules(a, b, players) if rule != "players"]
    text = [f"Other rules: {'; '.join(rules)}."] if rules else []
    if alike:
        text.append(f"The rules for {listed(alike)} players are the same.")
    if not where(tables["differences"], a=a.name, b=b.name)["paired"].all():
        text.append("The decks are of different sizes, so no deal is common to both.")
    return Group(
        f"{b.name} against {a.name}",
        text=text,
        table=_verdicts(tables, a, b, counts),
        parts=[
            Group(f"{count} players", comparison_findings(tables, a, b, count)) for count in counts
        ],
    )


def _verdicts(tables: Tables, a: Ruleset, b: Ruleset, players: Sequence[int]) -> Table:
    """Return the conclusions, with a row for each measure and a column for each player count."""
    rows: dict[str, dict[int, Row]] = {}
    for row in records(where(tables["conclusions"], a=a.name, b=b.name)):
        if row["measure"].removesuffix("_share") in SHOWN:
            rows.setdefault(measure_label(row), {})[row["players"]] = row
    ordered = sorted(rows.items(), key=lambda named: _place(next(iter(named[1].values()))))
    return Table(
        f"Verdicts on {b.name} against {a.name}",
        ["change of", *(f"{count} players" for count in players)],
        [
            [name, *(_verdict(by_count[count]) if count in by_count else "" for count in players)]
            for name, by_count in ordered
        ],
    )


def _place(row: Row) -> tuple[bool, tuple[int, int]]:
    """Return the sort key of a row: strategies come last."""
    return row["strategy"] is not None, measure_order(row)


def _verdict(row: Row) -> str:
    word = {
        DIFFERS: "more" if row["more"] else "less",
        SMALL: "same",
        DEPENDS: "depends",
        NOT_SHOWN: "not shown",
    }[row["conclusion"]]
    return word if row["least"] == row["most"] == 0 else f"{word}: {range_text(row)}"
