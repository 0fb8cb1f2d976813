"""How plots look, and charts of effects: a row each, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import matplotlib as mpl
import matplotlib.ticker as ticks
from matplotlib.axes import Axes
from matplotlib.figure import Figure

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


OF_A_SESSION = (
    *("_internal", "animation", "backend", "backend_fallback", "date", "docstring", "interactive"),
    *("keymap", "macosx", "pgf", "timezone", "tk", "toolbar", "webagg"),
)
"""How the names begin of settings that change no plot of ours."""

_PLAIN: dict[Any, Any] = {
    name: value
    for name, value in mpl.rcParamsDefault.items()
    if name.partition(".")[0] not in OF_A_SESSION
}


class Look(NamedTuple):
    """How one of several series is drawn; no two differ by their colours alone."""

    colour: str
    marker: str
    dashes: Any


def style() -> Any:
    """Draw with these settings, and matplotlib's own for all others, whatever the user's are."""
    return mpl.rc_context({**_PLAIN, **STYLE})


def look(index: int) -> Look:
    turn = (index + index // len(PALETTE)) % len(MARKERS)
    return Look(PALETTE[index % len(PALETTE)], MARKERS[turn], DASHES[turn])


def draw_level(axis: Axes, level: float, *, upright: bool = True) -> None:
    """Draw a dashed line at a value; across the axis if values are upright."""
    line = axis.axhline if upright else axis.axvline
    line(level, color=INK, linewidth=1, linestyle=(0, (4, 3)))


def name_rows(axis: Axes, names: Sequence[str]) -> None:
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.grid(visible=False, axis="y")
    axis.tick_params(axis="y", length=0)


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
    level: float | None = 0.0,
    margin: float | None = None,
    logarithmic: bool = False,
) -> Figure:
    with style():
        lines = max((row.label.count("\n") for row in rows), default=0) + 1
        height = FRAME + len(rows) * (ROW + LINE * (lines - 1))
        figure = Figure(figsize=(PANEL_WIDTH, height), facecolor="none")
        axis = figure.add_subplot()
        if level is not None:
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
        if logarithmic:
            axis.set_xscale("log")
            axis.xaxis.set_major_locator(ticks.LogLocator(subs=(1, 2, 5)))
            axis.xaxis.set_major_formatter(ticks.StrMethodFormatter("{x:g}"))
            axis.xaxis.set_minor_formatter(ticks.NullFormatter())
        axis.spines["left"].set_visible(False)
        _add_key(axis, key)
    return figure


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
