from __future__ import annotations

from strategy_lab.display import pages
from strategy_lab.display.plots.figures import FILLED, EffectRow, Mark, effect_chart

CODE = "<script>alert('&')</script>"


def page_of_code() -> pages.Page:
    """A page on which everything that has a name is called like a script."""
    drawing = effect_chart([EffectRow(CODE, [Mark(FILLED, 1.0)])], unit=CODE, key=[(FILLED, CODE)])
    figure = pages.Figure("figure", CODE, CODE, drawing, CODE)
    table = pages.Table(CODE, [CODE], [[CODE]])
    sections = [
        pages.Section(name, CODE, [CODE], [CODE], tables=[table] * 2, folded=folded)
        for name, folded in (("open", False), ("folded", True))
    ]
    return pages.Page(
        question=CODE,
        headline=CODE,
        deck=[CODE, CODE],
        lead=figure,
        statements=[pages.Statement(CODE, CODE)],
        advice_title=CODE,
        advice=[CODE],
        sections=sections,
        facts=[(CODE, CODE)],
        command=CODE,
        data=[CODE],
    )


def test_names_that_are_code_are_escaped_wherever_they_stand() -> None:
    text = pages.to_html(page_of_code())
    assert "<script>alert" not in text
    assert text.count("<script>") == 1
    assert text.count("&lt;script&gt;") > 20
    twin = pages.to_markdown(page_of_code()).split("## Make it again")[0]
    assert "<script>" not in twin
    assert "\\<script\\>" in twin


def test_what_is_folded_can_be_unfolded() -> None:
    page = pages.to_html(page_of_code())
    first, second = page.split('<section id="open">')[1].split('<section id="folded">')
    assert "<details>" not in first
    assert second.lstrip().startswith("<details>")


def test_marks_of_markdown_are_escaped() -> None:
    assert pages.plain("a|b *c*\nd") == r"a\|b \*c\* d"
