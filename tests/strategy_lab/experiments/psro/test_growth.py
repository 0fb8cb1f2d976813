"""A field that grows: what joins, what ends it, and what is written of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from forsale_sim.for_sale import load_entrant, load_field
from strategy_lab.experiments.psro import experiment
from strategy_lab.experiments.psro.experiment import BestResponse, in_words, shares_in_words
from strategy_lab.plugins.entrants import read_mixture, read_tuned, write_mixture, write_tuned
from strategy_lab.training.search import PROVING, Evaluation, Gain

from tests.strategy_lab.experiments.psro.growing import GROWTH, grown
from tests.strategy_lab.training.playing import scores


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ({"a": 1.0}, "a"),
        ({"a": 0.75, "b": 0.25}, "75 % a, 25 % b"),
        ({"a": 0.999, "b": 0.001}, ">99 % a, <1 % b"),
        ({"a": 0.991, "b": 0.009}, "99 % a, 1 % b"),
    ],
)
def test_who_hardly_ever_plays_is_told(shares: dict[str, float], words: str) -> None:
    assert shares_in_words(shares) == words


def test_a_response_that_gains_joins_the_field() -> None:
    first, second = grown("random", "coinflip").rounds
    assert first.gain.is_shown and first.gain.mean > 0.2, "matcher beats those who play at random"
    assert [entrant.name for entrant in second.field] == ["random", "coinflip", "response-1"]
    assert second.weights[2] > 0.9
    assert in_words(second.members).endswith("response-1")


def test_it_ends_when_no_response_is_shown_to_gain() -> None:
    [only] = grown("expert", rounds=5).rounds
    assert not only.gain.is_shown, "matcher, of whatever parameters, loses to expert"
    assert only.weights.tolist() == [1.0]


def let_equilibria_be(monkeypatch: pytest.MonkeyPatch, weights: list[float]) -> None:
    def equilibrium(*_: object) -> Iterator[Any]:
        return np.array(weights)
        yield

    monkeypatch.setattr(experiment, "_equilibrium", equilibrium)


def test_the_gain_is_that_of_a_response_among_players_who_draw_the_equilibrium(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_equilibria_be(monkeypatch, [0.25, 0.75])
    [only] = grown("random", "coinflip", rounds=1).rounds
    task = GROWTH.task
    pure = [
        scores(
            Evaluation(
                task.rules,
                [only.response],
                load_field([name]),
                seed=task.seed + 1,
                first_deal=PROVING,
                deals=task.final_deals,
            )
        ).win[0]
        for name in ("random", "coinflip")
    ]
    assert min(pure) < only.gain.mean + 1 / 3 < max(pure)
    assert only.gain.high - only.gain.low < 0.2


def test_an_equilibrium_is_played_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = SimpleNamespace(mixtures=np.array([[1 / 3, 2 / 3]]))
    monkeypatch.setattr(experiment, "equilibria", lambda payoffs, seed: settled)
    [only] = grown("random", "coinflip", rounds=1).rounds
    assert only.weights.tolist() == pytest.approx([0.333333, 0.666667], abs=1e-12)


def test_what_has_grown_is_saved_as_strategies(tmp_path: Path) -> None:
    field = grown("random", "coinflip")
    field.least, field.best = 1, [BestResponse("any", Gain(0.125, -1e-9, 0.625))] * 2
    (tuned,) = [file for name, file in field.response_files().items() if name == "response-1"]
    write_tuned(tmp_path / "response.toml", tuned)
    write_mixture(tmp_path / "mixture.toml", field.mixture_file())
    first, last = field.rounds
    held = read_tuned(tmp_path / "response.toml")
    assert held.parameters == GROWTH.task.space.values(first.point)
    assert held.made["gain"] == pytest.approx(first.gain.mean, abs=1e-5)
    mixture = read_mixture(tmp_path / "mixture.toml")
    assert [mixture.made[key] for key in ("gain", "gain_low", "gain_high")] == [0.125, 0.0, 0.625]
    assert "-0.0" not in (tmp_path / "mixture.toml").read_text().partition("[made]")[2]
    assert mixture.made["rounds"] == 2
    assert mixture.shares == pytest.approx([weight for _, weight in last.members], abs=1e-12)
    loaded = load_entrant(str(tmp_path / "mixture.toml"))
    assert loaded.name.startswith("mixture#")
