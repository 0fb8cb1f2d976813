"""Render results as a page: HTML that stands alone, and Markdown beside its SVG files."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from strategy_lab.display.page.page_parts import Page
from strategy_lab.display.plots.inline_svg import DARK_RULE, LIGHT_RULE

MARKDOWN = str.maketrans({mark: f"\\{mark}" for mark in r"\`*_{}[]<>#|~$&"})
"""Escapes of characters that mean something in Markdown."""


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
