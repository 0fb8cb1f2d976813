"""The figures of a design's page."""

from __future__ import annotations

from strategy_lab.display.number_text import number, with_limits
from strategy_lab.display.page.page_parts import Figure
from strategy_lab.display.plots.effect_chart import FILLED, EffectRow, Mark, effect_chart, mark_text
from strategy_lab.results.columns import Columns, Tables
from strategy_lab.results.tables import records

from forsale_sim.display.design.design_words import DesignWords
from forsale_sim.display.design.measure_words import goal_scale
from forsale_sim.display.plots.design_plot import COLOURS, design_panel
from forsale_sim.experiments.design.design_tables import (
    BETTER,
    FIRST,
    ON_FRONT,
    RECOMMENDED,
    TIE,
    WORSE,
)
from forsale_sim.experiments.design.fair_seats import COINS_MORE
from forsale_sim.experiments.design.goals import Aims

MOST_ROWS = 15
"""Of the figure of the race."""


def front_figure(tables: Tables, aims: Aims, words: DesignWords) -> Figure:
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
    return Figure(
        "front",
        finding,
        COLOURS,
        design_panel(tables, aims, words),
        f"{x.title} and {y.title} of {len(race['ruleset'])} rulesets, as the race saw them. {alt}.",
    )


def steps_figure(rivals: Columns, words: DesignWords) -> Figure:
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
    return Figure(
        "steps",
        finding,
        f"How far other rules are from {words(goal)}, which came first in the race, on fresh "
        "deals; intervals hold all at once. In the grey band a difference is too small to matter.",
        effect_chart(chart, unit=f"worse by, {unit}", margin=scale * rows[0]["matters"]),
        f"How far other rules are from {words(goal)}, which came first in the race. {alt}.",
    )


def fair_figure(table: Columns) -> Figure:
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
    return Figure(
        "fair-coins",
        finding,
        "The coins that would make all seats win alike. Within the grey band they round to none.",
        effect_chart(rows, unit="coins more", margin=0.5),
        f"Coins more by seat. {alt}.",
    )


def race_figure(race: Columns, aims: Aims, words: DesignWords) -> Figure:
    """Return the figure of what the race saw of the first goal, where there is no other figure."""
    (measure, *_) = aims.measures
    rows = [
        EffectRow(words(row["ruleset"]), [Mark(FILLED, measure.scale * row[measure.name])])
        for row in records(race)[:MOST_ROWS]
    ]
    alt = "; ".join(f"{row.label}: {number(row.marks[0].value, 1)}" for row in rows)
    return Figure(
        "race",
        "What the race saw",
        "As the race saw it last.",
        effect_chart(rows, unit=measure.title, level=rows[0].marks[0].value),
        f"{measure.title}, as the race saw it. {alt}.",
    )
