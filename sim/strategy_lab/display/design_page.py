"""The page of a design: the answer, and what stands behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from strategy_lab.display import design_text
from strategy_lab.display.comparison_page import facts_of, table_of
from strategy_lab.display.comparison_text import capital, notes, rows_of
from strategy_lab.display.design_text import ADVICE, DesignAnswer
from strategy_lab.display.pages import Figure, Page, Section
from strategy_lab.display.plots.table_plots import CAPTION, dots_chart
from strategy_lab.display.text_tables import number
from strategy_lab.experiments.design.experiment import can_be_designed_for


def lead_figure(answer: DesignAnswer) -> Figure | None:
    """Return the first goal at every table, for each of those that were judged."""
    measure = answer.aims.goals[0].measure
    asked = {"a": answer.base.name, "measure": measure.name}
    judged = answer.tables["conclusions"] if answer.is_judged else None
    rows = [
        (answer.named(row["b"]), row)
        for row in (rows_of(judged, answer.measures, **asked) if judged else ())
        if row["seat"] is None
    ]
    if not rows:
        return None
    alt = "; ".join(f"{label}: {number(row['middle'], 3)}" for label, row in rows)
    title = f"{capital(measure.short_noun)}, beside {answer.base_words}"
    drawing = dots_chart(answer.tables, rows)
    return Figure("goal", title, CAPTION, drawing, f"{capital(measure.noun)}: {alt}.")


def design_page(answer: DesignAnswer, facts: Mapping[str, Any], data: Sequence[str]) -> Page:
    return Page(
        question=answer.question(),
        headline=answer.headline(),
        deck=[answer.race_text()],
        lead=lead_figure(answer),
        statements=list(answer.statements())[:5],
        advice_title=ADVICE,
        advice=answer.advice(),
        sections=list(_sections(answer)),
        facts=facts_of(facts),
        command=str(facts["command"]),
        data=data,
    )


def _sections(answer: DesignAnswer) -> Iterator[Section]:
    more = [statement.text for statement in islice(answer.statements(), 5, None)]
    if more:
        yield Section("more", "What else is known", points=more)
    if answer.is_judged:
        yield Section(
            "judged",
            "What the rules that were judged change",
            text=[
                "At tables that had no part in the choice: the middle eight of ten, and at how "
                "many it has the sign of the middle one."
            ],
            tables=[table_of("Measures", design_text.judged_texts(answer))],
        )
    if len(answer.tables["steps"]["ruleset"]):
        yield Section(
            "steps",
            "A plateau, or a knife's edge?",
            text=[answer.steps_text()],
            tables=[table_of("Steps", design_text.step_texts(answer))],
        )
    yield Section(
        "race",
        "What was tried and dropped",
        text=[answer.race_text()],
        tables=[
            table_of("The race", design_text.race_texts(answer.tables["candidates"], answer.aims))
        ],
        folded=True,
    )
    if answer.is_better and answer.words.file is not None and answer.first is not None:
        yield Section(
            "ruleset",
            "The ruleset",
            text=[f"As recommended.toml has it, for {answer.players} players alone:"],
            code=answer.words.file(answer.first, answer.players),
            folded=True,
        )
    yield Section(
        "method",
        "How sure it is, and what is measured",
        text=list(notes(answer.design.rounds[-1].comparison)),
        points=[
            f"{capital(measure.noun or measure.name)}: {measure.description}."
            for measure in filter(can_be_designed_for, answer.measures.entries)
        ],
        folded=True,
    )
