"""Where the error stream is no terminal, waits are told of line by line."""

from __future__ import annotations

import time

import pytest
from strategy_lab.display import progress
from strategy_lab.display.progress import status, waiting
from strategy_lab.errors import shown_by, tell
from strategy_lab.plugins import compiling
from strategy_lab.plugins.compiling import compiling_counted

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def log(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> Captured:
    """Tell of waits at once, as in a log."""
    monkeypatch.setattr(progress, "PATIENCE", 0.02)
    monkeypatch.setattr(progress, "LINE_EVERY", 0.05)
    monkeypatch.setattr(progress, "is_log", lambda: True)
    return capsys


def test_a_long_wait_is_told_of_and_how_far_it_is(log: Captured) -> None:
    with status("Looking"):
        time.sleep(0.1)
        tell("Looking: 3 of 7")
        time.sleep(0.2)
    first, *rest = log.readouterr().err.splitlines()
    assert first == "Looking …"
    assert "Looking: 3 of 7 …" in rest


def test_games_are_counted(log: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "STUCK", 0.05)
    with waiting("Playing", 1000) as show:
        assert show is not None
        show("2 of 13 responses tried", 250, 1000)
        time.sleep(0.2)
    said = log.readouterr().err
    assert "Played 250 of 1,000 games: 2 of 13 responses tried …\n" in said
    assert "tried … (nothing new for 0 s: `check` finds" in said


def test_functions_that_were_not_there_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {"old"}
    told: list[str] = []
    monkeypatch.setattr(compiling, "EVERY", 0.01)
    monkeypatch.setattr(compiling, "is_kept", lambda file: file in kept)
    with (
        shown_by(told.append),
        compiling_counted(["old", "one", "two"]),
    ):
        time.sleep(0.1)
        kept.add("one")
        time.sleep(0.1)
    assert "0 of 3 functions" in told[0]
    assert "1 of 3 functions" in told[-1]
