"""Plots of the tables of runs and rankings, with the findings that head their panels."""

from __future__ import annotations

import hashlib
import math
import textwrap
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure as PlainFigure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from matplotlib.transforms import ScaledTranslation
from numpy.typing import NDArray

from strategy_lab.display import run_text
from strategy_lab.display.plots import figures
from strategy_lab.display.plots.figures import (
    BLUE,
    CAPTION,
    DOTS_PER_INCH,
    FIGURE_WIDTH,
    FONT_SIZE,
    GREY,
    GROUND,
    INK,
    VERMILION,
    Figure,
)
from strategy_lab.display.run_text import SEAT_RULE
from strategy_lab.display.text_tables import best_first, decimals_for, number, with_limits
from strategy_lab.display.tournament_text import leading_finding, safety_finding, settling_finding
from strategy_lab.experiments.meta.experiment import NOT_TIED
from strategy_lab.files.whole_files import atomic_write, write_errors
from strategy_lab.results.conclusions import Columns, Tables
from strategy_lab.results.measures import Measure, Measures, Share
from strategy_lab.results.tables import values, where
from strategy_lab.simulation.checkpoints import PlotFormat
from strategy_lab.stats.batches import INTERVAL, JACKKNIFE_INTERVAL
from strategy_lab.stats.game_theory import WEIGHT_INTERVAL
from strategy_lab.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL
from strategy_lab.stats.rankings import RATING

Floats = NDArray[np.float64]

GROUP, APART = 0.7, 0.22
"""The most that the points of a category take of its place, and by which two of them are apart."""


class Series(NamedTuple):
    label: str
    value: Floats
    low: Floats
    high: Floats

    @property
    def arms(self) -> Floats:
        """How far intervals reach below and above, (2, values); 0 where there is none."""
        arms: Floats = np.array([self.value - self.low, self.high - self.value])
        return np.nan_to_num(arms).clip(0)


def series(label: str, table: Columns, name: str, scale: float = 1.0) -> Series:
    return Series(label, *with_limits(table, name, scale))


def beside(count: int) -> Floats:
    """Return how far each of some series is moved, so that their points stand beside each other."""
    return (np.arange(count, dtype=np.float64) - (count - 1) / 2) * min(APART, GROUP / count)


def draw_points(
    axis: Axes,
    places: NDArray[Any],
    drawn: Series,
    colour: str = INK,
    marker: str = "none",
    *,
    upright: bool = True,
) -> None:
    """Draw intervals, with points if there is a marker; values run upwards, or to the right."""
    x, y = (places, drawn.value) if upright else (drawn.value, places)
    bar = axis.errorbar(
        x,
        y,
        yerr=drawn.arms if upright else None,
        xerr=None if upright else drawn.arms,
        fmt=marker,
        color=colour,
        ecolor=colour,
        markersize=5,
        capsize=3,
        elinewidth=1.4,
        label=drawn.label,
    )
    for artist in bar.get_children():
        artist.set_clip_on(False)  # a point at the end of an axis is drawn whole


def draw_curves(axis: Axes, x: NDArray[Any], drawn: Sequence[Series]) -> None:
    for index, each in enumerate(drawn):
        colour, _, dashes = figures.look(index)
        axis.plot(x, each.value, color=colour, linewidth=1.8, linestyle=dashes, label=each.label)
        axis.fill_between(x, each.low, each.high, color=colour, alpha=0.25, linewidth=0)


ROOM, NUMBER = 0.18, 0.12
"""What an axis has beyond its outermost interval, and what a number takes there: parts of it."""


def rate_limits(table: Columns) -> dict[int, tuple[float, float]]:
    """Return the ends of the axes of all player counts, in per cent, all to one scale.

    They are as far from a fair share in all panels, so that all intervals are within. Where that
    would lead below 0 or above 100, all panels have the same axis, which ends there.
    """
    limits = np.array(with_limits(table, "win_rate", 100)) - 100 / table["players"]
    down, up = -np.nanmin(limits, initial=-0.5), np.nanmax(limits, initial=0.5)
    room = ROOM * (down + up)
    counts = values(table["players"])
    ends = {players: (100 / players - down - room, 100 / players + up + room) for players in counts}
    low, high = min(low for low, _ in ends.values()), max(high for _, high in ends.values())
    if low >= 0 and high <= 100:
        return ends
    return dict.fromkeys(counts, (max(0.0, low), min(100.0, high)))


def draw_rates(
    axis: Axes, places: NDArray[np.int64], panel: Columns, colours: Sequence[str], *, upright: bool
) -> None:
    """Draw the win rates of one player count, each in its colour.

    A number is beyond the interval, on the side away from the fair share if there is room.
    """
    fair = 100 / float(panel["players"][0])
    rates = series("", panel, "win_rate", 100)
    decimals = decimals_for(rates.arms.max(axis=0))
    stems = axis.vlines if upright else axis.hlines
    stems(places, fair, rates.value, colors=colours, linewidth=7, alpha=0.25)
    figures.draw_level(axis, fair, upright=upright)
    first, last = axis.get_ylim() if upright else axis.get_xlim()
    needed = NUMBER * (last - first)
    for index, (place, value, colour) in enumerate(zip(places, rates.value, colours, strict=True)):
        if not np.isfinite(value):
            continue
        point = Series("", *(column[[index]] for column in rates[1:]))
        draw_points(axis, places[[index]], point, colour, "o", upright=upright)
        below, above = point.arms[:, 0]
        ends = {1: max(value + above, fair), -1: min(value - below, fair)}
        sides = (1, -1) if value >= fair else (-1, 1)
        has_room = (side for side in sides if first <= ends[side] + side * needed <= last)
        side = next(has_room, sides[0])
        axis.annotate(
            number(value, decimals),
            (place, ends[side]) if upright else (ends[side], place),
            xytext=(0, 5 * side) if upright else (5 * side, 0),
            textcoords="offset points",
            ha="center" if upright else "left" if side > 0 else "right",
            va="center" if not upright else "bottom" if side > 0 else "top",
            fontsize="small",
            color=colour,
        )


LONGEST, HEAD = 24, 7  # characters of a label, and of its start where names differ in the middle

LEFT_OUT = "\N{HORIZONTAL ELLIPSIS}"

ORDINARY = 1.0  # inches of the widest label, of about 13 characters, on plots of the usual size


def shortened(names: Iterable[str]) -> dict[str, str]:
    """Return a label for each name, all different.

    A name that is too long is cut in the middle. If others are cut to the same label, the part in
    which they differ is kept instead; if that does not tell them apart, all names are whole.
    """
    names = list(dict.fromkeys(names))
    labels = {name: name for name in names}
    for name in names:
        if len(name) > LONGEST:
            labels[name] = name[: LONGEST // 2 - 1] + LEFT_OUT + name[-LONGEST // 2 :]
    room = LONGEST - HEAD - len(LEFT_OUT)
    for label in [label for label, count in Counter(labels.values()).items() if count > 1]:
        alike = [name for name in names if labels[name] == label]
        place = next(i for i, letters in enumerate(zip_longest(*alike)) if len({*letters}) > 1)
        for name in alike:
            parameter = 1 + max(name.rfind(mark, 0, place) for mark in ",:")
            start = parameter if place - parameter < room else place
            labels[name] = name[:HEAD] + LEFT_OUT + name[start : start + room]
    return labels if len({*labels.values()}) == len(names) else {name: name for name in names}


def relabelled(table: Columns, labels: Mapping[str, str]) -> dict[str, np.ndarray]:
    return {
        column: np.array([labels.get(name, name) for name in cells.tolist()], np.str_)
        if column in ("strategy", "opponent")
        else cells
        for column, cells in table.items()
    }


def beyond_ordinary(labels: Collection[str]) -> float:
    return max([0.0, *(_width(label) - ORDINARY for label in labels if label)])


def _width(text: str) -> float:
    path = TextPath((0, 0), text, size=FONT_SIZE, prop=FontProperties())
    return float(path.get_extents().width) / 72


DrawPanel = Callable[[Axes, Columns], str]
"""Draws the rows of one player count, and returns what they show in a sentence."""

ACROSS = 2  # panels side by side
CHARACTERS = {1: 70, 2: 38}  # longest line of a panel's title, by the panels side by side
MOST_LINES = 3  # of a title; for more of them a row of panels is made higher
LINE_HEIGHT = 0.18  # inches of a title's line


def by_players(
    table: Columns,
    height: float,
    draw_panel: DrawPanel,
    heading: str,
    caption: Sequence[str],
    wider: float = 0.0,
) -> Figure:
    counts = values(table["players"])
    across = min(ACROSS, len(counts))
    down = -(-len(counts) // across)
    width = FIGURE_WIDTH + (wider if len(counts) > 1 else 0.0)
    with figures.style():
        figure = Figure(figsize=(width, 1.0 + height * down), facecolor="white")
        titled = []
        for index, players in enumerate(counts, start=1):
            axis = figure.add_subplot(down, across, index)
            titled.append((axis, draw_panel(axis, where(table, players=players))))
        set_titles(figure, [titled[i : i + across] for i in range(0, len(titled), across)])
        set_frame(figure, heading, caption)
    return figure


def set_titles(figure: Figure, rows: Sequence[Sequence[tuple[Axes, str]]]) -> None:
    """Set the titles of rows of panels, in lines that fit; for many lines the figure grows."""
    characters = CHARACTERS[max(map(len, rows))]
    more = 0
    for row in rows:
        wrapped = [textwrap.wrap(finding, characters) for _, finding in row]
        for (axis, _), lines in zip(row, wrapped, strict=True):
            axis.set_title("\n".join(lines))
        more += max(0, max(map(len, wrapped)) - MOST_LINES)
    if more:
        figure.set_figheight(figure.get_figheight() + LINE_HEIGHT * more)


def set_frame(figure: Figure, title: str, caption: Sequence[str]) -> None:
    figure.suptitle(title, x=0.01, ha="left", fontsize="x-large", fontweight="bold")
    figure.supxlabel("\n".join(caption), x=0.01, ha="left", fontsize="small", color=CAPTION)


PANEL_HEIGHT = 1.9


def plot_measures(tables: Tables, ruleset: str, known: Measures) -> Figure:
    table = where(tables["measures"], ruleset=ruleset)
    measures = [known[name] for name in values(table["measure"])]
    panels: dict[str, list[Measure]] = {}
    for measure in measures:
        panels.setdefault(title(measure), []).append(measure)
    down = -(-len(panels) // ACROSS)
    with figures.style():
        figure = Figure(figsize=(FIGURE_WIDTH, 1.0 + PANEL_HEIGHT * down), facecolor="white")
        for index, (heading, drawn) in enumerate(panels.items(), start=1):
            axis = figure.add_subplot(down, ACROSS, index)
            axis.set_title(heading)
            _draw(axis, drawn, table)
        caption = [f"Rates: {RATE_INTERVAL}.", f"Others: {MEAN_INTERVAL}."]
        if any(isinstance(measure.quantity, Share) for measure in measures):
            caption.append(f"Where variance comes from: {JACKKNIFE_INTERVAL}.")
            marks, labels = axis.get_legend_handles_labels()
            figure.legend(marks, labels, loc="outside upper right", ncols=2, fontsize="small")
        set_frame(figure, f"Measures, {ruleset}", caption)
    return figure


def title(measure: Measure) -> str:
    """Return what heads the panel of a measure; the sources of one variance share a panel."""
    if isinstance(measure.quantity, Share):
        return f"where the variance of {measure.quantity.noun} comes from, %"
    return measure.title


def _draw(axis: Axes, measures: Sequence[Measure], table: Columns) -> None:
    counts = values(table["players"])
    for index, shift in enumerate(beside(len(measures))):
        measure = measures[index]
        rows = where(table, measure=measure.name)
        places = np.array([counts.index(players) for players in rows["players"]]) + shift
        drawn = series(measure.label, rows, "value", measure.scale)
        draw_points(axis, places, drawn, *figures.look(index)[:2])
    axis.set_xticks(range(len(counts)), [f"{players} players" for players in counts])
    axis.set_xlim(-0.5, len(counts) - 0.5)


SCALE = LinearSegmentedColormap.from_list("ahead", ["#D45D01", "#FEFEFE", "#0171B1"])
"""Nearly vermilion and blue, but not in `plot_style.DARK`: cells look the same in light and dark,
as the numbers on them do."""

SLANT = 50  # degrees by which the labels of columns are turned
CELL = 0.3  # inches that a cell takes


def ahead_matrix(meetings: Columns, names: Sequence[str]) -> tuple[Floats, NDArray[np.bool_]]:
    rate = np.full((len(names), len(names)), np.nan)
    decided = np.zeros(rate.shape, bool)
    at = tuple(
        [names.index(name) for name in meetings[key].tolist()] for key in ("strategy", "opponent")
    )
    rate[at] = 100 * meetings["ahead_rate"]
    decided[at] = (meetings["ahead_rate_low"] > 0.5) | (meetings["ahead_rate_high"] < 0.5)
    return rate, decided


def draw_heat_map(
    axis: Axes, labels: Sequence[str], rate: Floats, decided: NDArray[np.bool_]
) -> None:
    """Draw a heat map of rates in per cent, NaN for none; cells not decided have no colour."""
    axis.pcolormesh(
        np.where(decided, rate, np.nan), cmap=SCALE, vmin=0, vmax=100, edgecolors=GROUND
    )
    for row, column in zip(*np.nonzero(np.isfinite(rate)), strict=True):
        cell = SCALE(rate[row, column] / 100)
        axis.text(
            *(column + 0.5, row + 0.5, f"{rate[row, column]:.0f}"),
            ha="center",
            va="center",
            fontsize=8.5,
            color=_readable_on(cell) if decided[row, column] else INK,
        )
    places = np.arange(len(labels)) + 0.5
    axis.set_yticks(places, labels)
    axis.set_xticks(places, labels, rotation=SLANT, ha="right", rotation_mode="anchor")
    axis.set_ylim(len(labels), 0)
    axis.set_xlim(0, len(labels))
    axis.grid(visible=False)
    axis.tick_params(length=0)


def _readable_on(colour: tuple[float, float, float, float]) -> str:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    luminance = float(np.dot(linear, (0.2126, 0.7152, 0.0722)))
    return "#FEFEFE" if (luminance + 0.05) ** 2 < 1.05 * 0.05 else "#010101"


WIDEST_LABELLED = 12  # strategies for which plots of the usual size have room


def plot_opponents(tables: Tables, ruleset: str, known: Measures) -> Figure:
    meetings = where(tables["head_to_head"], ruleset=ruleset)
    meetings = relabelled(meetings, shortened(meetings["strategy"].tolist()))
    names = best_first(meetings, meetings["ahead_rate"])

    def draw_meetings(axis: Axes, panel: Columns) -> str:
        draw_heat_map(axis, names, *ahead_matrix(panel, names))
        return meetings_finding(panel)

    caption = [
        "Per cent of meetings in which the row finishes ahead of the column; ties count half.",
        f"Without colour: 50 % is within the interval ({RATE_INTERVAL}).",
    ]
    longer, more = beyond_ordinary(names), max(0, len(names) - WIDEST_LABELLED)
    height = 1.4 + CELL * len(names) + math.sin(math.radians(SLANT)) * longer
    wider = ACROSS * (longer + CELL * more)
    heading = f"Who finishes ahead of whom, {ruleset}"
    return by_players(meetings, height, draw_meetings, heading, caption, wider)


def meetings_finding(meetings: Columns) -> str:
    """Return a sentence on the meetings of one player count: who is ahead of all others, if any."""
    players = meetings["players"][0]
    for name in values(meetings["strategy"]):
        if (meetings["ahead_rate_low"][meetings["strategy"] == name] > 0.5).all():
            return f"{players} players: {name} finishes ahead of every other more often"
    return f"{players} players: none is shown to finish ahead of every other more often"


def plot_players(tables: Tables, ruleset: str, known: Measures) -> Figure:
    table, score = where(tables["by_players"], ruleset=ruleset), known.score
    places = np.arange(len(table["players"]))
    amounts = series("", table, f"{score}_mean")
    decimals = decimals_for(amounts.arms.max(axis=0))
    parts = zip((BLUE, VERMILION), ("", "///"), known.score_parts or (score,), strict=False)
    with figures.style():
        figure = Figure(figsize=(FIGURE_WIDTH, 4.2), facecolor="white")
        axis = figure.add_subplot()
        top = np.zeros(len(places))
        for colour, hatch, name in parts:
            filled: Any = {"color": colour, "hatch": hatch, "edgecolor": GROUND, "alpha": 0.8}
            label = name.replace("_", " ")
            axis.bar(places, table[f"{name}_mean"], 0.6, bottom=top, label=label, **filled)
            top = top + table[f"{name}_mean"]
        axis.set_xticks(places, [f"{players} players" for players in table["players"]])
        axis.set_xlim(-0.6, len(places) - 0.4)
        axis.grid(visible=False, axis="x")
        axis.set_ylabel(f"{score} of a player, {_score_unit(known)}")
        axis.vlines(places + 0.36, table[f"{score}_p10"], table[f"{score}_p90"], colors=GREY, lw=5)
        draw_points(axis, places, amounts)
        for place, amount, limit in zip(places, amounts.value, amounts.high, strict=True):
            if np.isfinite(amount):
                axis.annotate(
                    number(amount, decimals),
                    (place, limit if np.isfinite(limit) else amount),
                    xytext=(0, 3),
                    textcoords="offset points",
                    ha="center",
                )
        axis.set_ylim(bottom=min(0, np.nanmin(table[f"{score}_p10"], initial=0)))
        axis.margins(y=0.12)
        if known.score_parts:
            figure.legend(*axis.get_legend_handles_labels(), loc="outside right upper")
        axis.set_title(score_finding(table, known))
        caption = [
            f"Black: {score}, {MEAN_INTERVAL}.",
            f"Grey: the middle 80 % of a player's {score}, from the 10 % to the 90 % quantile.",
        ]
        set_frame(figure, f"{score.capitalize()} by player count, {ruleset}", caption)
    return figure


def _score_unit(known: Measures) -> str:
    return known.score_unit or known[known.score].unit


def score_finding(table: Columns, known: Measures) -> str:
    """Return a sentence on rows of ``by_players``: where a player ends with most, if it is shown.

    The intervals of different player counts are of different deals: where they do not overlap,
    the means differ.
    """
    score, mean = known.score, table[f"{known.score}_mean"]
    if not np.isfinite(mean).any():
        return "no games"
    best = int(np.nanargmax(mean))
    if len(mean) == 1:
        amount = f"{score} of {mean[0]:.1f} {_score_unit(known)}"
        return f"{table['players'][0]} players end with {amount} each, on average"
    others = np.delete(table[f"{score}_mean_high"], best)
    if table[f"{score}_mean_low"][best] > np.max(others):
        return f"A player ends with most {score} where {table['players'][best]} play"
    return f"It is not shown for how many players {score} is largest"


TICK = "{x:g}"


_BARS = f"Dashed: a fair share. Bars: {RATE_INTERVAL}."


def plot_seats(tables: Tables, ruleset: str, known: Measures) -> Figure:
    seats = where(tables["by_seat"], ruleset=ruleset)
    effects = where(tables["seat_effect"], ruleset=ruleset)
    limits = rate_limits(seats)

    def draw_seats(axis: Axes, panel: Columns) -> str:
        players = panel["players"][0]
        effect = where(effects, players=players)
        colours = [
            BLUE if x > 0 else VERMILION if x < 0 else GREY for x in run_text.excess(panel, effect)
        ]
        axis.set_ylim(limits[players])
        draw_rates(axis, panel["seat"], panel, colours, upright=True)
        axis.set_xticks(panel["seat"], [f"seat {seat}" for seat in panel["seat"]])
        axis.set_xlim(0.5, len(panel["seat"]) + 0.5)
        axis.set_ylabel("win rate, %")
        axis.yaxis.set_major_formatter(TICK)
        axis.grid(visible=False, axis="x")
        return run_text.seat_finding(effect, players)

    caption = [_BARS, SEAT_RULE, *run_text.seat_notes(effects)]
    return by_players(seats, 2.7, draw_seats, f"Win rate by seat, {ruleset}", caption)


def plot_strategies(tables: Tables, ruleset: str, known: Measures) -> Figure:
    strategies = where(tables["by_strategy"], ruleset=ruleset)
    strategies = relabelled(strategies, shortened(strategies["strategy"].tolist()))
    names = best_first(strategies, strategies["win_rate"] * strategies["players"])
    limits = rate_limits(strategies)

    def draw_strategies(axis: Axes, panel: Columns) -> str:
        best = run_text.leaders(panel)
        colours = [BLUE if name in best else GREY for name in panel["strategy"]]
        rows = np.array([names.index(name) for name in panel["strategy"]])
        axis.set_xlim(limits[panel["players"][0]])
        draw_rates(axis, rows, panel, colours, upright=False)
        figures.name_rows(axis, names)
        axis.label_outer()
        axis.tick_params(axis="x", labelbottom=True)
        axis.set_xlabel("win rate, %")
        axis.xaxis.set_major_formatter(TICK)
        return run_text.strategy_finding(panel)

    rule = "Blue: the best strategy, and those whose intervals overlap its interval."
    height, heading = 0.9 + 0.26 * len(names), f"Win rate by strategy, {ruleset}"
    caption, wider = [_BARS, rule], beyond_ordinary(names)
    return by_players(strategies, height, draw_strategies, heading, caption, wider)


MOST_BYTES = 150  # of the name of a plot, without its ending: file systems allow 255


def save_by_ruleset(
    plots: Mapping[str, Callable[[str], PlainFigure]],
    rulesets: Iterable[str],
    folder: Path,
    formats: Sequence[PlotFormat],
) -> None:
    """Write plots of every ruleset to files such as ``ratings_iello-en.png``."""
    for ruleset in rulesets:
        for kind, plot in plots.items():
            figure = plot(ruleset)
            for form in formats:
                save_figure(figure, folder / f"{plot_name(kind, ruleset)}.{form}", form)


def plot_name(kind: str, ruleset: str) -> str:
    """Return the name of a plot's file, without its ending; of a very long one the beginning."""
    name = f"{kind}_{ruleset}"
    content = name.encode()
    if len(content) <= MOST_BYTES:
        return name
    beginning = content[:MOST_BYTES].decode(errors="ignore")
    return f"{beginning}_{hashlib.sha256(content).hexdigest()[:8]}"


def save_figure(figure: PlainFigure, path: Path, form: PlotFormat) -> None:
    metadata = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}[form]

    def save() -> None:
        with figures.style(), write_errors(path), atomic_write(path) as aside:
            figure.savefig(aside, format=form, dpi=DOTS_PER_INCH, metadata=metadata)

    figures.grown_to_fit(figure, save)


def plot_ratings(tables: Tables, ruleset: str, known: Measures) -> Figure:
    ratings = where(tables["ratings"], ruleset=ruleset)
    ratings = relabelled(ratings, shortened(ratings["strategy"].tolist()))
    order = best_first(ratings, ratings["rating"])
    counts = values(ratings["players"])
    with figures.style():
        figure = Figure(figsize=(FIGURE_WIDTH, 1.9 + 0.42 * len(order)), facecolor="white")
        axis = figure.add_subplot()
        figures.draw_level(axis, 0, upright=False)
        for index, shift in enumerate(beside(len(counts))):
            rows = where(ratings, players=counts[index])
            places = np.array([order.index(name) for name in rows["strategy"]]) + shift
            drawn = series(f"{counts[index]} players", rows, "rating")
            draw_points(axis, places, drawn, *figures.look(index)[:2], upright=False)
        figures.name_rows(axis, order)
        axis.set_xlabel("rating, mean 0 over the field; 400 more: ahead ten times as often")
        axis.set_yticks(np.arange(len(order) - 1) + 0.5, minor=True)
        axis.grid(visible=True, axis="y", which="minor")
        axis.tick_params(axis="y", length=0, which="minor")
        axis.legend(loc="lower right", frameon=True, framealpha=0.9, edgecolor="none")
        set_titles(figure, [[(axis, leading_finding(ratings))]])
        caption = [f"{RATING}. Bars: {INTERVAL}.", "Dashed: the mean of the field."]
        set_frame(figure, f"Ratings, {ruleset}", caption)
    return figure


MOST_EQUILIBRIA = 3  # drawn for each player count
HEIGHT, EACH = 2.9, 0.17  # inches of a row of panels, at least; and what each strategy takes of it
MOST_INSIDE = 8  # entries that a legend has room for beside the lines
BELOW, ENTRY = 0.5, 0.16  # inches from an axis down to a legend below it; and of an entry there
LEAST = 0.01  # a strategy that never has so much of the time is not named in the legend


def plot_equilibria(tables: Tables, ruleset: str, known: Measures) -> Figure:
    labels = shortened(values(where(tables["invasions"], ruleset=ruleset)["strategy"]))
    of_ruleset = {
        name: relabelled(where(table, ruleset=ruleset), labels) for name, table in tables.items()
    }
    counts = values(of_ruleset["invasions"]["players"])
    with figures.style():
        longer = beyond_ordinary(labels.values())
        of_row = max(HEIGHT, EACH * len(labels))
        size = FIGURE_WIDTH + longer, 1.1 + of_row * len(counts)
        figure, titled = Figure(figsize=size, facecolor="white"), []
        for row, players in enumerate(counts):
            cell = {name: where(table, players=players) for name, table in of_ruleset.items()}
            left, right = (
                figure.add_subplot(len(counts), 2, 1 + 2 * row + side) for side in (0, 1)
            )
            _draw_alpha_rank(left, cell["alpha_rank"])
            _add_legend(figure, left, long=longer > 0)
            _draw_equilibria(right, cell["weights"], values(cell["invasions"]["strategy"]))
            safety = f"{players} players: {safety_finding(cell['invasions'])}"
            settling = settling_finding(cell["mixtures"], cell["weights"])
            titled.append([(left, safety), (right, settling)])
        set_titles(figure, titled)
        caption = [
            "Left: alpha-rank, the share of time in which one population plays a strategy, by the "
            "intensity of selection alpha.",
            f"Bands: {INTERVAL}.",
            "Right: equilibria, those that most starts of the replicator dynamics lead to on top.",
            f"Arms: {WEIGHT_INTERVAL}.",
        ]
        if (of_ruleset["weights"]["tied"] != NOT_TIED).any():
            caption.append(
                "Hatched: a part that these strategies share; nobody gains by sharing it otherwise."
            )
        set_frame(figure, f"The field as a game, {ruleset}", caption)
    return figure


def _draw_alpha_rank(axis: Axes, ranks: Columns) -> None:
    drawn: list[Series] = []
    for name in values(ranks["strategy"]):
        rows = {column: cells[ranks["strategy"] == name] for column, cells in ranks.items()}
        in_legend = (rows["mass"] >= LEAST).any()
        drawn.append(series(name if in_legend else "_", rows, "mass", 100))
    alphas = np.array(values(ranks["alpha"]))
    draw_curves(axis, alphas, drawn)
    axis.set_xscale("log")
    axis.xaxis.set_major_formatter("{x:g}")
    axis.xaxis.set_minor_formatter("{x:g}" if alphas.max() < 10 * alphas.min() else "")
    axis.set_ylim(0, 102)
    axis.set_xlabel("intensity of selection alpha")
    axis.set_ylabel("share of time, %")


def _add_legend(figure: Figure, axis: Axes, *, long: bool) -> None:
    """Add the legend: long or many labels would cover the lines, so it is below the panel then."""
    looks = {"fontsize": "x-small", "frameon": True, "framealpha": 0.9, "edgecolor": "none"}
    if not long and len(axis.get_legend_handles_labels()[1]) <= MOST_INSIDE:
        axis.legend(**looks)
        return
    down = ScaledTranslation(0, -BELOW, figure.dpi_scale_trans)
    place = {"bbox_to_anchor": (0, 0), "bbox_transform": axis.transAxes + down}
    entries = axis.legend(loc="upper left", borderpad=0, **looks, **place).get_texts()
    figure.set_figheight(figure.get_figheight() + ENTRY * len(entries))


def _draw_equilibria(axis: Axes, weights: Columns, names: Sequence[str]) -> None:
    colours = np.array([figures.look(position).colour for position, _ in enumerate(names)])
    mixtures = values(weights["mixture"])[:MOST_EQUILIBRIA]
    height = 0.8 / max(1, len(mixtures))
    for index, mixture in enumerate(mixtures):
        rows = where(weights, mixture=mixture)
        places = np.arange(len(names)) + (index - (len(mixtures) - 1) / 2) * height
        parts = series("", rows, "weight", 100)
        tied = rows["tied"] != NOT_TIED
        widths = np.where(tied, 0, parts.value)
        axis.barh(places, widths, 0.9 * height, color=colours, alpha=0.75)
        axis.barh(
            places[tied],
            parts.value[tied].sum(),
            0.9 * height,
            facecolor="none",
            edgecolor=colours[tied],
            hatch="///",
        )
        unsure = parts.arms.max(axis=0) > 0
        uncertain = Series("", *(column[unsure] for column in parts[1:]))
        draw_points(axis, places[unsure], uncertain, upright=False)
    figures.name_rows(axis, names)
    axis.set_xlim(0, 102)
    axis.set_xlabel("part of the mixture, %")
