"""The files of a page: one that stands alone, and its twin in Markdown with its figures."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from strategy_lab.display.page.page_parts import Page
from strategy_lab.display.plots.inline_svg import DARK_RULE, LIGHT_RULE, svg_file
from strategy_lab.files.atomic_files import write_errors, write_text

PAGE, TWIN, FIGURES = "report.html", "report.md", "figures"


MARKDOWN = str.maketrans({mark: f"\\{mark}" for mark in r"\`*_{}[]<>#|~$&"})
"""Escapes of characters that mean something in Markdown."""


def write_page(page: Page, folder: Path) -> None:
    """Write a page into a folder that exists."""
    with write_errors(folder):
        (folder / FIGURES).mkdir()
    for name, element in page.drawings.items():
        write_text(folder / FIGURES / f"{name}.svg", svg_file(element))
    write_text(folder / PAGE, to_html(page))
    write_text(folder / TWIN, to_markdown(page))


def to_html(page: Page) -> str:
    """Return the page as one file that needs no other."""
    return _rendered("page.html", page, autoescape=True)


def to_markdown(page: Page) -> str:
    """Return the page as Markdown, with its figures in ``figures``."""
    return _rendered("page.md", page, autoescape=False)


def _rendered(template: str, page: Page, *, autoescape: bool) -> str:
    environment = Environment(
        loader=PackageLoader("strategy_lab.display.page"),
        autoescape=autoescape,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters["plain"] = plain
    environment.filters["first_word"] = lambda text: text.split()[0]
    environment.filters["drawing"] = lambda name: Markup(page.drawings[name])
    return environment.get_template(template).render(page=page, light=LIGHT_RULE, dark=DARK_RULE)


def plain(text: str) -> str:
    """Return a text as Markdown shows it unchanged, on one line."""
    return " ".join(text.translate(MARKDOWN).split())
