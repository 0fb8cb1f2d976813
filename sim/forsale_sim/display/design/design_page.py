"""The page of a design: what to print, why, and how sure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from forsale_sim.display.compare.rule_changes import changes_text
from forsale_sim.display.design.design_figures import (
    fair_figure,
    front_figure,
    race_figure,
    steps_figure,
)
from forsale_sim.display.design.design_findings import (
    dropped_text,
    fair_coins_text,
    seen_texts,
    steps_text,
)
from forsale_sim.display.design.design_text import (
    confirmed_texts,
    design_notes,
    race_texts,
    rival_texts,
)
from forsale_sim.display.design.measure_words import (
    NOUNS,
    Row,
    aims_text,
    change_with_limits,
    from_to,
    value_with_limits,
)
from forsale_sim.display.page.page_parts import Figure, Page, Section, Statement, Table
from forsale_sim.display.plots.design_plot import has_plot
from forsale_sim.display.plots.inline_svg import inline_svg
from forsale_sim.display.table_layout import Texts
from forsale_sim.experiments.design.candidates import Candidate
from forsale_sim.experiments.design.design_tables import KEPT, OPEN, RACED, RECOMMENDED, SETTLED
from forsale_sim.experiments.design.evidence import BASE
from forsale_sim.experiments.design.goals import Aims
from forsale_sim.experiments.design.measures import MEASURES
from forsale_sim.results.columns import Tables
from forsale_sim.results.paired.schema import RETUNED, UNCHANGED
from forsale_sim.results.tables import records, where
from forsale_sim.rules.writing import ruleset_toml
from forsale_sim.stats.equivalence import DIFFERS, SMALL
from forsale_sim.wording import counted, listed

GRADES = {DIFFERS: "shown", SMALL: "no difference that matters"}
UNCLEAR = "unclear"
"""How sure a statement is, as the style sheet colours it by its first word."""

MOST_STATEMENTS = 5
MOST_EFFECTS = 2
"""Statements on measures that nobody asked for."""


class DesignPage:
    """Makes the page of a design whose finalists have played fresh deals.

    Parameters
    ----------
    tables
        Of the design.
    candidates, aims
        What raced, and for what.
    players
        How many play.
    """

    def __init__(
        self, tables: Tables, candidates: Sequence[Candidate], aims: Aims, players: int
    ) -> None:
        self.tables, self.aims, self.players = tables, aims, players
        self.base = candidates[BASE].ruleset
        race = tables["candidates"]
        by_name = {candidate.ruleset.name: candidate.ruleset for candidate in candidates}
        names = race["ruleset"][race["outcome"] == RECOMMENDED].tolist()
        self.recommended = by_name[names[0]] if names else None
        rows = [] if not names else records(where(tables["finalists"], ruleset=names[0]))
        self.settled = {row["measure"]: row for row in rows if row["play"] in SETTLED}
        self.by_play = {(row["play"], row["measure"]): row for row in rows}

    def page(self, facts: Mapping[str, Any], data: Sequence[str]) -> Page:
        """Return the page.

        Parameters
        ----------
        facts
            The manifest.
        data
            The names of the files that have every number.
        """
        lead = self._lead()
        page = Page(
            question=self._question(),
            headline=_sentence(self._headline()),
            deck=list(self._deck()),
            lead=lead,
            statements=list(self._statements())[:MOST_STATEMENTS],
            advice_title="Which should you print?",
            advice=self._advice(),
            sections=list(self._sections(lead)),
            facts=[
                ("version", str(facts["version"])),
                ("games", f"{facts['games']:,} of {facts['deals']:,} deals"),
                ("race", f"{facts['race_games']:,} games in {counted(facts['looks'], 'look')}"),
                ("seed", str(facts["seed"])),
                ("digest", str(facts["digest"])),
            ],
            command=str(facts["command"]),
            config="",
            data=data,
        )
        for figure in page.figures:
            page.drawings[figure.name] = inline_svg(figure.drawing, figure.name, figure.alt)
        return page

    @property
    def _is_changed(self) -> bool:
        return self.recommended is not None and self.recommended.name != self.base.name

    def _change(self) -> str:
        assert self.recommended is not None
        return changes_text(self.base, self.recommended, self.players)

    def _question(self) -> str:
        if "fair_coins" in self.tables:
            return f"With which coins do all seats of {self.players} players win alike?"
        return f"Which rules for {self.players} players {aims_text(self.aims)}?"

    def _headline(self) -> str:
        if self.recommended is None:
            kept = listed([condition.text for condition in self.aims.conditions])
            return f"No ruleset that was tried keeps {kept}"
        others = len(self.tables["candidates"]["ruleset"]) - 1
        if not self._is_changed and "fair_coins" in self.tables:
            return f"The coins of {self.base.name} are as fair to all seats as whole coins can be"
        if not self._is_changed:
            return f"{self.base.name} stands: none of {others} other rulesets is seen to do better"
        row = self._goals[0]
        noun = NOUNS[row["measure"]]
        if row["verdict"] != DIFFERS:
            return f"{self._change()} is not shown to change {noun}"
        return f"{self._change()} takes {noun} {from_to(row)}"

    def _deck(self) -> Iterator[str]:
        if "fair_coins" in self.tables:
            yield fair_coins_text(self.tables["fair_coins"])
        if not self._is_changed:
            return
        yield f"On fresh deals that is {change_with_limits(self._goals[0])}."
        if any(row["play"] == RETUNED for row in self.settled.values()):
            yield "The players were tuned for each ruleset."

    def _statements(self) -> Iterator[Statement]:
        if self._is_changed:
            yield from map(self._effect, self._goals[1:])
        elif self.recommended is None:
            for text in seen_texts(self.tables["candidates"], self.base.name, self.aims):
                yield Statement("shown", _sentence(text))
        else:
            for row in self._goals:
                text = f"{_capital(NOUNS[row['measure']])} is {value_with_limits(row)}."
                yield Statement("shown", text)
        for row in records(self.tables["conditions"]) if self.recommended else []:
            kept = row["verdict"] == KEPT
            yield Statement(
                "shown" if kept else UNCLEAR,
                f"{row['condition']} is {'kept' if kept else row['verdict']}.",
            )
        if self._is_changed:
            yield from self._adapting(self._goals[0])
        steps = steps_text(self.tables["rivals"])
        if steps:
            verdicts = where(self.tables["rivals"], verdict=OPEN)["step"].tolist()
            yield Statement(UNCLEAR if any(verdicts) else "shown", steps)
        if self._is_changed:
            yield from map(self._effect, self._side_effects())
        yield Statement("shown", dropped_text(self.tables["candidates"]))

    def _effect(self, row: Row) -> Statement:
        noun = NOUNS[row["measure"]]
        if row["verdict"] == SMALL:
            text = f"{_capital(noun)} stays as it was, but for what does not matter."
        elif row["verdict"] == DIFFERS:
            text = f"{_capital(noun)} goes {from_to(row)}: {change_with_limits(row)}."
        else:
            text = f"{_capital(noun)} is not shown to change: {change_with_limits(row)}."
        return Statement(GRADES.get(row["verdict"], UNCLEAR), text)

    def _adapting(self, row: Row) -> Iterator[Statement]:
        """Yield what would be said of a goal if nobody adapted to the rules."""
        before = self.by_play.get((UNCHANGED, row["measure"]))
        quick = self.by_play.get((RACED, row["measure"]))
        if before is None:
            return
        text = f"Players who do not adapt would see {change_with_limits(before)}"
        if quick is not None:
            text += f", and players tuned only quickly {change_with_limits(quick)}"
        yield Statement("shown" if before["verdict"] == DIFFERS else UNCLEAR, f"{text}.")

    def _side_effects(self) -> Sequence[Row]:
        """Return the measures that change most beside what was asked for."""
        asked = {measure.name for measure in self.aims.measures}
        rows = [
            row
            for name, row in self.settled.items()
            if name not in asked and row["verdict"] == DIFFERS
        ]
        rows.sort(key=lambda row: -abs(row["difference"]) / row["matters"])
        return rows[:MOST_EFFECTS]

    @property
    def _goals(self) -> Sequence[Row]:
        """Return what fresh deals say of the goals, first of one that is shown to be served."""
        rows = [(self.settled[goal.measure.name], goal) for goal in self.aims.goals]
        rows.sort(
            key=lambda each: (
                each[0]["verdict"] != DIFFERS or each[0]["difference"] * each[1].sign > 0
            )
        )
        return [row for row, _ in rows]

    def _advice(self) -> list[str]:
        if self.recommended is None:
            return ["None of these. Loosen a condition, or let more rules change."]
        if not self._is_changed:
            return [f"{self.base.name}, as it is."]
        return [
            f"The rules of {self.base.name}, but for {self._change()}. recommended.toml has all of "
            "them, and can be named wherever a ruleset can."
        ]

    def _lead(self) -> Figure:
        if "fair_coins" in self.tables:
            return fair_figure(self.tables["fair_coins"])
        if has_plot(self.tables, self.aims):
            return front_figure(self.tables, self.aims)
        if len(self.tables["rivals"]["ruleset"]):
            return steps_figure(self.tables["rivals"])
        return race_figure(self.tables["candidates"], self.aims)

    def _sections(self, lead: Figure) -> Iterator[Section]:
        tables = self.tables
        if self.recommended is not None:
            measured = confirmed_texts(tables["finalists"], self.recommended.name, self.base.name)
            yield Section(
                "changes",
                "What it changes and gains" if self._is_changed else "What the rules make",
                text=["All measures on fresh deals, which had no part in the choice."],
                tables=[_table("Measures", measured)],
            )
        if len(tables["rivals"]["ruleset"]):
            steps = steps_figure(tables["rivals"])
            yield Section(
                "steps",
                "A plateau, or a knife's edge?",
                text=[steps_text(tables["rivals"])],
                figures=[] if lead.name == steps.name else [steps],
                tables=[_table("Steps", rival_texts(tables["rivals"]))],
            )
        yield Section(
            "race",
            "What was tried and dropped",
            text=[dropped_text(tables["candidates"])],
            tables=[_table("The race", race_texts(tables["candidates"], self.aims))],
            folded=True,
        )
        if self.recommended is not None:
            yield Section(
                "ruleset",
                "The ruleset",
                text=["As recommended.toml has it:"],
                code=ruleset_toml(self.recommended),
                folded=True,
            )
        yield Section(
            "method",
            "How sure it is, and what is measured",
            text=design_notes(),
            points=[f"{measure.name}: {measure.description}." for measure in MEASURES.values()],
            folded=True,
        )


def _table(title: str, texts: Texts) -> Table:
    columns = list(texts.values())
    return Table(title, list(texts), list(zip(*columns, strict=True)))


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _sentence(text: str) -> str:
    """Return a sentence of which the name of a ruleset may be the first word."""
    return text if text.partition(" ")[0].count("-") else _capital(text)
