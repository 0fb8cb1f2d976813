"""The skill ladder: who thinks longer wins more, on the page and in a table beside it."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from forsale_sim.reports import player_levels
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections import write_report

from tests.reports.conftest import ONE, played


@pytest.fixture(scope="module")
def climbed() -> Results:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(player_levels, "BUDGETS", (1, 2))
        patch.setattr(player_levels, "FACTOR", 8)
        return played(ONE.model_copy(update={"skill_ladder": True, "games": 800}))


def test_who_thinks_longer_wins_more_than_a_fair_share(climbed: Results) -> None:
    table = climbed.levels["skill_ladder"]
    assert table["others"].tolist() == [1, 2]
    assert table["budget"].tolist() == [8, 16]
    assert set(table["players"].tolist()) == {4}
    assert (table["low"] > 1 / 4).all()
    assert (table["low"] < table["win_rate"]).all()
    assert (table["win_rate"] < table["high"]).all()
    assert (table["games"] == ONE.model_copy(update={"games": 800}).trial_games).all()


def test_the_page_and_its_folder_have_it(climbed: Results, tmp_path: Path) -> None:
    write_report(climbed, tmp_path)
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    table = pd.read_csv(tmp_path / "skill_ladder.csv")
    for row in table.itertuples():
        assert f"| {row.others} | {row.budget} | {100 * row.win_rate:.0f} | " in text
    assert "The lead changes " in text


def test_there_is_none_unless_asked_for(one_results: Results) -> None:
    assert one_results.experiment.rungs == ()
    assert "skill_ladder" not in one_results.tables
