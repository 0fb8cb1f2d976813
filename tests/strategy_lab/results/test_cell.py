from __future__ import annotations

from dataclasses import replace

import numpy as np
from forsale_sim.reference.playing import play_chunk
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.results.accumulators import Cell

from tests.strategy_lab.results.made import made_cell
from tests.support.players import Steady


def test_nobody_ever_has_more_money() -> None:
    rules = load_ruleset("iello-en-variant").rules(3)
    cell = Cell(rules, ("steady",), 3)
    rows = play_chunk(rules, [Steady()], [0, 0, 0], seed=1, first_deal=1, deals=20, seatings=3)
    assert rows.score.max() <= cell.most_money


def test_the_sums_of_the_most_games_that_fit_would_still_fit() -> None:
    largest = replace(
        made_cell(6).rules, houses=tuple(range(1, 61)), cheques=(255,) * 60, coins=(255,) * 6
    )
    cell = Cell(largest, ("a",), 6)
    money_of_a_deal = 6 * (60 * 255 + 6 * 255)
    deals = cell.most_games / 6
    assert cell.most_games > 5 * 10**9
    assert deals * money_of_a_deal**2 <= np.iinfo(np.int64).max
