"""The strong player: it wins against each of the others."""

from __future__ import annotations

import pytest
from monopoly_sim.program import LADDER

from tests.monopoly_strategies.playing import games

OTHERS = [name for name in LADDER if name != "trader"]
FAIR = 0.25
ENOUGH = 1.5 * FAIR


def win_rate(lineup: list[str], deals: int) -> float:
    rows = games(lineup, deals=deals, seed=5, rounds=500)
    share = rows.win / rows.win[0].sum()
    return float(share[rows.strategy == 0].sum() / len(rows.win))


@pytest.mark.thorough
@pytest.mark.parametrize("other", ["builder", "fixed-policy", "cautious"])
def test_wins_more_than_its_share_against_three_of_a_kind(other: str) -> None:
    assert win_rate(["trader", other, other, other], 50) > FAIR


@pytest.mark.slow
@pytest.mark.parametrize("other", OTHERS)
def test_beats_three_of_each_other_kind(other: str) -> None:
    assert win_rate(["trader", other, other, other], 1000) >= ENOUGH


@pytest.mark.slow
def test_beats_tables_of_all_kinds() -> None:
    rows = games(LADDER, players=4, deals=2000, seed=5, rounds=500, drawn=True)
    share = rows.win / rows.win[0].sum()
    played = rows.strategy[:, :4] == 0
    assert share[:, :4][played].sum() / played.sum() >= ENOUGH
