"""Seat balance: whether it matters where one sits, and how much."""

from __future__ import annotations

import numpy as np

from forsale_sim.display.findings import seat_finding
from forsale_sim.display.numbers import NOTHING
from forsale_sim.reports.page.drawing import points
from forsale_sim.reports.page.parts import Figure, Group, Panel, Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.showing.panels import series
from forsale_sim.reports.showing.texts import estimates, keys, numbers, out_of, rows, span
from forsale_sim.results.tables import Columns, records, values, where
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
            "players, so that no strategy has the better seats.",
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
    """Return one sentence on all cells and fields."""
    shown = int(np.sum(effects["differs"]))
    small = int(np.sum(effects["verdict"] == SMALL))
    count, margin = len(effects["effect"]), 100 * effects["margin"][0]
    whole = (
        f"Chances differ by seat in {out_of(shown, count, 'case')} (rulesets, numbers of "
        "players and fields of strategies)"
        + (f"; in {small} any difference is shown to be below {margin:g} points" if small else "")
        + "."
    )
    first = results.of("seat_effect", ruleset=results.rulesets[0])
    if not len(first["effect"]) or np.isnan(first["effect_high"]).any():
        return whole
    largest = int(np.argmax(first["effect"]))
    low, value, high = (
        f"{100 * first[name][largest]:.1f}" for name in ("effect_low", "effect", "effect_high")
    )
    return (
        f"{whole} By {results.rulesets[0]}, among strategies of the field {results.fields[0]!r}, "
        f"the best seat wins up to {value} points more than the worst ({low} to {high}): seat "
        f"{first['best_seat'][largest]} of {first['players'][largest]}."
    )


def _figure(results: Results) -> Figure:
    panels = []
    for players in results.players:
        tables = [results.of("by_seat", ruleset=name, players=players) for name in results.rulesets]
        drawing = points(
            [f"seat {seat}" for seat in tables[0]["seat"].tolist()],
            [
                series(name, table, "win_rate", 100)
                for name, table in zip(results.rulesets, tables, strict=True)
            ],
            unit="win rate, %",
            title=f"{players} players",
            level=100 / players,
        )
        said = "; ".join(
            f"{name}: "
            + ", ".join(
                f"seat {seat} {rate} %"
                for seat, rate in zip(
                    table["seat"].tolist(), estimates(table, "win_rate", 100), strict=True
                )
            )
            for name, table in zip(results.rulesets, tables, strict=True)
        )
        alt = f"Win rate by seat, {players} players, about a fair {100 / players:.1f} %. {said}."
        panels.append(Panel(f"seats-{players}", drawing, alt))
    data = results.of("by_seat")
    found = results.of("seat_effect")
    best = values(found["best_seat"][found["differs"]])
    last = all(
        _last_wins_most(where(data, ruleset=row["ruleset"], players=row["players"]))
        for row in records(found)
        if row["differs"]
    )
    if not best:
        finding = "No seat is shown to win more often than another"
    elif last:
        finding = "Wherever seats differ, the last seat wins most"
    else:
        differing = out_of(int(found["differs"].sum()), len(found["differs"]), "case")
        finding = (
            f"Seats differ in {differing}, by "
            f"{span(100 * found['effect'][found['differs']])} points"
        )
    caption = (
        f"Win rate by seat; who ties shares the win. Dashed: a fair share. Bars: {RATE_INTERVAL}. "
        f"Field: {results.fields[0]}."
    )
    names = ("ruleset", "players", "seat", "games", "win_rate", "win_rate_low", "win_rate_high")
    return Figure(
        "seats", finding, caption, panels, {name: data[name] for name in (*names, "deals")}
    )


def _last_wins_most(seats: Columns) -> bool:
    """Whether the interval of the last seat lies above those of all others."""
    return bool(seats["win_rate_low"][-1] > seats["win_rate_high"][:-1].max())


def _table(effects: Columns) -> Table:
    return Table(
        "Best seat less worst seat, in every field",
        ["field", "ruleset", "players", "best", "worst", "points", "p, joint test", "verdict"],
        rows(
            keys(*(effects[name] for name in ("field", "ruleset", "players", "best_seat"))),
            [str(seat) for seat in effects["worst_seat"].tolist()],
            estimates(effects, "effect", 100),
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
        rows(
            keys(*(table[name] for name in ("field", "ruleset", "players", "seat"))),
            estimates(table, "win_rate", 100),
            estimates(table, "money_mean"),
            numbers(table["coins_left_mean"]),
        ),
        f"±: {RATE_INTERVAL}; of money a 95 % t interval. Money and coins in thousands.",
    )
