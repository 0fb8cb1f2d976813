"""Searches against a strategy or an equilibrium: what is found, chosen, measured and saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from forsale_sim.for_sale import load_entrant, load_field
from forsale_sim.program import FOR_SALE
from strategy_lab.experiments import searching
from strategy_lab.experiments.searching import Exploitation, GrowingField, shares_in_words
from strategy_lab.experiments.specs import ExploitSpec, PsroSpec
from strategy_lab.plugins.entrants import read_mixture, read_tuned, write_mixture, write_tuned
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.training.search import HELD_OUT, PROVING, Evaluation, WinRate

from tests.strategy_lab.training.playing import scores

SMALL: dict[str, Any] = {"train": "matcher:share=0.5,aim=1", "seed": 4, "population": 4}
EXPLOIT = {"players": (3,), "deals": 10, "budget": 0, "samples": 0, "final_deals": 60}
PSRO = {"players": 3, "deals": 20, "generations": 2, "final_deals": 200, "meta_deals": 12}


def exploitation(spec: str, **changes: Any) -> Exploitation:
    asked = {**SMALL, **EXPLOIT, "generations": 0, **changes}
    return ExploitSpec.in_program(FOR_SALE).of(strategy=spec, **asked).experiment()


def against(spec: str, **changes: Any) -> Exploitation:
    """Return the search for responses to a strategy, played."""
    search = exploitation(spec, **changes)
    assert simulate(Outcome(search), Threads(search, "compiled")).complete
    return search


def grown(*strategies: str, **changes: Any) -> GrowingField:
    """Return a growth that has been played."""
    asked = {**SMALL, **PSRO, "rounds": 2, **changes}
    field = PsroSpec.in_program(FOR_SALE).of(strategies=strategies, **asked).experiment()
    assert simulate(Outcome(field), Threads(field, "compiled")).complete
    return field


def test_a_player_of_random_moves_is_exploited() -> None:
    search = against("random")
    name, won = search.best[3]
    assert won.gain[0] > 0.3
    tried = {response.name: response.tried.rate for response in search.responses[3]}
    assert tried[name] == max(tried.values())
    assert "random" not in tried, "a copy gains nothing"


@pytest.mark.slow
def test_training_adds_responses_of_its_own_which_other_deals_measure() -> None:
    search = against("spread", generations=1, budget=2, samples=1, final_deals=4)
    names = {response.name for response in search.responses[3]}
    assert {"tuned matcher", "rollouts over spread", "foresight of spread"} <= names
    tables = search.tables(Outcome(search))
    assert set(tables["responses"]["response"]) == names
    (best,) = tables["gains"]["response"]
    assert tables["responses"]["response"][tables["responses"]["chosen"]].tolist() == [best]
    first_deals = [part.first_deal for part in search.parts if isinstance(part, Evaluation)]
    assert first_deals[-1] == PROVING
    assert set(first_deals[-1 - len(names) : -1]) == {HELD_OUT}


def test_who_plays_as_the_frozen_strategy_does_gains_nothing_for_certain() -> None:
    (copy,) = (r for r in against("bid=matcher,sell=matcher").responses[3] if r.name == "matcher")
    assert copy.tried.gain == (0, 0, 0)


def test_the_games_are_known_beforehand() -> None:
    search = exploitation("spread", generations=2, players=(3, 4))
    expected = search.games
    outcome = simulate(Outcome(search), Threads(search, "compiled"))
    assert outcome.games == expected == search.games_expected(outcome)


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


def test_a_response_that_gains_joins_the_field_and_is_saved(tmp_path: Path) -> None:
    field = grown("random", "coinflip")
    first, second = field.rounds
    assert first.won.is_gain and first.won.gain[0] > 0.2, "matcher beats those who play at random"
    assert [entrant.name for entrant in second.field] == ["random", "coinflip", "response-1"]
    assert second.weights[2] > 0.9
    rows = field.tables(Outcome(field))["rounds"]
    assert rows["equilibrium"][1].endswith("response-1")
    # Every response is tried on every equilibrium.
    assert (rows["best_gain"][0] >= rows["gain"][0] - 0.1) and len(set(rows["saved"])) == 2

    field.least, field.best = (
        1,
        [("any", WinRate(1 / 3 + 0.125, 1 / 3 - 1e-9, 1 / 3 + 0.625, 3))] * 2,
    )
    write_tuned(tmp_path / "response.toml", field.response_files()["response-1"])
    write_mixture(tmp_path / "mixture.toml", field.mixture_file())
    held = read_tuned(tmp_path / "response.toml")
    assert held.parameters == field.task.space.values(first.point)
    assert held.made["gain"] == pytest.approx(first.won.gain[0], abs=1e-5)
    mixture = read_mixture(tmp_path / "mixture.toml")
    assert [mixture.made[key] for key in ("gain", "gain_low", "gain_high")] == [0.125, 0.0, 0.625]
    assert "-0.0" not in (tmp_path / "mixture.toml").read_text().partition("[made]")[2]
    assert mixture.made["rounds"] == 2
    assert mixture.shares == pytest.approx([weight for _, weight in second.members], abs=1e-12)
    assert load_entrant(str(tmp_path / "mixture.toml")).name.startswith("mixture#")


def test_it_ends_when_no_response_is_shown_to_gain() -> None:
    field = grown("expert", rounds=5)
    [only] = field.rounds
    assert not only.won.is_gain, "matcher, of whatever parameters, loses to expert"
    assert only.weights.tolist() == [1.0]
    [(name, won)] = field.best
    assert name == "expert" and won.gain == (0, 0, 0), "what was there at first is tried, too"


def test_the_gain_is_that_of_a_response_among_players_who_draw_the_equilibrium(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def equilibrium(*_: object) -> Iterator[Any]:
        return np.array([0.25, 0.75])
        yield

    monkeypatch.setattr(GrowingField, "_equilibrium", equilibrium)
    field = grown("random", "coinflip", rounds=1)
    task, [only] = field.task, field.rounds

    def win(name: str) -> float:
        seed, deals = task.seed + 1, task.final_deals
        opponents = load_field([name])
        played = Evaluation(
            task.rules, [only.response], opponents, seed=seed, first_deal=PROVING, deals=deals
        )
        return float(scores(played).win[0])

    pure = sorted(map(win, ("random", "coinflip")))
    assert pure[0] < only.won.rate < pure[1]
    assert only.won.high - only.won.low < 0.2


def test_an_equilibrium_is_played_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = SimpleNamespace(mixtures=np.array([[1 / 3, 2 / 3]]))
    monkeypatch.setattr(searching, "equilibria", lambda payoffs, seed: settled)
    [only] = grown("random", "coinflip", rounds=1).rounds
    assert only.weights.tolist() == pytest.approx([0.333333, 0.666667], abs=1e-12)
