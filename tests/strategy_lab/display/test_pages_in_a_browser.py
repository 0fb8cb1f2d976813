"""Pages as a browser shows them: an answer on the first screen, small, readable everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.browser import CHROMIUM, COMPLAINTS, CONTRASTS, READABLE, Tab, browser
from tests.support.program import cli

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here"),
    pytest.mark.thorough,
]

DESK, PHONE = 1280, 400
DRAWN = "--players-from strong,spread,miser --tables 20 --seed 1 --threads 1"
PAGES = {
    "report": f"report --ruleset iello-en --ruleset iello-fr --games 20000 {DRAWN}",
    "design": "design --players 3 --vary coins=24..26 --minimise coins_left --keep ties<=50% "
    f"--games 4000 {DRAWN}",
}


@pytest.fixture(scope="module", params=PAGES)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp(request.param) / "out"
    result = CliRunner().invoke(cli, [*PAGES[request.param].split(), "--out", str(folder)])
    assert result.exit_code == 0, result.output
    return folder / "report.html"


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_complained_of_and_all_can_be_read(tab: Tab, page: Path, dark: bool) -> None:
    tab.events.clear()
    tab.open(page, width=DESK, dark=dark)
    assert tab.seen(*COMPLAINTS) == []
    asked = [event["request"]["url"] for event in tab.seen("Network.requestWillBeSent")]
    assert asked == [page.as_uri()]
    contrasts: list[float] = tab.run(CONTRASTS)
    assert len(contrasts) > 50
    assert min(contrasts) >= READABLE


def test_a_complaint_would_be_seen(tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "wrong.html"
    path.write_text("<script>console.error('x'); new Image().src = 'x.png'; y()</script>")
    tab.events.clear()
    tab.open(path, width=DESK)
    assert len(tab.seen(*COMPLAINTS)) >= 2
    assert len(tab.seen("Network.requestWillBeSent")) == 2


@pytest.mark.parametrize(("width", "height"), [(DESK, 800), (PHONE, 1600)])
def test_the_first_screen_answers(tab: Tab, page: Path, width: int, height: int) -> None:
    tab.open(page, width=width)
    answer = tab.run("document.querySelector('#answer').innerText")
    if "Findings" in answer:
        assert 1 <= tab.run("document.querySelectorAll('#findings li').length") <= 5
    else:
        asked = ("How long?", "Is every seat fair?", "What does money do?")
        assert all(each in answer for each in asked)
    bottom = tab.run("document.querySelector('#answer').getBoundingClientRect().bottom")
    tab.run("for (const details of document.querySelectorAll('details')) details.open = true")
    assert tab.run("document.documentElement.scrollWidth") == width
    assert bottom <= height


def test_the_page_is_small_and_its_drawings_have_names(tab: Tab, page: Path) -> None:
    tab.open(page, width=DESK)
    assert page.stat().st_size < 600_000
    assert tab.run("document.querySelectorAll('figure').length") <= 8
    titles = tab.run("[...document.querySelectorAll('svg > title')].map((e) => e.textContent)")
    assert len(titles) == tab.run("document.querySelectorAll('svg').length") >= 1
    assert all(len(title) > 40 for title in titles)


def test_a_page_can_be_printed_whole(tab: Tab, page: Path) -> None:
    tab.open(page, width=DESK)
    open_ = "document.querySelector('#manifest details').open"
    assert not tab.run(open_)
    tab.run(f"var printed; addEventListener('beforeprint', () => {{ printed = {open_} }})")
    tab.call("Page.printToPDF")
    assert tab.run("printed")
    assert not tab.run(open_)
