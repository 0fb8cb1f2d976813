"""What plots and figures are drawn with: points, curves and bars, each with its interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

import matplotlib as mpl
import matplotlib.ticker as ticks
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from numpy.typing import NDArray

from strategy_lab.display.comparison_text import signed_text
from strategy_lab.display.text_tables import decimals_for, number, ranged, with_limits
from strategy_lab.results.conclusions import Columns
from strategy_lab.results.tables import values

BLUE, VERMILION = "#0072B2", "#D55E00"
GREY, INK, GRID, EDGE, GROUND = "#8A8A8A", "#404040", "#E2E2E2", "#BBBBBB", "#FFFFFF"
CAPTION = "#666666"

PALETTE = (BLUE, VERMILION, "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Okabe and Ito's palette, which every colour vision can tell apart."""
MARKERS = ("o", "s", "^", "D", "v", "P")
DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))

DARK = {
    INK: "#D6D6D6",
    GREY: "#A0A0A0",
    GROUND: "#16181C",
    GRID: "#34373D",
    EDGE: "#5A5E66",
    "#000000": "#D6D6D6",
    BLUE: "#3DA5E8",
    VERMILION: "#F08A3C",
    "#009E73": "#2CC79B",
    "#CC79A7": "#E29BC3",
}
"""What colours become on a dark ground; others stay."""

FONT_SIZE = 10
DOTS_PER_INCH = 150

FIGURE_WIDTH = 9.0
PANEL_WIDTH = 4.7
"""Inches: at 72 points an inch, a panel is as wide as a page on a phone."""

STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana"],
    "font.size": FONT_SIZE,
    "text.color": INK,
    "text.parse_math": False,
    "axes.facecolor": "none",
    "axes.labelcolor": INK,
    "axes.edgecolor": EDGE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "legend.frameon": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.hspace": 0.08,
    "figure.constrained_layout.wspace": 0.06,
    "svg.fonttype": "none",
    "svg.hashsalt": "forsale-sim",
}
"""Light grid, dark text. The salt makes matplotlib name the parts of an SVG alike every time."""


class Look(NamedTuple):
    """How one of several series is drawn; no two differ by their colours alone."""

    colour: str
    marker: str
    dashes: Any


def style() -> Any:
    return mpl.rc_context(STYLE)


def look(index: int) -> Look:
    turn = (index + index // len(PALETTE)) % len(MARKERS)
    return Look(PALETTE[index % len(PALETTE)], MARKERS[turn], DASHES[turn])


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


def draw_level(axis: Axes, level: float, *, upright: bool = True) -> None:
    """Draw a dashed line at a value; across the axis if values are upright."""
    line = axis.axhline if upright else axis.axvline
    line(level, color=INK, linewidth=1, linestyle=(0, (4, 3)))


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
        colour, _, dashes = look(index)
        axis.plot(x, each.value, color=colour, linewidth=1.8, linestyle=dashes, label=each.label)
        draw_band(axis, x, each.low, each.high, colour, alpha=0.25)


def draw_band(
    axis: Axes, x: NDArray[Any], low: Floats, high: Floats, colour: str, alpha: float
) -> None:
    axis.fill_between(x, low, high, color=colour, alpha=alpha, linewidth=0)


def name_rows(axis: Axes, names: Sequence[str]) -> None:
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.grid(visible=False, axis="y")
    axis.tick_params(axis="y", length=0)


ROOM, NUMBER = 0.18, 0.12
"""What an axis has beyond its outermost interval, and what a number takes there: parts of it."""


def rate_limits(table: Columns) -> dict[int, tuple[float, float]]:
    """Return the ends of the axes of all player counts, in per cent, all to one scale.

    They are as far from a fair share in all panels, so that all intervals are within. Where that
    would lead below 0 or above 100, all panels have the same axis, which ends there.
    """
    fair = 100 / table["players"]
    limits = np.array(with_limits(table, "win_rate", 100)) - fair
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
    draw_level(axis, fair, upright=upright)
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


# A chart of effects: a row each, on one axis, with the fields that they were seen in as dots.

FILLED, HOLLOW, DOT, OTHER = "filled", "hollow", "dot", "other"
"""Kinds of marks: the main one, the same in another way, one of many, and the main one's rival."""

MARKS: dict[str, dict[str, Any]] = {
    FILLED: {"marker": "o", "markersize": 7, "color": BLUE, "zorder": 4},
    HOLLOW: {"marker": "o", "markersize": 7, "color": BLUE, "mfc": GROUND, "mew": 1.6, "zorder": 3},
    DOT: {"marker": "o", "markersize": 3.5, "color": GREY, "mew": 0, "zorder": 2},
    OTHER: {"marker": "D", "markersize": 6, "color": VERMILION, "zorder": 3},
}

ROW, LINE, FRAME = 0.27, 0.1, 0.95
"""Inches: of a row, of what another line of a label takes, and of all that is not rows."""


@dataclass(frozen=True, slots=True)
class Mark:
    kind: str
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class EffectRow:
    label: str
    marks: Sequence[Mark]


def effect_chart(
    rows: Sequence[EffectRow],
    *,
    unit: str,
    key: Sequence[tuple[str, str]] = (),
    level: float = 0.0,
    margin: float | None = None,
) -> Figure:
    with style():
        lines = max((row.label.count("\n") for row in rows), default=0) + 1
        height = FRAME + len(rows) * (ROW + LINE * (lines - 1))
        figure = Figure(figsize=(PANEL_WIDTH, height), facecolor="none")
        axis = figure.add_subplot()
        if margin is not None:
            axis.axvspan(level - margin, level + margin, color=GRID, lw=0, zorder=0)
        draw_level(axis, level, upright=False)
        for place, row in enumerate(rows):
            for mark in row.marks:
                look = MARKS[mark.kind]
                if mark.low is not None and mark.high is not None:
                    arm = [mark.low, mark.high]
                    axis.plot(arm, [place, place], color=look["color"], lw=1.3, zorder=1)
                axis.plot([mark.value], [place], linestyle="none", **look)
        name_rows(axis, [row.label for row in rows])
        axis.set_xlabel(unit)
        axis.xaxis.set_major_locator(ticks.MaxNLocator(5))
        axis.spines["left"].set_visible(False)
        _add_key(axis, key)
    return figure


def mark_text(mark: Mark, decimals: int = 1) -> str:
    """Return an effect with its interval, "+1.2 (+0.3 to +2.1)"."""
    return ranged(mark.value, mark.low, mark.high, decimals, signed_text)


def _add_key(axis: Axes, key: Sequence[tuple[str, str]]) -> None:
    if not key:
        return
    handles = [
        axis.plot([], [], linestyle="none", label=name, **MARKS[kind])[0] for kind, name in key
    ]
    axis.figure.legend(
        handles=handles,
        loc="outside upper left",
        ncols=len(handles),
        fontsize=8.5,
        labelcolor=INK,
        handletextpad=0.1,
        columnspacing=0.9,
        borderpad=0,
        borderaxespad=0.2,
    )


LONGEST, HEAD = 24, 7
"""Characters of a label, and of its start where names differ in the middle."""

LEFT_OUT = "\N{HORIZONTAL ELLIPSIS}"

NAME_COLUMNS = ("strategy", "opponent")

ORDINARY = 1.0
"""Inches of the widest label, of about 13 characters, on plots of the usual size."""


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
        if column in NAME_COLUMNS
        else cells
        for column, cells in table.items()
    }


def beyond_ordinary(labels: Collection[str]) -> float:
    return max([0.0, *(_width(label) - ORDINARY for label in labels if label)])


def _width(text: str) -> float:
    path = TextPath((0, 0), text, size=FONT_SIZE, prop=FontProperties())
    return float(path.get_extents().width) / 72
