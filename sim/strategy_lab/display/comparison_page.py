"""The page of a report: the answer, tables as dots, and all that is behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from strategy_lab.display.comparison_text import (
    Row,
    agreement_text,
    capital,
    changed_rules,
    depends_text,
    effect_text,
    finding_text,
    findings,
    level_rows,
    levels_text,
    measure_label,
    notes,
    questions_text,
    range_text,
    range_texts,
    rows_of,
    seat_name,
    signed_text,
    weight,
)
from strategy_lab.display.pages import Figure, Page, Section, Statement, Table
from strategy_lab.display.plots.table_plots import CAPTION, dots_chart, same_about
from strategy_lab.display.text_tables import Texts
from strategy_lab.errors import counted, listed
from strategy_lab.results.conclusions import FAIR, MEMBER, Tables
from strategy_lab.results.tables import values, where
from strategy_lab.stats.populations import ALWAYS, DEPENDS, MOSTLY, NOTHING

if TYPE_CHECKING:
    from strategy_lab.experiments.compare.experiment import Comparison

MOST_STATEMENTS = 5
"""Findings of the first screen."""

USUAL_PLAYERS = 4
"""The number of players that is told first, if it was played."""


class Answer:
    """Says what a report has come to.

    `question`, `labels`: what the page asks, and what it calls rulesets, where that is not as
    usual.
    """

    def __init__(
        self, tables: Tables, comparison: Comparison, question: str, labels: Mapping[str, str]
    ) -> None:
        self.tables, self.comparison, self.known = tables, comparison, comparison.measures
        self.words, self._labels = comparison.rule_words, labels
        self.asked = question
        counts = comparison.players
        self.count = USUAL_PLAYERS if USUAL_PLAYERS in counts else counts[0]

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
        return f"What do changes of {self.named(self.base)} move?"

    def found(self, other: Any, count: int | None = None) -> dict[str, list[dict[str, Any]]]:
        return findings(self.tables, self.known, self.base.name, other.name, count or self.count)

    def told(self, other: Any, count: int | None = None) -> list[dict[str, Any]]:
        found = self.found(other, count)
        return [*found[ALWAYS], *found[MOSTLY]]

    def seats(self, ruleset: Any, count: int) -> list[dict[str, Any]]:
        table = where(self.tables["conclusions"], a=FAIR, b=ruleset.name, players=count)
        return rows_of(table, self.known)

    def headline(self) -> str:
        if not self.others:
            return self._seats_headline()
        shown = [(other, self.told(other)) for other in self.others]
        best = [(other, rows[0]) for other, rows in shown if rows]
        if not best:
            if len(self.others) > 1:
                return "No change has the same effect at most tables"
            change = self.change(self.others[0])
            if self.found(self.others[0])[DEPENDS]:
                return f"What {change} does depends on who plays"
            return f"{capital(change)} changes nothing that matters"
        if len(self.others) > 1:
            other, row = max(best, key=lambda each: weight(each[1]))
            text = effect_text(row, self.words)
            return f"Most of all, {self.change(other)} means that {text}"
        other, row = best[0]
        return f"{capital(self.change(other))} means that {effect_text(row, self.words)}"

    @property
    def _at_count(self) -> str:
        return f"at a table of {self.count}"

    def _seats_headline(self) -> str:
        rows = self.seats(self.base, self.count)
        far = [row for row in rows if row["word"] in (ALWAYS, MOSTLY)]
        if far:
            row = max(far, key=weight)
            return f"{capital(effect_text(row, self.words))}"
        if all(row["word"] == NOTHING for row in rows):
            return f"Every seat is fair {self._at_count}"
        return f"Which seat is best {self._at_count} depends on who plays"

    def deck(self) -> list[str]:
        if not self.others:
            return [f"At a table of {self.count}, seen at {self._tables}."]
        rows = self.told(self.others[0])
        first = f"At a table of {self.count}, seen at {self._tables}."
        if not rows or len(self.others) > 1:
            return [first]
        lasting = levels_text(self.tables, rows[0])
        return [f"At a table of {self.count}, {agreement_text(rows[0])}.{lasting}"]

    @property
    def _tables(self) -> str:
        return counted(self.comparison.tables_drawn, "table") + " of drawn players"

    def statements(self) -> list[Statement]:
        if not self.others:
            rows = self.seats(self.base, self.count)
            said = [Statement(row["word"], finding_text(row, self.words)) for row in rows]
            return said[:MOST_STATEMENTS]
        if len(self.others) > 1:
            best = [(other, rows[0]) for other in self.others if (rows := self.told(other))]
            best.sort(key=lambda each: -weight(each[1]))
            return [
                Statement(
                    row["word"],
                    f"{capital(self.change(other))}: {finding_text(row, self.words)}",
                )
                for other, row in best[:MOST_STATEMENTS]
            ]
        other = self.others[0]
        found = self.found(other)
        said = [Statement(row["word"], finding_text(row, self.words)) for row in self.told(other)]
        said = said[: MOST_STATEMENTS - bool(found[DEPENDS]) - bool(found[NOTHING])]
        said += [Statement(DEPENDS, depends_text(row, self.words)) for row in found[DEPENDS][:1]]
        if found[NOTHING]:
            text = f"Nothing to speak of: {questions_text(found[NOTHING], self.words)}."
            said.append(Statement(NOTHING, text))
        return said

    def advice(self) -> list[str]:
        """Return what the reader can do with it, in a sentence or two."""
        if not self.others:
            fair = all(row["word"] == NOTHING for row in self.seats(self.base, self.count))
            if fair:
                return ["Nothing has to be done about the seats."]
            return ["A design with --fair-seats says what would make the seats alike."]
        if len(self.others) == 1 and not self.told(self.others[0]):
            return ["Choose by taste: no direction is the same at most tables."]
        return [
            "Choose by what is wanted: a finding holds for players drawn as these were. What "
            "depends on who plays is no reason for or against."
        ]

    def lead(self) -> Figure:
        if not self.others:
            return self._seats_figure(self.base)
        rows = [(other, found[0]) for other in self.others if (found := self.told(other))]
        if not rows:
            rows = [
                (other, depends[0])
                for other in self.others
                if (depends := self.found(other)[DEPENDS])
            ]
        if not rows:
            return self._seats_figure(self.base)
        row = max((row for _, row in rows), key=weight)
        if len(self.others) > 1:
            return self._changes_figure(row)
        return self.figure(row, "lead")

    def figure(self, row: Row, name: str) -> Figure:
        about = same_about(self.tables, self.comparison, row)
        if row["seat"] is not None:
            about = [each for each in about if each[1]["players"] == row["players"]]
        return self._dots(name, capital(effect_text(row, self.words)), about)

    def _changes_figure(self, row: Row) -> Figure:
        about = [
            (self.change(other), each)
            for other in self.others
            for each in rows_of(
                where(
                    self.tables["conclusions"],
                    **{"a": self.base.name, "b": other.name},
                    players=self.count,
                    measure=row["measure"],
                ),
                self.known,
            )
            if each["seat"] == row["seat"] and each.get(MEMBER) is None
        ]
        title = f"What each change does to {row['entry'].noun}"
        return self._dots("changes", title, about)

    def _seats_figure(self, ruleset: Any) -> Figure:
        about = [
            (f"{count} players, {seat_name(row['seat'], count, self.words)}", row)
            for count in self.comparison.players
            for row in self.seats(ruleset, count)
        ]
        return self._dots("seats", "How often each seat wins, beside a fair share", about)

    def _dots(self, name: str, title: str, about: Sequence[tuple[str, Row]]) -> Figure:
        alt = "; ".join(f"{label}: {range_text(row)}" for label, row in about)
        return Figure(
            name,
            title,
            CAPTION,
            dots_chart(self.tables, about),
            f"{title}. {alt}.",
        )


def report_page(answer: Answer, facts: Mapping[str, Any], data: Sequence[str]) -> Page:
    return Page(
        question=answer.question,
        headline=answer.headline(),
        deck=answer.deck(),
        lead=answer.lead(),
        statements=answer.statements(),
        advice_title="What to do with it",
        advice=answer.advice(),
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
    rows = list(zip(*texts.values(), strict=True))
    return Table(title, list(texts), rows)


def _sections(answer: Answer, facts: Mapping[str, Any]) -> Iterator[Section]:
    comparison, tables = answer.comparison, answer.tables
    for number_, other in enumerate(answer.others):
        rules = [
            f"{name}: {how}" for name, how in changed_rules(answer.base, other, comparison.players)
        ]
        drawn = [row for row in answer.told(other) if len(answer.others) == 1][1:3]
        by_count = [
            f"With {count} players: {finding_text(row, answer.words)}"
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
            folded=len(answer.others) > 2,
        )
    lead_is_seats = not answer.others
    yield Section(
        "seats",
        "Is every seat fair?",
        text=[_seats_text(answer, ruleset) for ruleset in comparison.rulesets[:2]],
        figures=[] if lead_is_seats else [answer._seats_figure(answer.base)],
    )
    levels = list(_level_rows(answer))
    if levels:
        yield Section(
            "levels",
            "Beginners, experts, and players who adapt",
            text=["Tables of equals beside the population: copies of one player of each level."],
            tables=[table_of("Levels", _level_texts(answer, levels))],
        )
    yield Section(
        "game",
        "What the game is like",
        text=["The middle eight of ten tables."],
        tables=[table_of("Measures", _value_texts(answer))],
    )
    group = comparison.measures.compared_group
    if group:
        yield Section(
            "members",
            f"{capital(group)}s",
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
                f" It matters from {measure.threshold} on: {measure.reason}."
                if measure.reason
                else ""
            )
            for measure in comparison.measures.entries
            if measure.noun
        ],
        folded=True,
    )


def _seats_text(answer: Answer, ruleset: Any) -> str:
    told: dict[str, list[int]] = {}
    for count in answer.comparison.players:
        rows = answer.seats(ruleset, count)
        far = [row for row in rows if row["word"] in (ALWAYS, MOSTLY)]
        if far:
            row = max(far, key=weight)
            text = f"{effect_text(row, answer.words)}, {agreement_text(row)}"
        elif all(row["word"] == NOTHING for row in rows):
            text = "every seat is fair"
        else:
            text = "it depends on who plays"
        told.setdefault(text, []).append(count)
    texts = [f"with {listed(counts)} players {text}" for text, counts in told.items()]
    return f"{capital(answer.named(ruleset))}: {'; '.join(texts)}."


def _level_rows(answer: Answer) -> Iterator[Row]:
    if answer.others:
        yield from answer.told(answer.others[0]) or answer.found(answer.others[0])[DEPENDS]
    else:
        yield from answer.seats(answer.base, answer.count)


def _level_texts(answer: Answer, rows: Sequence[Row]) -> Texts:
    by_level: dict[str, dict[int, list[float]]] = {}
    for place, row in enumerate(rows):
        for each in level_rows(answer.tables, row):
            by_level.setdefault(each["level"], {}).setdefault(place, []).append(
                row["entry"].scale * each["difference"]
            )
    texts: dict[str, Sequence[str]] = {
        f"change, {answer.count} players": [measure_label(row) for row in rows],
        "drawn tables": [range_text(row) for row in rows],
    }
    for level, found in by_level.items():
        texts[level] = [
            signed_text(sum(found[place]) / len(found[place]), 1) if place in found else ""
            for place in range(len(rows))
        ]
    return texts


def _value_texts(answer: Answer) -> Texts:
    table = answer.tables["ranges"]
    rulesets = [ruleset.name for ruleset in answer.comparison.rulesets[:2]]
    rows = [
        row
        for row in rows_of(table, answer.known)
        if row["seat"] is None and row.get(MEMBER) is None and row["ruleset"] in rulesets
    ]
    heads = list(dict.fromkeys(row["entry"].title for row in rows))
    named = {each.name: answer.named(each) for each in answer.comparison.rulesets}
    texts: dict[str, Sequence[str]] = {"": heads}
    for name in rulesets:
        for count in values(where(table, ruleset=name)["players"]):
            cells = {
                row["entry"].title: range_text(row, signed=False)
                for row in rows
                if row["ruleset"] == name and row["players"] == count
            }
            head = f"{count} players" if len(rulesets) == 1 else f"{named[name]}, {count} players"
            texts[head] = [cells.get(each, "") for each in heads]
    return texts


def _member_texts(answer: Answer) -> Texts:
    rows = [
        row
        for row in rows_of(
            where(answer.tables["ranges"], ruleset=answer.base.name, players=answer.count),
            answer.known,
        )
        if row.get(MEMBER) is not None and not row["entry"].is_relative
    ]
    heads = list(dict.fromkeys(row["entry"].title for row in rows))
    members = list(dict.fromkeys(row[MEMBER] for row in rows))
    cells = {(row[MEMBER], row["entry"].title): range_text(row, signed=False) for row in rows}
    return {answer.comparison.measures.compared_group: list(map(str, members))} | {
        head: [cells.get((member, head), "") for member in members] for head in heads
    }
