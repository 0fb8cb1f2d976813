"""A game as a page, in a browser: every move, the curve, the mistakes, by mouse and keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.play.review import game_page, judge, reviewed_game
from forsale_sim.reference.table import RecordedGame, play_seated
from forsale_sim.reference.trace import story

from tests.play.positions import dealt
from tests.support.browser import CHROMIUM, COMPLAINTS, CONTRASTS, READABLE, Tab, browser

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here"),
]

WIDTHS = (400, 1280)
TEXTS = CONTRASTS.replace("h1, h2, h3, p, li, ", "h1, h2, h3, p, .who span, .chip, .moves button, ")
LINEUP = ("counter", "random", "spread", "matcher")


def recorded(number: int) -> RecordedGame:
    names = LINEUP[:-1] if number == 2 else LINEUP
    game = dealt("iello-en", len(names), number)
    decisions = play_seated(game, list(map(load_entrant, names)), 5, number, recording=True)
    return RecordedGame(game, 5, number, names, decisions)


def reviewed(number: int) -> dict[str, Any]:
    game = recorded(number)
    return reviewed_game(game, judge(game.decisions))


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "game.html"
    game = recorded(1)
    path.write_text(game_page([reviewed(1)], story(game.game, 5, 1, LINEUP)))
    return path


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "games.html"
    path.write_text(game_page([reviewed(number) for number in (1, 2, 3)], ""))
    return path


def said(tab: Tab) -> str:
    text: str = tab.run("document.querySelector('.said').textContent")
    return text


def test_a_house_lies_face_down_until_it_is_turned_over(tab: Tab, tmp_path: Path) -> None:
    game = dealt("iello-en[hidden_houses=1]", len(LINEUP))
    decisions = play_seated(game, list(map(load_entrant, LINEUP)), 5, 1, recording=True)
    record = RecordedGame(game, 5, 1, LINEUP, decisions)
    path = tmp_path / "game.html"
    path.write_text(game_page([reviewed_game(record, [])], ""))
    tab.open(path.as_uri(), width=1280)
    hidden = "document.querySelectorAll('.offer [aria-label=\"house, face down\"]').length"
    houses = "document.querySelectorAll('.offer .card').length"
    assert (tab.run(hidden), tab.run(houses)) == (1, 4)
    while "turned over" not in said(tab):
        tab.press("ArrowRight")
    assert (tab.run(hidden), tab.run(houses)) == (0, 4)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
def test_it_stands_alone_and_fits(tab: Tab, page: Path, width: int, dark: bool) -> None:
    tab.events.clear()
    tab.open(page, width=width, dark=dark)
    asked = [event["request"]["url"] for event in tab.seen("Network.requestWillBeSent")]
    assert asked == [page.as_uri()]
    assert tab.seen(*COMPLAINTS) == []
    assert page.stat().st_size < 150_000
    tab.press("End")
    assert tab.run("document.documentElement.scrollWidth") == width
    contrasts = tab.run(TEXTS)
    assert len(contrasts) > 100
    assert min(contrasts) >= READABLE


def test_every_move_is_shown_by_keys_as_the_trace_tells_it(tab: Tab, page: Path) -> None:
    tab.open(page, width=1280)
    record = reviewed(1)
    end = record["trace"][-1]
    steps = tab.run("Number(document.querySelector('input[type=range]').max)") + 1
    shown = [said(tab)]
    for _ in range(steps - 1):
        tab.press("ArrowRight")
        shown.append(said(tab))
    assert shown.pop().startswith("The game is won by seat ")
    told = []
    for event, text in zip(record["trace"][1:], record["told"], strict=False):
        seat = event.get("seat")
        told.append(f"Seat {seat}, {LINEUP[seat - 1]}, {text}." if seat else text)
    assert [text for text in shown if "All show" not in text] == [
        text for text in told if "sells" not in text
    ]
    sales = sum(event["t"] == "cheques" for event in record["trace"])
    assert sum("All show" in text for text in shown) == sales - 1
    purses = tab.run("[...document.querySelectorAll('.seat')].map(e => e.innerText)")
    for seat, text in enumerate(purses):
        assert str(end["coins"][seat]) in text.split()
        assert str(end["cheques"][seat]) in text.split()
    tab.press("Home")
    assert said(tab) == shown[0]


def test_clicks_on_the_curve_and_on_moves_go_there(tab: Tab, page: Path) -> None:
    tab.open(page, width=1280)
    place = "Number(document.querySelector('input[type=range]').value)"
    tab.click("document.querySelectorAll('.curve .mark')[1]")
    assert tab.run(place) > 0
    assert "grade" in tab.run("document.querySelector('.said').parentElement.innerHTML")
    tab.click("document.querySelectorAll('.moves button')[0]")
    assert tab.run(place) == 1
    tab.click("document.querySelector('.curve svg')")
    middle = tab.run("Number(document.querySelector('input[type=range]').max)") / 2
    assert abs(tab.run(place) - middle) < middle / 4


def test_the_curve_is_drawn_again_for_another_width_alone(tab: Tab, page: Path) -> None:
    tab.open(page, width=1280)
    tab.run("drawn = document.querySelector('.curve svg')")
    observed = """
        new Promise((done) => {
            drawn.parentElement.style.%s = '%s';
            requestAnimationFrame(() => requestAnimationFrame(() => done(drawn.isConnected)));
        })
    """
    assert tab.run(observed % ("minHeight", "600px")) is True
    assert tab.run(observed % ("maxWidth", "350px")) is False
    assert tab.run("document.querySelector('.curve svg').viewBox.baseVal.width") == 350


def test_mistakes_say_what_would_have_been_better_and_why(tab: Tab, page: Path) -> None:
    tab.open(page, width=400)
    marked = [each for each in reviewed(1)["review"] if each["mark"]]
    texts = tab.run("[...document.querySelectorAll('.mistakes li')].map(e => e.innerText)")
    assert len(texts) == len(marked) > 3
    assert all(any(each["why"] in text for text in texts) for each in marked)
    tab.press("ArrowDown")
    assert "gave away" in tab.run("document.querySelector('.said').parentElement.innerText")


def test_a_puzzle_is_solved_by_the_best_move_only(tab: Tab, page: Path) -> None:
    tab.open(page, width=400)
    tab.click("document.querySelector('.mistakes li button:last-child')")
    first = next(each for each in reviewed(1)["review"] if each["mark"])
    moves = list(first["chances"])
    hidden = (
        "[...document.querySelectorAll('.moves, .curve, .mistakes')].every(e => !e.offsetHeight)"
    )
    assert tab.run(hidden)
    button = "document.querySelectorAll('.choices button')[{}]"
    tab.click(button.format(moves.index(str(first["move"]))))
    assert "Try again" in tab.run("document.querySelector('[role=status]').textContent")
    tab.click(button.format(moves.index(str(first["best"]))))
    assert tab.run("document.querySelector('[role=status]').textContent").startswith("Yes")


def test_a_screen_reader_is_told_of_everything(tab: Tab, page: Path) -> None:
    tab.open(page, width=1280)
    roles = tab.roles()
    for role, name in (
        ("heading", "For Sale, game 1"),
        ("region", "Table"),
        ("region", "Moves"),
        ("slider", "Move"),
        ("button", "Next mistake"),
        ("list", "Houses on offer"),
        ("toolbar", "Moves"),
    ):
        assert (role, name) in roles
    assert any(role == "image" and name.startswith("house ") for role, name in roles)
    assert any("Chances to win, move by move" in name for _, name in roles)


def test_many_games_are_filtered_and_opened(tab: Tab, pages: Path) -> None:
    tab.open(pages, width=1280)
    shown = "[...document.querySelectorAll('.games tbody tr')].filter(e => !e.hidden).length"
    assert tab.run(shown) == 3
    tab.run(
        "var select = document.querySelector('select[aria-label=players]'); select.value = '3';"
        "select.dispatchEvent(new Event('change'))"
    )
    assert tab.run(shown) == 1
    tab.click(
        "[...document.querySelectorAll('.games tbody tr')]"
        ".find(e => !e.hidden).querySelector('button')"
    )
    assert tab.run("document.querySelector('h1').textContent") == "For Sale, game 2"
    assert tab.run("document.querySelectorAll('.seat').length") == 3
    tab.run("select.value = ''; select.dispatchEvent(new Event('change'))")
    tab.press("]")
    assert tab.run("document.querySelector('h1').textContent") == "For Sale, game 3"


def test_names_are_text_and_no_script(tab: Tab, tmp_path: Path) -> None:
    record = json.loads(json.dumps(reviewed(1)))
    record["trace"][0]["lineup"][0] = "</script><img src=x onerror=alert(1)>"
    path = tmp_path / "hostile.html"
    path.write_text(game_page([record], "</pre><script>x()</script>"))
    tab.events.clear()
    tab.open(path, width=1280)
    assert tab.seen(*COMPLAINTS) == []
    assert tab.run("document.querySelectorAll('img').length") == 0
    assert "</script>" in tab.run("document.querySelector('.seat').innerText")
