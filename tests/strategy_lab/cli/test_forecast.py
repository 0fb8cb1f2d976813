"""How long it will take is told once, and only where nothing else tells it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from strategy_lab.cli import experiments
from strategy_lab.cli.experiments import Forecast, duration


def watched(*pieces: tuple[float, int], games: int = 1000) -> None:
    """Pieces, each with the seconds and games by its end since the first, which 500 games end."""
    outcome: Any = SimpleNamespace()
    outcome.experiment = SimpleNamespace(games_expected=lambda outcome: games)
    watch = Forecast()
    for seconds, played in ((0.0, 0), *pieces):
        outcome.games, outcome.seconds = 500 + played, 100.0 + seconds
        watch(outcome, None)  # type: ignore[arg-type]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard error is a log."""
    monkeypatch.setattr(experiments, "is_log", lambda: True)


@pytest.mark.usefixtures("log")
def test_it_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    watched((3.0, 1), (6.0, 51), (12.0, 400))
    assert capsys.readouterr().err == "About 27 seconds to go.\n"


def test_only_a_log_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    watched((6.0, 10))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("seconds", "text"), [(40, "40 seconds"), (200, "3 minutes"), (9000, "2.5 hours")]
)
def test_a_duration_in_words(seconds: float, text: str) -> None:
    assert duration(seconds) == text
