"""Who won."""

from __future__ import annotations

import pytest
from forsale_sim.reference.table import Score
from strategy_lab.rows import whole_win


@pytest.mark.parametrize(
    ("coins", "cheques", "places", "wins"),
    [
        ((1, 2, 3), (30, 20, 10), (1, 2, 3), (60, 0, 0)),
        # Equal money: the most coins win.
        ((1, 2, 0), (30, 29, 31), (2, 1, 3), (0, 60, 0)),
        # Equal money and coins: shared, and the next place is left out.
        ((2, 2, 0), (30, 30, 31), (1, 1, 3), (30, 30, 0)),
        ((5, 5, 5), (7, 7, 7), (1, 1, 1), (20, 20, 20)),
        ((1, 0, 0, 0), (9, 9, 9, 5), (1, 2, 2, 4), (60, 0, 0, 0)),
        ((0,) * 6, (8,) * 6, (1,) * 6, (10,) * 6),
        ((0,) * 7, (8,) * 7, (1,) * 7, (120,) * 7),
        ((0,) * 8, (8, 8, 8, 4, 4, 4, 4, 3), (1,) * 3 + (4,) * 4 + (8,), (280,) * 3 + (0,) * 5),
    ],
)
def test_places_and_wins(
    coins: tuple[int, ...],
    cheques: tuple[int, ...],
    places: tuple[int, ...],
    wins: tuple[int, ...],
) -> None:
    score = Score(coins, cheques, tuple(map(sum, zip(coins, cheques, strict=True))))
    assert score.places == places
    assert score.wins == wins
    assert sum(score.wins) == whole_win(len(coins))
