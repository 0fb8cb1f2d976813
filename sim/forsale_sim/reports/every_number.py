"""Every number of a report, and how it was played and counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from strategy_lab.display.compare.comparison_findings import Finding
from strategy_lab.display.compare.difference_text import rows_of, scale, signed_text
from strategy_lab.display.compare.effect_text import margin_text, reason_text
from strategy_lab.display.number_text import NOTHING
from strategy_lab.display.page.page_parts import Section, Table
from strategy_lab.experiments.named_field import NamedField
from strategy_lab.results.paired.families import CONCLUSIONS_FAMILY
from strategy_lab.results.paired.schema import ADAPTED, BEFORE, STRANGERS, STRESS
from strategy_lab.results.tables import records, where
from strategy_lab.stats.evidence import GRADES, PREDICTION_INTERVAL
from strategy_lab.wording import counted, listed

from forsale_sim.measures import MEASURES
from forsale_sim.reports.experiment import with_a_say
from forsale_sim.reports.results import Results
from forsale_sim.reports.wording import (
    names_of,
    seat_name,
    table_name,
)

ESTIMANDS = {
    BEFORE: "players who know the rules",
    STRANGERS: "strangers",
    ADAPTED: "players trained anew",
    STRESS: "nobody: no vote",
}
"""What the page calls whom a field tells of."""


def explorer_section(results: Results) -> Section:
    """Return every measure for every number of players, at every table that has a say."""
    fields = [field.name for field in with_a_say(results.experiment.fields)]
    names = names_of(results)
    rows = []
    pairs = dict.fromkeys(
        zip(results.conclusions["a"].tolist(), results.conclusions["b"].tolist(), strict=True)
    )
    for pair in pairs:
        for players in results.players:
            for finding in results.findings(players, pair):
                rows.append(_explored(results, finding, fields, names))
    header = [
        "change",
        "players",
        "measure",
        *("grade", "why", "new table", "trained anew"),
        *fields,
    ]
    return Section(
        "explorer",
        "Every number",
        text=[
            "A row is a measure for a number of players; the numbers are its change at each table, "
            "in percentage points, or in coins or thousands; and first where a table that nobody "
            "here has met is predicted to lie, with 90 %."
        ],
        tables=[
            Table(
                "Changes at each table",
                [table_name(results, name) for name in header],
                rows,
            )
        ],
        folded=True,
    )


def _explored(
    results: Results, finding: Finding, fields: Sequence[str], names: dict[str, str]
) -> list[str]:
    row = finding.row
    keys = {name: row[name] for name in ("players", "a", "b", "measure")}
    found = {
        each["field"]: each["difference"] * scale(row)
        for each in records(where(results.differences, **keys))
        if (each["seat"], each["strategy"], each["house"]) == (row["seat"], None, None)
    }
    about = MEASURES[row["measure"]].noun
    if row["seat"] is not None:
        about = f"wins of {seat_name(row['seat'], row['players'])}"
    change = f"{names[row['b']]} against {names.get(row['a'], row['a'])}"
    limits = [row[end] for end in ("low", "high")]
    new = (
        NOTHING
        if None in limits
        else " to ".join(signed_text(scale(row) * limit, 1) for limit in limits)
    )
    anew = NOTHING if finding.retuned is None else finding.retuned["grade"]
    why = reason_text(row, lambda name: table_name(results, name))
    values = [signed_text(found[name], 1) if name in found else NOTHING for name in fields]
    return [change, f"{row['players']} players", about, row["grade"], why, new, anew, *values]


def method_section(results: Results) -> Section:
    """Return how it was played and counted."""
    report = results.experiment
    tables = [
        Table(
            "Tables: who plays",
            ["table", "of whom it tells", "strategies"],
            [
                [
                    table_name(results, field.name),
                    ESTIMANDS[field.estimand],
                    _players_of(field),
                ]
                for field in report.fields
            ],
        ),
        Table(
            "What matters",
            ["measure", "from", "reason"],
            [[measure, text, MEASURES[measure].reason] for measure, text in _margins(results)],
        ),
    ]
    return Section(
        "method",
        "Method",
        text=[
            f"{report.games:,} games were played: {report.config.games:,} or a few more by each "
            "ruleset, for each number of players, at each table, on common deals where the decks "
            "allow it. A deal is played with every rotation of a lineup that is drawn from the "
            "field without replacement. The deal is the unit of evidence: intervals and tests are "
            "clustered by deal.",
            f"A grade is by the {PREDICTION_INTERVAL}, and by a one-sided t test of the mean over "
            f"tables at what matters, {CONCLUSIONS_FAMILY}. Grades are {listed(GRADES)}.",
        ],
        tables=tables,
        folded=True,
    )


def _players_of(field: NamedField) -> str:
    if not field.by_strategy:
        return f"{counted(len(field.entrants), 'strategy', 'strategies')} for each ruleset"
    return ", ".join(dict.fromkeys(entrant.name for entrant in field.entrants))


def _margins(results: Results) -> Iterator[tuple[str, str]]:
    seen = set()
    for row in rows_of(results.conclusions, MEASURES):
        if MEASURES[row["measure"]].more and row["measure"] not in seen:
            seen.add(row["measure"])
            yield row["measure"], margin_text(row)
