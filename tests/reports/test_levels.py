"""Players of other levels: a beginner, tables of equals, and who thinks longer than all others."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.reports import player_levels
from forsale_sim.reports.player_levels import BEGINNER_WINS, LEVELS, MEASURED, OPENER_WINS
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections import write_report
from strategy_lab.results.tables import records, where

from tests.reports.conftest import ONE, played

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def climbed() -> Results:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(player_levels, "BUDGETS", (1, 2))
        patch.setattr(player_levels, "FACTOR", 8)
        return played(ONE.model_copy(update={"skill_ladder": True, "games": 800}))


def test_a_beginner_wins_less_than_a_fair_share_and_equals_are_measured(climbed: Results) -> None:
    table = climbed.levels["player_levels"]
    beginner = where(table, measure=BEGINNER_WINS)
    assert beginner["level"].tolist() == [*LEVELS][1:]
    assert (beginner["value"] < 1 / 4).all()
    assert (beginner["value_low"] < beginner["value"]).all()
    for measure in (*MEASURED, OPENER_WINS):
        rows = records(where(table, measure=measure))
        assert [row["level"] for row in rows] == [*LEVELS]
        assert all(row["value_low"] <= row["value"] <= row["value_high"] for row in rows)


def test_who_thinks_longer_wins_more_than_a_fair_share(climbed: Results) -> None:
    table = climbed.levels["skill_ladder"]
    assert table["others"].tolist() == [1, 2]
    assert table["budget"].tolist() == [8, 16]
    assert set(table["players"].tolist()) == {4}
    assert (table["low"] > 1 / 4).all()
    assert (table["low"] < table["win_rate"]).all()
    assert (table["win_rate"] < table["high"]).all()


def test_the_page_has_both_tables(climbed: Results, tmp_path: Path) -> None:
    folder = tmp_path
    write_report(climbed, folder)
    text = (folder / "report.md").read_text(encoding="utf-8")
    for row in records(climbed.levels["skill_ladder"]):
        rate, low, high = (f"{100 * row[name]:.0f}" for name in ("win_rate", "low", "high"))
        assert f"| {row['others']} | {row['budget']} | {rate} | {low} to {high} |" in text
    for row in records(where(climbed.levels["player_levels"], measure=BEGINNER_WINS)):
        value, low, high = (f"{100 * row[f'value{end}']:.1f}" for end in ("", "_low", "_high"))
        assert f"| {row['level']} | {value} ({low} to {high}) |" in text
