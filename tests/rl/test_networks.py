"""Networks play the action they rate highest, in both engines, from wherever they come."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from forsale_sim import auction_view, sale_view
from forsale_sim.for_sale import load_field
from forsale_sim.rl.networks import MOST_WEIGHTS, Activation, Network, rate
from forsale_sim.rl.observation import BID, HIGH, SIZE, SIZE_WITH_HISTORY, observe
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import UsageError
from strategy_lab.simulation.experiment import make_plan

from tests.strategy_lab.simulation.playing import play, sums

ACTIONS = 82


def layers(*sizes: int, seed: int = 1) -> list[tuple[Any, Any]]:
    chance = np.random.default_rng(seed)
    return [
        (chance.normal(size=(inputs, outputs)), chance.normal(size=outputs))
        for inputs, outputs in itertools.pairwise(sizes)
    ]


@pytest.mark.thorough
def test_engines_agree() -> None:
    field = load_field(
        [
            Network(layers(SIZE, ACTIONS)).strategy("linear"),
            Network(layers(SIZE, 9, 7, ACTIONS), scale=HIGH).strategy("scaled"),
            Network(layers(SIZE_WITH_HISTORY, 8, ACTIONS), "tanh").strategy("by-history"),
            Network(layers(SIZE, 8, 70, seed=2), "tanh").strategy("drawn")(temperature=3.0),
        ]
    )
    rulesets = [load_ruleset("iello-en"), load_ruleset("gryphon-2009")]
    plan = make_plan(rulesets, field=field, games=36, players=[3, 4], seed=4)
    assert sums(play(plan)) == sums(play(plan, "python"))


def test_ratings_are_those_of_plain_algebra() -> None:
    (w, b), (v, c) = made = layers(SIZE, 8, ACTIONS)
    view = auction_view([4, 12, 30])
    seen = observe(view)
    hidden = seen / HIGH @ w + b
    for activation, curve in (("relu", np.maximum(hidden, 0)), ("tanh", np.tanh(hidden))):
        network = Network(made, activation, scale=HIGH)  # type: ignore[arg-type]
        rated = rate(seen, network.layers, activation == "tanh")
        assert np.allclose(rated, curve @ v + c, rtol=1e-4, atol=1e-4)


def favourite(*actions: int, rated: int = ACTIONS) -> Network:
    biases = np.zeros(rated)
    biases[list(actions)] = 1
    return Network([(np.zeros((SIZE, rated)), biases)])


def test_the_legal_action_rated_highest_is_played() -> None:
    view = auction_view([4, 12, 30], bids=[4, 0, 5, 3], passed=[2], coins=[14, 10, 9, 12])
    assert favourite(BID + 8).strategy("x").bid(view, temperature=0.0) == 8
    assert favourite(BID + 3).strategy("x").bid(view, temperature=0.0) == 0
    assert favourite(BID + 7, BID + 6).strategy("x").bid(view, temperature=0.0) == 6
    assert favourite(BID + 7, rated=BID + 8).strategy("x").bid(view, temperature=0.0) == 7
    assert favourite(0, rated=BID + 1).strategy("x").bid(view, temperature=0.0) == 0
    sale = sale_view([0, 5, 12], hands=[[3, 20], [8, 9], [10, 11]], seat=1)
    assert favourite(20, 9).strategy("x").sell(sale, temperature=0.0) == 20
    assert favourite(9).strategy("x").sell(sale, temperature=0.0) == 3


def test_a_temperature_draws_by_the_softmax() -> None:
    player = favourite(20).strategy("x")
    drawn = [
        player.sell(
            sale_view([0, 5, 12], hands=[[3, 20], [8, 9], [10, 11]], seat=1, seed=seed),
            temperature=0.5,
        )
        for seed in range(2000)
    ]
    share = drawn.count(20) / len(drawn)
    assert share == pytest.approx(np.exp(2) / (1 + np.exp(2)), abs=0.03)
    assert drawn.count(3) == len(drawn) - drawn.count(20)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ([], "at least one layer"),
        (layers(5, ACTIONS), "takes 5 numbers, and an observation has 582"),
        (layers(SIZE, 60), "rates 60 actions"),
        ([*layers(SIZE, 8), *layers(9, ACTIONS)], r"layer 2 takes weights \(8, n\)"),
        ([(np.zeros((SIZE, 70)), np.zeros(71))], r"biases \(n,\), not \(582, 70\) and \(71,\)"),
        (layers(SIZE, MOST_WEIGHTS // SIZE + 1), "make it smaller"),
        ([(np.full((SIZE, 70), 1e300), np.zeros(70))], "no finite number of 32 bits"),
    ],
)
def test_layers_that_cannot_be(made: Any, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Network(made)


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_what_is_saved_is_loaded(tmp_path: Path, activation: Activation) -> None:
    network = Network(layers(SIZE, 5, ACTIONS), activation, scale=HIGH)
    network.save(tmp_path / "net.npz")
    again = Network.load(tmp_path / "net.npz")
    assert again.activation == activation
    for one, other in zip(network.layers, again.layers, strict=True):
        assert np.array_equal(one, other)


def test_files_that_cannot_be_loaded(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        Network.load(tmp_path / "none.npz")
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(b"PK")
    with pytest.raises(UsageError, match="damaged, or not a file of Network"):
        Network.load(damaged)
