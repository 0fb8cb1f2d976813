"""The golden games: a trace for each built-in ruleset and number of players, and each strategy."""

from __future__ import annotations

import pytest
from forsale_sim.for_sale import GAME
from strategy_lab.plugins.registry import installed_strategies

from tests.golden import regenerate
from tests.support.trace_checker import check_trace


def test_every_built_in_ruleset_has_a_golden_game_for_each_number_of_players() -> None:
    expected = {regenerate.path_of(*case).name for case in regenerate.cases()}
    assert expected == {path.name for path in regenerate.FOLDER.glob("*.jsonl")}


@pytest.mark.parametrize(("ruleset", "players"), regenerate.cases())
def test_the_golden_game_is_played_again_as_it_was(ruleset: str, players: int) -> None:
    golden = regenerate.path_of(ruleset, players).read_text(encoding="utf-8").splitlines()
    assert regenerate.lines_of(ruleset, players) == golden
    check_trace(golden)


def test_every_strategy_has_a_golden_game() -> None:
    folder = regenerate.FOLDER / "strategies"
    assert set(installed_strategies(GAME)) == {path.stem for path in folder.glob("*.jsonl")}


SEARCHING = ("champion", "flat-monte-carlo", "lookahead", "quick", "solver")
"""To compile what they do takes long."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.thorough] * (name in SEARCHING))
        for name in installed_strategies(GAME)
    ],
)
def test_a_strategy_plays_its_golden_game_as_it_did(name: str) -> None:
    golden = regenerate.strategy_path(name).read_text(encoding="utf-8").splitlines()
    assert regenerate.strategy_lines(name) == golden
    check_trace(golden)
