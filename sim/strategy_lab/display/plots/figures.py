"""Figures that show themselves in a notebook, whatever its settings."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Sequence
from html import escape

import numpy as np
from matplotlib.figure import Figure as FigureFigure
from matplotlib.figure import Figure as PlainFigure
from numpy.typing import NDArray

from strategy_lab.display.plots.marks import DARK, DOTS_PER_INCH, GROUND, INK, style

TOO_SMALL = "constrained_layout not applied"
"""The start of a warning."""

NO_GLYPH = r"Glyph \d+ .* missing from"
"""Of a letter that the font lacks: it is drawn as a box, and nobody can mend it."""

GROWN, MOST_GROWN = 1.3, 4
"""By what a figure grows that is too small, and how often it may."""


class Figure(PlainFigure):
    """A figure of matplotlib that is shown as the value of a cell.

    A notebook shows others only if pyplot's inline backend was chosen before.
    """

    alternative = ""  # what it shows, for those who do not see it; else its titles say so

    @property
    def words(self) -> str:
        found = [axis.get_title(place) for axis in self.axes for place in ("left", "center")]
        titles = [self.get_suptitle(), *found]
        return self.alternative or ". ".join(" ".join(each.split()) for each in titles if each)

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


def stacked(figures: Sequence[PlainFigure]) -> Figure:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    images = []
    for each in figures:
        canvas = FigureCanvasAgg(each)
        each.set_dpi(DOTS_PER_INCH)
        with style():
            grown_to_fit(each, canvas.draw)
        images.append(np.asarray(canvas.buffer_rgba()))  # type: ignore[no-untyped-call]
    width, height = max(map(_width, images)), sum(len(image) for image in images)
    size = (width / DOTS_PER_INCH, height / DOTS_PER_INCH)
    whole = Figure(figsize=size, dpi=DOTS_PER_INCH, facecolor="white")
    whole.alternative = ". ".join(each.words for each in figures if isinstance(each, Figure))
    for image in images:
        height -= len(image)
        whole.figimage(image, 0, height, resize=False)
    return whole


def _width(image: NDArray[np.uint8]) -> int:
    return int(image.shape[1])


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


def inline_svg(figure: FigureFigure, name: str, alt: str) -> str:
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


def _svg_text(figure: FigureFigure) -> str:
    stream = io.StringIO()

    def save() -> None:
        stream.seek(0)
        stream.truncate()
        figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})

    with style():
        grown_to_fit(figure, save)
    return stream.getvalue()
