from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from forsale_sim.records import GameRows
from forsale_sim.rules.loading import load_ruleset
from numpy.typing import NDArray
from strategy_lab.errors import UsageError
from strategy_lab.results import accumulators as module
from strategy_lab.results.accumulators import Cell, DuelTally, Orders, TableWins, digest, shares_of
from strategy_lab.rows import whole_win
from strategy_lab.stats.intervals import ratio

from tests.strategy_lab.results.made import made_cell, made_rows
from tests.strategy_lab.stats.test_rankings import choices_of
from tests.support.players import Steady, empty_rows, play_chunk

# tally

DEALS = 40


def empty(
    players: int, field: tuple[str, ...], deals: int = DEALS, *, fixed_lineup: bool = False
) -> Orders:
    return Orders.empty(made_cell(players, field), fixed_lineup, deals)


def rankings(rows: GameRows) -> list[list[list[int]]]:
    """The games as groups of strategies that tie, the best first."""
    return [
        [strategies[places == place].tolist() for place in sorted(set(places.tolist()))]
        for strategies, places in zip(rows.strategy, rows.place, strict=True)
    ]


def rows_with_ties(cell: Cell, deals: int = DEALS) -> GameRows:
    """GameRows in which places are drawn anew: many share one."""
    rows = made_rows(cell, deals, seed=cell.players)
    scores = np.random.default_rng(9).integers(0, 4, rows.place.shape)
    rows.place[:] = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    return rows


def sets_by_members(sets: np.ndarray, times: np.ndarray) -> Counter[tuple[float, ...]]:  # type: ignore[type-arg]
    return Counter(
        {tuple(map(float, row)): float(n) for row, n in zip(sets, times, strict=True) if n}
    )


NAMES = tuple("abcdefghi")


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("strategies", [2, 3, 6, 9])
def test_choices_are_counted_as_one_would_by_hand(players: int, strategies: int) -> None:
    field = NAMES[:strategies]
    rows = rows_with_ties(made_cell(players, field), 8)
    found = empty(players, field, deals=8)
    found.count([rows])
    orders = found.batched()
    assert len(orders.times) == 8
    for deal in range(8):
        games = rankings(rows)[deal * players : (deal + 1) * players]
        expected = choices_of(games, strategies)
        assert sets_by_members(orders.sets, orders.times[deal]) == pytest.approx(
            sets_by_members(expected.sets, expected.times)
        )
        np.testing.assert_allclose(orders.wins[deal], expected.wins)


def test_a_lineup_may_have_a_strategy_twice_though_the_field_is_large() -> None:
    lineup = (0, 1, 1, 2, 2)
    cell = made_cell(5, NAMES[:5])
    rows = rows_with_ties(cell, 4)
    rows.strategy[:] = lineup
    found = empty(5, NAMES[:5], 4, fixed_lineup=True)
    found.count([rows])
    orders, expected = found.batched(), choices_of(rankings(rows), 5)
    assert sets_by_members(orders.sets, orders.times.sum(axis=0)) == pytest.approx(
        sets_by_members(expected.sets, expected.times)
    )


def test_a_large_field_has_fewer_batches_and_a_larger_one_is_refused() -> None:
    names = tuple(f"s{i}" for i in range(60))
    many = 10**6
    assert empty(6, names[:12], many).batches == module.BATCHES
    assert module.FEWEST_BATCHES <= empty(6, names[:25], many).batches < module.BATCHES
    with pytest.raises(UsageError, match=r"60 strategies can meet in 56,\d+,\d+ ways among 6"):
        empty(6, names, many)


# tally


def counted(
    players: int, alone: tuple[list[int], list[int]], mixed: tuple[list[int], list[int]] | None
) -> DuelTally:
    tally = DuelTally.empty(made_cell(players), mixed is not None)
    deals = len(alone[0])
    a_mixed, b_mixed = mixed or ([0] * deals, [0] * deals)
    tally.count_shares(
        (np.array(alone[0]), np.array(alone[1])), (np.array(a_mixed), np.array(b_mixed))
    )
    return tally


def test_the_score_is_as_documented() -> None:
    a, b, a_mixed, b_mixed = 90, 50, 200, 260
    scores, counts = counted(4, ([a], [b]), ([a_mixed], [b_mixed])).seen_scores()
    expected = 0.5 + ((a - b) / (60 * 4) + (a_mixed - b_mixed) / (120 * 4)) / 4
    assert scores[counts > 0] == pytest.approx(expected)
    scores, counts = counted(4, ([a], [b]), None).seen_scores()
    assert scores[counts > 0] == pytest.approx(0.5 + (a - b) / (120 * 4))


def test_win_rates_are_means_over_games() -> None:
    tally = counted(4, ([240, 60], [0, 120]), ([120, 0], [240, 480]))
    rate = ratio(tally.cluster_sums(), unit=1 / whole_win(4))
    a, b, a_amid_b, b_amid_a, a_mixed, b_mixed = rate.value
    assert (a_amid_b, b_amid_a) == (300 / 60 / 8, 120 / 60 / 8)
    assert (a_mixed, b_mixed) == (120 / 60 / 16, 720 / 60 / 16)
    assert (a, b) == ((a_amid_b + a_mixed) / 2, (b_amid_a + b_mixed) / 2)
    assert rate.clusters.tolist() == [2] * 6
    scores, counts = tally.seen_scores()
    assert 2 * (scores @ counts / 2) - 1 == pytest.approx(a - b)


def seated(lineup: tuple[int, ...], deals: int, seed: int) -> GameRows:
    """GameRows of every rotation of a lineup; each game is won by one seat."""
    random, players = np.random.default_rng(seed), len(lineup)
    rows = empty_rows(deals, players, seatings=players, detail=False)
    for seating in range(players):
        rows.strategy[seating::players] = np.roll(lineup, -seating)
    rows.win[:] = whole_win(players) * np.eye(players)[random.integers(0, players, len(rows.win))]
    return rows


def test_rows_are_counted_by_who_won_at_which_table() -> None:
    alone = seated((0, 1, 1, 1), 5, 1), seated((1, 0, 0, 0), 5, 2)
    tables = [
        *(seated((0, 2, 1, 3), 3, 3), seated((1, 2, 0, 3), 3, 4)),
        *(seated((0, 1, 3, 2), 2, 5), seated((1, 0, 3, 2), 2, 6)),
    ]
    tally, expected = DuelTally.empty(made_cell(4), True), DuelTally.empty(made_cell(4), True)
    tally.count([*alone, *tables])
    mixed = [
        np.concatenate([shares_of(rows, who) for rows in tables[0::2]])
        + np.concatenate([shares_of(rows, who) for rows in tables[1::2]])
        for who in (0, 1)
    ]
    shares = shares_of(alone[0], 0), shares_of(alone[1], 1)
    expected.count_shares(shares, (mixed[0], mixed[1]))
    assert tally.deals == 5
    for name, array in expected.arrays().items():
        np.testing.assert_array_equal(tally.arrays()[name], array)


# table_wins


def rows_of(first_deal: int, deals: int) -> list[GameRows]:
    """Return games of two strategies at three tables each."""
    cell = made_cell(4)
    return [
        made_rows(cell, deals, seed=10 * first_deal + table, first_deal=first_deal)
        for table in range(6)
    ]


def test_products_are_of_the_same_deal_at_all_tables() -> None:
    tally, rows = TableWins.empty(2, 3), rows_of(3, 5)
    tally.count(rows)
    shares = np.stack([shares_of(games, table // 3) for table, games in enumerate(rows)])
    odd = np.array([0, 2, 4])  # deals 3, 5 and 7
    assert tally.deals.tolist() == [2, 3]
    np.testing.assert_array_equal(tally.sums[1], shares[:, odd].sum(axis=1))
    np.testing.assert_array_equal(tally.sums.sum(axis=0), shares.sum(axis=1))
    np.testing.assert_array_equal(tally.products[1], shares[:, odd] @ shares[:, odd].T)
    np.testing.assert_array_equal(tally.products.sum(axis=0), shares @ shares.T)


# cell


def test_nobody_ever_has_more_money() -> None:
    rules = load_ruleset("iello-en-variant").rules(3)
    cell = Cell(rules, ("steady",), 3)
    rows = play_chunk(rules, [Steady()], [0, 0, 0], seed=1, first_deal=1, deals=20, seatings=3)
    assert rows.score.max() <= int(cell.rules.most_score)


def test_the_sums_of_the_most_games_that_fit_would_still_fit() -> None:
    largest = replace(
        made_cell(6).rules, houses=tuple(range(1, 61)), cheques=(255,) * 60, coins=(255,) * 6
    )
    cell = Cell(largest, ("a",), 6)
    money_of_a_deal = 6 * (60 * 255 + 6 * 255)
    deals = cell.most_games / 6
    assert cell.most_games > 5 * 10**9
    assert deals * money_of_a_deal**2 <= np.iinfo(np.int64).max


# digest

Cells = list[tuple[dict[str, object], dict[str, NDArray[Any]]]]


def cells() -> Cells:
    return [
        (
            {"ruleset": "iello-en", "players": players, "seed": 2**63, "deals": 10, "lineup": None},
            {"deals": np.array(10), "money": np.arange(6).reshape(2, 3) * players},
        )
        for players in (3, 4)
    ]


def test_the_digest_stays_the_same_from_version_to_version() -> None:
    assert digest(cells()) == "f3038455828ef9d85862b6f8fc223d67cb6aabca1b9e3ffe0c1afd63f975070d"


def test_what_has_no_exact_form_is_refused() -> None:
    played, arrays = cells()[0]
    with pytest.raises(TypeError, match="'money' are not integers but float64"):
        digest([(played, arrays | {"money": np.array([0.5])})])
    with pytest.raises(TypeError):
        digest([(played | {"path": object()}, arrays)])
