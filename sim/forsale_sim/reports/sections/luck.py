"""Luck against skill: how much strategies and deals decide who wins."""

from __future__ import annotations

import numpy as np

from forsale_sim.display.plots.charts import point_chart
from forsale_sim.display.plots.marks import series
from forsale_sim.reports.page.page_parts import Figure, Panel, Section, Table
from forsale_sim.reports.results import Results, without_field
from forsale_sim.reports.shared.estimate_text import (
    estimate_texts,
    range_text,
    row_keys,
    table_rows,
)
from forsale_sim.results.economy.tables import PARTS
from forsale_sim.results.tables import where

PARTS_BY_LINE = {part: part.replace(" and ", "\nand ").replace(" in ", "\nin ") for part in PARTS}
"""The parts as labels of an axis, which is narrow."""

INTERVAL = "95 % t interval clustered by deal"


def luck(results: Results) -> Section:
    """Return the section on luck and skill."""
    data = results.of("luck", ruleset=results.subject)
    skill, suiting, seat, rest = (
        np.maximum(100 * where(data, part=part)["share"], 0) for part in PARTS
    )
    answer = (
        f"Of what decides who wins, in the field {results.fields[0]!r}, the choice of strategy as "
        f"such makes up {range_text(skill, 0)} %, and what a seat happens to be worth in a deal "
        f"{range_text(seat, 0)} %."
    )
    table = results.tables["luck"]
    return Section(
        name="luck",
        title="Luck against skill",
        answer=[] if np.isnan(data["share_high"]).any() else [answer],
        text=[
            "The same deal is played with every rotation of its players, so that each sits in "
            "every seat once. The part of the variance of win shares that the strategy explains, "
            f"wherever and against whom it plays, is skill: {range_text(skill)} %. What else a "
            "player explains within a deal, whatever its seat, is how the opponents and cards suit "
            f"its strategy: {range_text(suiting)} %. The part that a seat of a deal explains, "
            f"whoever sits there, is the luck of the deal: {range_text(seat)} %. The rest, "
            f"{range_text(rest)} %, comes from neighbours, the timing of cards, and the "
            "strategies' own random draws.",
            "Skill is relative to a field: where all play alike, strategy decides nothing.",
        ],
        figures=[_figure(results)],
        tables=[
            Table(
                "What decides who wins",
                ["field", "ruleset", "players", "part", "share of the variance, %"],
                table_rows(
                    row_keys(table, "field", "ruleset", "players", "part"),
                    estimate_texts(table, "share", 100),
                ),
                f"±: {INTERVAL}; of the strategy a bound from the intervals of all win rates.",
            )
        ],
    )


def _figure(results: Results) -> Figure:
    data = results.of("luck")
    panels: list[Panel] = []
    for ruleset in results.rulesets:
        table = where(data, ruleset=ruleset)
        drawing = point_chart(
            [PARTS_BY_LINE[part] for part in PARTS],
            [
                series(f"{n} players", where(table, players=n), "share", 100)
                for n in results.players
            ],
            unit="share of the variance, %",
            title=ruleset,
            level=0,
            across=True,
        )
        description = "; ".join(
            f"{n} players: "
            + ", ".join(
                f"{part} {share} %"
                for part, share in zip(
                    PARTS, estimate_texts(where(table, players=n), "share", 100), strict=True
                )
            )
            for n in results.players
        )
        panels.append(
            Panel(
                f"luck-{len(panels) + 1}",
                drawing,
                f"What decides who wins by {ruleset}. {description}.",
            )
        )
    skill, seat = (where(data, part=PARTS[i]) for i in (0, 2))
    above = np.all(skill["share_low"] > seat["share_high"])
    below = np.all(skill["share_high"] < seat["share_low"])
    more = "more" if above else "less" if below else ""
    finding = f"Strategy decides {range_text(100 * skill['share'], 0)} % of who wins" + (
        f", {more} than the luck of a seat in its deal" if more else ""
    )
    return Figure(
        "luck",
        finding,
        f"Parts of the variance of win shares. Bars: {INTERVAL}; of the strategy a bound from the "
        f"intervals of all win rates. Field: {results.fields[0]}.",
        panels,
        without_field(data),
    )
