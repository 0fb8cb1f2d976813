"""Seat balance: whether seats differ, and by how much."""

from __future__ import annotations

import numpy as np

from forsale_sim.display.number_text import NOTHING
from forsale_sim.display.run_findings import seat_finding
from forsale_sim.reports.page.page_parts import Figure, Group, Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.shared.estimate_text import (
    estimate_texts,
    number_texts,
    out_of,
    range_text,
    row_keys,
    table_rows,
)
from forsale_sim.reports.shared.rate_panels import figure_data, rate_panel
from forsale_sim.results.columns import Columns
from forsale_sim.results.tables import records, values, where
from forsale_sim.stats.corrections import HOLM
from forsale_sim.stats.equivalence import SMALL
from forsale_sim.stats.intervals import RATE_INTERVAL
from forsale_sim.stats.joint import JOINT_TEST
from forsale_sim.stats.pairwise import LARGEST_INTERVAL


def seats(results: Results) -> Section:
    """Return the section on seats."""
    effects = results.tables["seat_effect"]
    return Section(
        name="seats",
        title="Seat balance",
        answer=[_answer(effects, results)],
        text=[
            "Seat 1 opens the first auction. Every deal is played with every rotation of its "
            "players, so no strategy has better seats than another."
        ],
        groups=[
            Group(
                f"By {ruleset}",
                [
                    f"{seat_finding(results.of('seat_effect', ruleset=ruleset, players=n), n)}."
                    for n in results.players
                ],
            )
            for ruleset in results.rulesets
        ],
        figures=[_figure(results)],
        tables=[_table(effects), _by_seat(results)],
    )


def _answer(effects: Columns, results: Results) -> str:
    """Return a sentence on all cells and fields."""
    differing = int(np.sum(effects["differs"]))
    small = int(np.sum(effects["verdict"] == SMALL))
    count, margin = len(effects["effect"]), 100 * effects["margin"][0]
    whole = (
        f"Win rates differ by seat in {out_of(differing, count, 'case')} (rulesets, numbers of "
        "players and fields of strategies)"
        + (f"; in {small} any difference is shown to be below {margin:g} points" if small else "")
        + "."
    )
    first = results.of("seat_effect", ruleset=results.subject)
    if not len(first["effect"]) or np.isnan(first["effect_high"]).any():
        return whole
    largest = int(np.argmax(first["effect"]))
    low, value, high = (
        f"{100 * first[name][largest]:.1f}" for name in ("effect_low", "effect", "effect_high")
    )
    return (
        f"{whole} By {results.subject}, among strategies of the field {results.fields[0]!r}, "
        f"the best seat wins up to {value} points more than the worst ({low} to {high}): seat "
        f"{first['best_seat'][largest]} of {first['players'][largest]}."
    )


def _figure(results: Results) -> Figure:
    panels = []
    for players in results.players:
        tables = {
            name: results.of("by_seat", ruleset=name, players=players) for name in results.rulesets
        }
        labels = [f"seat {seat}" for seat in range(1, players + 1)]
        alt = f"Win rate by seat, {players} players, about a fair {100 / players:.1f} %"
        panels.append(rate_panel("seats", players, tables, labels, alt))
    data = results.of("by_seat")
    effects = results.of("seat_effect")
    best = values(effects["best_seat"][effects["differs"]])
    last = all(
        _last_wins_most(where(data, ruleset=row["ruleset"], players=row["players"]))
        for row in records(effects)
        if row["differs"]
    )
    if not best:
        finding = "No seat is shown to win more often than another"
    elif last:
        finding = "Wherever seats differ, the last seat wins most"
    else:
        differing = out_of(int(effects["differs"].sum()), len(effects["differs"]), "case")
        finding = (
            f"Seats differ in {differing}, by "
            f"{range_text(100 * effects['effect'][effects['differs']])} points"
        )
    caption = (
        f"Win rate by seat; ties share the win. Dashed: a fair share. Bars: {RATE_INTERVAL}. "
        f"Field: {results.fields[0]}."
    )
    data = figure_data(data, ("ruleset", "players", "seat"), ["win_rate"])
    return Figure("seats", finding, caption, panels, data)


def _last_wins_most(seats: Columns) -> bool:
    """Return whether the interval of the last seat lies above all others."""
    return bool(seats["win_rate_low"][-1] > seats["win_rate_high"][:-1].max())


def _table(effects: Columns) -> Table:
    return Table(
        "Best seat less worst seat, in every field",
        ["field", "ruleset", "players", "best", "worst", "points", "p, joint test", "verdict"],
        table_rows(
            row_keys(effects, "field", "ruleset", "players", "best_seat"),
            [str(seat) for seat in effects["worst_seat"].tolist()],
            estimate_texts(effects, "effect", 100),
            [_p_value(p) for p in effects["p_equal_adjusted"].tolist()],
            [str(verdict) for verdict in effects["verdict"].tolist()],
        ),
        f"Points of the win rate; ±: {LARGEST_INTERVAL}. p: {JOINT_TEST}, {HOLM} over all rows.",
    )


def _p_value(p: float) -> str:
    return NOTHING if np.isnan(p) else "< 0.001" if p < 0.001 else f"{p:.3f}"


def _by_seat(results: Results) -> Table:
    table = results.tables["by_seat"]
    return Table(
        "Every seat",
        ["field", "ruleset", "players", "seat", "win rate, %", "money", "coins left"],
        table_rows(
            row_keys(table, "field", "ruleset", "players", "seat"),
            estimate_texts(table, "win_rate", 100),
            estimate_texts(table, "money_mean"),
            number_texts(table["coins_left_mean"]),
        ),
        f"±: {RATE_INTERVAL}; of money a 95 % t interval. Money and coins in thousands.",
    )
