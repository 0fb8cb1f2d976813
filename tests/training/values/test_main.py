"""The command that learns values, from very few games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from forsale_sim.rules.ruleset import Rules
from forsale_sim.search.bidding_model import FEATURES
from forsale_sim.training.values import __main__ as command
from numpy.typing import NDArray
from strategy_lab.plugins.entrants import Entrant


def learned(folder: Path, *options: str) -> bytes:
    command.main([str(folder), "ravensburger-1997-3", *options])
    return (folder / "ravensburger-1997-3.csv").read_bytes()


def test_it_writes_a_file_for_each_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command.main([str(tmp_path), "iello-en-4", "ravensburger-1997-3", "--games", "30"])
    written = [tmp_path / f"{game}.csv" for game in ("iello-en-4", "ravensburger-1997-3")]
    assert capsys.readouterr().out.splitlines() == list(map(str, written))
    for path, rounds in zip(written, (7, 6), strict=True):
        assert np.loadtxt(path, delimiter=",").shape == (rounds, FEATURES)


@pytest.mark.thorough
def test_games_and_seed_decide_the_weights(tmp_path: Path) -> None:
    few = learned(tmp_path, "--games", "20")
    assert learned(tmp_path, "--games", "20", "--seed", "1", "--threads", "1") == few
    assert learned(tmp_path, "--games", "21") != few
    assert learned(tmp_path, "--games", "20", "--seed", "2") != few


@pytest.mark.thorough
def test_half_a_step_writes_the_mean(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def weights(folder: Path) -> NDArray[np.float64]:
        return np.loadtxt(folder / "ravensburger-1997-3.csv", delimiter=",")

    before, whole, half = (tmp_path / name for name in ("before", "whole", "half"))
    with pytest.raises(SystemExit) as stopped:
        learned(half, "--games", "20", "--average-with", str(before))
    assert stopped.value.code == 2
    assert f"{before / 'ravensburger-1997-3.csv'} not found" in capsys.readouterr().err
    assert not half.exists()
    learned(before, "--games", "20")
    learned(whole, "--games", "20", "--seed", "2")
    learned(half, "--games", "20", "--seed", "2", "--average-with", str(before))
    assert np.allclose(weights(half), (weights(before) + weights(whole)) / 2, rtol=1e-3, atol=1e-9)


def test_champion_plays_as_many_games_as_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def values_among(policy: Entrant, rules: Rules, *, games: int, **_: int) -> NDArray[np.float64]:
        asked.append((policy.name, rules.players, games))
        return np.zeros((1, FEATURES))

    monkeypatch.setattr(command, "values_among", values_among)
    command.main([str(tmp_path), "iello-en-3"])
    command.main([str(tmp_path), "iello-en-4", "--games=7"])
    assert asked == [("champion", 3, 8_000), ("champion", 4, 7)]


def test_what_cannot_be_learned_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main([str(tmp_path), "iello-en-9"])
    assert stopped.value.code == 2
    assert "for 3, 4, 5 or 6 players, not 9" in capsys.readouterr().err
