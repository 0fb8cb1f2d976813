from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.display.plots.charts import point_chart
from forsale_sim.display.plots.inline_svg import inline_svg
from forsale_sim.display.plots.marks import Series
from forsale_sim.reports.page.page_parts import Figure, Group, Panel, Section, Table
from forsale_sim.reports.page.rendering import Page, plain, sort_key, to_html, to_markdown

CODE = "<script>alert('&')</script>"


def page_of_code() -> Page:
    """A page on which everything that has a name is called like a script."""
    value = np.array([1.0])
    drawing = point_chart([CODE], [Series(CODE, value, value, value)] * 2, unit=CODE, title=CODE)
    panel = Panel("panel", drawing, CODE)
    figure = Figure("figure", CODE, CODE, [panel], {})
    table = Table(CODE, [CODE], [[CODE]], CODE)
    group = Group(CODE, [CODE], [CODE], table, [Group(CODE, [CODE])])
    section = Section("section", CODE, [CODE], [CODE], [figure], [table], [CODE], [group])
    return Page(
        CODE,
        [section],
        {"panel": inline_svg(drawing, panel.name, panel.alt)},
        [(CODE, CODE)],
        CODE,
        CODE,
    )


def test_names_that_are_code_are_escaped_wherever_they_stand() -> None:
    text = to_html(page_of_code())
    assert "<script>alert" not in text
    assert text.count("<script>") == 1
    assert text.count("&lt;script&gt;") > 22
    twin = to_markdown(page_of_code()).split("## Manifest")[0]
    assert "<script>" not in twin
    assert "\\<script\\>" in twin


def test_groups_have_headings_and_what_is_below_them_folds() -> None:
    page = to_html(page_of_code()).replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'")
    group = page.replace("&amp;", "&").split('<div class="group">')[1]
    heading, _, folded = group.partition('<details class="points">')
    assert f"<h3>{CODE}</h3>" in heading
    assert "<table>" in heading
    assert f"<summary><h4>{CODE}</h4></summary>" in folded
    twin = to_markdown(page_of_code())
    assert f"\n### {plain(CODE)}\n\n" in twin
    assert f"\n#### {plain(CODE)}\n\n- {plain(CODE)}\n\n" in twin


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("25.3 ±0.2", "25.3"),
        ("1,234", "1234.0"),
        ("\N{MINUS SIGN}4.8 ±0.1", "-4.8"),
        ("+2", "2.0"),
        ("a 1", "a 1"),
    ],
)
def test_cells_are_sorted_by_the_number_they_begin_with(text: str, key: str) -> None:
    assert sort_key(text) == key


def test_marks_of_markdown_are_escaped() -> None:
    assert plain("a|b *c*\nd") == r"a\|b \*c\* d"
