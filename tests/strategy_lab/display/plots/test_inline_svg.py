"""Figures as elements of a page: named, small, and in colours that follow the page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure
from strategy_lab.display.plots.figures import VARIABLES, inline_svg, svg_file
from strategy_lab.display.plots.marks import Series, draw_groups, draw_stacks, style

VALUE = np.array([1.0, 2.0])
SERIES = [Series(label, VALUE, VALUE - 0.1, VALUE + 0.1) for label in ("one", "two & more")]


def chart(kind: str = "stacks") -> Figure:
    with style():
        figure = Figure(figsize=(4.7, 3.1), facecolor="none")
        axis = figure.add_subplot()
        if kind == "stacks":
            draw_stacks(axis, ["a", "b"], SERIES, "coins")
        else:
            draw_groups(axis, ["a", "b"], SERIES, unit="$x$", level=1)
        axis.legend()
    return figure


def element(kind: str = "stacks", name: str = "panel") -> ElementTree.Element:
    return ElementTree.fromstring(inline_svg(chart(kind), name, "What <it> shows"))


def test_it_has_a_role_and_a_title() -> None:
    root = element()
    assert root.get("role") == "img"
    (title,) = root.findall("title")
    assert root.get("aria-labelledby") == title.get("id") == "panel-alt"
    assert title.text == "What <it> shows"


@pytest.mark.parametrize("kind", ["stacks", "points"])
def test_ids_are_of_its_name_and_every_reference_has_its_part(kind: str) -> None:
    root = element(kind, "one")
    ids = [part.get("id", "") for part in root.iter() if part.get("id")]
    assert len(ids) == len(set(ids)) > 2
    assert all(name.startswith("one-") for name in ids)
    text = ElementTree.tostring(root, encoding="unicode")
    assert {*re.findall(r'(?:href="|url\()#([\w-]+)', text)} == {*ids} - {"one-alt"}


def test_colours_that_a_dark_page_changes_are_variables() -> None:
    text = inline_svg(chart(), "panel", "")
    assert not re.findall("|".join(VARIABLES), text, re.IGNORECASE)
    assert {*re.findall(r"var\((--c\d+)\)", text)} <= {*VARIABLES.values()}
    file = svg_file(text)
    assert "prefers-color-scheme: dark" in file
    ElementTree.fromstring(file)


@pytest.mark.parametrize("kind", ["stacks", "points"])
def test_texts_are_texts(kind: str) -> None:
    texts = ["".join(part.itertext()) for part in element(kind).iter("text")]
    assert {"a", "b", "one", "two & more", {"stacks": "coins", "points": "$x$"}[kind]} <= {*texts}


def test_it_is_small_and_always_the_same() -> None:
    text = inline_svg(chart(), "panel", "")
    assert text == inline_svg(chart(), "panel", "")
    assert len(text) < 12_000
    assert "<g>" not in text
    assert not re.search(r"\d\.\d{3}", text)
