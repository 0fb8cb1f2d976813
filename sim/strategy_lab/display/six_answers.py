"""What people ask of a game, each answered in a sentence or two, with tables as dots beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from strategy_lab.display.comparison_text import (
    Row,
    depends_text,
    finding_text,
    in_a_sentence,
    levels_text,
    range_text,
    rows_of,
    seat_name,
    weight,
)
from strategy_lab.display.pages import Asked, Figure
from strategy_lab.display.plots.marks import DOT, FILLED, EffectRow, Mark, effect_chart
from strategy_lab.display.plots.table_plots import dots_chart, drawn_at
from strategy_lab.display.text_tables import NOTHING as UNKNOWN
from strategy_lab.display.text_tables import number
from strategy_lab.errors import counted, listed
from strategy_lab.results.conclusions import MEMBER, Columns
from strategy_lab.results.measures import SEATS, SKILL, Measure, Question
from strategy_lab.results.tables import records, where
from strategy_lab.stats.populations import ALWAYS, DEPENDS, MOSTLY, WORDS

if TYPE_CHECKING:
    from strategy_lab.display.comparison_page import Answer

MINUTE = 60

NO_LEVELS = "More games would tell, among the levels of players of the usual population."


def answers(answer: Answer) -> list[Asked]:
    draw = _change_figure if answer.others else _values_figure
    return [
        Asked(question.name, question.title, answer_text(answer, question), draw(answer, question))
        for question in answer.questions()
    ]


def answer_text(answer: Answer, question: Question) -> str:
    """Return what is said of a question: of the ruleset, or of the change if there is one."""
    if answer.others:
        if question is SKILL:
            return _skill_change(answer, answer.others[0])
        return " ".join(_change_texts(answer, _about(answer, question, answer.count)))
    if question is SEATS:
        return answer.seats_text(answer.base, answer.count)
    return _skill_text(answer) if question is SKILL else _filled(answer, question.text)


def _filled(answer: Answer, text: str) -> str:
    """Return a sentence with the range of each measure in the place of its name."""
    table = where(answer.tables["ranges"], ruleset=answer.base.name, players=answer.count)
    ranges: dict[str, Any] = {}
    for row in rows_of(table, answer.known):
        if row["seat"] is None:
            ranges.setdefault(row["measure"], []).append(row)
    words = {"seconds": str(answer.seconds), "minutes": UNKNOWN}
    for name, (row, *more) in ranges.items():
        words[name] = _span(row["entry"], [row["low"], row["high"]])
        if row.get(MEMBER) is not None:
            words[name] = _span(row["entry"], [each["middle"] for each in (row, *more)])
        if name == "decisions":
            ends = [row[end] * answer.seconds / MINUTE for end in ("low", "high")]
            words["minutes"] = _span(row["entry"], ends)
    known = {measure.name: UNKNOWN for measure in answer.known.entries} | words
    return f"At a table of {answer.count}, {text.format(**known)}"


def _span(measure: Measure, values: Sequence[float]) -> str:
    # The interval of a mean may reach below 0, where none of these measures is.
    return in_a_sentence(measure.scale * max(min(values), 0.0), measure.scale * max(values))


def _values_figure(answer: Answer, question: Question) -> Figure | None:
    """Return what every table comes to, a row for each number of players."""
    if question is SKILL:
        return _levels_figure(answer)
    measure = answer.known[question.measures[0]]
    ranges = where(answer.tables["ranges"], ruleset=answer.base.name, measure=measure.name)
    values = where(answer.tables["values"], ruleset=answer.base.name, measure=measure.name)
    rows = []
    for row in rows_of(ranges, answer.known):
        if row["seat"] is None and row.get(MEMBER) is None:
            here = where(values, players=row["players"])
            marks = [Mark(DOT, measure.scale * each) for each in drawn_at(here, row, "value")]
            ends = (measure.scale * row[name] for name in ("middle", "low", "high"))
            rows.append(EffectRow(_players(row["players"]), [*marks, Mark(FILLED, *ends)]))
    return _small(question, rows, measure.title) if rows else None


def _players(count: int) -> str:
    return f"{count} players"


def _small(question: Question, rows: Sequence[EffectRow], unit: str, **more: Any) -> Figure:
    alt = "; ".join(f"{row.label}: {number(row.marks[-1].value, 1)}" for row in rows)
    drawing = effect_chart(rows, unit=unit, **{"level": None} | more)
    return Figure(f"asked-{question.name}", question.title, "", drawing, f"{unit}. {alt}.")


# Levels: how soon the better of two players has won more.


def _level_rows(answer: Answer, ruleset: Any, players: int) -> list[dict[str, Any]]:
    """Return every two levels that the games that were played tell apart."""
    table: Columns | None = answer.tables.get("levels")
    if table is None or not len(table["ruleset"]):
        return []
    rows = records(where(table, ruleset=ruleset.name, players=players))
    return [row for row in rows if np.isfinite(row["until_ahead_high"])]


def _skill_text(answer: Answer) -> str:
    """Return how soon, for the two levels that are told apart first, and those told apart last."""
    rows = _level_rows(answer, answer.base, answer.count)
    if not rows:
        return NO_LEVELS
    first, last = (pick(rows, key=lambda row: row["until_ahead"]) for pick in (min, max))
    games = (counted(int(row["until_ahead"]), "game") for row in (first, last))
    return (
        f"At a table of {answer.count}, one of the {first['better']} has won more often than one "
        f"of the {first['worse']} after {next(games)}, with 95 %. It takes longest between "
        f"{last['worse']} and {last['better']}: {next(games)}."
    )


def _levels_figure(answer: Answer) -> Figure | None:
    rows = []
    for count in answer.comparison.players:
        games = [row["until_ahead"] for row in _level_rows(answer, answer.base, count)]
        if games:
            middle = Mark(FILLED, float(np.median(games)))
            rows.append(EffectRow(_players(count), [*(Mark(DOT, each) for each in games), middle]))
    unit = "games until the better is ahead; a dot: two levels"
    return _small(SKILL, rows, unit, logarithmic=True) if rows else None


# A change.


def _about(answer: Answer, question: Question, players: int) -> list[dict[str, Any]]:
    """Return what a change does to all that answers a question, the best finding first."""
    pair = {"a": answer.base.name, "b": answer.others[0].name}
    table = where(answer.tables["conclusions"], **pair, players=players)
    rows = [
        row
        for row in rows_of(table, answer.known)
        if row["measure"] in question.measures
        and row.get(MEMBER) is None
        and not row["by_definition"]
    ]
    return sorted(rows, key=lambda row: (WORDS.index(row["word"]), -weight(row)))


def _change_figure(answer: Answer, question: Question) -> Figure | None:
    if question is SKILL:
        return _levels_change(answer, answer.others[0])
    rows = _about(answer, question, answer.count)
    if not rows:
        return None
    row = rows[0]
    same = [
        (_players(count), each)
        for count in answer.comparison.players
        for each in _about(answer, question, count)
        if (each["measure"], each["seat"]) == (row["measure"], row["seat"])
    ]
    noun = row["entry"].short_noun
    if row["seat"] is not None:
        noun = f"{seat_name(row['seat'], row['players'], answer.words)}: {noun}"
    chart = dots_chart(answer.tables, same, key=False, about=f"{noun}, change")
    alt = "; ".join(f"{label}: {range_text(each)}" for label, each in same)
    return Figure(f"asked-{question.name}", question.title, "", chart, f"{noun}. {alt}.")


def _change_texts(answer: Answer, rows: Sequence[Row]) -> Iterator[str]:
    """Yield what changes, at most two sentences, and that the rest stays as it is."""
    told = [row for row in rows if row["word"] in (ALWAYS, MOSTLY)]
    for row in told[:2]:
        yield finding_text(row, answer.words) + levels_text(answer.tables, row)
    depends = [row for row in rows if row["word"] == DEPENDS]
    if depends and not told:
        yield depends_text(depends[0], answer.words)
    elif not told:
        yield "That stays as it is." if rows else "These rules fix it."


def _skill_change(answer: Answer, other: Any) -> str:
    texts = []
    for ruleset in (answer.base, other):
        games = [row["until_ahead"] for row in _level_rows(answer, ruleset, answer.count)]
        if not games:
            return NO_LEVELS
        span = dict.fromkeys(number(each, 0) for each in (min(games), max(games)))
        texts.append(f"{' to '.join(span)} games by {answer.named(ruleset)}")
    return (
        f"At a table of {answer.count}, the better of two levels has won more, with 95 %, after "
        f"{listed(texts)}."
    )


def _levels_change(answer: Answer, other: Any) -> Figure | None:
    rows = []
    for count in answer.comparison.players:
        pairs = [
            {(row["worse"], row["better"]): row["until_ahead"] for row in found}
            for found in (_level_rows(answer, each, count) for each in (answer.base, other))
        ]
        times = [pairs[1][pair] / games for pair, games in pairs[0].items() if pair in pairs[1]]
        if times:
            middle = Mark(FILLED, float(np.median(times)))
            rows.append(EffectRow(_players(count), [*(Mark(DOT, each) for each in times), middle]))
    unit = "times as many games until the better is ahead"
    return _small(SKILL, rows, unit, level=1.0) if rows else None
