"""A design for the terminal: sentences, then the finalists, their rivals and the race."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.text import Text
from strategy_lab.display.number_text import NOTHING, estimates, number
from strategy_lab.display.table_layout import Texts, laid_out
from strategy_lab.results.columns import Columns, Tables
from strategy_lab.results.paired.schema import UNCHANGED
from strategy_lab.results.tables import records, where
from strategy_lab.stats.random_effects import PREDICTION_INTERVAL
from strategy_lab.stats.sequential.race import ERROR

from forsale_sim.display.design.design_findings import design_findings, tuning_text
from forsale_sim.display.design.holding_text import table_texts
from forsale_sim.display.design.measure_words import goal_scale
from forsale_sim.experiments.design.candidates import Candidate
from forsale_sim.experiments.design.design_tables import (
    BEATEN,
    BREAKS,
    INTERVALS,
    RACED,
    SETTLED,
    first_of,
)
from forsale_sim.experiments.design.evidence import BASE
from forsale_sim.experiments.design.goals import Aims
from forsale_sim.experiments.design.holding import NEW_TABLE
from forsale_sim.measures import MEASURES

WIDTH = 110
"""Longest line."""

MOST_ROWS = 15
"""Of the race; the table ``candidates`` has all."""


def print_design(
    tables: Tables,
    candidates: Sequence[Candidate],
    aims: Aims,
    console: Console,
    changed: str | None = None,
) -> None:
    """Print all tables, with what they say; `changed`: how many players tuning has changed."""
    width = min(console.width, WIDTH)
    findings = design_findings(tables, candidates, aims)
    if changed is not None:
        findings.append(tuning_text(changed))
    for sentence in findings:
        console.print(Text(f"- {sentence}"), width=width)
    console.print()
    name = first_of(tables["candidates"])
    if name is not None and len(tables["finalists"]["ruleset"]):
        console.print(Text("On fresh deals", style="bold"))
        base = candidates[BASE].ruleset.name
        console.print(laid_out(confirmed_texts(tables["finalists"], name, base), console.width))
        console.print()
    if len(tables["at_tables"]["table"]):
        console.print(Text(f"{name} at other tables, on fresh deals", style="bold"))
        console.print(laid_out(table_texts(tables["at_tables"]), console.width))
        console.print()
    if len(tables["rivals"]["ruleset"]):
        console.print(Text(f"Against {name}, on fresh deals", style="bold"))
        console.print(laid_out(rival_texts(tables["rivals"]), console.width))
        console.print()
    console.print(Text("The race", style="bold"))
    console.print(
        laid_out(
            race_texts(tables["candidates"], aims, MOST_ROWS), console.width, left=("outcome",)
        )
    )
    more = len(candidates) - MOST_ROWS
    if more > 0:
        console.print(Text(f"and {more} more, which left no later: see the table candidates"))
    console.print()
    for note in design_notes():
        console.print(Text(note, style="dim"), width=width)
    console.print()


def design_notes() -> list[str]:
    """Return how to read the numbers, a sentence or two each."""
    return [
        f"±: {'; '.join(INTERVALS)}. Those of rivals hold all at once.",
        f"The race loses the best ruleset in at most {100 * ERROR:g} of 100 searches. What it saw "
        "of those that are left is too good on average; fresh deals are not.",
        f"What is recommended holds at {NEW_TABLE}: the {PREDICTION_INTERVAL} lies beyond what "
        "matters.",
    ]


def confirmed_texts(finalists: Columns, recommended: str, base: str) -> Texts:
    """Return a row for each measure: by the first rules, by the recommended, and the difference."""
    rows = [row for row in records(where(finalists, ruleset=recommended)) if _decides(row)]
    first = {
        row["measure"]: row for row in records(where(finalists, ruleset=base)) if _decides(row)
    }
    texts: dict[str, Sequence[str]] = {
        "": [MEASURES[row["measure"]].head for row in rows],
        base: [_estimate(first.get(row["measure"]), "value") for row in rows],
    }
    if recommended == base:
        return texts
    texts["first in the race"] = [_estimate(row, "value") for row in rows]
    texts["difference"] = [_estimate(row, "difference") for row in rows]
    for play, head in ((RACED, "play of the race"), (UNCHANGED, "play unchanged")):
        table = where(finalists, ruleset=recommended, play=play)
        others = {row["measure"]: row for row in records(table)}
        if others:
            texts[head] = [_estimate(others.get(row["measure"]), "difference") for row in rows]
    return {**texts, "verdict": [row["verdict"] for row in rows]}


def _decides(row: Mapping[str, Any]) -> bool:
    return row["play"] in SETTLED


def _estimate(row: dict[str, object] | None, name: str) -> str:
    if row is None:
        return NOTHING
    scale = MEASURES[str(row["measure"])].scale
    ends = (np.array([scale * float(str(row[f"{name}{end}"]))]) for end in ("", "_low", "_high"))
    return estimates(*ends)[0].rstrip()


def rival_texts(rivals: Columns) -> Texts:
    """Return a row for each other finalist and goal."""
    rows = records(rivals)
    scales = [goal_scale(row["goal"]) for row in rows]
    losses = [
        estimates(*(scale * np.array([row[f"loss{end}"]]) for end in ("", "_low", "_high")))[0]
        for row, scale in zip(rows, scales, strict=True)
    ]
    return {
        "": [row["ruleset"] for row in rows],
        "one step in": [row["step"] or NOTHING for row in rows],
        "goal": [row["goal"] for row in rows],
        "worse by": [loss.rstrip() for loss in losses],
        "matters from": [
            number(scale * row["matters"], 1) for row, scale in zip(rows, scales, strict=True)
        ],
        "verdict": [row["verdict"] for row in rows],
    }


def race_texts(race: Columns, aims: Aims, most: int | None = None) -> Texts:
    """Return a row for each ruleset, those that were left first."""
    first = aims.goals[0]
    order = sorted(
        range(len(race["ruleset"])),
        key=lambda i: (
            race["ruleset"][i] != first_of(race),
            race["outcome"][i] in (BEATEN, BREAKS),
            -race["look"][i],
            first.sign * race[first.measure.name][i],
        ),
    )[:most]
    return {
        "": [race["ruleset"][i] for i in order],
        **{
            measure.head: [number(measure.scale * race[measure.name][i], 1) for i in order]
            for measure in aims.measures
        },
        "looks": [str(race["look"][i]) for i in order],
        "outcome": [
            f"{race['outcome'][i]}{': ' if race['reason'][i] else ''}{race['reason'][i]}"
            for i in order
        ],
    }
