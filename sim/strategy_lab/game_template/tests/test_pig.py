"""The rules, one by one, and a check of the whole game."""

from __future__ import annotations

import subprocess
import sys

from strategy_lab.table_game import deciding, played

from pig.game import GAME


def test_who_never_rolls_gets_nothing_and_who_rolls_wins() -> None:
    cautious = deciding(GAME, roll=lambda view: view.seat == 2 and view.turn_total < 20)
    game = played(GAME, [cautious, cautious], ruleset="short")
    assert game.score[1] == 0
    assert game.score[2] >= 50


def test_a_one_loses_the_points_of_the_turn() -> None:
    reckless = deciding(GAME, roll=lambda view: view.rules.faces > 1)
    game = played(GAME, [reckless, reckless], ruleset="short[lost_at=6,target=30]")
    for before, after in zip(game.told, game.told[1:], strict=False):
        if before.endswith("rolls 6"):
            assert "keeps 0" in after


def test_the_laboratory_finds_nothing_wrong() -> None:
    checked = [sys.executable, "-m", "strategy_lab", "check-game", "pig"]
    assert subprocess.run(checked, check=False).returncode == 0
