"""Files of tuned parameters that play other games than they were tuned for."""

from __future__ import annotations

from pathlib import Path

import pytest
from strategy_lab.plugins.entrants import MixtureFile, tuned_for, tuning_mismatches, write_mixture

from tests.strategy_lab.plugins.test_tuned import written


@pytest.fixture
def mixture(tmp_path: Path) -> Path:
    """Of two tuned files, for different games, and a strategy that is none."""
    specs = ["spread"]
    for players in (3, 5):
        folder = tmp_path / str(players)
        folder.mkdir()
        specs.append(str(written(folder, players=players)))
    path = tmp_path / "mixture.toml"
    write_mixture(path, MixtureFile(tuple(specs), (1.0, 1.0, 1.0), {}))
    return path


def test_a_file_that_plays_what_it_was_tuned_for_is_not_spoken_of(tmp_path: Path) -> None:
    path = written(tmp_path, players=4)
    assert tuned_for(path) == [("iello-en", 4)]
    assert list(tuning_mismatches([str(path), "blueprint", "<timid>"], [("iello-en", 4)])) == []


def test_a_file_that_plays_something_else_is_named_once(tmp_path: Path) -> None:
    path = written(tmp_path, players=4)
    games = [("iello-en", 3), ("iello-en", 4), ("iello-en", 5), ("iello-fr", 4)]
    assert list(tuning_mismatches([str(path), f"bid={path},sell=spread"], games)) == [
        f"{path} was tuned for iello-en with 4 players: here it plays iello-en with 3, 5 players, "
        "iello-fr with 4 players."
    ]


def test_a_mixture_was_tuned_for_what_its_members_were(mixture: Path) -> None:
    assert tuned_for(mixture) == [("iello-en", 3), ("iello-en", 5)]
    assert list(tuning_mismatches([str(mixture)], [("iello-en", 5)])) == []
    (said,) = tuning_mismatches([str(mixture)], [("iello-en", 4)])
    assert said.endswith("for iello-en with 3, 5 players: here it plays iello-en with 4 players.")


def test_a_mixture_of_strategies_as_they_are_plays_anything(tmp_path: Path) -> None:
    path = tmp_path / "mixture.toml"
    write_mixture(path, MixtureFile(("spread", "expert"), (1.0, 1.0), {}))
    assert list(tuning_mismatches([str(path)], [("iello-en", 4)])) == []
