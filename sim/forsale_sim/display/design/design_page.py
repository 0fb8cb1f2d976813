"""The page of a design: the answer, and what stands behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from strategy_lab.display.page.page_parts import Figure, Page, Section, Table
from strategy_lab.display.plots.inline_svg import inline_svg
from strategy_lab.display.table_layout import Texts
from strategy_lab.wording import counted

from forsale_sim.display.design.design_answer import DesignAnswer, capital
from forsale_sim.display.design.design_figures import (
    fair_figure,
    front_figure,
    race_figure,
    steps_figure,
)
from forsale_sim.display.design.design_findings import (
    decided,
    dropped_text,
    fair_coins_table,
    fair_coins_texts,
    steps_text,
)
from forsale_sim.display.design.design_text import (
    confirmed_texts,
    design_notes,
    race_texts,
    rival_texts,
)
from forsale_sim.display.design.holding_text import needed_text, table_texts
from forsale_sim.display.plots.design_plot import has_plot
from forsale_sim.experiments.design.goals import can_be_designed_for
from forsale_sim.measures import MEASURES
from forsale_sim.rules.writing import ruleset_toml


def design_page(answer: DesignAnswer, facts: Mapping[str, Any], data: Sequence[str]) -> Page:
    """Return the page of a design."""
    lead = _lead(answer)
    page = Page(
        question=answer.question(),
        headline=answer.headline(),
        deck=list(answer.deck()),
        lead=lead,
        statements=answer.statements(),
        advice_title="Which should you print?",
        advice=answer.advice(),
        sections=list(_sections(answer, lead)),
        facts=[
            ("version", str(facts["version"])),
            ("games", f"{facts['games']:,} of {facts['deals']:,} deals"),
            ("race", f"{facts['race_games']:,} games in {counted(facts['looks'], 'look')}"),
            *_strategies_changed(facts["strategies_changed"]),
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


def _strategies_changed(changed: str | None) -> list[tuple[str, str]]:
    return [] if changed is None else [("strategies that tuning changed", changed)]


def _lead(answer: DesignAnswer) -> Figure:
    if "fair_coins" in answer.tables:
        return fair_figure(decided(answer.tables["fair_coins"]))
    if has_plot(answer.tables, answer.aims):
        return front_figure(answer.tables, answer.aims, answer.words)
    if len(answer.tables["rivals"]["ruleset"]):
        return steps_figure(answer.tables["rivals"], answer.words)
    return race_figure(answer.tables["candidates"], answer.aims, answer.words)


def _sections(answer: DesignAnswer, lead: Figure) -> Iterator[Section]:
    tables = answer.tables
    if answer.first is not None:
        measured = answer.words.in_table(
            confirmed_texts(tables["finalists"], answer.first.name, answer.base.name)
        )
        yield Section(
            "changes",
            "What it changes and gains" if answer.is_changed else "What the rules make",
            text=["All measures on fresh deals, which had no part in the choice."],
            tables=[_table("Measures", measured)],
        )
    if "fair_coins" in tables:
        yield Section(
            "tables",
            "Which coins are fair at other tables?",
            text=[
                "How many coins more each seat would need for all to win alike, at tables of which "
                "no two share a player: those who decided, strong players who were not tuned, and "
                "strangers.",
                *list(fair_coins_texts(tables["fair_coins"], answer.words))[1:],
            ],
            tables=[_table("Coins", answer.words.in_table(fair_coins_table(tables["fair_coins"])))],
        )
    if len(tables["at_tables"]["table"]):
        yield Section(
            "tables",
            "Does it hold at other tables?",
            text=[
                "On fresh deals, at tables of which no two share a player: those who decided, "
                "strong players who were not tuned, and strangers.",
                *(
                    []
                    if answer.is_held
                    else [needed_text(tables["at_tables"], answer.aims, answer.words)]
                ),
            ],
            tables=[_table("Tables", answer.words.in_table(table_texts(tables["at_tables"])))],
        )
    if len(tables["rivals"]["ruleset"]):
        steps = steps_figure(tables["rivals"], answer.words)
        yield Section(
            "steps",
            "A plateau, or a knife's edge?",
            text=[steps_text(tables["rivals"])],
            figures=[] if lead.name == steps.name else [steps],
            tables=[_table("Steps", answer.words.in_table(rival_texts(tables["rivals"])))],
        )
    yield Section(
        "race",
        "What was tried and dropped",
        text=[dropped_text(tables["candidates"])],
        tables=[
            _table("The race", answer.words.in_table(race_texts(tables["candidates"], answer.aims)))
        ],
        folded=True,
    )
    if answer.first is not None and answer.is_changed and answer.is_held:
        yield Section(
            "ruleset",
            "The ruleset",
            text=[f"As recommended.toml has it, for {answer.players} players alone:"],
            code=ruleset_toml(answer.first.only_for(answer.players)),
            folded=True,
        )
    yield Section(
        "method",
        "How sure it is, and what is measured",
        text=design_notes(),
        points=[
            f"{capital(measure.noun)}: {measure.description}."
            for measure in filter(can_be_designed_for, MEASURES.entries)
        ],
        folded=True,
    )


def _table(title: str, texts: Texts) -> Table:
    columns = list(texts.values())
    return Table(title, list(texts), list(zip(*columns, strict=True)))
