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
)
from strategy_lab.display.pages import Figure, Section, Statement, Table
from strategy_lab.display.plots.forest import forest_rows, tables_with_a_say
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
    Results,
    Topic,
    capital,
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


NEW_TABLE_LIMITS = (
    "the mean over tables, and where a table that nobody here has met is predicted to lie, with "
    "90 %."
)
NO_MATTER = "In the grey band an effect is too small to matter."


def forest_figure(results: Results, name: str, finding: str, row: Row) -> Figure:
    tables = tables_with_a_say(results.differences, MEASURES, row)
    if len(tables) < FEWEST_TABLES:
        return effect_figure(results, name, finding, [(f"{row['players']} players", row, None)])
    rows = forest_rows(tables, lambda field: table_name(results, field))
    unit, margin = _axis(row)
    alts = [f"{each.label}: {mark_text(each.marks[0])}" for each in rows]
    caption = (
        "Each table with its interval. Filled: the mean, and where a table that nobody here has "
        "met is predicted to lie. Hollow: how far that goes with any one table left out. "
        f"{NO_MATTER}"
    )
    drawing = effect_chart(rows, unit=unit, margin=margin)
    return Figure(name, finding, caption, drawing, alt_text(unit, alts))


def effect_figure(
    results: Results, name: str, finding: str, shown: Sequence[tuple[str, Row, Row | None]]
) -> Figure:
    rows, alts, has_anew = [], [], False
    for label, row, anew in shown:
        tables = tables_with_a_say(results.differences, MEASURES, row)
        dots = [Mark(DOT, each["difference"] * scale(row)) for each in tables]
        marks = [_main(FILLED, row)]
        told = f"{label}: {mark_text(marks[0])}"
        if anew is not None:
            has_anew = True
            marks.append(_main(HOLLOW, anew))
            told += f", trained anew {mark_text(marks[1])}"
        rows.append(EffectRow(label, [*dots, *marks]))
        alts.append(told)
    key = [(FILLED, "mean"), *[(HOLLOW, "trained anew")] * has_anew, (DOT, "each table")]
    unit, margin = _axis(shown[0][1])
    caption = (
        f"Filled: {NEW_TABLE_LIMITS} "
        + "Hollow: the same among players who were trained anew for each ruleset. " * has_anew
        + f"Grey dots: each table. {NO_MATTER}"
    )
    drawing = effect_chart(rows, unit=unit, key=key, margin=margin)
    return Figure(name, finding, caption, drawing, alt_text(unit, alts))


def _axis(row: Row) -> tuple[str, float]:
    what = "beside a fair share" if row["a"] == FAIR else "change"
    return f"{what}, {unit_of(row)}", scale(row) * float(row["matters"])


def _main(kind: str, row: Row) -> Mark:
    limits = [row[end] for end in ("low", "high") if row[end] is not None]
    return Mark(kind, *(scale(row) * value for value in (effect(row), *limits)))


def seat_figure(results: Results, finding: str) -> Figure:
    rulesets = [ruleset.name for ruleset in results.experiment.rulesets][:MOST_RULESETS]
    kinds = dict(zip(rulesets, (FILLED, OTHER), strict=False))
    table = where(results.conclusions, a=FAIR, play=UNCHANGED)
    rows, alts = [], []
    for players in results.players:
        for seat in range(1, players + 1):
            marks = [
                _main(kind, row)
                for ruleset, kind in kinds.items()
                for row in rows_of(where(table, b=ruleset, players=players, seat=seat), MEASURES)
            ]
            label = f"{players} players, " if seat == 1 else ""
            rows.append(EffectRow(label + seat_name(seat, players), marks))
            alts.append(f"{players} players, seat {seat}: {', '.join(map(mark_text, marks))}")
    labels = names_of(results)
    key = [(kind, labels[name]) for name, kind in kinds.items()] if len(kinds) > 1 else []
    unit = "percentage points beside a fair share"
    caption = (
        f"Win rate of each seat less a fair share: {NEW_TABLE_LIMITS} In the grey band a seat is "
        "as good as fair."
    )
    drawing = effect_chart(rows, unit=unit, key=key, margin=1.0)
    return Figure("seats", finding, caption, drawing, alt_text("points by seat", alts))


def alt_text(what: str, alts: Sequence[str]) -> str:
    return f"{what.capitalize()}. {'; '.join(alts)}."


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
    if {topic.row["reason"] for topic in unclear} == {FEW_GAMES}:
        return f"too few games to tell {what}"
    if one_way is not None:
        where = f"at {one_way.tables} of {one_way.row['players']}"
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
    row, fair = first.row, results.pair[0] == FAIR
    known = names_of(results)[results.pair[fair]]
    whose = [(row, BEFORE, f"players who know {known}"), (row, STRANGERS, "strangers")]
    if first.adapted is not None:
        whose.append((first.adapted, ADAPTED, TRAINED_ANEW))
    ranges = [(range_text(of, estimand), who) for of, estimand, who in whose]
    told = [f"by {text} among {who}" for text, who in ranges if text]
    told[0] = told[0].replace(" among", f" {unit_of(row)} among", 1)
    changes = "differs from a fair share" if fair else "changes"
    return [sentence(f"{first.where}, {first.noun} {changes} {listed(told)}")]


def _widest_seat(results: Results) -> list[str]:
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
    return forest_figure(results, name, capital(topic.heading), topic.row)


def statements(results: Results, found: Sequence[Topic]) -> list[tuple[Statement, Row]]:
    """Return the findings of the first screen: effects, what lasts of one, what stays the same.

    Each comes with the row of ``conclusions`` that it is about.
    """
    shown = [topic for topic in found if topic.grade in SHOWN]
    others = [topic for topic in found if topic.grade == NO_EFFECT][:1]
    unclear = [topic for topic in found if topic.grade == UNCLEAR]
    lasting = [topic for topic in shown[:1] if topic.adapted is not None]
    room = STATEMENTS - len(lasting) - bool(others) - bool(unclear)
    said = [(topic.grade, shown_text(topic), topic.row) for topic in shown[:room]]
    for topic in lasting:
        if topic.adapted is not None:
            text = _lasting(results, topic, topic.adapted)
            said.append((topic.adapted["grade"], text, topic.adapted))
    said += [(NO_EFFECT, _unchanged(results, topic), topic.row) for topic in others]
    said += [
        (UNCLEAR, _unknown(results, topic), topic.row)
        for topic in unclear[: max(0, min(2, STATEMENTS - len(said)))]
    ]
    return [(Statement(grade, text), row) for grade, text, row in said]


def repeated_findings(results: Results, found: Sequence[Topic]) -> list[tuple[Statement, Row, Row]]:
    return [
        (statement, row, again)
        for statement, row in statements(results, found)
        for again in [results.repeated(row)]
        if again is not None
    ]


def shown_text(topic: Topic) -> str:
    row = topic.row
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
    return sentence(f"{names.get(topic.row['measure'], usual)} {topic.where}")


def _unknown(results: Results, topic: Topic) -> str:
    reason = reason_text(topic.row, lambda name: table_name(results, name))
    is_fair = results.pair[0] == FAIR
    if topic.is_one_way and topic.row["reason"] == DISAGREE:
        beside = " than a fair share" if is_fair else ""
        return sentence(
            f"{topic.sized}{beside} {topic.where}; {topic.tables} agree, but whether another would "
            "notice is unclear"
        )
    what = f"how often {topic.who} wins" if is_fair else f"whether {topic.noun} changes"
    return sentence(f"{what} is unclear {topic.where}; {reason}")


MARKS = {SOLID: " ●", LIKELY: " ◐"}

MOST_MEASURED = 12
"""Columns of the table."""

MOST_DRAWN, LABEL_WIDTH = 8, 26
"""Changes in the figure, the strongest, and characters in a line of their names."""


class About(NamedTuple):
    measure: str
    seat: int | None


class Move(NamedTuple):
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
                if topic.row["players"] == players and topic.row.get("house") is None
            ],
        )
        for other in report.what_ifs
    ]
    return sorted(found, key=_strength, reverse=True)


def _strength(move: Move) -> tuple[int, float]:
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


def _shown(found: Sequence[Move]) -> list[tuple[Move, Topic]]:
    return [(move, best) for move in found if (best := _best(move)) is not None]


def rules_headline(found: Sequence[Move]) -> tuple[str, list[str]]:
    shown = _shown(found)
    if not shown:
        return "No change of a rule is shown to matter at other tables", []
    move, best = shown[0]
    return (
        f"{len(shown)} of {len(found)} changes of a rule are shown to matter at other tables",
        [sentence(f"most of all, {move.words} means that {best.brief}")],
    )


def rules_statements(found: Sequence[Move], most: int) -> list[Statement]:
    return [
        Statement(best.grade, sentence(f"{move.words} means that {text[0].lower()}{text[1:-1]}"))
        for move, best in _shown(found)[:most]
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
                if (topic.row["measure"] in measures) and topic.more == more
            ]
            if wanted and able and not any(text.startswith(f"for {wanted}") for text in told):
                told.append(f"for {wanted}, {max(able)[1]}")
    if not told:
        return ["No single change is shown to change what bids cost, or to make the finish closer."]
    return [sentence("; ".join(told))]


def rules_figure(results: Results, found: Sequence[Move], topic: Topic | None = None) -> Figure:
    """Return what each change does to a measure: that of a topic, or what the strongest moves."""
    topic = topic or _best(found[0]) or found[0].topics[0]
    about = (topic.row["measure"], topic.row["seat"])
    shown = [
        (fill(move.words, LABEL_WIDTH), row, retuned)
        for move in found[:MOST_DRAWN]
        for row, retuned in _rows_about(results, move.ruleset, *about)
    ]
    title = f"What moves the {MEASURES[topic.row['measure']].short_noun}"
    return effect_figure(results, "what-ifs", title, shown)


def rules_section(results: Results, topic: Topic | None) -> Section | None:
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
        About(topic.row["measure"], topic.row["seat"])
        for move in found
        for topic in move.topics
        if topic.row["seat"] in (None, 1, players)
        if not topic.row["entry"].is_relative
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
    mark = _main(FILLED, row)
    return mark_text(mark) + (MARKS.get(row["grade"], "") if mark.high is not None else "")
