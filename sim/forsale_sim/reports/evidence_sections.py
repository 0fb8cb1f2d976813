"""What stands behind the answer: seats, skill, what-ifs, how far to trust it, every number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.conclusions import like_fields
from strategy_lab.results.paired.families import FAMILY
from strategy_lab.results.paired.schema import EITHER, PLAYS, RETUNED
from strategy_lab.results.tables import records, where
from strategy_lab.stats.evidence import CREDIBLE, GRADES, REFERENCE, STRESS
from strategy_lab.wording import counted, listed

from forsale_sim.display.compare.comparison_findings import Finding
from forsale_sim.display.compare.difference_text import Row, rows_of, scale, signed_text
from forsale_sim.display.compare.effect_text import (
    margin_text,
    training_text,
)
from forsale_sim.display.number_text import NOTHING, number
from forsale_sim.display.page.page_parts import Section, Table
from forsale_sim.experiments.fields import untrained_note, weakness_note
from forsale_sim.experiments.named_field import NamedField
from forsale_sim.measures import MEASURES
from forsale_sim.reports.answer import Topic
from forsale_sim.reports.figures import effect_figure, reference_rates, seat_figure, skill_figure
from forsale_sim.reports.repetition import (
    repeated_findings,
    repetition_table,
    repetition_text,
)
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.skill_ladder import FACTOR
from forsale_sim.reports.wording import (
    first_count,
    names_of,
    seat_name,
    sentence,
    table_name,
    untrained_names,
)

WHAT_GRADES_MEAN = (
    "Solid: shown among the strongest players and at every other table that might be met. Likely: "
    "shown among the strongest, and most other tables agree. No effect worth naming: shown to be "
    "too small to matter at all of them. Unclear: anything else."
)


SPREAD = "re-tuned, between training seeds (standard deviation)"

TRAINING_SEEDS = "training_seeds = 3, in the file of a report,"


def seats_section(results: Results) -> Section:
    """Return how fair the seats are."""
    return Section(
        "fairness",
        "How fair are the seats?",
        figures=[seat_figure(results, _best_seats(results))],
    )


def _best_seats(results: Results) -> str:
    """Return which seat wins most, as a title."""
    best = set()
    for ruleset in results.experiment.rulesets[:2]:
        for players in results.players:
            rates = reference_rates(results, ruleset.name, players)
            best.add(seat_name(int(np.argmax(rates)) + 1, players))
    if len(best) == 1:
        return sentence(f"{next(iter(best))} wins most at every table").rstrip(".")
    return "Which seat wins most depends on rules and table"


def skill_section(results: Results) -> Section:
    """Return how much skill decides, and how often the leader wins."""
    base = results.experiment.rulesets[0].name
    players = first_count(results)
    table = where(results.levels["skill"], ruleset=base, players=players)
    standings = where(results.levels["standings"], ruleset=base, players=players)
    figures = []
    if len(table["skill"]):
        middle = float(np.median(table["skill"]))
        nearer, other = ("a lottery", "pure skill") if middle < 0.5 else ("pure skill", "a lottery")
        finding = f"Closer to {nearer} than to {other}"
        figures.append(skill_figure(results, finding))
    told = where(results.levels["measures"], ruleset=base, players=players, measure="lead_changes")
    changes = float(np.median(told["value"]))
    leads, last = (
        float(np.median(where(standings, standing=place)["win_rate"])) for place in (1, players)
    )
    return Section(
        "skill",
        "Luck and skill",
        text=[
            f"Among {players} good players, who is ahead when the last house is bought wins "
            f"{number(100 * leads, 0)} % of the games; who is last wins {number(100 * last, 0)} %. "
            "Houses count for this as if the lowest brought the lowest cheque. The lead changes "
            f"{number(changes, 1)} times a game.",
            *_ladder_text(results),
        ],
        figures=figures,
        tables=_ladder_tables(results),
    )


def _ladder_text(results: Results) -> Iterator[str]:
    if "skill_ladder" not in results.levels:
        return
    *_, last = rungs = records(results.levels["skill_ladder"])
    rates = [f"{number(100 * rung['win_rate'], 0)} %" for rung in rungs]
    yield (
        f"Who thinks {FACTOR} times as long as everybody else wins {listed(rates)} of the games on "
        f"the rungs of the ladder below, where a fair share is {number(100 / last['players'], 0)} "
        "%. Thinking is measured in games that a player tries in its head for each decision."
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


def trust_section(results: Results, found: Sequence[Topic]) -> Section:
    """Return how far to trust the findings."""
    report = results.experiment
    by_role = {
        role: [table_name(results, field.name) for field in report.fields if field.role == role]
        for role in (REFERENCE, CREDIBLE, STRESS)
    }
    points = []
    if by_role[REFERENCE]:
        points.append(
            f"The strongest play comes first: {listed(by_role[REFERENCE])}. It was found by "
            "computer search, and may not be the best that there is."
        )
    else:
        points.append(
            "No strong play was trained for these rules, so nothing is called solid: this is what "
            "the rule does while players play on as before."
        )
    if by_role[CREDIBLE]:
        points.append(
            f"{counted(len(by_role[CREDIBLE]), 'other table')} have a say: "
            f"{'; '.join(by_role[CREDIBLE])}."
        )
    if by_role[STRESS]:
        points.append(
            f"{counted(len(by_role[STRESS]), 'table')} that nobody would sit at are in the data "
            "but decide nothing."
        )
    points += _duplicates(results)
    if results.pair[0] != FAIR and not _pair_table(results)["paired"].all():
        points.append(
            "The decks are of different sizes: each ruleset has deals of its own, and only shares "
            "are compared."
        )
    if any(field.play == RETUNED for field in report.fields):
        points += _on_training(results)
    rulesets = [*report.rulesets, *report.what_ifs]
    points += filter(
        None,
        (
            untrained_note(untrained_names(results), TRAINING_SEEDS),
            weakness_note(report.fields, rulesets, report.players, TRAINING_SEEDS),
        ),
    )
    repeated = repeated_findings(results, found)
    if repeated:
        points.append(repetition_text(repeated))
    points.append(
        "Chance is the smaller error. Who plays is the larger one: numbers are rounded to what the "
        "tables agree on."
    )
    return Section(
        "trust",
        "How far to trust it",
        text=[WHAT_GRADES_MEAN],
        points=[*points, *report.config.notes],
        tables=[repetition_table(repeated)] if repeated else [],
    )


def _on_training(results: Results) -> Iterator[str]:
    """Yield how often re-tuned play was trained, and how much hangs on that."""
    fields = results.experiment.fields
    times = sum(field.play == RETUNED and field.role == REFERENCE for field in fields)
    if times == 1:
        yield (
            "One search trained the play for each rule: what re-tuning does may be an accident of "
            "that search."
        )
        return
    yield (
        f"Play was trained {times} times for each rule, from seeds of their own; an effect on "
        "players who have learned the rule has to show each time."
    )
    a, b = results.pair
    rows = [
        row
        for row in rows_of(where(results.conclusions, a=a, b=b, play=RETUNED), MEASURES)
        if training_text(row) and row["seat"] is None and MEASURES[row["measure"]].question
    ]
    if rows:
        row = max(rows, key=lambda each: each["reference_sd"] / each["matters"])
        yield sentence(
            f"the seed matters most for {MEASURES[row['measure']].noun}: at a table of "
            f"{row['players']}, {training_text(row)}"
        )


def _pair_table(results: Results) -> Columns:
    a, b = results.pair
    return where(results.differences, a=a, b=b)


def _duplicates(results: Results) -> Iterator[str]:
    if results.pair[0] == FAIR:
        return
    of_pair = where(_pair_table(results), players=first_count(results))
    like: dict[str, str] = {}
    for play in PLAYS:  # what is compared with what when conclusions are drawn
        chosen = np.isin(of_pair["play"].astype(str), [play, EITHER])
        table = {name: column[chosen] for name, column in of_pair.items()}
        like |= {name: other for name, other in like_fields(table).items() if name != other}
    for name, other in like.items():
        one, another = (table_name(results, each) for each in (name, other))
        yield f"The table {one} plays like {another} and is not counted again."


def explorer_section(results: Results) -> Section:
    """Return every measure for every number of players, at every table that decides."""
    fields = [field.name for field in results.experiment.fields if field.role != STRESS]
    names = names_of(results)
    rows = []
    pairs = dict.fromkeys(
        zip(results.conclusions["a"].tolist(), results.conclusions["b"].tolist(), strict=True)
    )
    for pair in pairs:
        for players in results.players:
            for finding in results.findings(players, pair):
                if finding.row["strategy"] is None:
                    rows.append(_explored(results, finding, fields, names))
    header = ["change", "players", "measure", "grade", "re-tuned", SPREAD, *fields]
    told = [dict(zip(header, row, strict=True)) for row in rows]
    if all(row[SPREAD] == NOTHING for row in told):
        header.remove(SPREAD)
    return Section(
        "explorer",
        "Every number",
        text=[
            "A row is a measure for a number of players; the numbers are its change at each table, "
            "in points of all games, or in coins or thousands."
        ],
        tables=[
            Table(
                "Changes at each table",
                [table_name(results, name) for name in header],
                [[row[name] for name in header] for row in told],
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
    retuned = finding.retuned or {"grade": NOTHING, "reference_sd": None}
    spread = retuned["reference_sd"]
    training = [retuned["grade"], NOTHING if spread is None else number(spread * scale(row), 1)]
    values = [signed_text(found[name], 1) if name in found else NOTHING for name in fields]
    return [change, f"{row['players']} players", about, row["grade"], *training, *values]


def method_section(results: Results) -> Section:
    """Return how it was played and counted."""
    report = results.experiment
    tables = [
        Table(
            "Tables: who plays",
            ["table", "role", "play", "strategies"],
            [
                [
                    table_name(results, field.name),
                    field.role,
                    field.play,
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
            f"Tests are {FAMILY}. A claim about all tables has the largest of their p values. "
            f"Grades are {listed(GRADES)}.",
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
