"""What a design has come to: one list of sentences, which terminal, page and JSON print; tables.

Sentences call rules and goals by words; tables by the names that can be typed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from strategy_lab.display.comparison_text import (
    Row,
    agreement_text,
    capital,
    clause,
    decimals_of,
    effect_text,
    finding_text,
    findings,
    in_a_sentence,
    measure_label,
    notes,
    range_text,
    rows_of,
    seat_name,
    signed_text,
)
from strategy_lab.display.pages import Statement
from strategy_lab.display.text_tables import Texts, crossed, laid_out, note, number
from strategy_lab.errors import counted, listed
from strategy_lab.experiments.design.experiment import (
    BASE,
    BEATEN,
    BREAKS,
    FIRST,
    ON_FRONT,
    RECOMMENDED,
    Aims,
    Condition,
    Design,
    ends,
)
from strategy_lab.results.conclusions import Columns, Tables
from strategy_lab.results.measures import SEAT_GAP
from strategy_lab.results.tables import records, where
from strategy_lab.stats.populations import ALWAYS, DEPENDS, MOSTLY, NOTHING

MOST_ROWS = 15  # of the race; the table ``candidates`` has all

ADVICE = "Which should you print?"


class DesignAnswer:
    def __init__(self, tables: Tables, design: Design) -> None:
        self.tables, self.design, self.aims = tables, design, design.aims
        self.measures, self.words = design.measures, design.rule_words
        self.players, self.lever = design.number_of_players, design.lever
        self.base = design.candidates[BASE].ruleset
        self.first = None if design.first is None else design.candidates[design.first].ruleset
        self.is_better = RECOMMENDED in tables["candidates"]["outcome"].tolist()
        self.is_judged = "conclusions" in tables
        self.base_words = self.words.ruleset(self.base)

    @property
    def is_changed(self) -> bool:
        return self.first is not None and self.first.name != self.base.name

    def named(self, ruleset: str) -> str:
        """Return what sentences call a ruleset: the base, or what is changed."""
        by_name = {each.ruleset.name: each.ruleset for each in self.design.candidates}
        if ruleset == self.base.name:
            return self.base_words
        return self.words.changes(self.base, by_name[ruleset], self.players)

    @property
    def _change(self) -> str:
        assert self.first is not None
        return self.named(self.first.name)

    @property
    def goal_rows(self) -> list[dict[str, Any]]:
        """The conclusions on the goals, of the first beside the base."""
        assert self.first is not None
        pair = where(self.tables["conclusions"], a=self.base.name, b=self.first.name)
        rows = {row["measure"]: row for row in rows_of(pair, self.measures) if row["seat"] is None}
        return [rows[goal.measure.name] for goal in self.aims.goals if goal.measure.name in rows]

    def texts(self) -> list[str]:
        typed = ""
        if self.first is not None and self.is_changed and self.lever is None:
            typed = f" ({self.first.name})"
        advice = [f"{ADVICE} {' '.join(self.advice())}"] if self.advice() else []
        said = [statement.text for statement in self.statements()]
        return [f"{self.headline()}{typed}.", *said, *advice]

    def question(self) -> str:
        if self.lever is not None:
            return f"With which {self.lever.unit} do all seats of {self.players} players win alike?"
        return f"Which rules for {self.players} players {aims_text(self.aims)}?"

    def headline(self) -> str:
        others = len(self.tables["candidates"]["ruleset"]) - 1
        if self.first is None:
            return f"No ruleset that was tried keeps {conditions_text(self.aims.conditions)}"
        if self.is_better:
            return self._headline_of_change()
        if self.lever is not None and not any(
            row["word"] in (ALWAYS, MOSTLY) for row in self.fair_rows
        ):
            told = "at most tables no seat needs one more"
            if any(row["high"] >= 1 for row in self.fair_rows):
                told = "which seat would need more differs between tables"
            return f"Leave the {self.lever.unit} equal: {told}"
        if not self.is_changed:
            return f"{capital(self.base_words)} stands: none of {others} others did better"
        if not self.is_judged:
            return f"{capital(self._change)} leads the race; no fresh table has judged it yet"
        not_shown = f"{self._change} came first, but is not shown to be better at other tables"
        return f"{capital(self.base_words)} stands: {not_shown}"

    def _headline_of_change(self) -> str:
        if self.tables["candidates"]["outcome"][BASE] == BREAKS:
            kept = conditions_text(self.aims.conditions)
            return f"{capital(self._change)} keeps {kept}: {self.base_words} does not"
        best = max(self.goal_rows, key=lambda row: row["agreeing"])
        return f"{capital(self._change)} means that {effect_text(best, self.words)}"

    def statements(self) -> Iterator[Statement]:
        if self.first is not None and self.is_judged and self.is_changed:
            by = "" if self.is_better else f"By {self.first.name}, "
            for row in self.goal_rows:
                yield Statement(row["word"], capital(f"{by}{clause(row, self.words)}"))
            asked = {measure.name for measure in self.aims.measures}
            found = findings(
                self.tables, self.measures, self.base.name, self.first.name, self.players
            )
            more = [row for row in (*found[ALWAYS], *found[MOSTLY]) if row["measure"] not in asked]
            for row in more[:3] if self.is_better else ():
                yield Statement(row["word"], finding_text(row, self.words))
        for row in records(self.tables["conditions"]):
            condition = next(c for c in self.aims.conditions if c.text == row["condition"])
            of = f"{row['keeping']} of {counted(row['tables'], 'table')}"
            kept = row["keeping"] == row["tables"]
            yield Statement(
                ALWAYS if kept else DEPENDS, f"{capital(condition_text(condition))} at {of}."
            )
        if self.lever is not None:
            if self.is_judged:
                yield Statement("", self.gap_text())
            for row in self.fair_rows:
                yield Statement(row["word"], self.fair_text(row))
        yield from (Statement("", text) for text in (self.steps_text(), self.race_text()))

    @property
    def fair_rows(self) -> list[dict[str, Any]]:
        assert self.lever is not None
        return records(self.tables[f"fair_{self.lever.unit}"])

    def gap_text(self) -> str:
        asked = {"ruleset": self.base.name, "measure": SEAT_GAP.name}
        (row,) = rows_of(self.tables["ranges"], self.measures, **asked)
        size = in_a_sentence(*(row["entry"].scale * max(row[end], 0.0) for end in ("low", "high")))
        return (
            f"By {self.base_words}, the best seat wins {row['entry'].in_words(size)} more than the "
            "worst."
        )

    def fair_text(self, row: Row) -> str:
        assert self.lever is not None
        who = seat_name(row["seat"], self.players, self.words)
        decimals, limits = decimals_of(row["low"], row["high"]), (row["low"], row["high"])
        low, high = (signed_text(each, decimals) for each in limits)
        size = f"{low} to {high} {self.lever.unit}"
        if row["low"] * row["high"] > 0:
            low, high = (number(each, decimals) for each in sorted(map(abs, limits)))
            size = f"{low} to {high} {self.lever.unit} {'more' if row['low'] > 0 else 'less'}"
        return f"For all seats to win alike, {who} would need {size}, {agreement_text(row)}."

    def steps_text(self) -> str:
        """Return whether single steps matter: a plateau or a knife's edge."""
        rows = [row for row in records(self.tables["steps"]) if row["step"]]
        if not rows:
            return "No other ruleset that was judged is one step away."
        words = Counter(
            "as good"
            if row["word"] == NOTHING
            else "not told apart"
            if row["word"] == DEPENDS
            else "better"
            if row["middle"] > 0
            else "worse"
            for row in rows
        )
        told = listed(
            [f"{number} {'is' if number == 1 else 'are'} {how}" for how, number in words.items()]
        )
        return f"Of {counted(len(rows), 'comparison')} with rules one step away, {told}."

    def race_text(self) -> str:
        outcomes = Counter(self.tables["candidates"]["outcome"].tolist())
        broken = f", and {outcomes[BREAKS]} broke a condition" if outcomes[BREAKS] else ""
        beaten = f"{outcomes[BEATEN]} {'was' if outcomes[BEATEN] == 1 else 'were'} beaten"
        return f"{counted(outcomes.total(), 'ruleset')} raced; {beaten}{broken}."

    def advice(self) -> list[str]:
        if self.first is None:
            return ["None of these. Loosen a condition, or let more rules change."]
        if not self.is_judged:
            return []
        if not self.is_better:
            return [f"{capital(self.base_words)}, as it is."]
        candidate = self.design.candidates[self.design.first or 0]
        file = (
            " --out DIR saves them as recommended.toml, to be named wherever a ruleset can."
            if self.words.file
            else ""
        )
        return [
            f"For {self.players} players, the only number that was searched: the rules of "
            f"{self.base_words}, but for {self._change}.{file}",
            *(
                f"No {'higher' if end.is_highest else 'lower'} number of "
                f"{end.rule.replace('_', ' ')} than {end.value} was tried: it may be better still."
                for end in ends(candidate, self.design.candidates)
            ),
        ]


def aims_text(aims: Aims) -> str:
    """Return what is wanted: "minimise the winner's lead and keep ties at 3 % or less"."""
    parts = [
        f"{verb} {listed(nouns)}"
        for verb, sign in (("minimise", 1), ("maximise", -1))
        if (nouns := [g.measure.noun for g in aims.goals if g.sign == sign])
    ]
    if aims.conditions:
        parts.append(f"keep {conditions_text(aims.conditions)}")
    return listed(parts)


def conditions_text(conditions: Sequence[Condition]) -> str:
    """Return what is kept: "the share of shared wins at 3 % or less"."""
    return listed(
        [
            f"{each.measure.noun} at {_bound(each)} or {'less' if each.sign > 0 else 'more'}"
            for each in conditions
        ]
    )


def condition_text(condition: Condition) -> str:
    """Return a condition in words: "the share of shared wins is at most 3 %"."""
    limit = "most" if condition.sign > 0 else "least"
    return f"{condition.measure.noun} is at {limit} {_bound(condition)}"


def _bound(condition: Condition) -> str:
    if condition.relative:
        return f"{number(100 * condition.bound, 0)} % of what it was"
    return f"{condition.measure.scale * condition.bound:g}{condition.measure.value_unit}"


# The terminal.


def design_parts(answer: DesignAnswer, width: int) -> Iterator[RenderableType]:
    tables = answer.tables
    for sentence in answer.texts():
        yield Text(f"- {sentence}")
    sections = {}
    if answer.is_judged:
        sections["At tables that had no part in the choice"] = judged_texts(answer)
    if len(tables["steps"]["ruleset"]):
        assert answer.first is not None
        sections[f"How much better or worse than {answer.first.name}"] = step_texts(answer)
    sections["The race"] = race_texts(tables["candidates"], answer.aims, MOST_ROWS)
    for title, texts in sections.items():
        yield Text(f"\n{title}", style="bold")
        yield laid_out(texts, width, left=("outcome",))
    more = len(tables["candidates"]["ruleset"]) - MOST_ROWS
    if more > 0:
        yield Text(f"The table candidates has {more} more.")
    yield ""
    for text in notes(answer.design.rounds[-1].comparison):
        yield note(text)
    yield ""


def judged_texts(answer: DesignAnswer) -> Texts:
    """Return what measures change beside the base: a row for each, a column for each finalist."""
    cells: dict[tuple[str, str], str] = {}
    for row in rows_of(answer.tables["conclusions"], answer.measures, a=answer.base.name):
        if row["seat"] is None and row.get("house") is None:
            mark = "" if row["by_definition"] else f" {row['agreeing']}"
            cells[measure_label(row), row["b"]] = f"{range_text(row)}{mark}"
    return crossed("", cells)


def step_texts(answer: DesignAnswer) -> Texts:
    rows = records(answer.tables["steps"])
    scales = [answer.measures[row["goal"].rpartition(" ")[2]].scale for row in rows]
    return {
        "": [row["ruleset"] for row in rows],
        "one step": ["yes" if row["step"] else "" for row in rows],
        "goal": [row["goal"] for row in rows],
        "better by": [
            " to ".join(signed_text(scale * row[end], 1) for end in ("low", "high"))
            for row, scale in zip(rows, scales, strict=True)
        ],
        "agree": [f"{row['agreeing']} of {row['tables']}" for row in rows],
    }


def race_texts(race: Columns, aims: Aims, most: int | None = None) -> Texts:
    first, goal = aims.goals[0], aims.goals[0].measure.name
    order = {RECOMMENDED: 0, FIRST: 0, ON_FRONT: 1, BEATEN: 2, BREAKS: 3}
    rows = sorted(
        records(race),
        key=lambda row: (order[row["outcome"]], -row["round"], first.sign * row[goal]),
    )[:most]
    return {
        "": [row["ruleset"] for row in rows],
        **{
            measure.head: [signed_text(measure.scale * row[measure.name], 1) for row in rows]
            for measure in aims.measures
        },
        "rounds": [str(row["round"]) for row in rows],
        "outcome": [row["outcome"] for row in rows],
    }
