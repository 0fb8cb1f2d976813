"""The page as a browser shows it: an answer on the first screen, small, readable everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser import CHROMIUM, COMPLAINTS, CONTRASTS, READABLE, Tab, browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

PHONE, DESK = 380, 1200


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


@pytest.fixture
def page(tab: Tab, report: Path) -> Path:
    tab.events.clear()
    return report / "report.html"


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_complained_of_nor_asked_for(tab: Tab, page: Path, dark: bool) -> None:
    tab.open(page, width=DESK, dark=dark)
    asked = [event["request"]["url"] for event in tab.seen("Network.requestWillBeSent")]
    assert asked == [page.as_uri()]
    assert tab.run("performance.getEntriesByType('resource').length") == 0
    assert tab.seen(*COMPLAINTS) == []


def test_a_complaint_would_be_seen(tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "wrong.html"
    path.write_text("<script>console.error('x'); new Image().src = 'x.png'; y()</script>")
    tab.events.clear()
    tab.open(path, width=DESK)
    assert len(tab.seen(*COMPLAINTS)) >= 2
    assert len(tab.seen("Network.requestWillBeSent")) == 2


def test_a_phone_need_not_scroll_sideways(tab: Tab, page: Path) -> None:
    tab.open(page, width=PHONE)
    width = "document.documentElement.scrollWidth"
    assert tab.run(width) == PHONE
    tab.run("for (const details of document.querySelectorAll('details')) details.open = true")
    assert tab.run(width) == PHONE


def test_every_drawing_has_a_name(tab: Tab, page: Path) -> None:
    tab.open(page, width=DESK)
    names = [
        node.get("name", {}).get("value", "")
        for node in tab.call("Accessibility.getFullAXTree")["nodes"]
        if node.get("role", {}).get("value") in {"image", "img"}
    ]
    assert len(names) == tab.run("document.querySelectorAll('svg').length") > 3
    assert all(len(name) > 40 for name in names)


def test_the_first_screen_answers(tab: Tab, page: Path) -> None:
    for width, height in ((1280, 800), (400, 1600)):
        tab.open(page, width=width)
        bottom = tab.run("document.querySelector('#answer').getBoundingClientRect().bottom")
        assert bottom <= height
    answer = tab.run("document.querySelector('#answer').innerText")
    assert len(re.findall(r"\d[\d.,]*", answer)) <= 25
    for part in ("Findings", "Which should you print?"):
        assert part in answer
    assert 1 <= tab.run("document.querySelectorAll('#findings li').length") <= 5


def test_a_page_is_small(tab: Tab, page: Path) -> None:
    tab.open(page, width=DESK)
    assert page.stat().st_size < 600_000
    assert tab.run("document.querySelectorAll('*').length") < 6000
    assert tab.run("document.querySelectorAll('figure').length") <= 8
    for title in tab.run(
        "[...document.querySelectorAll('figure :is(h2, h3)')].map(e => e.textContent)"
    ):
        assert len(title.split()) <= 10


@pytest.mark.parametrize("dark", [False, True])
def test_texts_can_be_read_in_light_and_dark(tab: Tab, page: Path, dark: bool) -> None:
    tab.open(page, width=DESK, dark=dark)
    contrasts: list[float] = tab.run(CONTRASTS)
    assert len(contrasts) > 100
    assert min(contrasts) >= READABLE


def test_a_page_can_be_printed_whole(tab: Tab, page: Path) -> None:
    tab.open(page, width=DESK)
    open_ = "document.querySelector('#method details').open"
    assert not tab.run(open_)
    tab.run(f"var printed; addEventListener('beforeprint', () => {{ printed = {open_} }})")
    tab.call("Page.printToPDF")
    assert tab.run("printed")
    assert not tab.run(open_)
