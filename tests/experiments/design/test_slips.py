"""A slip: exactly one decision of a game, each as likely as any other."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from forsale_sim.engines import CompiledEngine
from forsale_sim.experiments.design.search import SLIPPING, slip_plans
from forsale_sim.for_sale import load_entrant
from forsale_sim.rules.loading import load_ruleset
from forsale_strategies.lore import slip_in_bid, slip_in_sale
from strategy_lab.experiments.fields import NamedField
from strategy_lab.simulation.experiment import Chunk

DEALT, REMOVED, A_ROUND = 30, 2, 4
ROUNDS = 7


def view(round_: int, drawn: float, *, own_bid: int = 0) -> SimpleNamespace:
    """A view of a player who cannot bid and holds house 1, so that slips can be told."""
    return SimpleNamespace(
        **{"round": round_, "own_bid": own_bid, "least_bid": 9, "coins": 0, "hand": 1},
        **{"deck_houses": 2**DEALT - 1, "removed": REMOVED, "houses_per_round": A_ROUND},
        game_random=lambda: drawn,
        random_below=lambda n: 0,
    )


def slips(drawn: float) -> list[tuple[str, int]]:
    rounds = range(1, ROUNDS + 1)
    bids = [("bid", r) for r in rounds if slip_in_bid(view(r, drawn), 7) != 7]
    return bids + [("sale", r) for r in rounds if slip_in_sale(view(r, drawn), 5) != 5]


def test_one_decision_of_each_game_is_drawn_and_each_as_often() -> None:
    drawn = [slips(x) for x in (np.arange(14 * 20) + 0.5) / (14 * 20)]
    assert all(len(decisions) == 1 for decisions in drawn)
    assert set(Counter(decision for (decision,) in drawn).values()) == {20}


def test_who_has_bid_has_decided() -> None:
    assert all(slip_in_bid(view(1, x, own_bid=3), 7) == 7 for x in (0.0, 0.01, 0.99))


@pytest.mark.parametrize("players", [3, 4])
def test_it_costs_something_but_far_less_than_playing_at_random(players: int) -> None:
    counter, ruleset = load_entrant("counter"), load_ruleset("iello-en")
    field = NamedField("counter", (counter,))
    (plan,) = slip_plans([ruleset], field, players, seed=1, games=4000 * players)
    rows = CompiledEngine(plan).play(Chunk(0, 0, 1, 4000))
    own = rows.strategy == SLIPPING
    assert np.all(own.sum(axis=1) == 1)
    lost = 1 / players - rows.win[own].mean() / 60
    assert 0.005 < lost < 0.06
