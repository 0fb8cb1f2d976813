"""How all plots and figures look: colours, markers, sizes, and matplotlib's settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import matplotlib as mpl

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
    """Return the context in which figures are made and saved."""
    return mpl.rc_context(STYLE)


def look(index: int) -> Look:
    """Return the look of the series at an index. Series of one colour differ in all the rest."""
    turn = index + index // len(PALETTE)
    kinds: tuple[Sequence[Any], ...] = (MARKERS, DASHES, HATCHES)
    return Look(PALETTE[index % len(PALETTE)], *(kind[turn % len(kind)] for kind in kinds))
