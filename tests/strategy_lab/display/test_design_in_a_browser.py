"""The page of a design as a browser shows it: an answer on the first screen, on any screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.browser import CHROMIUM, COMPLAINTS, CONTRASTS, READABLE, Tab, browser
from tests.support.program import cli

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

DESK, PHONE = 1280, 400


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("design") / "out"
    asked = "--players 3 --vary coins=24..26 --minimise seat_gap --maximise drama --keep ties<=50%"
    played = f"--field strong --games 30000 --seed 1 --threads 1 --out {folder}"
    result = CliRunner().invoke(cli, ["design", *asked.split(), *played.split()])
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
    assert [event["request"]["url"] for event in tab.seen("Network.requestWillBeSent")] == [
        page.as_uri()
    ]
    contrasts: list[float] = tab.run(CONTRASTS)
    assert len(contrasts) > 50
    assert min(contrasts) >= READABLE


@pytest.mark.parametrize(("width", "height"), [(DESK, 800), (PHONE, 1600)])
def test_the_first_screen_answers(tab: Tab, page: Path, width: int, height: int) -> None:
    tab.open(page, width=width)
    answer = tab.run("document.querySelector('#answer').innerText")
    for part in ("Findings", "Which should you print?"):
        assert part in answer
    assert tab.run("document.querySelector('#answer').getBoundingClientRect().bottom") <= height
    tab.run("for (const details of document.querySelectorAll('details')) details.open = true")
    assert tab.run("document.documentElement.scrollWidth") == width


def test_the_page_is_small_and_its_drawings_have_names(tab: Tab, page: Path) -> None:
    tab.open(page, width=DESK)
    assert page.stat().st_size < 600_000
    titles = tab.run("[...document.querySelectorAll('svg > title')].map((e) => e.textContent)")
    assert len(titles) == tab.run("document.querySelectorAll('svg').length") == 2
    assert all(len(title) > 40 for title in titles)
