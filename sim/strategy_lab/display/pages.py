"""The files of a page: one that stands alone, and its twin in Markdown with its figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from markupsafe import Markup
from matplotlib.figure import Figure as Drawing

from strategy_lab.display.plots.figures import DARK_RULE, LIGHT_RULE, inline_svg, svg_file
from strategy_lab.display.web_pages import environment
from strategy_lab.files.whole_files import write_errors, write_text


@dataclass(frozen=True, slots=True)
class Figure:
    name: str  # of its file, without an ending
    finding: str  # its title: at most ten words
    caption: str  # how to read it
    drawing: Drawing
    alt: str  # what it shows, for readers who cannot see it


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Statement:
    word: str  # what many tables show; empty for what is no finding of theirs
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """One of the questions of the first screen, with its answer."""

    name: str
    title: str
    text: str
    figure: Figure | None


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    title: str
    text: Sequence[str] = ()
    points: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    code: str = ""  # a file's text, to be copied
    folded: bool = False


@dataclass(frozen=True)
class Page:
    question: str
    headline: str  # the answer
    deck: Sequence[str]  # its size, in two sentences at most
    lead: Figure | None  # of the first screen
    statements: Sequence[Statement]  # the findings of the first screen, five at most
    sections: Sequence[Section]
    facts: Sequence[tuple[str, str]]  # what identifies the games
    command: str  # what makes the page again
    data: Sequence[str]  # the names of the files beside it that have every number
    asked: Sequence[Asked] = ()  # what the first screen answers beside
    advice_title: str = ""  # what the reader has to decide, if it is more than to read
    advice: Sequence[str] = ()

    @property
    def figures(self) -> list[Figure]:
        first = [self.lead, *(each.figure for each in self.asked)]
        more = (figure for section in self.sections for figure in section.figures)
        return [*(figure for figure in first if figure is not None), *more]

    @cached_property
    def drawings(self) -> dict[str, str]:
        return {each.name: inline_svg(each.drawing, each.name, each.alt) for each in self.figures}


PAGE, TWIN, FIGURES = "report.html", "report.md", "figures"

MARKDOWN = str.maketrans({mark: f"\\{mark}" for mark in r"\`*_{}[]<>#|~$&"})
"""Escapes of characters that mean something in Markdown."""


def write_page(page: Page, folder: Path) -> None:
    with write_errors(folder):
        (folder / FIGURES).mkdir()
    for name, element in page.drawings.items():
        write_text(folder / FIGURES / f"{name}.svg", svg_file(element))
    write_text(folder / PAGE, to_html(page))
    write_text(folder / TWIN, to_markdown(page))


def to_html(page: Page) -> str:
    return _rendered("page.html", page, autoescape=True)


def to_markdown(page: Page) -> str:
    return _rendered("page.md", page, autoescape=False)


def _rendered(template: str, page: Page, *, autoescape: bool) -> str:
    pages = environment(autoescape=autoescape)
    pages.filters["plain"] = plain
    pages.filters["drawing"] = lambda name: Markup(page.drawings[name])
    return pages.get_template(template).render(page=page, light=LIGHT_RULE, dark=DARK_RULE)


def plain(text: str) -> str:
    return " ".join(text.translate(MARKDOWN).split())
