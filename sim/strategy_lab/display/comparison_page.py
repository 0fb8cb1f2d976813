"""The page of a report: the answer, tables as dots, and all that is behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Any

import numpy as np

from strategy_lab.display.comparison_text import (
    ERRORS,
    Row,
    about,
    agreement_text,
    both_ways,
    capital,
    change_texts,
    changed_rules,
    clause,
    decimals_of,
    depends_text,
    effect_text,
    few_show,
    finding_text,
    findings,
    in_a_sentence,
    level_rows,
    levels_text,
    measure_label,
    notes,
    range_text,
    range_texts,
    rows_of,
    seat_name,
    signed_text,
    weight,
)
from strategy_lab.display.pages import Asked, Figure, Page, Section, Statement, Table
from strategy_lab.display.plots.figures import DOT, FILLED, EffectRow, Mark, effect_chart
from strategy_lab.display.plots.table_plots import CAPTION, dots_chart, drawn_at, same_about
from strategy_lab.display.text_tables import NOTHING as UNKNOWN
from strategy_lab.display.text_tables import Texts, crossed, half_width, number
from strategy_lab.errors import counted
from strategy_lab.results.conclusions import CHANCE, FAIR, MEMBER, POPULATION, Columns, Tables
from strategy_lab.results.measures import DECISIONS, SEATS, SKILL, Measure, Question
from strategy_lab.results.tables import records, where
from strategy_lab.stats.populations import ALWAYS, DEPENDS, MOSTLY, NOTHING, WORDS

if TYPE_CHECKING:
    from strategy_lab.experiments.compare.experiment import Comparison


# six_answers: What people ask of a game, each answered in a sentence or two, with tables as dots
# beside it.

TOO_FEW = "More games would tell, among the levels of players of the usual population."
NO_LEVELS = (
    "These tables have no levels of players, such as beginners and experts, that could tell."
)


def answers(answer: Answer) -> list[Asked]:
    draw = _change_figure if answer.others else _values_figure
    return [
        Asked(question.name, question.title, answer_text(answer, question), draw(answer, question))
        for question in answer.questions()
    ]


def answer_text(answer: Answer, question: Question) -> str:
    """Return what is said of a question: of the ruleset, or of the change if there is one."""
    if answer.others:
        rows = _about(answer, question, answer.count)
        return " ".join(change_texts(answer.tables, answer.known, rows, answer.words))
    if question is SEATS:
        return answer.seats_text(answer.base, answer.count)
    return _skill_text(answer) if question is SKILL else f"{_filled(answer, question.text)}."


def _filled(answer: Answer, text: str) -> str:
    """Return sentences with the range of each measure in the place of its name."""
    asked = {"ruleset": answer.base.name, "players": answer.count}
    ranges: dict[str, Any] = {}
    for row in rows_of(answer.tables["ranges"], answer.known, **asked):
        if row["seat"] is None:
            ranges.setdefault(row["measure"], []).append(row)
    words = {"seconds": str(answer.seconds), "minutes": UNKNOWN}
    for name, (row, *more) in ranges.items():
        words[name] = _span(row["entry"], [row["low"], row["high"]])
        if row.get(MEMBER) is not None:
            words[name] = _span(row["entry"], [each["middle"] for each in (row, *more)])
        if name == DECISIONS:
            ends = [row[end] * answer.seconds / 60 for end in ("low", "high")]
            words["minutes"] = _span(row["entry"], ends)
    known = {measure.name: UNKNOWN for measure in answer.known.entries} | words
    told = [  # but for what cannot be, such as a third player who decides between two
        each
        for each in text.removesuffix(".").split(". ")
        if {known[name] for _, name, *_ in Formatter().parse(each) if name} != {"0"}
    ]
    return f"At a table of {answer.count}, {'. '.join(told).format(**known)}"


def _span(measure: Measure, values: Sequence[float]) -> str:
    # The interval of a mean may reach below 0, where none of these measures is.
    return in_a_sentence(measure.scale * max(min(values), 0.0), measure.scale * max(values))


def _values_figure(answer: Answer, question: Question) -> Figure | None:
    """Return what every table comes to, a row for each number of players."""
    if question is SKILL:
        return _levels_figure(answer)
    if question is SEATS and (told := answer.seats_told(answer.base, answer.count)):
        return answer.seats_figure(f"asked-{question.name}", told, key=False)
    measure, rows = answer.known[question.measures[0]], []
    asked = {"ruleset": answer.base.name, "measure": measure.name}
    values = where(answer.tables["values"], **asked)
    for row in rows_of(answer.tables["ranges"], answer.known, **asked):
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


def _told_apart(answer: Answer, ruleset: Any, players: int) -> list[dict[str, Any]]:
    """Return every two levels that the games that were played tell apart."""
    table: Columns | None = answer.tables.get("levels")
    if table is None or not len(table["ruleset"]):
        return []
    rows = records(where(table, ruleset=ruleset.name, players=players))
    # None: not known
    return [row for row in rows if np.isfinite(row["until_ahead_high"] or np.inf)]


def _unknown_skill(answer: Answer) -> str:
    table: Columns | None = answer.tables.get("levels")
    return NO_LEVELS if table is None or not len(table["ruleset"]) else TOO_FEW


def _skill_text(answer: Answer) -> str:
    """Return how soon, for the two levels that are told apart first, and those told apart last."""
    rows = _told_apart(answer, answer.base, answer.count)
    if not rows:
        return _unknown_skill(answer)
    first, last = (pick(rows, key=lambda row: row["until_ahead"]) for pick in (min, max))
    games = (counted(int(row["until_ahead"]), "game") for row in (first, last))
    return (
        f"At a table of {answer.count}, one of the {first['better']} has won more often than one "
        f"of the {first['worse']} after {next(games)}, in 95 of 100 such series. It takes longest "
        f"between {last['worse']} and {last['better']}: {next(games)}."
    )


def _levels_figure(answer: Answer) -> Figure | None:
    rows = []
    for count in answer.comparison.players:
        games = [row["until_ahead"] for row in _told_apart(answer, answer.base, count)]
        if games:
            middle = Mark(FILLED, float(np.median(games)))
            rows.append(EffectRow(_players(count), [*(Mark(DOT, each) for each in games), middle]))
    unit = "games until the better is ahead; a dot: two levels"
    return _small(SKILL, rows, unit, logarithmic=True) if rows else None


# A change.


def _about(answer: Answer, question: Question, players: int) -> list[dict[str, Any]]:
    pair = {"a": answer.base.name, "b": answer.others[0].name}
    return about(answer.tables, answer.known, question, **pair, players=players)


def _change_figure(answer: Answer, question: Question) -> Figure | None:
    rows = [row for row in _about(answer, question, answer.count) if row.get(MEMBER) is None]
    if not rows or rows[0]["word"] == NOTHING:
        return None  # its sentence says it all
    row = rows[0]
    if row["depends_on"] == CHANCE and not few_show(row):
        return None  # nor is there more to see where it takes more games to tell
    same = [
        (_players(count), each)
        for count in answer.comparison.players
        for each in _about(answer, question, count)
        if all(each.get(name) == row.get(name) for name in ("measure", "seat", MEMBER))
    ]
    noun = row["entry"].short_noun
    if row["seat"] is not None:
        noun = f"{seat_name(row['seat'], row['players'], answer.words)}: {noun}"
    chart = dots_chart(answer.tables, same, key=False, about=f"{noun}, change")
    alt = "; ".join(f"{label}: {range_text(each)}" for label, each in same)
    return Figure(f"asked-{question.name}", question.title, "", chart, f"{noun}. {alt}.")


USUAL_PLAYERS = 4  # the number of players that is told first, if it was played


class Answer:
    """Says what a report has come to.

    `question`, `labels`: what the page asks, and what it calls rulesets, where that is not as
    usual. `seconds`: what a decision takes.
    """

    def __init__(
        self,
        tables: Tables,
        comparison: Comparison,
        question: str,
        labels: Mapping[str, str],
        seconds: int,
    ) -> None:
        self.tables, self.comparison, self.known = tables, comparison, comparison.measures
        self.words, self._labels, self.seconds = comparison.rule_words, labels, seconds
        self.focus = next((each for each in self.known.questions if each.name == question), None)
        self.asked = self.focus.title if self.focus else question
        counts = comparison.players
        self.count = USUAL_PLAYERS if USUAL_PLAYERS in counts else counts[0]
        self.counts = counts if len(comparison.rulesets) < 3 else [self.count]  # of the evidence

    @property
    def base(self) -> Any:
        return self.comparison.rulesets[0]

    @property
    def others(self) -> Sequence[Any]:
        return self.comparison.rulesets[1:]

    def named(self, ruleset: Any) -> str:
        usual = self.words.ruleset(ruleset)
        if ruleset is not self.base and ruleset.name.startswith(f"{self.base.name}["):
            usual = self.words.changes(self.base, ruleset, self.count)
        return self._labels.get(ruleset.name, usual)

    def change(self, other: Any) -> str:
        """Return a change as the subject of a sentence: "rounding the refund up"."""
        if other.name in self._labels:
            return f"playing {self._labels[other.name]}"
        text = self.words.changes(self.base, other, self.count)
        is_named = text == f"playing {other.name}" and "[" not in other.name
        return f"playing {self.named(other)}" if is_named else text

    @property
    def question(self) -> str:
        if self.asked:
            return self.asked
        if not self.others:
            return f"How balanced is {self.named(self.base)}?"
        if len(self.others) == 1:
            return f"What does {self.change(self.others[0])} change?"
        return f"What do these changes to {self.named(self.base)} do?"

    def found(self, other: Any, count: int | None = None) -> dict[str, list[dict[str, Any]]]:
        return findings(self.tables, self.known, self.base.name, other.name, count or self.count)

    def told(self, other: Any, count: int | None = None) -> list[dict[str, Any]]:
        """Return findings, those that answer what was asked first."""
        found = self.found(other, count)
        asked = self.focus.measures if self.focus else ()
        told = [*found[ALWAYS], *found[MOSTLY]]
        return sorted(told, key=lambda row: row["measure"] not in asked)

    def seats(self, ruleset: Any, count: int) -> list[dict[str, Any]]:
        asked = {"a": FAIR, "b": ruleset.name, "players": count}
        return rows_of(self.tables["conclusions"], self.known, **asked)

    def first(self, other: Any) -> dict[str, Any] | None:
        """Return what a page says first of a change: of what was asked, if that was something."""
        found, asked = self.found(other), self.focus.measures if self.focus else ()
        rows = [*self.told(other), *found[DEPENDS], *found[NOTHING]]
        return next((row for row in rows if not asked or row["measure"] in asked), None)

    def headline(self) -> str:
        if not self.others:
            return self._headline_of_one()
        if len(self.others) > 1:
            return self._headline_of_many()
        return self._headline_of_change(self.others[0])

    def _headline_of_change(self, other: Any) -> str:
        row, change = self.first(other), self.change(other)
        if row is None or row["word"] == NOTHING:
            unmoved = "leaves that as it is" if self.focus else "changes nothing that matters"
            return f"{capital(change)} {unmoved}"
        if row["word"] == DEPENDS and not few_show(row):
            about = f"what {change} does to {row['entry'].noun}"
            if row["depends_on"] == CHANCE:
                return f"It takes more games to tell {about}"
            return f"{capital(about)} depends on who plays"
        means = "seems to mean that" if few_show(row) else "means that"
        return f"{capital(change)} {means} {effect_text(row, self.words)}"

    def questions(self) -> list[Question]:
        """Return what the first screen answers: what its first line is about, then the others.

        Of many changes nothing.
        """
        if len(self.others) > 1:
            return []
        row = self.first(self.others[0]) if self.others else None
        asked = self.focus.measures if self.focus else (row["measure"],) if row else ()
        return sorted(
            self.known.questions, key=lambda each: not any(map(each.measures.__contains__, asked))
        )

    def _headline_of_many(self) -> str:
        if not self._best:
            return "No change has the same effect at most tables"
        other, row = self._best[0]
        return f"Most of all, {self.change(other)} means that {effect_text(row, self.words)}"

    def _headline_of_one(self) -> str:
        if self.focus not in (None, SEATS):
            return answer_text(self, self.focus).partition(". ")[0].removesuffix(".")
        if self.asked and self.focus is None and self.known.summary:
            return _filled(self, self.known.summary)
        return self._seats_headline()

    def _seats_headline(self) -> str:
        rows = self.seats_told(self.base, self.count)
        if not rows:
            return f"Every seat is fair at a table of {self.count}"
        row = rows[0]
        if row["word"] in (ALWAYS, MOSTLY):
            return f"{capital(effect_text(row, self.words))}"
        if few_show(row):
            return f"It seems that at a table of {self.count} {effect_text(row, self.words)}"
        which = f"which seat is best at a table of {self.count}"
        if row["depends_on"] == CHANCE:
            return f"It takes more games to tell {which}"
        return f"{capital(which)} depends on who plays"

    def deck(self) -> list[str]:
        if not self.others:
            return [
                f"Seen at {self._tables}. Numbers are the middle eight of ten tables; every dot is "
                "a table."
            ]
        row = self.first(self.others[0])
        if row is None or len(self.others) > 1:
            return [f"At a table of {self.count}, seen at {self._tables}."]
        dots = "Every dot is a table of players; in the grey band a change does not matter."
        if row["word"] not in (ALWAYS, MOSTLY):
            return [f"At a table of {self.count}, {clause(row, self.words)}", dots]
        lasting = levels_text(self.tables, row)
        return [f"At a table of {self.count}, {agreement_text(row)}.{lasting}", dots]

    @property
    def _tables(self) -> str:
        return counted(self.comparison.tables_drawn, "table") + " of drawn players"

    def statements(self) -> list[Statement]:
        """Return the first finding on each of many changes, where no question is answered."""
        if len(self.others) < 2:
            return []
        return [
            Statement(
                row["word"],
                f"{capital(self.change(other))}, at a table of {self.count}: "
                f"{clause(row, self.words)}",
            )
            for other, row in self._best[:5]
        ]

    @property
    def _best(self) -> list[tuple[Any, Row]]:
        """The changes of which something is found with what that is, the largest first."""
        found = [(other, rows[0]) for other in self.others if (rows := self.told(other))]
        return sorted(found, key=lambda each: -weight(each[1]))

    def seats_text(self, ruleset: Any, count: int, at: str = "At") -> str:
        """Return whether seats are fair, and which of them gains or loses most if they are not."""
        at = f"{at} a table of {count}, "
        rows = self.seats_told(ruleset, count)
        if not rows:
            return f"{at}every seat wins its fair share."
        row, *more = rows
        if few_show(row):
            return f"{at}{depends_text(row, self.words)}"
        if row["word"] == DEPENDS:
            who = seat_name(row["seat"], count, self.words)
            by_chance = row["depends_on"] == CHANCE
            on = "more games would tell" if by_chance else "it depends on who plays"
            return f"{at}{who} wins {both_ways(row)} than a fair share; {on}."
        texts = [f"{at}{clause(row, self.words)}", *(finding_text(row, self.words) for row in more)]
        return " ".join(texts)

    def seats_told(self, ruleset: Any, count: int) -> Sequence[Row]:
        """Return the seats that are told: two that are shown to be unfair, or the one farthest."""
        rows = sorted(self.seats(ruleset, count), key=lambda row: -weight(row))
        far = [row for row in rows if row["word"] in (ALWAYS, MOSTLY)]
        return far[:2] or [row for row in rows[:1] if any(r["word"] != NOTHING for r in rows)]

    def seats_by(self, ruleset: Any, count: int) -> str:
        return f"{capital(self.named(ruleset))}: {self.seats_text(ruleset, count, 'at')}"

    def lead(self) -> Figure | None:
        """Return what many changes do to what one of them does most to."""
        rows = [row for other in self.others if (row := self.first(other))]
        if len(self.others) < 2 or not rows:
            return None
        row = min(rows, key=lambda row: (WORDS.index(row["word"]), -weight(row)))
        return self._changes_figure(row)

    def figure(self, row: Row, name: str) -> Figure:
        about = same_about(self.tables, self.comparison, row)
        if row["seat"] is not None:
            about = [each for each in about if each[1]["players"] == row["players"]]
        return self._dots(name, capital(effect_text(row, self.words)), about)

    def _changes_figure(self, row: Row) -> Figure:
        asked = {"a": self.base.name, "players": self.count, "measure": row["measure"]}
        about = [
            (self.change(other), each)
            for other in self.others
            for each in rows_of(self.tables["conclusions"], self.known, b=other.name, **asked)
            if each["seat"] == row["seat"] and each.get(MEMBER) is None
        ]
        title = f"What each change does to {row['entry'].noun}"
        return self._dots("changes", title, about)

    def seats_figure(self, name: str, rows: Sequence[Row], *, key: bool = True) -> Figure:
        many = len({row["players"] for row in rows}) > 1
        counts = [f"{row['players']} players, " if many else "" for row in rows]
        seats = [seat_name(row["seat"], row["players"], self.words) for row in rows]
        about = [
            (f"{count}{seat}", row) for count, seat, row in zip(counts, seats, rows, strict=True)
        ]
        title = "How much more or less each seat wins than a fair share"
        return self._dots(name, title, about, key=key)

    def _dots(
        self, name: str, title: str, about: Sequence[tuple[str, Row]], *, key: bool = True
    ) -> Figure:
        alt = "; ".join(f"{label}: {range_text(row)}" for label, row in about)
        chart = dots_chart(self.tables, about, key=key)
        return Figure(name, title, CAPTION, chart, f"{title}. {alt}.")


def report_page(answer: Answer, facts: Mapping[str, Any], data: Sequence[str]) -> Page:
    return Page(
        question=answer.question,
        headline=answer.headline(),
        deck=answer.deck(),
        lead=answer.lead(),
        statements=answer.statements(),
        asked=answers(answer),
        sections=list(_sections(answer, facts)),
        facts=facts_of(facts),
        command=str(facts["command"]),
        data=data,
    )


def facts_of(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        ("version", str(facts["version"])),
        ("games", f"{facts['games']:,} of {facts['deals']:,} deals"),
        ("who plays", facts["population"]["text"]),
        ("seed", str(facts["seed"])),
        ("digest", str(facts["digest"])),
    ]


def table_of(title: str, texts: Texts) -> Table:
    return Table(title, list(texts), list(zip(*texts.values(), strict=True)))


def _sections(answer: Answer, facts: Mapping[str, Any]) -> Iterator[Section]:
    comparison, tables = answer.comparison, answer.tables
    for number_, other in enumerate(answer.others):
        rules = [
            f"{name}: {how}" for name, how in changed_rules(answer.base, other, comparison.players)
        ]
        told = answer.told(other) if len(answer.others) == 1 else []
        drawn = list({row["measure"]: row for row in reversed(told)}.values())[-3:][::-1]
        by_count = [
            f"With {count} players: {clause(row, answer.words)}"
            for count in comparison.players
            if count != answer.count
            for row in answer.told(other, count)[:3]
        ]
        pair = where(tables["conclusions"], a=answer.base.name, b=other.name)
        yield Section(
            f"change-{number_ + 1}",
            f"What {answer.change(other)} does",
            text=[f"Rules that differ: {'; '.join(rules)}."] if rules else [],
            points=by_count,
            figures=[
                answer.figure(row, f"{row['measure']}-{row['seat'] or 'all'}") for row in drawn
            ],
            tables=[table_of("Changes", range_texts(pair, comparison))],
            folded=True,
        )
    yield Section(
        "seats",
        "How often each seat wins",
        text=[
            answer.seats_by(ruleset, count)
            for ruleset in comparison.rulesets
            for count in answer.counts
        ],
        figures=[
            answer.seats_figure(
                "seats",
                [row for count in comparison.players for row in answer.seats(answer.base, count)],
            )
        ],
        folded=True,
    )
    levels = {"Levels": answer.seats(answer.base, answer.count)}
    if answer.others:
        of_changes = [
            (capital(answer.change(other)), answer.told(other) or answer.found(other)[DEPENDS])
            for other in answer.others
        ]
        levels = {change: rows for change, rows in of_changes if rows}
    if levels:
        yield Section(
            "levels",
            "Beginners, experts, and players who adapt",
            text=[
                "Tables of equals beside the population: copies of one player of each level, ± two "
                "standard errors."
            ],
            tables=[table_of(title, _level_texts(answer, rows)) for title, rows in levels.items()],
            folded=True,
        )
    measured = [table_of("Measures", _value_texts(answer))]
    if not answer.others and (of_equals := _equals_texts(answer)):
        title = f"At a table of {answer.count} equals: copies of one player, ± two standard errors"
        measured.append(table_of(title, of_equals))
    yield Section(
        "game",
        "What the game is like",
        text=["The middle eight of ten tables."],
        tables=measured,
        folded=True,
    )
    group = comparison.measures.compared_group
    if group:
        yield Section(
            "members",
            f"{capital(group)}s",
            text=[f"{capital(answer.named(answer.base))}, at a table of {answer.count}."],
            tables=[table_of(capital(group), _member_texts(answer))],
            folded=True,
        )
    yield Section(
        "method",
        "How it was found out",
        text=list(notes(comparison)),
        points=[
            f"{capital(measure.noun)}: {measure.description}."
            + (
                f" It matters from {measure.threshold} on ({measure.matters.reason})."
                if measure.matters.reason
                else ""
            )
            for measure in comparison.measures.entries
            if measure.noun
        ],
        folded=True,
    )


def _level_texts(answer: Answer, rows: Sequence[Row]) -> Texts:
    rows = sorted(
        rows, key=lambda row: (answer.known.entries.index(row["entry"]), row["seat"] or 0)
    )
    by_level: dict[str, dict[int, list[Row]]] = {}
    for place, row in enumerate(rows):
        for each in level_rows(answer.tables, row):
            by_level.setdefault(each["level"], {}).setdefault(place, []).append(each)
    texts: dict[str, Sequence[str]] = {
        f"{'change' if answer.others else 'more or less'}, {answer.count} players": [
            measure_label(row) for row in rows
        ],
        "drawn tables": [range_text(row) for row in rows],
    }
    for level, found in by_level.items():
        texts[level] = [
            _mean_text(found[place], "difference", row["entry"].scale) if place in found else ""
            for place, row in enumerate(rows)
        ]
    return texts


def _value_texts(answer: Answer) -> Texts:
    rulesets = [ruleset.name for ruleset in answer.comparison.rulesets]
    rows = [
        row
        for row in rows_of(answer.tables["ranges"], answer.known)
        if row["seat"] is None and row.get(MEMBER) is None and row["players"] in answer.counts
    ]
    named = {each.name: f"{answer.named(each)}, " for each in answer.comparison.rulesets}
    cells = {}
    for row in sorted(rows, key=lambda row: rulesets.index(row["ruleset"])):
        head = f"{named[row['ruleset']] if len(rulesets) > 1 else ''}{row['players']} players"
        cells[row["entry"].title, head] = range_text(row, signed=False)
    return crossed("", cells)


def _equals_texts(answer: Answer) -> Texts:
    """Return what the games of beginners, of experts and so on are like, a column for each."""
    asked = {"ruleset": answer.base.name, "players": answer.count}
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows_of(answer.tables["values"], answer.known, **asked):
        is_whole = row["seat"] is None and row.get(MEMBER) is None and not row["entry"].gap_of
        if row["level"] != POPULATION and is_whole:
            found.setdefault((row["entry"].title, row["level"]), []).append(row)
    cells = {}
    for key, rows in found.items():
        cells[key] = _mean_text(rows, "value", rows[0]["entry"].scale)
    return crossed("", cells)


def _mean_text(rows: Sequence[Row], name: str, scale: float) -> str:
    """Return the mean of some tables, ± two standard errors."""
    mean = scale * sum(row[name] for row in rows) / len(rows)
    error = ERRORS * scale * sum(row["standard_error"] ** 2 for row in rows) ** 0.5 / len(rows)
    decimals = decimals_of(0.0, error)
    text = signed_text(mean, decimals) if name == "difference" else number(mean, decimals)
    return f"{text} {half_width(error, decimals)}".rstrip()


def _member_texts(answer: Answer) -> Texts:
    asked = {"ruleset": answer.base.name, "players": answer.count}
    rows = [
        row
        for row in rows_of(answer.tables["ranges"], answer.known, **asked)
        if row.get(MEMBER) is not None and not row["entry"].is_relative
    ]
    cells = {(str(row[MEMBER]), row["entry"].title): range_text(row, signed=False) for row in rows}
    return crossed(answer.comparison.measures.compared_group, cells)
