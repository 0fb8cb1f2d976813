"""The command that learns values, from very few games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from forsale_sim.search.value_function import FEATURES
from forsale_sim.training.values import __main__ as command
from numpy.typing import NDArray


@pytest.fixture(autouse=True)
def one_generation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "GENERATIONS", 1)


def learned(folder: Path, game: str, games: int) -> bytes:
    command.main([str(folder), game, "--games", str(games)])
    return (folder / f"{game}.csv").read_bytes()


def test_it_writes_a_file_for_each_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command.main([str(tmp_path), "iello-en-4", "ravensburger-1997-3", "--games", "30"])
    written = [tmp_path / f"{game}.csv" for game in ("iello-en-4", "ravensburger-1997-3")]
    assert capsys.readouterr().out.split() == list(map(str, written))
    for path, rounds in zip(written, (7, 6), strict=True):
        assert np.loadtxt(path, delimiter=",").shape == (rounds, FEATURES)


def test_games_decide_the_weights(tmp_path: Path) -> None:
    few = learned(tmp_path, "ravensburger-1997-3", 20)
    assert learned(tmp_path, "ravensburger-1997-3", 20) == few
    assert learned(tmp_path, "ravensburger-1997-3", 21) != few


def test_as_many_games_as_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def learn(rules: object, *, games: int, generations: int, threads: int) -> NDArray[np.float64]:
        asked.append(games)
        return np.zeros((1, FEATURES))

    monkeypatch.setattr(command, "learn", learn)
    command.main([str(tmp_path), "iello-en-3"])
    command.main([str(tmp_path), "iello-en-3", "--games=7"])
    assert asked == [20_000, 7]


def test_what_cannot_be_learned_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main([str(tmp_path), "iello-en-9"])
    assert stopped.value.code == 2
    assert "for 3, 4, 5 or 6 players, not 9" in capsys.readouterr().err
