"""The strong player: it wins against each of the others, and nobody wins by playing otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from monopoly_sim.game import GAME
from monopoly_sim.program import LADDER
from strategy_lab.plugins.registry import installed_strategies

from tests.monopoly_strategies.playing import games

OTHERS = [name for name in LADDER if name != "trader"]
FAIR = 0.25
ENOUGH = 1.5 * FAIR
DEVIATIONS = Path(__file__).with_name("deviations.py")
TEN = (
    *("no-trades", "proposes-only", "accepts-only", "accepts-all-gains", "against-the-leader"),
    *("sniper", "buys-all", "mortgages-to-build", "stays-in-jail", "hotels-at-once"),
)


def win_rate(lineup: list[str], deals: int) -> float:
    rows = games(lineup, deals=deals, seed=5, rounds=500)
    share = rows.win / rows.win[0].sum()
    return float(share[rows.strategy == 0].sum() / len(rows.win))


@pytest.mark.thorough
@pytest.mark.parametrize("other", ["builder", "cautious"])
def test_wins_more_than_its_share_against_three_of_a_kind(other: str) -> None:
    assert win_rate(["trader", other, other, other], 100) > FAIR


@pytest.mark.slow
@pytest.mark.parametrize("other", OTHERS)
def test_beats_three_of_each_other_kind(other: str) -> None:
    assert win_rate(["trader", other, other, other], 1000) > FAIR


@pytest.mark.slow
def test_beats_tables_of_all_kinds() -> None:
    rows = games(LADDER, players=4, deals=2000, seed=5, rounds=500, drawn=True)
    share = rows.win / rows.win[0].sum()
    played = rows.strategy[:, :4] == 0
    assert share[:, :4][played].sum() / played.sum() >= ENOUGH


def changed() -> list[str]:
    """Return traders with one parameter at an end of its range, or half or twice as large."""
    parameters = installed_strategies(GAME)["trader"].parameters
    return [
        f"trader:{key}={type(parameter.default)(value)}"
        for key, parameter in parameters.items()
        for value in (parameter.low, parameter.default / 2, 2 * parameter.default, parameter.high)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("other", [*OTHERS, *(f"{DEVIATIONS}:{name}" for name in TEN), *changed()])
def test_nobody_wins_more_among_traders(other: str, players: int) -> None:
    assert win_rate([other, *["trader"] * (players - 1)], 4000 // players) < 1 / players + 0.05
