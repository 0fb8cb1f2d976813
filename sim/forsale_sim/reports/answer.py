"""The first screen of a report: headline, its size, findings with grades, what to print."""

from __future__ import annotations

from collections.abc import Sequence

from strategy_lab.display.compare.difference_text import Row, scale
from strategy_lab.display.compare.effect_text import (
    effect_text,
    range_text,
    reason_text,
)
from strategy_lab.display.number_text import number
from strategy_lab.display.page.page_parts import Figure, Statement
from strategy_lab.results.paired.schema import ADAPTED, BEFORE, STRANGERS
from strategy_lab.stats.evidence import (
    DISAGREE,
    FEW_GAMES,
    NO_EFFECT,
    UNCLEAR,
)
from strategy_lab.wording import listed

from forsale_sim.reports.figures import forest_figure, seat_figure
from forsale_sim.reports.repetition import SHOWN, Repeated
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.topics import Topic
from forsale_sim.reports.wording import (
    first_count,
    names_of,
    number_word,
    seat_name,
    sentence,
    table_name,
    unit_of,
)
from forsale_sim.rules.change_words import change_text

STATEMENTS = 5

TRAINED_ANEW = "players who were trained anew"


def headline(results: Results, found: Sequence[Topic]) -> str:
    """Return what the report's writer claims, or what the best supported finding says."""
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
    """Return the size of the answer among players of each kind, which are never mixed."""
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
    """Return the forest plot of a topic."""
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
    """Return the findings of the first screen that were tried again."""
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
    """Return what becomes of an effect among players who were trained anew."""
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
    """Return what a new table is predicted not to notice."""
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
