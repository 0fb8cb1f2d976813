"""What stands behind the answer: tables, seats, luck, what-ifs, trust, every number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from strategy_lab.display.compare.comparison_findings import Finding
from strategy_lab.display.compare.difference_text import Row, rows_of, scale, signed_text
from strategy_lab.display.compare.effect_text import margin_text, reason_text
from strategy_lab.display.number_text import NOTHING, number
from strategy_lab.display.page.page_parts import Section, Table
from strategy_lab.experiments.fields import untrained_note, weakness_note
from strategy_lab.experiments.named_field import NamedField
from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.families import CONCLUSIONS_FAMILY
from strategy_lab.results.paired.schema import ADAPTED, BEFORE, STRANGERS, STRESS, UNCHANGED
from strategy_lab.results.sources import FROM
from strategy_lab.results.tables import records, where
from strategy_lab.stats.evidence import GRADES, PREDICTION_INTERVAL
from strategy_lab.wording import counted, listed

from forsale_sim.experiments.retuning import FEWEST_TRAININGS
from forsale_sim.measures import MEASURES
from forsale_sim.program import FOR_SALE
from forsale_sim.reports.answer import Topic, topic_figure
from forsale_sim.reports.experiment import with_a_say
from forsale_sim.reports.figures import effect_figure, forest_figure, seat_figure
from forsale_sim.reports.repetition import SHOWN, Repeated, repetition_table, repetition_text
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.skill_ladder import FACTOR
from forsale_sim.reports.wording import (
    first_count,
    names_of,
    seat_name,
    table_name,
    untrained_names,
)

WHAT_GRADES_MEAN = (
    "A grade answers one question: would it hold at a table that nobody here has met? Solid: such "
    "a table is predicted to show an effect that is large enough to matter. Likely: the mean over "
    "tables is shown to be large enough, and four of five tables have its sign. No effect worth "
    "naming: such a table is predicted to show none that matters. Unclear: anything else, and the "
    "reason is said."
)

ESTIMANDS = {
    BEFORE: "players who know the rules",
    STRANGERS: "strangers",
    ADAPTED: "players trained anew",
    STRESS: "nobody: no vote",
}
"""What the page calls whom a field tells of."""

MOST_FORESTS = 4
"""How many findings are shown table by table, beside the first."""


TRAINING_SEEDS = "training_seeds = 5, in the file of a report,"


def tables_section(results: Results, found: Sequence[Topic]) -> Section | None:
    """Return the findings that are shown table by table, but for the one of the first screen."""
    shown = [topic for topic in found if topic.grade in SHOWN]
    figures = [
        topic_figure(results, f"tables-{number}", topic)
        for number, topic in enumerate(shown[1 : 1 + MOST_FORESTS], start=1)
    ]
    if shown and shown[0].adapted is not None and shown[0].adapted["tables"] > 1:
        title = f"The same with {shown[0].players} players who were trained anew"
        adapted = forest_figure(results, "trained-anew", title, shown[0].adapted)
        figures.insert(0, adapted)
    if not figures:
        return None
    return Section("tables", "Would it hold at your table?", figures=figures)


def seats_section(results: Results) -> Section:
    """Return how fair the seats are."""
    return Section(
        "fairness",
        "How fair are the seats?",
        figures=[seat_figure(results, _best_seats(results))],
    )


def _best_seats(results: Results) -> str:
    """Return what is shown of seats, as a title."""
    seats = records(where(results.conclusions, a=FAIR, play=UNCHANGED))
    shown = sum(row["grade"] in SHOWN for row in seats)
    if not shown:
        return "No seat is shown to be unfair"
    return f"Of {len(seats)} seats, {shown} {'is' if shown == 1 else 'are'} shown not to be fair"


def skill_section(results: Results) -> Section:
    """Return where wins come from, and how often the leader wins."""
    base = results.experiment.rulesets[0].name
    players = first_count(results)
    label = names_of(results)[base]
    standings = where(results.levels["standings"], ruleset=base, players=players)
    told = where(results.levels["measures"], ruleset=base, players=players, measure="lead_changes")
    leads, last = (
        _percentages(where(standings, standing=place)["win_rate"]) for place in (1, players)
    )
    changes = _range([number(value, 1) for value in sorted(told["value"].tolist())])
    return Section(
        "skill",
        "Luck and skill",
        text=[
            f"At a table of {players}, a player who is ahead when the last house is bought wins "
            f"{leads} of the games under {label}, by who plays. A player who is last then wins "
            f"{last}. A house counts for this as the cheque of the same rank. The lead changes "
            f"{changes} times a game.",
            *_ladder_text(results),
        ],
        tables=[*_sources_tables(results), *_ladder_tables(results)],
    )


def _percentages(shares: np.ndarray) -> str:
    return f"{_range([number(100 * share, 0) for share in sorted(shares.tolist())])} %"


def _range(texts: Sequence[str]) -> str:
    """Return the first and the last of some numbers in order; one, if they are alike."""
    return " to ".join(dict.fromkeys((texts[0], texts[-1])))


def _sources_tables(results: Results) -> list[Table]:
    """Return where wins come from, for each ruleset, at each table of several players."""
    players, names = first_count(results), names_of(results)
    rows = []
    measures = where(results.levels["measures"], players=players)
    for ruleset in results.experiment.rulesets:
        for field in dict.fromkeys(measures["field"].tolist()):
            found = [
                records(
                    where(measures, ruleset=ruleset.name, field=field, measure=f"win_by_{source}")
                )
                for source in FROM
            ]
            if all(found):
                shares = [_share(rows_of_one[0]) for rows_of_one in found]
                rows.append([names[ruleset.name], table_name(results, field), *shares])
    if not rows:
        return []
    return [
        Table(
            "Where wins come from",
            ["rules", "table", *(f"{what}, %" for what in FROM.values())],
            rows,
            f"Shares of the variance of wins at a table of {players}, with 95 % intervals: each "
            "deal is played in every rotation of the seats, so they add up to all of it.",
        )
    ]


def _share(row: Row) -> str:
    value, low, high = (row[name] for name in ("value", "value_low", "value_high"))
    if low is None or high is None:
        return NOTHING if value is None else number(100 * value, 0)
    value, low, high = (number(100 * max(share, 0.0), 0) for share in (value, low, high))
    return f"{value} ({low} to {high})"


def _ladder_text(results: Results) -> Iterator[str]:
    if "skill_ladder" not in results.levels:
        return
    *_, last = rungs = records(results.levels["skill_ladder"])
    rates = [f"{number(100 * rung['win_rate'], 0)} %" for rung in rungs]
    yield (
        f"A player who thinks {FACTOR} times as long as everybody else wins {listed(rates)} of the "
        "games on the rungs of the ladder below. A fair share is "
        f"{number(100 / last['players'], 0)} %. Thinking is measured in games "
        "that a player tries in its head for each decision."
    )


def _ladder_tables(results: Results) -> list[Table]:
    rungs = records(results.levels.get("skill_ladder", {}))
    rows = [
        [
            *(str(rung["others"]), str(rung["budget"])),
            number(100 * rung["win_rate"], 0),
            # A single deal has no interval.
            NOTHING
            if rung["low"] is None
            else f"{number(100 * rung['low'], 0)} to {number(100 * rung['high'], 0)}",
        ]
        for rung in rungs
    ]
    header = ["all others try", "one player tries", "and wins, %", "95 % interval"]
    return [Table("The skill ladder", header, rows)] if rows else []


def what_if_section(results: Results, topic: Topic | None) -> Section | None:
    """Return what other rules would do to the measure that the report speaks of first."""
    report = results.experiment
    if not report.what_ifs or topic is None:
        return None
    base = report.rulesets[0].name
    about = (topic.about.measure, topic.about.seat)
    names = names_of(results)
    players = first_count(results)
    shown = [
        (names[other.name].removeprefix(base).strip("[]"), row, retuned)
        for other in report.what_ifs
        for row, retuned in _rows_about(results, (base, other.name), players, about)
    ]
    if not shown:
        return None
    return Section(
        "what-ifs",
        "What if the rule were another one?",
        figures=[effect_figure(results, "what-ifs", f"Other rules, {players} players", shown)],
    )


def _rows_about(
    results: Results, pair: tuple[str, str], players: int, about: tuple[str, int | str | None]
) -> Iterator[tuple[Row, Row | None]]:
    for finding in results.findings(players, pair):
        row = finding.row
        seat = "last" if row["seat"] == players else row["seat"]
        if (row["measure"], seat, row["strategy"]) == (*about, None):
            yield row, finding.retuned


def trust_section(results: Results, repeated: Sequence[Repeated]) -> Section:
    """Return how far to trust the findings, some of which were tried again."""
    report = results.experiment
    tables = _tables(results)
    of = {
        estimand: [table_name(results, name) for name, its in tables.items() if its == estimand]
        for estimand in (BEFORE, STRANGERS, ADAPTED)
    }
    points = []
    if of[BEFORE]:
        points.append(f"Tables of players who know the rules: {listed(of[BEFORE])}.")
    if of[STRANGERS]:
        points.append(
            f"Tables of strangers, who were not made or tuned here: {listed(of[STRANGERS])}."
        )
    points.append("No two of these tables share a player; each has one vote.")
    points += _without_a_vote(results)
    if of[ADAPTED]:
        few = len(of[ADAPTED]) < FEWEST_TRAININGS
        points.append(
            f"Players were trained anew {counted(len(of[ADAPTED]), 'time')} for each ruleset, from "
            "one start that favours none. They are told of apart from all others"
            + (f": {FEWEST_TRAININGS} trainings are the least that say much." if few else ".")
        )
    if results.pair[0] != FAIR and not _pair_table(results)["paired"].all():
        points.append(
            "The decks are of different sizes: each ruleset has deals of its own, and only shares "
            "are compared."
        )
    rulesets = [*report.rulesets, *report.what_ifs]
    points += filter(
        None,
        (
            untrained_note(untrained_names(results), TRAINING_SEEDS),
            weakness_note(report.fields, rulesets, report.players, TRAINING_SEEDS, FOR_SALE),
        ),
    )
    points += _split_panel_text(results)
    if repeated:
        points.append(repetition_text(repeated))
    points.append(
        "Chance is the smaller error, who plays the larger one: a size is a range over tables, or "
        "one number where the largest is at most twice the smallest."
    )
    return Section(
        "trust",
        "How far to trust it",
        text=[WHAT_GRADES_MEAN],
        points=[*points, *report.config.notes],
        tables=[repetition_table(repeated)] if repeated else [],
    )


def _split_panel_text(results: Results) -> list[str]:
    """Return how many findings hold among strangers who had no vote, if there were any."""
    solid, held = results.halved
    if not solid:
        return []
    return [
        "Tried without half of the strangers: with the votes of the other half, in all ways to "
        f"halve them, {solid} findings on all measures are solid; {held} of these "
        f"({number(100 * held / solid, 0)} %) keep their sign and half their size among the "
        "strangers who had no vote."
    ]


def _pair_table(results: Results) -> Columns:
    a, b = results.pair
    return where(results.differences, a=a, b=b)


def _tables(results: Results) -> dict[str, str]:
    """Return the estimand of each field that speaks for itself, for the usual number of players."""
    rows = where(_pair_table(results), players=first_count(results))
    return {
        field: estimand
        for field, table, estimand in zip(
            *(rows[name].tolist() for name in ("field", "table", "estimand")), strict=True
        )
        if field == table and estimand != STRESS
    }


def _without_a_vote(results: Results) -> Iterator[str]:
    """Yield which fields say nothing of their own."""
    rows = where(_pair_table(results), players=first_count(results))
    spoken_for = dict(zip(rows["field"].tolist(), rows["table"].tolist(), strict=True))
    for name, other in spoken_for.items():
        if name != other:
            one, another = (table_name(results, each) for each in (name, other))
            yield (
                f"The table {one} shares a player with {another}, or plays like it, and has no "
                "vote of its own."
            )
    watched = sum(field.estimand == STRESS for field in results.experiment.fields)
    if watched:
        yield f"{counted(watched, 'more table')} are in the data but have no vote."


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
