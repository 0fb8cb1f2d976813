"""The first screen of a report: headline, its size, findings with grades, what to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import NamedTuple

from strategy_lab.display.comparison_text import (
    Row,
    effect,
    effect_text,
    range_text,
    reason_text,
    rows_of,
    scale,
    signed_text,
)
from strategy_lab.display.pages import Figure, Section, Statement, Table
from strategy_lab.display.plots.marks import (
    DOT,
    FILLED,
    HOLLOW,
    OTHER,
    EffectRow,
    Mark,
    effect_chart,
    mark_text,
)
from strategy_lab.display.plots.meta_plot import forest_rows, tables_with_a_say
from strategy_lab.display.text_tables import NOTHING, number
from strategy_lab.errors import listed
from strategy_lab.results.conclusions import ADAPTED, BEFORE, STRANGERS, UNCHANGED
from strategy_lab.results.tables import where
from strategy_lab.stats.evidence import (
    DISAGREE,
    FEW_GAMES,
    FEWEST_TABLES,
    GRADES,
    LIKELY,
    NO_EFFECT,
    SOLID,
    UNCLEAR,
)

from forsale_sim.measures import MEASURES
from forsale_sim.reports.results import (
    FAIR,
    FIRST,
    SHOWN,
    WISHES,
    Repeated,
    Results,
    Topic,
    first_count,
    names_of,
    number_word,
    seat_name,
    sentence,
    table_name,
    topics,
    unit_of,
)
from forsale_sim.rules.loading import change_text, changes_text

MOST_RULESETS = 2
"""Of the figure of seats."""


def forest_figure(results: Results, name: str, finding: str, row: Row) -> Figure:
    """Return an effect at every table that has a say, and what is predicted for a new one."""
    tables = tables_with_a_say(results.differences, MEASURES, row)
    unit, margin = unit_of(row), scale(row) * float(row["matters"])
    if len(tables) < FEWEST_TABLES:
        return effect_figure(results, name, finding, [(f"{row['players']} players", row, None)])
    rows = forest_rows(tables, lambda field: table_name(results, field))
    what = "beside a fair share" if row["a"] == FAIR else "change"
    drawing = effect_chart(rows, unit=f"{what}, {unit}", margin=margin)
    alt = "; ".join(f"{each.label}: {mark_text(each.marks[0])}" for each in rows)
    caption = (
        "Each table with its interval. Filled: the mean, and where a table that nobody here has "
        "met is predicted to lie. Hollow: how far that goes with any one table left out. In the "
        "grey band an effect is too small to matter."
    )
    return Figure(name, finding, caption, drawing, f"{what.capitalize()}, {unit}. {alt}.")


def effect_figure(
    results: Results, name: str, finding: str, shown: Sequence[tuple[str, Row, Row | None]]
) -> Figure:
    rows = [
        EffectRow(label, [*_dots(results, row), _main(FILLED, row), *_anew(other)])
        for label, row, other in shown
    ]
    first = shown[0][1]
    anew = any(mark.kind == HOLLOW for row in rows for mark in row.marks)
    key = [(FILLED, "mean"), *[(HOLLOW, "trained anew")] * anew, (DOT, "each table")]
    unit = unit_of(first)
    what = "beside a fair share" if first["a"] == FAIR else "change"
    margin = float(first["matters"]) * scale(first)
    drawing = effect_chart(rows, unit=f"{what}, {unit}", key=key, margin=margin)
    alt = "; ".join(
        f"{label}: {mark_text(_main(FILLED, row))}"
        + (f", trained anew {mark_text(_main(HOLLOW, other))}" if other else "")
        for label, row, other in shown
    )
    caption = (
        "Filled: the mean over tables, and where a table that nobody here has met is predicted to "
        "lie, with 90 %. "
        + "Hollow: the same among players who were trained anew for each ruleset. " * anew
        + "Grey dots: each table. In the grey band an effect is too small to matter."
    )
    return Figure(name, finding, caption, drawing, f"{what.capitalize()}, {unit}. {alt}.")


def _main(kind: str, row: Row) -> Mark:
    limits = [row[end] for end in ("low", "high") if row[end] is not None]
    return Mark(kind, *(scale(row) * value for value in (effect(row), *limits)))


def _anew(row: Row | None) -> list[Mark]:
    return [] if row is None else [_main(HOLLOW, row)]


def _dots(results: Results, row: Row) -> list[Mark]:
    return [
        Mark(DOT, each["difference"] * scale(row))
        for each in tables_with_a_say(results.differences, MEASURES, row)
    ]


def seat_figure(results: Results, finding: str) -> Figure:
    rulesets = [ruleset.name for ruleset in results.experiment.rulesets][:MOST_RULESETS]
    kinds = (FILLED, OTHER)
    labels = names_of(results)
    table = where(results.conclusions, a=FAIR, play=UNCHANGED)
    rows, alts = [], []
    for players in results.players:
        for seat in range(1, players + 1):
            marks = [
                _main(kind, row)
                for kind, ruleset in zip(kinds, rulesets, strict=False)
                for row in rows_of(where(table, b=ruleset, players=players, seat=seat), MEASURES)
            ]
            label = f"{players} players, {seat_name(seat, players)}" if seat == 1 else ""
            rows.append(EffectRow(label or seat_name(seat, players), marks))
            shares = ", ".join(map(mark_text, marks))
            alts.append(f"{players} players, seat {seat}: {shares}")
    several = len(rulesets) > 1
    drawing = effect_chart(
        rows,
        unit="percentage points beside a fair share",
        key=[(kind, labels[name]) for kind, name in zip(kinds, rulesets, strict=False)] * several,
        margin=1.0,
    )
    caption = (
        "Win rate of each seat less a fair share: the mean over tables, and where a table that "
        "nobody here has met is predicted to lie, with 90 %. In the grey band a seat is as good "
        "as fair."
    )
    return Figure("seats", finding, caption, drawing, f"Points by seat. {'; '.join(alts)}.")


STATEMENTS = 5

TRAINED_ANEW = "players who were trained anew"


def headline(results: Results, found: Sequence[Topic]) -> str:
    written = results.experiment.config.headline
    return written or sentence(_found(results, found))[:-1]


def _found(results: Results, found: Sequence[Topic]) -> str:
    is_fair, rules = results.pair[0] == FAIR, names_of(results)[results.pair[1]]
    change = f"under {rules}," if is_fair else f"{_change(results)} means that"
    what = f"which seat wins most under {rules}" if is_fair else f"what {_change(results)} does"
    unclear = [topic for topic in found if topic.grade == UNCLEAR]
    one_way = next((topic for topic in unclear if topic.is_one_way), None)
    if found and found[0].grade in SHOWN:
        where = "" if found[0].is_everywhere else f" {found[0].where}"
        return f"{change} {found[0].brief}{where}"
    if found and not unclear:
        return f"{change} {'every seat wins a fair share' if is_fair else 'nobody sees a change'}"
    if {topic.finding.row["reason"] for topic in unclear} == {FEW_GAMES}:
        return f"too few games to tell {what}"
    if one_way is not None:
        where = f"at {one_way.tables} of {one_way.players}"
        return f"{change} {one_way.brief} {where}, but how much depends on who plays"
    return f"{what} depends on who plays"


def _change(results: Results) -> str:
    """Return what a report is about as the subject of a sentence: "rounding the refund up"."""
    a, b = results.pair
    report, names = results.experiment, names_of(results)
    named = {ruleset.name: ruleset for ruleset in [*report.rulesets, *report.what_ifs]}
    text = change_text(named[a], named[b], first_count(results))
    return text.replace(f"playing {b}", f"playing {names[b]} instead of {names[a]}")


def deck(results: Results, found: Sequence[Topic]) -> list[str]:
    shown = [topic for topic in found if topic.grade in SHOWN]
    if not shown:
        nothing = "No effect is shown that a table which nobody here has met would notice."
        return [nothing, *_widest_seat(results)]
    first = shown[0]
    row, fair = first.finding.row, results.pair[0] == FAIR
    known = names_of(results)[results.pair[0 if not fair else 1]]
    ranges = [
        (range_text(row, estimand), who)
        for estimand, who in ((BEFORE, f"players who know {known}"), (STRANGERS, "strangers"))
    ]
    if first.adapted is not None:
        ranges.append((range_text(first.adapted, ADAPTED), TRAINED_ANEW))
    told = [f"by {text} among {who}" for text, who in ranges if text]
    told[0] = told[0].replace(" among", f" {unit_of(row)} among", 1)
    changes = "differs from a fair share" if fair else "changes"
    return [sentence(f"{first.where}, {first.noun} {changes} {listed(told)}")]


def _widest_seat(results: Results) -> list[str]:
    """Return how far a seat is from a fair share, where tables differ most about it."""
    players = first_count(results)
    seats = [
        each.row for each in results.findings(players, (FAIR, results.pair[1])) if each.row["seat"]
    ]
    if not seats:
        return []
    row = max(seats, key=lambda row: row["most"] - row["least"])
    who = seat_name(row["seat"], players)
    less, more = (number(abs(scale(row) * row[end]), 1) for end in ("least", "most"))
    text = (
        f"{who} wins between {less} percentage points less and {more} more often"
        if row["least"] < 0 < row["most"]
        else effect_text(row, who)
    )
    return [f"At a table of {players}, {text} than a fair share, by who plays."]


def lead_figure(results: Results, found: Sequence[Topic]) -> Figure:
    """Return the figure of the first screen: the best finding at every table."""
    if not found:
        return seat_figure(results, "Seats beside a fair share")
    return topic_figure(results, "lead", found[0])


def topic_figure(results: Results, name: str, topic: Topic) -> Figure:
    return forest_figure(results, name, _title(topic.heading), topic.finding.row)


def statements(results: Results, found: Sequence[Topic]) -> list[tuple[Statement, Row]]:
    """Return the findings of the first screen: effects, what lasts of one, what stays the same.

    Each comes with the row of ``conclusions`` that it is about.
    """
    shown = [topic for topic in found if topic.grade in SHOWN]
    others = [topic for topic in found if topic.grade == NO_EFFECT]
    unclear = [topic for topic in found if topic.grade == UNCLEAR]
    lasting = [
        (Statement(topic.adapted["grade"], _lasting(results, topic, topic.adapted)), topic.adapted)
        for topic in shown[:1]
        if topic.adapted is not None
    ]
    room = STATEMENTS - len(lasting) - bool(others) - bool(unclear)
    said = [
        (Statement(topic.grade, shown_text(topic)), topic.finding.row) for topic in shown[:room]
    ] + lasting
    said += [
        (Statement(NO_EFFECT, _unchanged(results, topic)), topic.finding.row)
        for topic in others[:1]
    ]
    for topic in unclear[: max(0, min(2, STATEMENTS - len(said)))]:
        said.append((Statement(UNCLEAR, _unknown(results, topic)), topic.finding.row))
    return said


def repeated_findings(results: Results, found: Sequence[Topic]) -> list[Repeated]:
    return [
        Repeated(statement, row, again)
        for statement, row in statements(results, found)
        for again in [results.repeated(row)]
        if again is not None
    ]


def shown_text(topic: Topic) -> str:
    """Return what happens, its size, where, and how many tables agree."""
    row = topic.finding.row
    fair = " than a fair share" if row["a"] == FAIR else ""
    doubt = f"; {row['reason']}" if row["reason"] else ""
    return sentence(f"{topic.sized}{fair} {topic.where}; {_agreement(row)}{doubt}")


def _agreement(row: Row) -> str:
    """Return how many tables have the sign of the effect, in words: "all eight tables agree"."""
    agreeing = round(row["tables"] * row["agreeing"])
    tables, some = (number_word(count) for count in (row["tables"], agreeing))
    return f"{'all' if tables == some else f'{some} of'} {tables} tables agree"


def _lasting(results: Results, topic: Topic, row: Row) -> str:
    if row["grade"] in SHOWN:
        return sentence(f"among {TRAINED_ANEW}, {effect_text(row, topic.who)} {topic.where}")
    if row["grade"] == NO_EFFECT:
        return sentence(f"among {TRAINED_ANEW}, nothing of that is left {topic.where}")
    reason = reason_text(row, lambda name: table_name(results, name))
    reason = reason.replace("tables disagree", "trainings disagree")
    return sentence(
        f"whether {topic.brief} {topic.where} is unclear among {TRAINED_ANEW}; {reason}"
    )


def _unchanged(results: Results, topic: Topic) -> str:
    if results.pair[0] == FAIR:
        return sentence(f"{topic.who} wins a fair share {topic.where}")
    names = {
        "margin": "winners win by as much as before",
        "margin_share": "winners win by as much as before",
        "ties": "as many games end level as before",
        "shared_wins": "as many wins are shared as before",
        "win_rate": f"{topic.who} wins as often as before",
        "coins_left": "each player keeps as many coins as before",
    }
    usual = f"nobody sees that {topic.brief}"
    return sentence(f"{names.get(topic.about.measure, usual)} {topic.where}")


def _unknown(results: Results, topic: Topic) -> str:
    reason = reason_text(topic.finding.row, lambda name: table_name(results, name))
    is_fair = results.pair[0] == FAIR
    if topic.is_one_way and topic.finding.row["reason"] == DISAGREE:
        beside = " than a fair share" if is_fair else ""
        return sentence(
            f"{topic.sized}{beside} {topic.where}; {topic.tables} agree, but whether another would "
            "notice is unclear"
        )
    what = f"how often {topic.who} wins" if is_fair else f"whether {topic.noun} changes"
    return sentence(f"{what} is unclear {topic.where}; {reason}")


def _title(brief: str) -> str:
    return brief[0].upper() + brief[1:]


MARKS = {SOLID: " ●", LIKELY: " ◐"}

MOST_MEASURED = 12
"""Columns of the table."""

MOST_DRAWN, LABEL_WIDTH = 8, 26
"""Changes in the figure, the strongest, and characters in a line of their names."""


class About(NamedTuple):
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
    return max(
        (topic for topic in move.topics if topic.grade in SHOWN),
        key=lambda topic: (topic.grade == SOLID, topic.finding.weight),
        default=None,
    )


def rules_headline(found: Sequence[Move]) -> tuple[str, list[str]]:
    shown = [(move, best) for move in found if (best := _best(move)) is not None]
    if not shown:
        return "No change of a rule is shown to matter at other tables", []
    move, best = shown[0]
    return (
        f"{len(shown)} of {len(found)} changes of a rule are shown to matter at other tables",
        [sentence(f"most of all, {move.words} means that {best.brief}")],
    )


def rules_statements(found: Sequence[Move], most: int) -> list[Statement]:
    shown = [(move, best) for move in found if (best := _best(move)) is not None]
    return [
        Statement(best.grade, sentence(f"{move.words} means that {text[0].lower()}{text[1:-1]}"))
        for move, best in shown[:most]
        for text in [shown_text(best)]
    ]


def rules_advice(found: Sequence[Move]) -> list[str]:
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
