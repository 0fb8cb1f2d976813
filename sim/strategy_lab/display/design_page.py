"""The page of a design: the answer, and what stands behind it; and the plot of all rulesets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from strategy_lab.display.design_text import (
    ADVICE,
    ENDS,
    DesignAnswer,
    capital,
    confirmed_texts,
    decided,
    design_notes,
    fair_seats_texts,
    goal_scale,
    race_texts,
    rival_texts,
    table_texts,
)
from strategy_lab.display.pages import Figure, Page, Section, Statement, Table
from strategy_lab.display.plots.charts import PlotFormat, save_figure, set_frame
from strategy_lab.display.plots.figures import Figure as Drawing
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
from strategy_lab.experiments.design.candidates import Aims, can_be_designed_for
from strategy_lab.experiments.design.experiment import (
    BASE,
    BEATEN,
    BETTER,
    BREAKS,
    FIRST,
    INTERVALS,
    ON_FRONT,
    RECOMMENDED,
    SETTLED,
    TIE,
    WORSE,
)
from strategy_lab.results.conclusions import Tables
from strategy_lab.results.measures import Measure
from strategy_lab.results.tables import records

COLOURS = (
    "Orange: first in the race. Blue: on the front. With bars: on fresh deals; without: as the "
    "race saw them."
)

LABEL_WIDTH = 32
"""Characters in a line of the key."""

MOST_STATEMENTS = 5
"""On the first screen."""

MOST_ROWS = 15
"""Of the figure of the race."""


def has_plot(tables: Tables, aims: Aims) -> bool:
    return len(aims.measures) >= 2 and len(tables["finalists"]["ruleset"]) > 0


def save_design_plots(
    tables: Tables, aims: Aims, folder: Path, formats: Iterable[PlotFormat]
) -> None:
    if not has_plot(tables, aims):
        return
    with style():
        figure = Drawing(figsize=(FIGURE_WIDTH, 5.2), facecolor="white")
        _draw(figure.add_subplot(), tables, aims, _short)
        caption = [COLOURS, f"Bars: {'; '.join(INTERVALS)}."]
        set_frame(figure, "Rules that raced", caption)
    for form in formats:
        save_figure(figure, folder / f"design.{form}", form)


def _draw(axis: Axes, tables: Tables, aims: Aims, named: Callable[[str], str]) -> None:
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
    value, low, high = (measure.scale * row[f"value{end}"] for end in ENDS)
    return value, np.clip([[value - low], [high - value]], 0, None)


def _short(name: str) -> str:
    return name.partition("[")[2].removesuffix("]") or name


def _front_figure(answer: DesignAnswer) -> Figure:
    race, (x, y) = answer.tables["candidates"], answer.aims.measures[:2]
    on_front = [row for row in records(race) if row["outcome"] in (RECOMMENDED, FIRST, ON_FRONT)]
    if answer.aims.is_front and len(on_front) > 1:
        finding = f"{len(on_front)} rulesets make up the Pareto front"
    elif on_front:
        finding = "The first of the race among all rulesets"
    else:
        finding = "All rulesets that raced"
    alt = "; ".join(
        f"{answer.words(row['ruleset'])}: {number(row[x.name] * x.scale, 1)} and "
        f"{number(row[y.name] * y.scale, 1)}"
        for row in on_front
    )
    with style():
        drawing = Drawing(figsize=(PANEL_WIDTH, 3.6), facecolor="none")
        _draw(drawing.add_subplot(), answer.tables, answer.aims, answer.words)
    return Figure(
        "front",
        finding,
        COLOURS,
        drawing,
        f"{x.title} and {y.title} of {len(race['ruleset'])} rulesets, as the race saw them. {alt}.",
    )


def _steps_figure(answer: DesignAnswer) -> Figure:
    rows = records(answer.tables["rivals"])
    goal = rows[0]["goal"]
    rows = [row for row in rows if row["goal"] == goal]
    scale = goal_scale(goal, answer.measures)
    chart = [
        EffectRow(
            f"{answer.words(row['ruleset'])}{'' if row['step'] else ' (no step)'}",
            [Mark(FILLED, *(scale * row[f"loss{end}"] for end in ENDS))],
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
    about = f"How far other rules are from {answer.words(goal)}, which came first in the race"
    return Figure(
        "steps",
        finding,
        f"{about}, on fresh deals; intervals hold all at once. In the grey band a difference is "
        "too small to matter.",
        effect_chart(chart, unit=f"worse by, {unit}", margin=scale * rows[0]["matters"]),
        f"{about}. {_alt(chart)}.",
    )


def _fair_figure(answer: DesignAnswer) -> Figure:
    assert answer.lever is not None and answer.fair is not None
    name, unit = f"{answer.lever.unit}_more", answer.lever.unit
    table = decided(answer.fair)
    chart = [
        EffectRow(f"seat {seat}", [Mark(FILLED, *map(float, limits))])
        for seat, *limits in zip(table["seat"], *with_limits(table, name), strict=True)
    ]
    far = max(abs(float(value)) for value in table[name])
    finding = (
        f"Among the players who decided no seat is owed half a {answer.lever.one}"
        if far < 0.5
        else f"Some seats are owed half a {answer.lever.one} or more"
    )
    return Figure(
        f"fair-{unit}",
        finding,
        f"The {unit} that would make all seats win alike. Within the grey band they round to none.",
        effect_chart(chart, unit=f"{unit} more", margin=0.5),
        f"{capital(unit)} more by seat. {_alt(chart, 2)}.",
    )


def _race_figure(answer: DesignAnswer) -> Figure:
    (measure, *_), rows = answer.aims.measures, records(answer.tables["candidates"])
    chart = [
        EffectRow(answer.words(row["ruleset"]), [Mark(FILLED, measure.scale * row[measure.name])])
        for row in rows[:MOST_ROWS]
    ]
    alt = "; ".join(f"{row.label}: {number(row.marks[0].value, 1)}" for row in chart)
    return Figure(
        "race",
        "What the race saw",
        "As the race saw it last.",
        effect_chart(chart, unit=measure.title, level=chart[0].marks[0].value),
        f"{measure.title}, as the race saw it. {alt}.",
    )


def _alt(chart: Sequence[EffectRow], decimals: int = 1) -> str:
    return "; ".join(f"{row.label}: {mark_text(row.marks[0], decimals)}" for row in chart)


def design_page(answer: DesignAnswer, facts: Mapping[str, Any], data: Sequence[str]) -> Page:
    if answer.fair is not None:
        lead = _fair_figure(answer)
    elif has_plot(answer.tables, answer.aims):
        lead = _front_figure(answer)
    elif len(answer.tables["rivals"]["ruleset"]):
        lead = _steps_figure(answer)
    else:
        lead = _race_figure(answer)
    changed = facts["strategies_changed"]
    return Page(
        question=answer.question(),
        headline=answer.headline(),
        deck=list(answer.deck()),
        lead=lead,
        statements=[Statement(*each) for each in answer.findings()[:MOST_STATEMENTS]],
        advice_title=ADVICE,
        advice=answer.advice(),
        sections=list(_sections(answer, lead)),
        facts=[
            ("version", str(facts["version"])),
            ("games", f"{facts['games']:,} of {facts['deals']:,} deals"),
            ("race", f"{facts['race_games']:,} games in {counted(facts['looks'], 'look')}"),
            *([] if changed is None else [("strategies that tuning changed", changed)]),
            ("seed", str(facts["seed"])),
            ("digest", str(facts["digest"])),
        ],
        command=str(facts["command"]),
        config="",
        data=data,
    )


def _sections(answer: DesignAnswer, lead: Figure) -> Iterator[Section]:
    tables, first = answer.tables, answer.first

    def table(title: str, texts: Texts) -> list[Table]:
        columns = list(answer.in_words(texts).items())
        rows = list(zip(*(column for _, column in columns), strict=True))
        return [Table(title, [head for head, _ in columns], rows)]

    if first is not None:
        yield Section(
            "changes",
            "What it changes and gains" if answer.is_changed else "What the rules make",
            text=["All measures on fresh deals, which had no part in the choice."],
            tables=table(
                "Measures",
                confirmed_texts(tables, first.name, answer.base.name, answer.measures),
            ),
        )
    apart = (
        "tables of which no two share a player: those who decided, strong players who were not "
        "tuned, and strangers."
    )
    if answer.lever is not None and answer.fair is not None:
        unit = answer.lever.unit
        yield Section(
            "tables",
            f"Which {unit} are fair at other tables?",
            text=[
                f"How many {unit} more each seat would need for all to win alike, at {apart}",
                *answer.fair_texts(),
            ],
            tables=table(capital(unit), fair_seats_texts(answer.fair, f"{unit}_more")),
        )
    if len(tables["at_tables"]["table"]):
        yield Section(
            "tables",
            "Does it hold at other tables?",
            text=[f"On fresh deals, at {apart}"]
            + ([] if answer.is_held else [answer.needed_text()]),
            tables=table("Tables", table_texts(tables["at_tables"])),
        )
    if len(tables["rivals"]["ruleset"]):
        steps = _steps_figure(answer)
        yield Section(
            "steps",
            "A plateau, or a knife's edge?",
            text=[answer.steps_text()],
            figures=[] if lead.name == steps.name else [steps],
            tables=table("Steps", rival_texts(tables["rivals"], answer.measures)),
        )
    yield Section(
        "race",
        "What was tried and dropped",
        text=[answer.dropped_text()],
        tables=table("The race", race_texts(tables["candidates"], answer.aims)),
        folded=True,
    )
    file = answer.rule_words.file
    if first is not None and answer.is_changed and answer.is_held and file is not None:
        yield Section(
            "ruleset",
            "The ruleset",
            text=[f"As recommended.toml has it, for {answer.players} players alone:"],
            code=file(first, answer.players),
            folded=True,
        )
    yield Section(
        "method",
        "How sure it is, and what is measured",
        text=design_notes(),
        points=[
            f"{capital(measure.noun or measure.name)}: {measure.description}."
            for measure in filter(can_be_designed_for, answer.measures.entries)
        ],
        folded=True,
    )
