"""Figures as small SVG elements for a page, whose colours follow the page from light to dark."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from html import escape
from xml.etree import ElementTree

from matplotlib.figure import Figure

from strategy_lab.display.plots.figures import grown_to_fit
from strategy_lab.display.plots.plot_style import DARK, GROUND, INK, style

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


def inline_svg(figure: Figure, name: str, alt: str) -> str:
    """Return a figure as an SVG element."""
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
    """Return an SVG element as a file of its own, which knows light and dark by itself."""
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


def _svg_text(figure: Figure) -> str:
    stream = io.StringIO()

    def save() -> None:
        stream.seek(0)
        stream.truncate()
        figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})

    with style():
        grown_to_fit(figure, save)
    return stream.getvalue()


def _shorten(element: ElementTree.Element, ids: Mapping[str, str]) -> None:
    """Shorten an element's attributes, with new ids, two decimals, and variables for colours."""
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
    """Return the declarations of a style, with variables for colours."""
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
    """Leave out what paints nothing, and groups that say nothing about their parts."""
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
