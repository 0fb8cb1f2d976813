"""Plots of a run: win rates by seat and by strategy, a panel for each player count."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from forsale_sim.report.findings import (
    SEAT_RULE,
    best_first,
    excess,
    leaders,
    seat_finding,
    strategy_finding,
)
from forsale_sim.report.numbers import decimals_for, number
from forsale_sim.results.aside import failures_of, written_aside
from forsale_sim.results.tables import Columns, Tables, values, where
from forsale_sim.stats.intervals import RATE_INTERVAL

PlotFormat = Literal["png", "svg"]

Floats = NDArray[np.float64]

HIGH, LOW, LEVEL, LINE = "#0072B2", "#D55E00", "#8A8A8A", "#404040"
"""Colours: above (blue), below (vermilion, as in Okabe and Ito's palette), level; and text."""

STYLE: dict[Any, Any] = {
    "font.size": 10,
    "text.color": LINE,
    "axes.labelcolor": LINE,
    "axes.edgecolor": "#BBBBBB",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#ECECEC",
    "xtick.color": LINE,
    "ytick.color": LINE,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.hspace": 0.08,
    "figure.constrained_layout.wspace": 0.06,
    "svg.hashsalt": "forsale-sim",
}
"""Light grid, dark text. The salt gives the parts of an SVG the same names each time."""

DOTS_PER_INCH = 150
WIDTH = 9.0
"""Of a figure, in inches."""
ACROSS = 2
"""Panels side by side."""
CHARACTERS = {1: 70, 2: 38}
"""Longest line of a panel's title, by the panels side by side."""
ROOM = 0.18
"""What a panel has beyond its outermost interval, for a number there, as a part of the range."""


def plot_seats(tables: Tables, ruleset: str) -> Figure:
    """Plot how often each seat wins.

    Parameters
    ----------
    tables
        From `results.tables.tables`.
    ruleset
        Which of their rulesets.

    Returns
    -------
    Figure
        With a panel for each player count, all to one scale about a fair share.
    """
    seats = where(tables["by_seat"], ruleset=ruleset)
    panels = [where(seats, players=players) for players in values(seats["players"])]
    with mpl.rc_context(STYLE):
        figure, axes = _panels(len(panels), height=2.7)
        down, up = _reach(seats)
        for axis, panel in zip(axes, panels, strict=True):
            found = excess(panel, comparisons=len(seats["seat"]))
            colours = [HIGH if x > 0 else LOW if x < 0 else LEVEL for x in found]
            fair, rate, arms = _in_percent(panel)
            _draw(axis, panel["seat"], rate, arms, fair, colours, upright=True)
            axis.set_xticks(panel["seat"], [f"seat {seat}" for seat in panel["seat"]])
            axis.set_xlim(0.5, len(panel["seat"]) + 0.5)
            axis.set_ylim(fair - down, fair + up)
            axis.set_ylabel("win rate, %")
            axis.yaxis.set_major_formatter(_no_rate_below_0)
            axis.grid(visible=False, axis="x")
            _title(axis, seat_finding(panel, comparisons=len(seats["seat"])), len(panels))
        _frame(figure, f"Win rate by seat, {ruleset}", f"{SEAT_RULE} Grey: not shown to.")
    return figure


def plot_strategies(tables: Tables, ruleset: str) -> Figure:
    """Plot how often each strategy wins.

    Parameters
    ----------
    tables
        From `results.tables.tables`.
    ruleset
        Which of their rulesets.

    Returns
    -------
    Figure
        With a panel for each player count, all to one scale about a fair share.
    """
    strategies = where(tables["by_strategy"], ruleset=ruleset)
    panels = [where(strategies, players=players) for players in values(strategies["players"])]
    names = best_first(strategies)
    with mpl.rc_context(STYLE):
        figure, axes = _panels(len(panels), height=0.9 + 0.26 * len(names))
        down, up = _reach(strategies)
        for axis, panel in zip(axes, panels, strict=True):
            best = leaders(panel)
            colours = [HIGH if name in best else LEVEL for name in panel["strategy"]]
            fair, rate, arms = _in_percent(panel)
            rows = np.array([names.index(name) for name in panel["strategy"]])
            _draw(axis, rows, rate, arms, fair, colours, upright=False)
            axis.set_yticks(range(len(names)), names)
            axis.set_ylim(len(names) - 0.5, -0.5)
            axis.set_xlim(fair - down, fair + up)
            axis.grid(visible=False, axis="y")
            axis.tick_params(axis="y", length=0)
            axis.label_outer()
            axis.tick_params(axis="x", labelbottom=True)
            axis.set_xlabel("win rate, %")
            axis.xaxis.set_major_formatter(_no_rate_below_0)
            _title(axis, strategy_finding(panel), len(panels))
        rule = "Blue: the best, and those whose intervals overlap its own: not told apart."
        _frame(figure, f"Win rate by strategy, {ruleset}", rule)
    return figure


PLOTS = {"win_rate_by_seat": plot_seats, "win_rate_by_strategy": plot_strategies}


def save_plots(tables: Tables, folder: Path, formats: Iterable[PlotFormat]) -> list[Path]:
    """Write every plot of every ruleset to files such as ``win_rate_by_seat_iello-en.png``.

    Parameters
    ----------
    tables
        From `results.tables.tables`.
    folder
        A folder that exists.
    formats
        The same tables always make the same files.

    Returns
    -------
    list of Path
        The files.

    Raises
    ------
    ForSaleError
        If a file cannot be written. Those that are there are whole.
    """
    formats = tuple(formats)
    saved = []
    for ruleset in values(tables["by_players"]["ruleset"]):
        for name, plot in PLOTS.items():
            figure = plot(tables, ruleset)
            for form in formats:
                path = folder / f"{name}_{ruleset.replace(' ', '_')}.{form}"
                save_figure(figure, path, form)
                saved.append(path)
    return saved


def save_figure(figure: Figure, path: Path, form: PlotFormat) -> None:
    """Write a figure to a file, whole or not at all, and with neither date nor version in it."""
    metadata = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}[form]
    with mpl.rc_context(STYLE), failures_of(path), written_aside(path) as aside:
        figure.savefig(aside, format=form, dpi=DOTS_PER_INCH, metadata=metadata)


def _panels(number_of_panels: int, height: float) -> tuple[Figure, Sequence[Axes]]:
    across = min(ACROSS, number_of_panels)
    down = -(-number_of_panels // across)
    figure = Figure(figsize=(WIDTH, 1.0 + height * down), facecolor="white")
    axes = [figure.add_subplot(down, across, 1 + i) for i in range(number_of_panels)]
    return figure, axes


def _in_percent(panel: Columns) -> tuple[float, Floats, Floats]:
    """Return a fair share, the rates, and the arms of their intervals (2, rows), in per cent."""
    rate, low, high = (100 * panel[f"win_rate{limit}"] for limit in ("", "_low", "_high"))
    arms = np.nan_to_num(np.array([rate - low, high - rate]))
    return 100 / float(panel["players"][0]), rate, arms


def _reach(table: Columns) -> tuple[float, float]:
    """Return how far panels go below and above their fair share, in points, for all intervals."""
    fair = 100 / table["players"]
    limits = np.array([100 * table[f"win_rate{limit}"] - fair for limit in ("", "_low", "_high")])
    down, up = -np.nanmin(limits, initial=-0.5), np.nanmax(limits, initial=0.5)
    room = ROOM * (down + up)
    return down + room, up + room


def _draw(
    axis: Axes,
    places: NDArray[np.int64],
    rate: Floats,
    arms: Floats,
    fair: float,
    colours: Sequence[str],
    *,
    upright: bool,
) -> None:
    """Draw rates with stems from a fair share, intervals, and their numbers beyond these.

    `upright`: places along x and rates along y; else the other way round.
    """
    decimals = decimals_for(arms.max(axis=0))
    stems, line = (axis.vlines, axis.axhline) if upright else (axis.hlines, axis.axvline)
    stems(places, fair, rate, colors=colours, linewidth=7, alpha=0.25)
    line(fair, color=LINE, linewidth=1, linestyle=(0, (4, 3)))
    for place, value, arm, colour in zip(places, rate, arms.T, colours, strict=True):
        if not np.isfinite(value):
            continue
        above = value >= fair
        beyond = value + arm[1] if above else value - arm[0]
        at = (place, value) if upright else (value, place)
        error = {"yerr": arm[:, None]} if upright else {"xerr": arm[:, None]}
        axis.errorbar(*at, **error, fmt="o", color=colour, markersize=5, capsize=3, elinewidth=1.4)
        axis.annotate(
            number(value, decimals),
            (place, beyond) if upright else (beyond, place),
            xytext=(0, 5 if above else -5) if upright else (5 if above else -5, 0),
            textcoords="offset points",
            ha="center" if upright else ("left" if above else "right"),
            va=("bottom" if above else "top") if upright else "center",
            fontsize="small",
            color=colour,
        )


def _title(axis: Axes, finding: str, number_of_panels: int) -> None:
    """Set a panel's title, in lines that fit."""
    axis.set_title(textwrap.fill(finding, CHARACTERS[min(ACROSS, number_of_panels)]))


def _no_rate_below_0(rate: float, _: float) -> str:
    return f"{rate:g}" if rate >= 0 else ""


def _frame(figure: Figure, title: str, rule: str) -> None:
    """Add a figure's title, and a caption that says how to read it."""
    figure.suptitle(title, x=0.01, ha="left", fontsize="x-large", fontweight="bold")
    caption = f"Dashed: a fair share. Bars: {RATE_INTERVAL}.\n{rule}"
    figure.supxlabel(caption, x=0.01, ha="left", fontsize="small", color="#666666")
