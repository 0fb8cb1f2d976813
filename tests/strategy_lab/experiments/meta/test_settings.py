from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategy_lab.errors import UsageError
from strategy_lab.experiments.meta.settings import BATCHES, MOST_GAMES, MOST_MULTISETS, orders
from strategy_lab.simulation.plan import period
from strategy_lab.stats.game_theory import members_of

from tests.strategy_lab.experiments.meta.made import meta_game_of


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_multiset_but_those_of_one_strategy_is_played(players: int) -> None:
    (setting,) = meta_game_of(players=(players,)).settings
    assert len(setting.counts) == comb(3 + players - 1, players) - 3
    assert (setting.counts.sum(axis=1) == players).all()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_lineups_are_seated_in_all_orders(players: int) -> None:
    meta = meta_game_of(players=(players,))
    (setting,) = meta.settings
    assert len(setting.tables) == factorial(players - 1)
    for column, counts in enumerate(setting.counts):
        seated = members_of(counts)
        lineups = [meta.plan.cells[table].lineup for table in setting.tables[:, column]]
        expected = [(seated[0], *rest) for rest in permutations(seated[1:])]
        assert Counter(lineups) == Counter(expected)


@pytest.mark.parametrize(
    ("players", "deals", "batches", "batch_deals"),
    [
        *((3, 1, 2, 1), (3, 7, 8, 1), (3, 120, 120, 1), (3, 121, 62, 2), (3, 241, 82, 3)),
        *((4, 7, 12, 1), (4, 60, 60, 1), (4, 120, 120, 1), (4, 121, 66, 2), (4, 240, 120, 2)),
        *((5, 121, 72, 2), (6, 1, 120, 1), (6, 121, 120, 2)),
    ],
)
def test_deals_are_rounded_up_to_orders_that_are_played_as_often(
    players: int, deals: int, batches: int, batch_deals: int
) -> None:
    (setting,) = meta_game_of(players=(players,), deals=deals).settings
    assert (setting.batches, setting.batch_deals) == (batches, batch_deals)
    assert setting.batches % len(setting.tables) == 0
    assert setting.deals >= deals


@pytest.mark.parametrize("players", range(2, 9))
def test_round_the_table_each_has_each_other_on_its_left_as_often(players: int) -> None:
    rounds = [(0, *order) for order in orders(players)]
    lefts = Counter(pair for seated in rounds for pair in pairwise((*seated, 0)))
    assert set(lefts) == set(permutations(range(players), 2))
    assert len(set(lefts.values())) == 1


@given(players=st.integers(3, 5), deals=st.integers(1, 2000))
def test_no_fewer_deals_than_asked_for_and_hardly_more(players: int, deals: int) -> None:
    (setting,) = meta_game_of("expert", "spread", players=(players,), deals=deals).settings
    assert setting.batches <= BATCHES
    once = len(setting.tables) * setting.batch_deals
    assert deals <= setting.deals < deals + once


def test_batches_are_a_multiple_of_the_orders_of_any_number_of_players() -> None:
    assert [BATCHES % factorial(players - 1) for players in (3, 4, 5, 6)] == [0] * 4


def test_games_are_counted_without_rotations_that_are_alike() -> None:
    meta = meta_game_of("expert", "spread", players=(4,), deals=12)
    (setting,) = meta.settings
    rotations = [
        period(meta.plan.cells[setting.tables[setting.order(batch), column]].lineup or ())
        for batch in range(setting.batches)
        for column in range(len(setting.counts))
    ]
    assert set(rotations) == {2, 4}  # A, B, A, B is the same after two
    assert setting.games(range(setting.batches)).sum() == sum(rotations) == meta.games


def test_settings_play_at_cells_of_their_own() -> None:
    meta = meta_game_of(players=(3, 4))
    for setting in meta.settings:
        for table in setting.tables.ravel():
            assert meta.plan.cells[table].cell.rules == setting.cell.rules
    assert {table for s in meta.settings for table in s.tables.ravel().tolist()} == set(
        range(len(meta.plan.cells))
    )


def test_one_strategy_is_no_game() -> None:
    with pytest.raises(UsageError, match="expert alone is no game: name another strategy"):
        meta_game_of("expert")


@pytest.mark.parametrize(
    ("deals", "strategies", "message"),
    [
        (0, 3, r"the number of deals \(--deals\) must be at least 1, not 0"),
        (10**8, 3, f"10 ways .* makes 3,000,002,400 games, and at most {MOST_GAMES:,} can"),
        (1, 12, f"12,376 ways among 6 players, and at most {MOST_MULTISETS:,} can be played"),
    ],
)
def test_what_is_too_much_is_refused(deals: int, strategies: int, message: str) -> None:
    field = [f"spread:share={(i + 1) / 100}" for i in range(strategies)]
    players = (3,) if strategies == 3 else (6,)
    with pytest.raises(UsageError, match=message):
        meta_game_of(*field, players=players, deals=deals)
