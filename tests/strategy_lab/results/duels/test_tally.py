from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.records import GameRows, empty_rows
from strategy_lab.results.accumulators import DuelTally, shares_of
from strategy_lab.rows import whole_win
from strategy_lab.stats.intervals import ratio

from tests.strategy_lab.results.made import made_cell


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


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_scores_go_from_0_to_1(players: int) -> None:
    n = players * whole_win(players)
    best = counted(players, ([n], [0]), ([2 * n], [0]))
    worst = counted(players, ([0], [n]), ([0], [2 * n]))
    alone = counted(players, ([n, 0, 30], [0, n, 30]), None)
    assert best.seen_scores()[1].tolist() == [0, 1]
    assert worst.seen_scores()[1].tolist() == [1, 0]
    np.testing.assert_array_equal(alone.seen_scores(), [[0, 0.5, 1], [1, 1, 1]])


def test_the_score_is_as_documented() -> None:
    a, b, a_mixed, b_mixed = 90, 50, 200, 260
    scores, counts = counted(4, ([a], [b]), ([a_mixed], [b_mixed])).seen_scores()
    expected = 0.5 + ((a - b) / (60 * 4) + (a_mixed - b_mixed) / (120 * 4)) / 4
    assert scores[counts > 0] == pytest.approx(expected)
    scores, counts = counted(4, ([a], [b]), None).seen_scores()
    assert scores[counts > 0] == pytest.approx(0.5 + (a - b) / (120 * 4))


def test_exchanging_the_two_turns_a_score_into_1_less_it() -> None:
    random = np.random.default_rng(1)
    alone, mixed = random.integers(0, 241, (2, 50)), random.integers(0, 240, (2, 50))
    tally, exchanged = DuelTally.empty(made_cell(4), True), DuelTally.empty(made_cell(4), True)
    tally.count_shares((alone[0], alone[1]), (mixed[0], mixed[1]))
    exchanged.count_shares((alone[1], alone[0]), (mixed[1], mixed[0]))
    np.testing.assert_array_equal(tally.scores, exchanged.scores[::-1])
    np.testing.assert_array_equal(tally.sums.reshape(3, 2), exchanged.sums.reshape(3, 2)[:, ::-1])


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
