"""What plots and figures are drawn with: points, curves and bars, each with its interval."""

from __future__ import annotations

from collections import defaultdict
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
HATCHES = ("", "///", "---", "xxx", "\\\\\\", "++")

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
PANEL_WIDTH, PANEL_HEIGHT = 4.7, 3.1
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
    hatch: str


def style() -> Any:
    return mpl.rc_context(STYLE)


def look(index: int) -> Look:
    turn = index + index // len(PALETTE)
    kinds: tuple[Sequence[Any], ...] = (MARKERS, DASHES, HATCHES)
    return Look(PALETTE[index % len(PALETTE)], *(kind[turn % len(kind)] for kind in kinds))


Floats = NDArray[np.float64]

GROUP = 0.7
"""The most that the points of one category take of its place."""
APART = 0.22
"""The most by which two points of a category are apart."""


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


def draw_points(
    axis: Axes, places: NDArray[Any], drawn: Series, style: Look, *, upright: bool = True
) -> None:
    """Draw points with whiskers; values run upwards if upright, else to the right."""
    x, y = (places, drawn.value) if upright else (drawn.value, places)
    bar = axis.errorbar(
        x,
        y,
        xerr=None if upright else drawn.arms,
        yerr=drawn.arms if upright else None,
        fmt=style.marker,
        color=style.colour,
        markersize=5,
        capsize=3,
        elinewidth=1.4,
        label=drawn.label,
    )
    for artist in bar.get_children():
        artist.set_clip_on(False)  # a point at the end of an axis is drawn whole


def draw_whiskers(axis: Axes, places: NDArray[Any], drawn: Series, *, upright: bool = True) -> None:
    x, y = (places, drawn.value) if upright else (drawn.value, places)
    xerr, yerr = (None, drawn.arms) if upright else (drawn.arms, None)
    axis.errorbar(x, y, xerr=xerr, yerr=yerr, fmt="none", ecolor=INK, elinewidth=1.4, capsize=3)


def draw_groups(
    axis: Axes, categories: Sequence[str], drawn: Sequence[Series], *, unit: str, level: float
) -> None:
    places = np.arange(len(categories))
    offsets = (np.arange(len(drawn)) - (len(drawn) - 1) / 2) * min(APART, GROUP / len(drawn))
    draw_level(axis, level, upright=False)
    for index, (each, offset) in enumerate(zip(drawn, offsets, strict=True)):
        draw_points(axis, places + offset, each, look(index), upright=False)
    name_rows(axis, categories)
    axis.set_xlabel(unit)


def draw_curves(axis: Axes, x: NDArray[Any], drawn: Sequence[Series]) -> None:
    for index, each in enumerate(drawn):
        colour, _, dashes, _ = look(index)
        axis.plot(x, each.value, color=colour, linewidth=1.8, linestyle=dashes, label=each.label)
        draw_band(axis, x, each.low, each.high, colour, alpha=0.25)


def draw_band(
    axis: Axes, x: NDArray[Any], low: Floats, high: Floats, colour: str, alpha: float
) -> None:
    axis.fill_between(x, low, high, color=colour, alpha=alpha, linewidth=0)


def draw_stacks(axis: Axes, categories: Sequence[str], drawn: Sequence[Series], unit: str) -> None:
    places = np.arange(len(categories))
    top = np.zeros(len(categories))
    for index, each in enumerate(drawn):
        colour, _, _, hatch = look(index)
        axis.bar(
            places,
            each.value,
            0.6,
            bottom=top,
            color=colour,
            alpha=0.8,
            hatch=hatch,
            edgecolor=GROUND,
            label=each.label,
        )
        if each.arms.any():
            offset = 0.08 * (index - (len(drawn) - 1) / 2)
            limits = (top + end for end in (each.value, each.low, each.high))
            draw_whiskers(axis, places + offset, Series("", *limits))
        top = top + each.value
    axis.set_xticks(range(len(categories)), categories)
    axis.set_xlim(-0.6, len(categories) - 0.4)
    axis.grid(visible=False, axis="x")
    axis.set_ylabel(unit)


def name_rows(axis: Axes, names: Sequence[str]) -> None:
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.grid(visible=False, axis="y")
    axis.tick_params(axis="y", length=0)


ROOM = 0.18
"""What an axis has beyond its outermost interval, as a part of the range, for a number there."""
NUMBER = 0.12
"""What a number takes beyond an interval, as a part of the axis: fits into `ROOM`."""


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

    A number is beyond the interval, on the side away from the fair share. Where there is no room
    it is at the other end, or else beside the point.
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
        draw_points(axis, places[[index]], point, Look(colour, "o", "-", ""), upright=upright)
        below, above = point.arms[:, 0]
        top, bottom = max(value + above, fair), min(value - below, fair)
        room = {1: top + needed <= last, -1: bottom - needed >= first}
        side = next((side for side in ((1, -1) if value >= fair else (-1, 1)) if room[side]), 0)
        at = {1: top, -1: bottom, 0: value}[side]
        along = upright if side else not upright
        step = 5 * (side or 1)
        axis.annotate(
            number(value, decimals),
            (place, at) if upright else (at, place),
            xytext=(0, step) if along else (step, 0),
            textcoords="offset points",
            ha="center" if along else "left" if step > 0 else "right",
            va=("bottom" if step > 0 else "top") if along else "center",
            fontsize="small",
            color=colour,
        )


# effect_chart: A chart of effects: a row each, on one axis, with the fields that they were seen in
# as dots.

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
                _draw(axis, place, mark)
        name_rows(axis, [row.label for row in rows])
        axis.set_xlabel(unit)
        axis.xaxis.set_major_locator(ticks.MaxNLocator(5))
        axis.spines["left"].set_visible(False)
        _add_key(axis, key)
    return figure


def mark_text(mark: Mark, decimals: int = 1) -> str:
    """Return an effect with its interval, "+1.2 (+0.3 to +2.1)"."""
    return ranged(mark.value, mark.low, mark.high, decimals, signed_text)


def _draw(axis: Axes, place: int, mark: Mark) -> None:
    look = MARKS[mark.kind]
    if mark.low is not None and mark.high is not None:
        axis.plot([mark.low, mark.high], [place, place], color=look["color"], lw=1.3, zorder=1)
    axis.plot([mark.value], [place], linestyle="none", **look)


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


LONGEST = 24
"""Characters of a label."""

LEFT_OUT = "\N{HORIZONTAL ELLIPSIS}"

HEAD = 7
"""Characters kept of a name's start if only its middle differs from other names."""

NAME_COLUMNS = ("strategy", "opponent")

ORDINARY = 1.0
"""Inches of the widest label, of about 13 characters, on plots of the usual size."""


def shortened(names: Iterable[str]) -> dict[str, str]:
    """Return a label for each name, all different.

    A name that is too long is cut in the middle. If others are cut to the same label, the part in
    which they differ is kept instead.
    """
    names = list(dict.fromkeys(names))
    labels = {name: _middle_cut(name) for name in names}
    for _ in names:
        alike = _alike(labels)
        if not alike:
            return labels
        for group in alike:
            place = next(i for i, letters in enumerate(zip_longest(*group)) if len({*letters}) > 1)
            labels |= {name: _around(name, place) for name in group}
    return {name: name for name in names} if _alike(labels) else labels


def relabelled(table: Columns, labels: Mapping[str, str]) -> dict[str, np.ndarray]:
    named = {name: table[name] for name in NAME_COLUMNS if name in table}
    return {
        **table,
        **{
            column: np.array([labels.get(name, name) for name in names.tolist()], np.str_)
            for column, names in named.items()
        },
    }


def beyond_ordinary(labels: Collection[str]) -> float:
    return max([0.0, *(_width(label) - ORDINARY for label in labels if label)])


def _width(text: str) -> float:
    path = TextPath((0, 0), text, size=FONT_SIZE, prop=FontProperties())
    return float(path.get_extents().width) / 72


def _middle_cut(name: str) -> str:
    if len(name) <= LONGEST:
        return name
    head = (LONGEST - len(LEFT_OUT)) // 2
    return name[:head] + LEFT_OUT + name[head + len(LEFT_OUT) - LONGEST :]


def _around(name: str, place: int) -> str:
    room = LONGEST - HEAD - 2 * len(LEFT_OUT)
    written = 1 + max(name.rfind(mark, 0, place) for mark in ",:=")
    parameter = 1 + max(name.rfind(mark, 0, place) for mark in ",:")
    start = next((at for at in (parameter, written) if place - at < room), place - room // 2)
    start = max(HEAD + 1, min(start, len(name) - room))
    rest = name[start : start + room]
    return name[:HEAD] + LEFT_OUT + rest + (LEFT_OUT if start + room < len(name) else "")


def _alike(labels: Mapping[str, str]) -> list[list[str]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for name, label in labels.items():
        groups[label].append(name)
    return [group for group in groups.values() if len(group) > 1]
