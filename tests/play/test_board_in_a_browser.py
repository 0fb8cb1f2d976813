"""The table in a browser: played to the end by clicks and by keys, with hints, back and on."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.play.server import LOOPBACK

from tests.play.serving import served
from tests.support.browser import CHROMIUM, COMPLAINTS, CONTRASTS, READABLE, Tab, browser
from tests.support.trace_checker import check_trace

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here"),
]

TOKEN = "secret"
WIDTHS = (400, 1280)
PATIENCE = 120
"""Seconds: what a review needs may have to be compiled."""


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


@pytest.fixture
def address() -> Iterator[str]:
    with served(TOKEN) as port:
        yield f"http://{LOOPBACK}:{port}/#{TOKEN}"


def wait(tab: Tab, script: str) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := tab.run(script):
            return value
        time.sleep(0.02)
    raise TimeoutError(f"{script}: {tab.run('document.body.innerText')}")


def begin(tab: Tab, address: str, width: int) -> None:
    tab.events.clear()
    tab.open("about:blank", width=width)
    tab.open(address, width=width)
    wait(tab, "!!document.querySelector('.setup')")
    tab.click("document.querySelector('.setup button')")
    wait(tab, LIVE)


LIVE = "!!document.querySelector('.ask')"
# Answers come half a second late.
SLOW = """
const now = window.fetch;
window.fetch = async (...asked) => {
  const answer = await now(...asked);
  await new Promise((later) => setTimeout(later, 500));
  return answer;
};
"""
OVER = "document.querySelectorAll('.curve polyline').length > 0"
STEPS = "Number(document.querySelector('input[type=range]').max)"
MOVES = "document.querySelectorAll('.ask .bids button, .ask button.card')"


def play_on(tab: Tab, move: Any) -> None:
    for _ in range(60):
        before = tab.run(STEPS)
        move()
        wait(tab, f"{STEPS} > {before}")
        if not tab.run(LIVE):
            break
    wait(tab, OVER)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_game_by_clicks(tab: Tab, address: str, width: int) -> None:
    begin(tab, address, width)
    assert tab.run("document.documentElement.scrollWidth") == width
    assert tab.run("document.querySelector('.bids').getBoundingClientRect().bottom < innerHeight")
    bid_once_or_pass = f"{MOVES}[{MOVES}.length > 3 && {STEPS} % 2 ? 1 : 0]"
    play_on(tab, lambda: tab.click(bid_once_or_pass))
    assert tab.run("document.documentElement.scrollWidth") == width
    assert tab.run("document.querySelectorAll('.moves button').length") > 20
    assert "Your mistakes" in tab.run("document.body.innerText")
    assert tab.run("document.querySelectorAll('.curve polyline').length") == 3
    assert tab.seen(*COMPLAINTS) == []
    asked = [event["request"]["url"] for event in tab.seen("Network.requestWillBeSent")]
    origin = address.removesuffix(f"/#{TOKEN}")
    assert all(each == "about:blank" or each.startswith(f"{origin}/") for each in asked)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_game_by_keys(tab: Tab, address: str, width: int) -> None:
    begin(tab, address, width)

    def type_move() -> None:
        tab.run("document.activeElement.blur()")
        selling = tab.run("!!document.querySelector('.ask button.card')")
        text = tab.run("document.querySelector('.ask button.card').innerText") if selling else "p"
        for key in text.strip():
            tab.press(key)
        tab.press("Enter")

    play_on(tab, type_move)
    tab.press("ArrowUp")
    assert tab.run("Number(document.querySelector('input[type=range]').value)") < tab.run(STEPS)


def test_a_hint_has_chances_and_a_reason(tab: Tab, address: str) -> None:
    begin(tab, address, 1280)
    tab.click("[...document.querySelectorAll('.ask button')].find(e => e.textContent === 'Hint')")
    text = wait(tab, "document.querySelector('.hint')?.innerText")
    assert re.search(r"Best: .+\. If the others go on as they have bid and sold, “", text)
    assert "brings house" in text
    contrasts = tab.run(CONTRASTS)
    assert min(contrasts) >= READABLE


def test_a_move_is_taken_back_and_another_one_tried(tab: Tab, address: str) -> None:
    begin(tab, address, 1280)
    purse = "document.querySelectorAll('.seat')[1].innerText"
    before, steps = tab.run(purse), tab.run(STEPS)
    tab.click(f"{MOVES}[0]")
    wait(tab, f"{STEPS} > {steps}")
    tab.click(
        "[...document.querySelectorAll('.ask button')].find(e => e.textContent === 'Take back')"
    )
    wait(tab, f"{STEPS} === {steps}")
    assert tab.run(purse) == before
    tab.click(f"{MOVES}[1]")
    wait(tab, f"{STEPS} > {steps}")


def test_a_reviewed_mistake_is_tried_again(tab: Tab, address: str) -> None:
    begin(tab, address, 1280)
    play_on(tab, lambda: tab.click(f"{MOVES}[{MOVES}.length - 1]"))
    steps = tab.run(STEPS)
    tab.click(
        "[...document.querySelectorAll('.mistakes button')]"
        ".find(e => e.textContent === 'Try another move')"
    )
    wait(tab, LIVE)
    assert tab.run(STEPS) < steps


def test_a_game_is_saved_and_resumed(tab: Tab, address: str, tmp_path: Path) -> None:
    begin(tab, address, 1280)
    before = tab.run(STEPS)
    tab.click(f"{MOVES}[0]")
    steps = wait(tab, f"{STEPS} > {before} && {STEPS}")
    tab.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    tab.click("[...document.querySelectorAll('button')].find(e => e.textContent === 'Save')")
    end = time.monotonic() + PATIENCE
    while not (saved := list(tmp_path.glob("*.jsonl"))) and time.monotonic() < end:
        time.sleep(0.05)
    assert saved[0].name == "for-sale-3.jsonl"
    tab.click("[...document.querySelectorAll('button')].find(e => e.textContent === 'New game')")
    wait(tab, "!!document.querySelector('.setup')")
    root = tab.call("DOM.getDocument")["root"]["nodeId"]
    file = tab.call("DOM.querySelector", nodeId=root, selector="input[type=file]")["nodeId"]
    tab.call("DOM.setFileInputFiles", files=[str(saved[0])], nodeId=file)
    wait(tab, LIVE)
    assert tab.run(STEPS) == steps
    play_on(tab, lambda: tab.click(f"{MOVES}[0]"))
    saved[0].unlink()
    tab.click("[...document.querySelectorAll('button')].find(e => e.textContent === 'Save')")
    while not saved[0].exists() and time.monotonic() < end:
        time.sleep(0.05)
    check_trace(saved[0].read_text().splitlines())


@pytest.mark.parametrize("width", WIDTHS)
def test_a_game_from_another_table_is_entered_and_reviewed(
    tab: Tab, address: str, width: int
) -> None:
    tab.events.clear()
    tab.open("about:blank", width=width)
    tab.open(address, width=width)
    wait(tab, "!!document.querySelector('.setup')")
    button = "[...document.querySelectorAll('button')].find(e => e.textContent === '{}')"
    tab.click(button.format("Enter a game"))
    wait(tab, "!!document.querySelector('textarea')")
    tab.run("document.querySelector('textarea').value = 'iello-en: Ann, Bob\\n'")
    tab.click(button.format("Review"))
    assert "not 2" in wait(tab, "document.getElementById('error').innerText")
    sheet = "iello-en: Ann, Bob, Cem\\n6 11 18: 1 2 3 p p\\n2 14 30: 1 P 2\\n"
    tab.run(f"document.querySelector('textarea').value = '{sheet}'")
    headers = f"{{'X-Token': '{TOKEN}', 'Content-Type': 'application/json'}}"
    reviewed = f"fetch('/table/look', {{method: 'POST', headers: {headers}, body: '{{}}'}})"
    kept = f"{reviewed}.then((answer) => answer.text()).then(() => {OVER})"
    tab.run(SLOW)
    tab.click(button.format("Review"))
    tab.click(button.format("Enter a game"))
    assert not tab.run(kept), "a review that comes late hides what is being typed"
    tab.click(button.format("Review"))
    wait(tab, OVER)
    told = tab.run("document.body.innerText")
    assert "Cem" in told
    assert "line 3: the auction of this line is not finished: Cem in seat 3" in told
    assert not tab.run(f"{button.format('Save')}.disabled")
    tab.click(button.format("Try another move"))
    wait(tab, LIVE)
    assert "Ann: your bid?" in tab.run("document.body.innerText")
    assert len(tab.seen(*COMPLAINTS)) == 1  # that the first was refused


def test_a_new_game_begins_while_another_one_is_reviewed(tab: Tab, address: str) -> None:
    begin(tab, address, 1280)
    button = "[...document.querySelectorAll('button')].find(e => e.textContent === '{}')"
    tab.click(button.format("Enter a game"))
    wait(tab, "!!document.querySelector('textarea')")
    tab.run(SLOW)
    tab.click(button.format("Review"))
    tab.click(button.format("New game"))
    tab.click(button.format("Play"))
    wait(tab, LIVE)


def test_what_is_no_bid_is_refused_and_0_passes(tab: Tab, address: str) -> None:
    begin(tab, address, 1280)
    steps = tab.run(STEPS)
    typed = "document.querySelector('.ask input')"
    for text in ("x", "2.5"):
        tab.run(f"{typed}.value = '{text}'")
        tab.click("document.querySelector('.ask form button')")
        assert tab.run(f"{typed}.validationMessage").startswith("A bid from ")
        tab.run(f"{typed}.dispatchEvent(new Event('input'))")
    assert tab.run(STEPS) == steps
    tab.run(f"{typed}.value = '0'")
    tab.click("document.querySelector('.ask form button')")
    wait(tab, f"{STEPS} > {steps}")


def test_a_screen_reader_is_told_what_to_do(tab: Tab, address: str) -> None:
    begin(tab, address, 1280)
    roles = tab.roles()
    for role, name in (
        ("button", "Bid 2"),
        ("button", "Pass"),
        ("button", "Hint"),
        ("region", "Table"),
        ("list", "Houses on offer"),
        ("group", "Bids"),
    ):
        assert (role, name) in roles
    assert any(role == "status" for role, _ in roles)
    assert any(role == "textbox" and "or p to pass" in name for role, name in roles)


def test_whoever_lacks_the_token_is_told_so(tab: Tab, address: str) -> None:
    tab.open("about:blank", width=1280)
    tab.open(address.replace(TOKEN, "guess"), width=1280)
    text = wait(tab, "document.querySelector('#error').innerText")
    assert "whole address" in text
