"""What moves what: every what-if of a ruleset, by each measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import NamedTuple

from strategy_lab.display.compare.difference_text import Row, scale, signed_text
from strategy_lab.display.compare.effect_text import effect
from strategy_lab.display.number_text import NOTHING
from strategy_lab.display.page.page_parts import Figure, Section, Statement, Table
from strategy_lab.stats.evidence import GRADES, LIKELY, SOLID

from forsale_sim.measures import MEASURES
from forsale_sim.reports.answer import shown_text
from forsale_sim.reports.figures import effect_figure
from forsale_sim.reports.print_advice import WISHES
from forsale_sim.reports.repetition import SHOWN
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.topics import FIRST, Topic, topics
from forsale_sim.reports.wording import first_count, names_of, seat_name, sentence
from forsale_sim.rules.change_words import changes_text

MARKS = {SOLID: " ●", LIKELY: " ◐"}

MOST_MEASURED = 12
"""Columns of the table."""

MOST_DRAWN, LABEL_WIDTH = 8, 26
"""Changes in the figure, the strongest, and characters in a line of their names."""


class About(NamedTuple):
    """What a column is about."""

    measure: str
    seat: int | None


class Move(NamedTuple):
    """A what-if, what it changes in words, and what it does to the usual number of players."""

    ruleset: str
    words: str
    topics: Sequence[Topic]


def is_on_rules(results: Results) -> bool:
    """Return whether single rules are what a report is about: one ruleset, and several what-ifs."""
    report = results.experiment
    return len(report.rulesets) == 1 and len(report.what_ifs) > 1 and results.pair[0] != FAIR


def moves(results: Results) -> list[Move]:
    """Return what each what-if does to the usual number of players, the strongest first."""
    report, players = results.experiment, first_count(results)
    base = report.rulesets[0]
    found = [
        Move(
            other.name,
            changes_text(base, other, players),
            [
                topic
                for topic in topics(results, (base.name, other.name))
                if topic.players == players and topic.finding.row.get("house") is None
            ],
        )
        for other in report.what_ifs
    ]
    return sorted(found, key=_strength, reverse=True)


def _strength(move: Move) -> tuple[int, float]:
    """Return how well the best that a what-if does is supported, and how large that is."""
    return max(
        ((-GRADES.index(each.grade), each.finding.weight) for each in move.topics),
        default=(-len(GRADES), 0.0),
    )


def _best(move: Move) -> Topic | None:
    """Return what a what-if is shown to do most, for how much that matters."""
    return max(
        (topic for topic in move.topics if topic.grade in SHOWN),
        key=lambda topic: (topic.grade == SOLID, topic.finding.weight),
        default=None,
    )


def rules_headline(found: Sequence[Move]) -> tuple[str, list[str]]:
    """Return how many rules are shown to matter, and what the strongest does."""
    shown = [(move, best) for move in found if (best := _best(move)) is not None]
    if not shown:
        return "No change of a rule is shown to matter at other tables", []
    move, best = shown[0]
    return (
        f"{len(shown)} of {len(found)} changes of a rule are shown to matter at other tables",
        [sentence(f"most of all, {move.words} means that {best.brief}")],
    )


def rules_statements(found: Sequence[Move], most: int) -> list[Statement]:
    """Return what the rules that matter most do, a sentence each."""
    shown = [(move, best) for move in found if (best := _best(move)) is not None]
    return [
        Statement(best.grade, sentence(f"{move.words} means that {text[0].lower()}{text[1:-1]}"))
        for move, best in shown[:most]
        for text in [shown_text(best)]
    ]


def rules_advice(found: Sequence[Move]) -> list[str]:
    """Return which rule to change for which wish."""
    told: list[str] = []
    for measures, is_more, wish, other_wish in WISHES:
        for wanted, more in ((wish, is_more), (other_wish, not is_more)):
            able = [
                (topic.finding.weight, move.words)
                for move in found
                for topic in move.topics
                if topic.grade == SOLID
                if (topic.about.measure in measures) and topic.about.more == more
            ]
            if wanted and able and not any(text.startswith(f"for {wanted}") for text in told):
                told.append(f"for {wanted}, {max(able)[1]}")
    if not told:
        return ["No single change is shown to change what bids cost, or to make the finish closer."]
    return [sentence("; ".join(told))]


def rules_figure(results: Results, found: Sequence[Move], topic: Topic | None = None) -> Figure:
    """Return what each change does to a measure: that of a topic, or what the strongest moves."""
    topic = topic or _best(found[0]) or found[0].topics[0]
    about = (topic.about.measure, topic.finding.row["seat"])
    shown = [
        (fill(move.words, LABEL_WIDTH), row, retuned)
        for move in found[:MOST_DRAWN]
        for row, retuned in _rows_about(results, move.ruleset, *about)
    ]
    title = f"What moves the {MEASURES[topic.about.measure].short_noun}"
    return effect_figure(results, "what-ifs", title, shown)


def rules_section(results: Results, topic: Topic | None) -> Section | None:
    """Return what other rules do to each measure, and to the first that is spoken of."""
    if not results.experiment.what_ifs or topic is None:
        return None
    found = moves(results)
    is_lead = is_on_rules(results)
    return Section(
        "what-ifs",
        "What moves what?",
        text=[
            f"Each rule of {names_of(results)[results.experiment.rulesets[0].name]} moves by one "
            "step, and the others stay. A cell has the mean over tables, and where a table that "
            "nobody here has met is predicted to lie, with 90 %; ● is solid, ◐ likely."
        ],
        figures=[] if is_lead else [rules_figure(results, found, topic)],
        tables=[_moves_table(results, found)],
    )


def _rows_about(
    results: Results, ruleset: str, measure: str, seat: int | None
) -> Iterator[tuple[Row, Row | None]]:
    base = results.experiment.rulesets[0].name
    for finding in results.findings(first_count(results), (base, ruleset)):
        row = finding.row
        if (row["measure"], row["seat"]) == (measure, seat) and row.get("house") is None:
            yield row, finding.retuned


def _moves_table(results: Results, found: Sequence[Move]) -> Table:
    players = first_count(results)
    there = {
        About(topic.about.measure, topic.finding.row["seat"])
        for move in found
        for topic in move.topics
        if topic.finding.row["seat"] in (None, 1, players)
        if not MEASURES[topic.about.measure].is_relative
    }
    columns = sorted(
        there, key=lambda each: (FIRST.index(each.measure.removesuffix("_share")), each.seat or 0)
    )[:MOST_MEASURED]
    rows = [
        [move.words, *(_cell(results, move.ruleset, about) for about in columns)] for move in found
    ]
    heads = [_head(about, players) for about in columns]
    return Table(f"What moves what at a table of {players}", ["change", *heads], rows)


def _head(about: About, players: int) -> str:
    measure = MEASURES[about.measure]
    who = "" if about.seat is None else f" of {seat_name(about.seat, players)}"
    if measure.scale == 1:
        return measure.title
    return f"{measure.short_noun}{who}, percentage points"


def _cell(results: Results, ruleset: str, about: About) -> str:
    row = next((row for row, _ in _rows_about(results, ruleset, *about)), None)
    if row is None:
        return NOTHING
    mean = signed_text(scale(row) * effect(row), 1)
    if None in (row["low"], row["high"]):
        return mean
    low, high = (signed_text(scale(row) * row[end], 1) for end in ("low", "high"))
    return f"{mean} ({low} to {high}){MARKS.get(row['grade'], '')}"
