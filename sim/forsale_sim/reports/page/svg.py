"""Drawings as SVG: files that suit light and dark, and the same to be part of a page."""

from __future__ import annotations

import io
import re
from html import escape

from matplotlib.figure import Figure as Drawing

from forsale_sim.display.plots.drawing import LEVEL, LINE
from forsale_sim.display.plots.saving import grown_to_fit
from forsale_sim.reports.page.drawing import GROUND, style
from forsale_sim.reports.page.parts import Panel

DARK = {
    LINE: "#D6D6D6",
    LEVEL: "#A0A0A0",
    GROUND: "#16181C",
    "#DDDDDD": "#34373D",
    "#BBBBBB": "#5A5E66",
    "#000000": "#D6D6D6",
    "#0072B2": "#3DA5E8",
    "#D55E00": "#F08A3C",
    "#009E73": "#2CC79B",
    "#CC79A7": "#E29BC3",
}
"""What colours become on a dark ground; others stay."""

NAMES = {colour: f"--c{number}" for number, colour in enumerate(DARK)}

SCHEMES = (
    f"{{{';'.join(f'{name}:{colour.lower()}' for colour, name in NAMES.items())}}}",
    f"{{{';'.join(f'{name}:{DARK[colour].lower()}' for colour, name in NAMES.items())}}}",
)
"""The colours of light and dark, as the body of a rule in a style sheet."""

PROLOGUE = re.compile(r"\A.*?(?=<svg)", re.DOTALL)
METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
OPENING = re.compile(r"<svg[^>]*>")
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def drawn(panel: Panel) -> str:
    """Return a panel as an SVG element, with its texts and with colours that follow the page."""
    text = METADATA.sub("", PROLOGUE.sub("", _saved(panel.drawing), count=1))
    for colour, name in NAMES.items():
        text = re.sub(
            rf"(fill|stroke): ?{colour}\b", rf"\1: var({name}, {colour.lower()})", text, flags=re.I
        )
    text = re.sub(r"(<text[^>]*style=\")(?![^\"]*fill)", r"\1fill: var(--c0, #404040); ", text)
    text = re.sub(r'\bid="', f'id="{panel.name}-', text)
    text = text.replace('xlink:href="#', f'href="#{panel.name}-').replace(
        "url(#", f"url(#{panel.name}-"
    )
    text = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).strip()
    width, height = SIZE.findall(text)[0]
    opening = (
        f'<svg role="img" aria-labelledby="{panel.name}-alt" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">\n'
        f'<title id="{panel.name}-alt">{escape(panel.alt)}</title>'
    )
    return OPENING.sub(lambda _: opening, text, count=1)


def _saved(drawing: Drawing) -> str:
    stream = io.StringIO()

    def save() -> None:
        stream.seek(0)
        stream.truncate()
        drawing.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})

    with style():
        grown_to_fit(drawing, save)
    return stream.getvalue()


def as_file(element: str) -> str:
    """Return an SVG element as a file of its own, which knows light and dark by itself."""
    light, dark = SCHEMES
    rules = f":root{light}\n@media (prefers-color-scheme: dark){{:root{dark}}}"
    rules += f"\n:root{{background: var({NAMES[GROUND]})}}"
    head = element.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        + head.replace("</title>", f"</title>\n<style>\n{rules}\n</style>", 1)
        + "\n"
    )
