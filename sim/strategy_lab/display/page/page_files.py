"""The files of a page: one that stands alone, and its twin in Markdown with its figures."""

from __future__ import annotations

from pathlib import Path

from strategy_lab.display.page.page_parts import Page
from strategy_lab.display.page.rendering import to_html, to_markdown
from strategy_lab.display.plots.inline_svg import svg_file
from strategy_lab.files.atomic_files import write_errors, write_text

PAGE, TWIN, FIGURES = "report.html", "report.md", "figures"


def write_page(page: Page, folder: Path) -> None:
    """Write a page into a folder that exists."""
    with write_errors(folder):
        (folder / FIGURES).mkdir()
    for name, element in page.drawings.items():
        write_text(folder / FIGURES / f"{name}.svg", svg_file(element))
    write_text(folder / PAGE, to_html(page))
    write_text(folder / TWIN, to_markdown(page))
