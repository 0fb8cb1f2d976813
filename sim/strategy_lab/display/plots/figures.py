"""Figures that show themselves in a notebook, whatever its settings."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

import matplotlib as mpl
import matplotlib.ticker as ticks
from matplotlib.axes import Axes
from matplotlib.figure import Figure as PlainFigure

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
PANEL_WIDTH = 4.7  # inches: at 72 points an inch, a panel is as wide as a page on a phone

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


FILLED, DOT = "filled", "dot"  # kinds of marks: the main one, and one of many

MARKS: dict[str, dict[str, Any]] = {
    FILLED: {"marker": "o", "markersize": 7, "color": BLUE, "zorder": 4},
    DOT: {"marker": "o", "markersize": 3.5, "color": GREY, "mew": 0, "zorder": 2},
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
) -> PlainFigure:
    with style():
        lines = max((row.label.count("\n") for row in rows), default=0) + 1
        height = FRAME + len(rows) * (ROW + LINE * (lines - 1))
        figure = PlainFigure(figsize=(PANEL_WIDTH, height), facecolor="none")
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


TOO_SMALL = "constrained_layout not applied"  # the start of a warning

NO_GLYPH = r"Glyph \d+ .* missing from"
"""Of a letter that the font lacks: it is drawn as a box, and nobody can mend it."""

GROWN, MOST_GROWN = 1.3, 4  # by what a figure grows that is too small, and how often it may


class Figure(PlainFigure):
    """A figure of matplotlib that is shown as the value of a cell.

    A notebook shows others only if pyplot's inline backend was chosen before.
    """

    @property
    def words(self) -> str:
        """What it shows, for those who do not see it: its titles."""
        found = [axis.get_title(place) for axis in self.axes for place in ("left", "center")]
        return ". ".join(" ".join(each.split()) for each in (self.get_suptitle(), *found) if each)

    def _repr_png_(self) -> tuple[bytes, dict[str, int | str]]:
        """Return the image, how large it is shown, and what for those who do not see it.

        Sharp screens have twice the dots.
        """
        images: list[bytes] = []

        def save() -> None:
            with style(), io.BytesIO() as image:
                self.savefig(image, format="png", dpi=DOTS_PER_INCH)
                images.append(image.getvalue())

        grown_to_fit(self, save)
        width, height = (round(inches * DOTS_PER_INCH / 2) for inches in self.get_size_inches())
        return images[-1], {"width": width, "height": height, "alt": self.words}


def grown_to_fit(figure: PlainFigure, save: Callable[[], None]) -> None:
    """Save a figure; one that is too small for all that is written in it grows until it fits."""
    for attempt in range(MOST_GROWN + 1):
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=NO_GLYPH)
            is_last = attempt == MOST_GROWN
            warnings.filterwarnings("ignore" if is_last else "error", message=TOO_SMALL)
            try:
                save()
            except UserWarning:
                width, height = figure.get_size_inches()
                figure.set_size_inches(GROWN * width, GROWN * height)
            else:
                return


# Figures as small SVG elements for a page, whose colours follow the page from light to dark.

VARIABLES = {colour: f"--c{number}" for number, colour in enumerate(DARK)}
"""The CSS variables that stand for colours."""

LIGHT_RULE, DARK_RULE = (
    f"{{{';'.join(f'{name}:{scheme[colour].lower()}' for colour, name in VARIABLES.items())}}}"
    for scheme in ({colour: colour for colour in DARK}, DARK)
)
"""The colours of light and dark, as the body of a rule in a style sheet."""

WRITTEN_ONCE = (
    'stroke-linejoin="round" stroke-linecap="butt" '
    f'font-family="\'DejaVu Sans\', Verdana, sans-serif" fill="var({VARIABLES[INK]})"'
)
"""Attributes that matplotlib repeats for every element, or sets for the whole page."""

UNUSED = re.compile(
    r"<metadata>.*?</metadata>|<defs>\s*<style.*?</style>\s*</defs>|xlink:| font-family:[^;]*;"
    r'| transform="rotate\(-?0 [^"]*"| id="(?![a-zA-Z][0-9a-f]{10}")[^"]*"',
    re.DOTALL,
)
TAG = re.compile("<[^>]*>")
DECIMALS = re.compile(r"-?\d+\.\d{3,}")
IDENTITY = re.compile(r"(?<=[#\"])[a-zA-Z][0-9a-f]{10}(?=[)\"])")


def inline_svg(figure: PlainFigure, name: str, alt: str) -> str:
    """Return a figure as an element of a page that holds others, too: small, in its colours."""
    _, _, drawn = _svg_text(figure).partition("<svg")
    head, _, body = drawn.removesuffix("</svg>\n").partition(">")
    body = " ".join(UNUSED.sub("", body).split()).replace("> <", ">\n<")
    ids: dict[str, str] = {}
    for key in IDENTITY.findall(body):
        ids.setdefault(key, f"{name}-{len(ids) + 1}")

    def shorter(tag: re.Match[str]) -> str:
        text = IDENTITY.sub(lambda key: ids[key[0]], tag[0])
        text = DECIMALS.sub(lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), text)
        for colour, variable in VARIABLES.items():
            text = re.sub(colour, f"var({variable})", text, flags=re.IGNORECASE)
        return text

    body = TAG.sub(shorter, body)
    width, height = re.findall(r' viewBox="0 0 (\S+) (\S+)"', head)[0]
    return (
        f'<svg role="img" aria-labelledby="{name}-alt" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" {WRITTEN_ONCE}>\n'
        f'<title id="{name}-alt">{escape(alt)}</title>\n{body.strip()}\n</svg>'
    )


def svg_file(element: str) -> str:
    rules = (
        f":root{LIGHT_RULE}\n@media (prefers-color-scheme: dark){{:root{DARK_RULE}}}\n"
        f":root{{background: var({VARIABLES[GROUND]})}}"
    )
    head = element.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        + head.replace("</title>", f"</title>\n<style>\n{rules}\n</style>", 1)
        + "\n"
    )


def _svg_text(figure: PlainFigure) -> str:
    stream = io.StringIO()

    def save() -> None:
        stream.seek(0)
        stream.truncate()
        figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})

    with style():
        grown_to_fit(figure, save)
    return stream.getvalue()
