"""Weights are found again in games that they decided, and the command learns them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from forsale_sim.search.bidding_model import COINS, FEATURES, OPENS, ROOTS
from forsale_sim.training.values import Record, fit, main
from numpy.typing import NDArray


def record_of(games: int, true: float) -> Record:
    chance, players = np.random.default_rng(3), 3
    coins = chance.integers(0, 12, (games, 1, players))
    hands = 1 << chance.integers(0, 5, (games, 1, players))
    strengths = true * coins[:, 0] + np.log2(hands[:, 0])
    winners = (strengths + chance.gumbel(size=(games, players))).argmax(axis=1)
    return Record(coins, hands, np.ones((games, 1), np.int64), np.eye(players)[winners])


def test_weights_are_found_again() -> None:
    true = 0.4
    weights = fit(record_of(4_000, true), [1, 2, 3, 4, 5])[0]
    # The coins' weight is shared with that of their root.
    worth = weights[COINS] * 6 + weights[ROOTS] * (np.sqrt(10) - 2)
    assert worth == pytest.approx(6 * true, abs=0.2)
    assert np.diff(weights[:5]) == pytest.approx(np.ones(4), abs=0.2)
    assert weights[OPENS] == pytest.approx(0.0, abs=0.15)


@pytest.mark.parametrize("true", [0.4, -0.4])
def test_more_is_never_worth_less_however_few_the_games(true: float) -> None:
    weights = fit(record_of(30, true), [1, 2, 3, 4, 5])[0]
    assert (np.diff(weights[:5]) >= 0.0).all()
    assert (weights[[COINS, ROOTS]] >= 0.0).all()
    assert (weights[5:COINS] == 0.0).all()


def learned(folder: Path, *options: str) -> NDArray[np.float64]:
    """Learn the values of one game, and return what is written."""
    done = CliRunner().invoke(main, [str(folder), "ravensburger-1997-3", "--games", "20", *options])
    assert done.output == f"{folder / 'ravensburger-1997-3.csv'}\n"
    return np.loadtxt(folder / "ravensburger-1997-3.csv", delimiter=",")


@pytest.mark.thorough
def test_games_and_seed_decide_the_weights_and_half_a_step_is_the_mean(tmp_path: Path) -> None:
    few = learned(tmp_path / "few")
    assert few.shape == (6, FEATURES)
    assert (learned(tmp_path / "one", "--seed", "1", "--threads", "1") == few).all()
    other = learned(tmp_path / "other", "--seed", "2")
    assert (other != few).any()
    half = learned(tmp_path / "half", "--seed", "2", "--average-with", str(tmp_path / "few"))
    rounded = 1e-3 * (np.abs(few) + np.abs(other)) + 1e-9  # files have four digits of each
    assert (np.abs(half - (few + other) / 2) <= rounded).all()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["iello-en-9"], "for 3, 4, 5 or 6 players, not 9"),
        (["iello-en"], "such as iello-en-4, not 'iello-en'"),
        (["iello-en-3", "--average-with", "nowhere"], "iello-en-3.csv not found"),
    ],
)
def test_what_cannot_be_learned_is_said(tmp_path: Path, arguments: list[str], told: str) -> None:
    done = CliRunner().invoke(main, [str(tmp_path / "new"), *arguments])
    assert (done.exit_code, (tmp_path / "new").exists()) == (2, False)
    assert told in done.output
