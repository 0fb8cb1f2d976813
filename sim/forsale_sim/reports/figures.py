"""The figures of a report: one shared axis each, the finding as the title."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.schema import EITHER, RETUNED
from strategy_lab.results.tables import records, where
from strategy_lab.stats.evidence import CREDIBLE
from strategy_lab.wording import counted, listed

from forsale_sim.display.compare.difference_text import POINTS, Row, scale
from forsale_sim.display.compare.effect_text import effect
from forsale_sim.display.number_text import number
from forsale_sim.display.page.page_parts import Figure
from forsale_sim.display.plots.effect_chart import (
    DOT,
    FILLED,
    HOLLOW,
    OTHER,
    EffectRow,
    Mark,
    effect_chart,
)
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.wording import names_of, seat_name, unit_of, untrained_names


def effect_figure(
    results: Results, name: str, finding: str, shown: Sequence[tuple[str, Row, Row | None]]
) -> Figure:
    """Return a figure of effects with a row each, all of one unit."""
    rows = [
        EffectRow(label, [*_dots(results, row), *_main(row), *_retuned(other)])
        for label, row, other in shown
    ]
    first = shown[0][1]
    by_fields = any(mark.kind == DOT for row in rows for mark in row.marks)
    retuned = any(mark.kind == HOLLOW for row in rows for mark in row.marks)
    key = [(FILLED, "strongest play" + (", unchanged" if retuned else ""))]
    key += [(HOLLOW, "re-tuned")] * retuned + [(DOT, "other tables")] * by_fields
    unit = unit_of(first)
    drawing = effect_chart(
        rows, unit=f"change, {unit}", key=key, margin=float(first["matters"]) * scale(first)
    )
    alt = "; ".join(
        f"{label}: {number(effect(row) * scale(row), 1)}"
        + (f", re-tuned {number(effect(other) * scale(other), 1)}" if other else "")
        for label, row, other in shown
    )
    caption = (
        "Filled: the strongest play, the same by both rules. "
        + ("Hollow: trained for each. " * retuned)
        + ("Grey dots: other tables, play unchanged. " * (by_fields and retuned))
        + ("Grey dots: other tables that might be met. " * (by_fields and not retuned))
        + "In the grey band an effect is too small to matter."
    )
    return Figure(name, finding, caption, drawing, f"Change in {unit}. {alt}.")


def _main(row: Row) -> list[Mark]:
    return [Mark(FILLED, effect(row) * scale(row))]


def _retuned(row: Row | None) -> list[Mark]:
    return [] if row is None else [Mark(HOLLOW, effect(row) * scale(row))]


def _dots(results: Results, row: Row) -> list[Mark]:
    keys = {name: row[name] for name in ("players", "a", "b", "measure", "seat")}
    table = where(results.differences, role=CREDIBLE, **keys)
    return [
        Mark(DOT, each["difference"] * scale(row))
        for each in records(table)
        if each["strategy"] is None and each["house"] is None
        if each["play"] in (row["play"], EITHER)
    ]


def seat_figure(results: Results, finding: str) -> Figure:
    """Return a figure of how often each seat wins, beside a fair share."""
    rulesets = [ruleset.name for ruleset in results.experiment.rulesets][:2]
    kinds = (FILLED, OTHER)
    labels = names_of(results)
    table = where(results.conclusions, a=FAIR)
    rows, alts = [], []
    for players in results.players:
        for seat in range(1, players + 1):
            marks = []
            for kind, ruleset in zip(kinds, rulesets, strict=False):
                (row,) = records(where(table, b=ruleset, players=players, seat=seat))
                marks.append(Mark(kind, effect(row) * POINTS))
            label = f"{players} players, {seat_name(seat, players)}" if seat == 1 else ""
            rows.append(EffectRow(label or seat_name(seat, players), marks))
            shares = ", ".join(number(mark.value, 1) for mark in marks)
            alts.append(f"{players} players, seat {seat}: {shares}")
    drawing = effect_chart(
        rows,
        unit="win rate beside a fair share, points",
        key=[(kind, labels[name]) for kind, name in zip(kinds, rulesets, strict=False)],
        margin=1.0,
    )
    untrained = [name for name in untrained_names(results) if name in map(labels.get, rulesets)]
    who = f"not trained for {listed(untrained)}" if untrained else "trained for these rules"
    caption = (
        f"Win rate of each seat less a fair share, among the strongest players, who were {who}. In "
        "the grey band a seat is as good as fair."
    )
    return Figure("seats", finding, caption, drawing, f"Points by seat. {'; '.join(alts)}.")


def skill_figure(results: Results, finding: str) -> Figure:
    """Return a figure of how much skill decides at each table of good players."""
    table = results.levels["skill"]
    rulesets = [ruleset.name for ruleset in results.experiment.rulesets][:2]
    labels = names_of(results)
    fields = list(dict.fromkeys(table["field"].tolist()))
    rows = [
        EffectRow(
            f"{players} players",
            [
                Mark(kind, float(np.median(values)))
                for kind, ruleset in zip((FILLED, OTHER), rulesets, strict=False)
                for values in [where(table, ruleset=ruleset, players=players)["skill"]]
            ]
            + [
                Mark(DOT, value)
                for value in where(table, ruleset=rulesets[0], players=players)["skill"].tolist()
            ],
        )
        for players in results.players
    ]
    drawing = effect_chart(
        rows,
        unit="skill: 0 is a lottery, at 1 the better player always wins",
        key=[
            *((kind, labels[name]) for kind, name in zip((FILLED, OTHER), rulesets, strict=False)),
            (DOT, "each table"),
        ],
        limits=(0.0, 1.0),
    )
    alt = "; ".join(f"{row.label}: {number(row.marks[0].value, 2)}" for row in rows)
    caption = (
        f"How much skill decides at {counted(len(fields), 'table')} of good players, from a "
        "lottery (0) to a game that the best player always wins (1). Large: the median."
    )
    scale_text = "Skill, from 0 for a lottery to 1 for a game that the best always win"
    return Figure("skill", finding, caption, drawing, f"{scale_text}. {alt}.")


def reference_rates(results: Results, ruleset: str, players: int) -> list[float]:
    """Return the win rates of the seats by a ruleset, among the strongest players."""
    table: Columns = where(results.conclusions, a=FAIR, b=ruleset, players=players)
    return [1 / players + effect(row) for row in records(table) if row["play"] != RETUNED]
