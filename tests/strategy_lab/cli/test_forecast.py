"""How long it will take is told once, and only where nothing else tells it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from strategy_lab.cli import forecast
from strategy_lab.cli.forecast import Forecast, duration


def watched(seconds: list[float], games: int = 1000) -> None:
    """A first piece of few games, which took as long as the start, and the pieces after it."""
    outcome: Any = SimpleNamespace(games=500, seconds=100.0)
    outcome.experiment = SimpleNamespace(games_expected=lambda outcome: games)
    watch = Forecast()
    watch(outcome, None)  # type: ignore[arg-type]
    for passed in seconds:
        outcome.games, outcome.seconds = 600, 100.0 + passed
        watch(outcome, None)  # type: ignore[arg-type]


def test_it_is_told_once_by_the_pace_since_the_first_piece(
    capsys: pytest.CaptureFixture[str],
) -> None:
    watched([1.0, 6.0, 12.0])
    assert capsys.readouterr().err == "About 24 seconds to go.\n"


def test_what_is_nearly_done_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    watched([6.0], games=700)
    assert capsys.readouterr().err == ""


def test_a_progress_bar_tells_it_already(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecast.sys.stderr, "isatty", lambda: True)
    watched([6.0])
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("seconds", "text"), [(40, "40 seconds"), (200, "3 minutes"), (9000, "2.5 hours")]
)
def test_a_duration_in_words(seconds: float, text: str) -> None:
    assert duration(seconds) == text
