"""What a deal comes to, compared with the games that the readable engine tells move by move."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.reference.events import Pass, Take
from forsale_sim.reference.play import play_game, write_row
from forsale_sim.results.paired.counting import (
    BROUGHT,
    GAMES,
    LEFT,
    LEVEL,
    LOST,
    MARGIN,
    MONEY,
    PASSED,
    SHARED,
)
from forsale_sim.results.paired.deal_sums import Places, deal_sums
from forsale_sim.rows import Rows, empty_rows, whole_win
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.rules.parameters import Rules

from tests.results.made import made_cell, made_rows
from tests.support.players import mixed_lineup

SEED = 2**63 + 11

TABLES = [
    load_ruleset(name).rules(players)
    for name in ruleset_names()
    for players in load_ruleset(name).players
]


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: f"{rules.ruleset}-{rules.players}")
def test_coins_lost_by_passing(rules: Rules) -> None:
    deals, first_deal = 4, 7
    rows = empty_rows(deals, rules.players, seatings=1, houses=True)
    passed, taken = np.zeros((2, deals), int)
    for i in range(deals):
        game = play_game(rules, mixed_lineup(rules.players), SEED, first_deal + i)
        write_row(game, rows, i)
        passed[i] = sum(
            event.bid - event.refund for event in game.events if isinstance(event, Pass)
        )
        taken[i] = sum(event.paid for event in game.events if isinstance(event, Take))
    sums = deal_sums(rules, 1, rows)
    assert np.array_equal(sums[:, PASSED], passed)
    assert np.array_equal(sums[:, LOST] - sums[:, PASSED], taken)
    assert passed.any()
    assert taken.any()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_sums_over_games(players: int) -> None:
    cell = made_cell(players)
    rows = made_rows(cell, deals=40, seed=players)
    strategies, seatings = len(cell.field), cell.seatings
    sums = deal_sums(cell.rules, strategies, rows)
    places = Places(players, strategies)
    assert sums.shape == (40, places.length)

    def per_deal(values: np.ndarray) -> np.ndarray:
        return values.reshape(40, seatings, -1).sum(axis=(1, 2))

    money = np.sort(rows.score.astype(int), axis=1)
    brought = np.full(40, seatings * sum(cell.rules.coins))
    coins = per_deal(rows.coins.astype(int))
    expected = {
        GAMES: np.full(40, seatings),
        MONEY: per_deal(money),
        BROUGHT: brought,
        LEFT: coins,
        LOST: brought - coins,
        LEVEL: per_deal(money[:, -1] == money[:, -2]),
        SHARED: per_deal((rows.win > 0).sum(axis=1) > 1),
        MARGIN: per_deal(money[:, -1] - money[:, -2]),
    }
    for seat in range(1, players + 1):
        expected[places.win(seat)] = per_deal(rows.win[:, seat - 1].astype(int))
        held = rows.score[:, seat - 1].astype(int)
        expected[places.money(seat)] = per_deal(held)
    for strategy in range(strategies):
        sits = rows.strategy == strategy
        expected[places.strategy_games(strategy)] = per_deal(sits.astype(int))
        expected[places.strategy_win(strategy)] = per_deal(np.where(sits, rows.win, 0).astype(int))
    for house in cell.rules.houses:
        expected[places.paid(house)] = per_deal(rows.price[:, house - 1].astype(int))
        expected[places.dealt(house)] = per_deal(rows.buyer[:, house - 1] > 0)
    for place, values in expected.items():
        assert np.array_equal(sums[:, place], values), place
    wins = sums[:, [places.win(seat) for seat in range(1, players + 1)]]
    assert np.all(wins.sum(axis=1) == whole_win(players) * seatings)


def test_rows_of_another_field_are_refused() -> None:
    cell = made_cell(4)
    rows: Rows = made_rows(cell, deals=2)
    rows.strategy[5, 2] = len(cell.field)
    with pytest.raises(ValueError, match="row 5 has a strategy that is not one of 5"):
        deal_sums(cell.rules, len(cell.field), rows)
