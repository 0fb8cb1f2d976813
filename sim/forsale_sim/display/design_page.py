"""The page of a design: the answer, and what stands behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from strategy_lab.display.pages import Figure as PagesFigure
from strategy_lab.display.pages import Page, Section, Table
from strategy_lab.display.plots.charts import PlotFormat, save_figure, set_frame
from strategy_lab.display.plots.figures import Figure
from strategy_lab.display.plots.marks import (
    BLUE,
    FIGURE_WIDTH,
    FILLED,
    GREY,
    INK,
    PANEL_WIDTH,
    VERMILION,
    EffectRow,
    Mark,
    effect_chart,
    mark_text,
    style,
)
from strategy_lab.display.text_tables import Texts, number, with_limits
from strategy_lab.errors import counted
from strategy_lab.results.conclusions import Columns, Tables
from strategy_lab.results.measures import Measure
from strategy_lab.results.tables import records

from forsale_sim.display.design_text import (
    DesignAnswer,
    DesignWords,
    capital,
    confirmed_texts,
    decided,
    design_notes,
    dropped_text,
    fair_coins_table,
    fair_coins_texts,
    needed_text,
    race_texts,
    rival_texts,
    steps_text,
    table_texts,
)
from forsale_sim.display.measure_words import goal_scale
from forsale_sim.experiments.design.search import (
    BASE,
    BEATEN,
    BETTER,
    BREAKS,
    COINS_MORE,
    FIRST,
    INTERVALS,
    ON_FRONT,
    RECOMMENDED,
    SETTLED,
    TIE,
    WORSE,
    Aims,
    can_be_designed_for,
)
from forsale_sim.measures import MEASURES
from forsale_sim.rules.loading import ruleset_toml

# design_plot: The plot of a design: all rulesets by two measures, and how those of the end were
# confirmed.

COLOURS = (
    "Orange: first in the race. Blue: on the front. With bars: on fresh deals; without: as the "
    "race saw them."
)

LABEL_WIDTH = 32
"""Characters in a line of the key."""


def plot_design(tables: Tables, aims: Aims) -> Figure:
    """Plot every ruleset by the first two measures of goals and conditions, for a file."""
    with style():
        figure = Figure(figsize=(FIGURE_WIDTH, 5.2), facecolor="white")
        _draw(figure.add_subplot(), tables, aims, _short)
        caption = [COLOURS, f"Bars: {'; '.join(INTERVALS)}."]
        set_frame(figure, "Rules that raced", caption)
    return figure


def design_panel(tables: Tables, aims: Aims, named: Callable[[str], str]) -> Figure:
    """Plot the same for a page, which says the rest."""
    with style():
        figure = Figure(figsize=(PANEL_WIDTH, 3.6), facecolor="none")
        _draw(figure.add_subplot(), tables, aims, named)
    return figure


def has_plot(tables: Tables, aims: Aims) -> bool:
    """Return whether there are two measures to plot, and fresh deals were played."""
    return len(aims.measures) >= 2 and len(tables["finalists"]["ruleset"]) > 0


def save_design_plots(
    tables: Tables, aims: Aims, folder: Path, formats: Iterable[PlotFormat]
) -> None:
    """Write the plot, if there is one."""
    if not has_plot(tables, aims):
        return
    figure = plot_design(tables, aims)
    for form in formats:
        save_figure(figure, folder / f"design.{form}", form)


def _draw(axis: Axes, tables: Tables, aims: Aims, named: Callable[[str], str]) -> None:
    """Draw the rulesets that left the race as marks, and the finalists with bars."""
    x, y = aims.measures[:2]
    race = tables["candidates"]
    for outcomes, label, marker in (
        ((BREAKS,), "breaks a condition", "x"),
        ((BEATEN,), "beaten", "."),
    ):
        there = np.isin(race["outcome"].astype(str), outcomes)
        if there.any():
            axis.plot(
                *(measure.scale * race[measure.name][there] for measure in (x, y)),
                linestyle="",
                marker=marker,
                color=GREY,
                label=label,
            )
    outcome_of = dict(zip(race["ruleset"].tolist(), race["outcome"].tolist(), strict=True))
    base = race["ruleset"][BASE]
    finalists: dict[str, dict[str, dict[str, float]]] = {}
    for row in records(tables["finalists"]):
        if row["play"] in SETTLED:
            finalists.setdefault(row["ruleset"], {})[row["measure"]] = row
    for name, rows in finalists.items():
        outcome = outcome_of[name]
        colour = {RECOMMENDED: VERMILION, FIRST: VERMILION, ON_FRONT: BLUE}.get(
            outcome, INK if name == base else GREY
        )
        (a, arms_a), (b, arms_b) = (_point(rows[m.name], m) for m in (x, y))
        drawn = axis.errorbar([a], [b], xerr=arms_a, yerr=arms_b, fmt="o", color=colour, capsize=3)
        if colour in (VERMILION, INK):
            drawn.set_label(fill(named(name), LABEL_WIDTH))
        if outcome == ON_FRONT:
            axis.annotate(named(name), (a, b), (6, 5), textcoords="offset points", color=colour)
    axis.set_xlabel(x.title)
    axis.set_ylabel(y.title)
    if axis.get_legend_handles_labels()[0]:
        axis.legend(
            loc="lower left",
            bbox_to_anchor=(0, 1),  # above the axis, where there are no marks
            ncols=2,
            fontsize=8.5,
            borderaxespad=0.2,
            handletextpad=0.1,
            columnspacing=0.9,
        )


def _point(row: dict[str, float], measure: Measure) -> tuple[float, np.ndarray]:
    value, low, high = (measure.scale * row[name] for name in ("value", "value_low", "value_high"))
    return value, np.clip([[value - low], [high - value]], 0, None)


def _short(name: str) -> str:
    """Return what is changed, of ``iello-en[coins=20]`` only ``coins=20``."""
    return name.partition("[")[2].removesuffix("]") or name


MOST_ROWS = 15
"""Of the figure of the race."""


def front_figure(tables: Tables, aims: Aims, words: DesignWords) -> PagesFigure:
    """Return the figure of all rulesets by two measures, with the Pareto front."""
    race, (x, y) = tables["candidates"], aims.measures[:2]
    on_front = [row for row in records(race) if row["outcome"] in (RECOMMENDED, FIRST, ON_FRONT)]
    if aims.is_front and len(on_front) > 1:
        finding = f"{len(on_front)} rulesets make up the Pareto front"
    elif on_front:
        finding = "The first of the race among all rulesets"
    else:
        finding = "All rulesets that raced"
    alt = "; ".join(
        f"{words(row['ruleset'])}: {number(row[x.name] * x.scale, 1)} and "
        f"{number(row[y.name] * y.scale, 1)}"
        for row in on_front
    )
    return PagesFigure(
        "front",
        finding,
        COLOURS,
        design_panel(tables, aims, words),
        f"{x.title} and {y.title} of {len(race['ruleset'])} rulesets, as the race saw them. {alt}.",
    )


def steps_figure(rivals: Columns, words: DesignWords) -> PagesFigure:
    """Return the figure of how much worse the other finalists are, in the first goal."""
    rows = records(rivals)
    goal = rows[0]["goal"]
    rows = [row for row in rows if row["goal"] == goal]
    scale = goal_scale(goal)
    chart = [
        EffectRow(
            words(row["ruleset"]) if row["step"] else f"{words(row['ruleset'])} (no step)",
            [Mark(FILLED, *(scale * row[f"loss{end}"] for end in ("", "_low", "_high")))],
        )
        for row in rows
    ]
    verdicts = {row["verdict"] for row in rows if row["step"]} or {row["verdict"] for row in rows}
    if verdicts == {WORSE}:
        finding = "Every step away from it is worse"
    elif verdicts == {TIE}:
        finding = "No step away from it matters"
    elif {WORSE, BETTER} & verdicts:
        finding = "Some steps away from it matter"
    else:
        finding = "No step away is told apart from it"
    unit = "percentage points" if scale != 1 else "in the unit of the goal"
    alt = "; ".join(f"{row.label}: {mark_text(row.marks[0])}" for row in chart)
    return PagesFigure(
        "steps",
        finding,
        f"How far other rules are from {words(goal)}, which came first in the race, on fresh "
        "deals; intervals hold all at once. In the grey band a difference is too small to matter.",
        effect_chart(chart, unit=f"worse by, {unit}", margin=scale * rows[0]["matters"]),
        f"How far other rules are from {words(goal)}, which came first in the race. {alt}.",
    )


def fair_figure(table: Columns) -> PagesFigure:
    """Return the figure of the coins that would make all seats win alike."""
    limits = with_limits(table, COINS_MORE)
    rows = [
        EffectRow(f"seat {seat}", [Mark(FILLED, *map(float, ends))])
        for seat, *ends in zip(table["seat"], *limits, strict=True)
    ]
    alt = "; ".join(f"{row.label}: {mark_text(row.marks[0], 2)}" for row in rows)
    far = max(abs(float(value)) for value in table[COINS_MORE])
    finding = (
        "Among the players who decided no seat is owed half a coin"
        if far < 0.5
        else "Some seats are owed half a coin or more"
    )
    return PagesFigure(
        "fair-coins",
        finding,
        "The coins that would make all seats win alike. Within the grey band they round to none.",
        effect_chart(rows, unit="coins more", margin=0.5),
        f"Coins more by seat. {alt}.",
    )


def race_figure(race: Columns, aims: Aims, words: DesignWords) -> PagesFigure:
    """Return the figure of what the race saw of the first goal, where there is no other figure."""
    (measure, *_) = aims.measures
    rows = [
        EffectRow(words(row["ruleset"]), [Mark(FILLED, measure.scale * row[measure.name])])
        for row in records(race)[:MOST_ROWS]
    ]
    alt = "; ".join(f"{row.label}: {number(row.marks[0].value, 1)}" for row in rows)
    return PagesFigure(
        "race",
        "What the race saw",
        "As the race saw it last.",
        effect_chart(rows, unit=measure.title, level=rows[0].marks[0].value),
        f"{measure.title}, as the race saw it. {alt}.",
    )


def design_page(answer: DesignAnswer, facts: Mapping[str, Any], data: Sequence[str]) -> Page:
    """Return the page of a design."""
    lead = _lead(answer)
    return Page(
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


def _strategies_changed(changed: str | None) -> list[tuple[str, str]]:
    return [] if changed is None else [("strategies that tuning changed", changed)]


def _lead(answer: DesignAnswer) -> PagesFigure:
    if "fair_coins" in answer.tables:
        return fair_figure(decided(answer.tables["fair_coins"]))
    if has_plot(answer.tables, answer.aims):
        return front_figure(answer.tables, answer.aims, answer.words)
    if len(answer.tables["rivals"]["ruleset"]):
        return steps_figure(answer.tables["rivals"], answer.words)
    return race_figure(answer.tables["candidates"], answer.aims, answer.words)


def _sections(answer: DesignAnswer, lead: PagesFigure) -> Iterator[Section]:
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
