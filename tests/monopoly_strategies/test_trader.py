"""The strong player: it wins against each of the others, and is not talked into bad trades."""

from __future__ import annotations

import numpy as np
import pytest
from monopoly_sim.program import LADDER

from tests.monopoly_strategies.playing import games
from tests.monopoly_strategies.rollouts import Table

OTHERS = [name for name in LADDER if name != "trader"]
FAIR = 0.25
ENOUGH = 1.5 * FAIR

NOBODY = 0.02
"""A chance so small that a share of it means nothing."""


def win_rate(lineup: list[str], deals: int) -> float:
    rows = games(lineup, deals=deals, seed=5, rounds=500)
    share = rows.win / rows.win[0].sum()
    return float(share[rows.strategy == 0].sum() / len(rows.win))


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


@pytest.mark.parametrize("positions", [4, pytest.param(60, marks=pytest.mark.slow)])
def test_refuses_what_loses_a_twentieth_of_its_chance(positions: int) -> None:
    """Of proposals at random that it accepts, none is shown to lose so much when games go on.

    Those that look like it after 200 games are tried again in 2,000 others.
    """
    table, found, deal, worse = Table("trader", seed=3), 0, 0, []
    while found < positions:
        deal += 1
        if not table.position(deal):
            continue
        for _ in range(100):
            proposer = table.propose()
            if proposer and table.is_accepted(proposer):
                found += 1
                worse += loses(table, proposer)
                break
    assert worse == []


def loses(table: Table, proposer: int) -> list[tuple[float, float]]:
    """Return the chances without and with a trade, if the latter is shown to be so much less."""
    for number, first in ((200, 1), (2000, 1001)):
        before, after = (
            table.wins(proposer, trades=trades, games=number, first=first)
            for trades in (False, True)
        )
        if before.mean() < NOBODY or after.mean() > 0.95 * before.mean():
            return []
    loss = 0.95 * before - after
    error = loss.std(ddof=1) / np.sqrt(len(loss))
    shown = loss.mean() > 1.645 * error
    return [(float(before.mean()), float(after.mean()))] if shown else []
