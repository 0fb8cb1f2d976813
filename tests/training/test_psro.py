"""A field that grows: what joins, what ends it, and that an interruption changes nothing."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from forsale_sim.plugins.entrant import load_entrant, load_field
from forsale_sim.plugins.mixtures import read_mixture
from forsale_sim.plugins.tuned import read_tuned
from forsale_sim.training import psro
from forsale_sim.training.gains import Gain
from forsale_sim.training.parameter_search import PROVING
from forsale_sim.training.psro import Growth, Objectives, Round, grow, in_words, shares_in_words
from forsale_sim.training.psro_files import MIXTURE, save_equilibrium, save_response

from tests.training.growing import GROWTH, MATCHER, SPACE, TASK


def grown(growth: Growth = GROWTH, objectives: Objectives | None = None) -> list[Round]:
    return list(
        grow(growth, [] if objectives is None else objectives, lambda: None, lambda text: None)
    )


def outcome(rounds: list[Round]) -> list[tuple[object, ...]]:
    return [(each.weights.tolist(), each.point.tolist(), each.gain) for each in rounds]


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
    first, second = grown()
    assert first.gain.is_shown and first.gain.mean > 0.2, "matcher beats those who play at random"
    assert [entrant.name for entrant in second.field] == ["random", "coinflip", "response-1"]
    assert second.weights[2] > 0.9
    assert in_words(second.members).endswith("response-1")


def test_it_ends_when_no_response_is_shown_to_gain() -> None:
    expert = replace(GROWTH, field=load_field(["expert"]), rounds=5)
    [only] = grown(expert)
    assert not only.gain.is_shown, "matcher, of whatever parameters, loses to expert"
    assert only.weights.tolist() == [1.0]


def test_the_gain_is_that_of_a_response_among_players_who_draw_the_equilibrium(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(psro, "_equilibrium", lambda growth, field: np.array([0.25, 0.75]))
    [found] = grown(replace(GROWTH, rounds=1))
    pure = []
    for name in ("random", "coinflip"):
        against = replace(TASK, opponents=load_field([name]), seed=TASK.seed + 1)
        scores = against.scores([found.point], against.opponents, PROVING, TASK.final_deals)
        pure.append(scores.win_rate(0).rate)
    assert min(pure) < found.gain.mean + 1 / 3 < max(pure)
    assert found.gain.half_width < 0.1


def test_an_equilibrium_is_played_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = SimpleNamespace(mixtures=np.array([[1 / 3, 2 / 3]]))
    monkeypatch.setattr(psro, "equilibria", lambda payoffs, seed: settled)
    [found] = grown(replace(GROWTH, rounds=1))
    assert found.weights.tolist() == pytest.approx([0.333333, 0.666667], abs=1e-12)


@pytest.mark.parametrize("generations", [1, 3])
def test_an_interruption_changes_nothing(generations: int) -> None:
    objectives: Objectives = []
    uninterrupted = outcome(grown(objectives=objectives))
    left = copy.deepcopy(objectives)
    # As a checkpoint was after so many generations, counted over the rounds.
    left = [left[0][:generations], *([left[1][: generations - 2]] if generations > 2 else [])]
    assert outcome(grown(objectives=left)) == uninterrupted
    assert left == objectives


def test_threads_change_nothing() -> None:
    threaded = replace(GROWTH, task=replace(TASK, threads=2))
    assert outcome(grown(threaded)) == outcome(grown())


def test_what_has_grown_is_saved_as_strategies(tmp_path: Path) -> None:
    rounds = grown()
    for each in rounds:
        save_response(tmp_path, each, GROWTH, MATCHER, {"seed": 4})
        save_equilibrium(tmp_path, each, Gain(0.125, -0.375, 0.625), GROWTH, MATCHER, {"seed": 4})
    tuned = read_tuned(tmp_path / "response-1.toml")
    assert tuned.parameters == SPACE.values(rounds[0].point)
    assert tuned.made["gain"] == pytest.approx(rounds[0].gain.mean, abs=1e-5)
    mixture = read_mixture(tmp_path / MIXTURE)
    gains = [mixture.made[key] for key in ("gain", "gain_low", "gain_high")]
    assert gains == [0.125, -0.375, 0.625]
    save_equilibrium(tmp_path, rounds[-1], Gain(0.0, -1e-9, 1e-9), GROWTH, MATCHER, {"seed": 4})
    assert "-0.0" not in (tmp_path / MIXTURE).read_text().partition("[made]")[2]
    assert mixture.shares == pytest.approx([weight for _, weight in rounds[-1].members], abs=1e-12)
    loaded = load_entrant(str(tmp_path / MIXTURE))
    assert loaded.name.startswith("mixture#")
    for i, (member, _) in enumerate(rounds[-1].members):
        for key, value in member.bid.arguments.items():
            assert loaded.bid.arguments[f"member_{i}_{key}"] == value
