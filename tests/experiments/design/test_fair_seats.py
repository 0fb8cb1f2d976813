"""Fair seats: which coins make up for a seat is read off a planted plane."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.experiments.design.search import (
    compensations,
    fair_coins,
    make_candidates,
    parse_variations,
)
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.results.measures import SEAT, TABLE, Layout
from strategy_lab.rows import whole_win

ENGLISH = load_ruleset("iello-en")
RATES = np.array([0.36, 0.33, 0.31])
SLOPES = 0.06 * np.eye(3) - 0.02
"""A coin more wins its seat 4 points, half from each of the others."""


@pytest.mark.parametrize(("players", "ways"), [(3, 6), (4, 14), (5, 30), (6, 62)])
def test_every_way_to_give_some_seats_a_coin_more_is_tried(players: int, ways: int) -> None:
    variations = parse_variations([compensations(ENGLISH, players)])
    found = make_candidates(ENGLISH, variations, players, None)
    assert len(found) == 1 + ways
    base = np.array(ENGLISH.rules(players).coins)
    given = [np.array(each.ruleset.rules(players).coins) - base for each in found[1:]]
    assert {more.min() for more in given} == {0}
    assert {more.max() for more in given} == {1}


def test_the_planted_coins_are_found_within_their_intervals() -> None:
    ways = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
    true, layout, games, held = (1 / 3 - RATES) / 0.06, Layout(3, 1, ["games"]), 4000, 0
    first = layout.start(SEAT, "win")
    for seed in range(40):
        rng = np.random.default_rng(seed)
        sums = []
        for way in ways:
            of_ruleset = np.zeros((30, layout.length), np.int64)
            of_ruleset[:, layout.start(TABLE, "games")] = games
            rates = RATES + SLOPES @ way
            wins = rng.multinomial(games, rates, 30)
            of_ruleset[:, first : first + 3] = whole_win(3) * wins
            sums.append(of_ruleset)
        coins = [[28 + more for more in way] for way in ways]
        found = fair_coins(coins, sums, layout, games)
        assert found["coins_more"].sum() == pytest.approx(0, abs=1e-9)
        assert np.abs(found["coins_more"] - true).max() < 0.2
        held += int(np.all((found["coins_more_low"] <= true) & (true <= found["coins_more_high"])))
        assert found["nearest"].tolist() == [28, 28, 28]
    assert held >= 32  # each of three intervals holds in 95 of 100
