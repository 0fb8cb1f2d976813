"""The page as a browser shows it: nothing missing, nothing too wide, tables that obey clicks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser import CHROMIUM, Tab, browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

PHONE, DESK = 380, 1200

PAPER = (718, 1047)
"""Width and height of what is printed on an A4 page with margins of a centimetre."""

COMPLAINTS = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")

READABLE = 4.5
"""The contrast that texts need (WCAG 2, 1.4.3)."""

CONTRASTS = """
    const luminance = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((c) => c / 255)
            .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const clear = (colour) => colour === "rgba(0, 0, 0, 0)";
    const ground = (element) => {
        for (let e = element; e; e = e.parentElement) {
            const colour = getComputedStyle(e).backgroundColor;
            if (!clear(colour)) return colour;
        }
    };
    const texts = "h1, h2, h3, h4, p, li, a, td, th button, dt, dd, figcaption, summary, pre code";
    [...document.querySelectorAll(texts)].map((element) => {
        const [x, y] = [getComputedStyle(element).color, ground(element)].map(luminance);
        return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
    })
"""
"""The contrast of every text outside drawings."""


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


@pytest.fixture
def page(tab: Tab, report: Path) -> Path:
    tab.events.clear()
    return report / "report.html"


def column(tab: Tab, number: int) -> list[str]:
    """Return what the rows that are shown have in a column."""
    shown = "rows().filter((row) => !row.hidden)"
    cells: list[str] = tab.run(f"{shown}.map((row) => row.cells[{number}].textContent)")
    return cells


def unfold(tab: Tab, title: str) -> None:
    """Unfold a table; scripts know it as `table` and its rows as `rows()`."""
    tab.run(
        f"""
        var table = [...document.querySelectorAll("details")]
            .find((details) => details.querySelector("summary").textContent === {title!r});
        table.open = true;
        var rows = () => [...table.querySelectorAll("tbody tr")];
        """
    )


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
    assert len(names) == tab.run("document.querySelectorAll('svg').length") > 8
    assert all(len(name) > 40 for name in names)


def test_a_click_on_a_heading_sorts_by_numbers_and_a_second_one_the_other_way(
    tab: Tab, page: Path
) -> None:
    tab.open(page, width=DESK)
    unfold(tab, "Every house")
    before = column(tab, 3)
    click = "table.querySelectorAll('th button')[3].click()"
    tab.run(click)
    houses = [int(house) for house in column(tab, 3)]
    assert houses == sorted(map(int, before))
    assert [str(house) for house in houses] != before
    tab.run(click)
    assert [int(house) for house in column(tab, 3)] == houses[::-1]
    assert tab.run("table.querySelector('th[aria-sort]').textContent") == "house"


def test_words_filter_rows(tab: Tab, page: Path) -> None:
    tab.open(page, width=DESK)
    unfold(tab, "Every seat")
    everywhere = column(tab, 0)
    assert set(everywhere) == {"counter,expert,spread", "expert alone"}
    tab.run(
        """
        var input = table.querySelector("input");
        input.value = "ALONE  expert";
        input.dispatchEvent(new Event("input"));
        """
    )
    assert column(tab, 0) == ["expert alone"] * everywhere.count("expert alone")
    tab.run("input.value = ''; input.dispatchEvent(new Event('input'))")
    assert column(tab, 0) == everywhere


@pytest.mark.parametrize("dark", [False, True])
def test_texts_can_be_read_in_light_and_dark(tab: Tab, page: Path, dark: bool) -> None:
    tab.open(page, width=DESK, dark=dark)
    contrasts: list[float] = tab.run(CONTRASTS)
    assert len(contrasts) > 100
    assert min(contrasts) >= READABLE


def test_the_answer_takes_no_more_than_half_a_printed_page(tab: Tab, page: Path) -> None:
    width, height = PAPER
    tab.open(page, width=width)
    tab.call("Emulation.setEmulatedMedia", media="print")
    answer = tab.run("document.querySelector('.answer').getBoundingClientRect().height")
    tab.call("Emulation.setEmulatedMedia", media="")
    assert 100 < answer < height / 2


def test_lists_are_unfolded_on_paper(tab: Tab, page: Path) -> None:
    tab.open(page, width=DESK)
    lists = "[...document.querySelectorAll('details.points')].map((details) => details.open)"
    assert not any(tab.run(lists))
    tab.run(f"var printed; addEventListener('beforeprint', () => {{ printed = {lists} }})")
    tab.call("Page.printToPDF")
    assert all(tab.run("printed"))
    assert not any(tab.run(lists))
