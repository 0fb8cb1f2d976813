"""Figures that show themselves in a notebook, whatever its settings."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from html import escape
from xml.etree import ElementTree

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


# inline_svg: Figures as small SVG elements for a page, whose colours follow the page from light to
# dark.

VARIABLES = {colour: f"--c{number}" for number, colour in enumerate(DARK)}
"""The CSS variables that stand for colours."""

LIGHT_RULE, DARK_RULE = (
    f"{{{';'.join(f'{name}:{scheme[colour].lower()}' for colour, name in VARIABLES.items())}}}"
    for scheme in ({colour: colour for colour in DARK}, DARK)
)
"""The colours of light and dark, as the body of a rule in a style sheet."""

INHERITED = (
    'stroke-linejoin="round" stroke-linecap="butt" '
    "font-family=\"'DejaVu Sans', Verdana, sans-serif\""
)
"""Attributes that matplotlib repeats for every element, or sets for the whole page."""

NAMESPACE = re.compile(r"\{[^}]*\}")
DECIMALS = re.compile(r"-?\d+\.\d+")
REFERENCE = re.compile(r"#([\w-]+)(?=\)|$)")
UNTURNED = re.compile(r"rotate\(-?0 ")


def inline_svg(figure: FigureFigure, name: str, alt: str) -> str:
    root = ElementTree.fromstring(_svg_text(figure))
    for element in root.iter():
        element.tag = NAMESPACE.sub("", element.tag)
        attributes = {NAMESPACE.sub("", key): text for key, text in element.attrib.items()}
        element.attrib.clear()
        element.attrib.update(attributes)
    referred = {
        key
        for element in root.iter()
        for text in element.attrib.values()
        if "#" in text
        for key in REFERENCE.findall(text)
    }
    known = [element.get("id") for element in root.iter() if element.get("id") in referred]
    ids = {key: f"{name}-{number}" for number, key in enumerate(filter(None, known), start=1)}
    for element in root.iter():
        _shorten(element, ids)
    _simplify(root)
    _, _, width, height = root.get("viewBox", "").split()
    parts = "\n".join(ElementTree.tostring(part, encoding="unicode").strip() for part in root)
    return (
        f'<svg role="img" aria-labelledby="{name}-alt" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" {INHERITED}>\n'
        f'<title id="{name}-alt">{escape(alt)}</title>\n{parts}\n</svg>'
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


def _shorten(element: ElementTree.Element, ids: Mapping[str, str]) -> None:
    attributes = dict(element.attrib)
    element.attrib.clear()
    for key, before in attributes.items():
        text = REFERENCE.sub(lambda match: f"#{ids.get(match[1], match[1])}", before)
        if key == "id":
            if text in ids:
                element.set(key, ids[text])
        elif key == "style":
            element.set(key, _declarations(text, is_text=element.tag == "text"))
        elif key == "fill":
            element.set("style", _declarations(f"fill:{text}", is_text=False))
        elif not (key == "transform" and UNTURNED.match(text)):
            element.set(key, DECIMALS.sub(_two_decimals, " ".join(text.split())))
    if element.tag != "text":
        element.text = None
    element.tail = "\n"


def _declarations(text: str, *, is_text: bool) -> str:
    pairs = (declaration.split(":", 1) for declaration in text.split(";") if declaration.strip())
    rules = {key.strip(): value.strip() for key, value in pairs}
    rules.pop("font-family", None)
    if is_text:
        rules.setdefault("fill", INK)
    for key in ("fill", "stroke"):
        variable = VARIABLES.get(rules.get(key, "").upper())
        if variable:
            rules[key] = f"var({variable})"
    return ";".join(f"{key}:{value}" for key, value in rules.items())


def _two_decimals(match: re.Match[str]) -> str:
    return f"{float(match[0]):.2f}".rstrip("0").rstrip(".")


def _simplify(element: ElementTree.Element) -> None:
    parts = []
    for part in list(element):
        _simplify(part)
        if part.tag == "g" and not part.attrib:
            parts += list(part)
        elif not _paints_nothing(part):
            parts.append(part)
    element[:] = parts


def _paints_nothing(element: ElementTree.Element) -> bool:
    if element.tag in {"g", "defs"}:
        return not len(element)
    return element.tag in {"metadata", "style"} or element.get("style") == "fill:none"
