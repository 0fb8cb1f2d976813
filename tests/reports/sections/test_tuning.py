from __future__ import annotations

from forsale_sim.reports.results import Results
from forsale_sim.reports.sections.tuning import tuning

from tests.reports.sections.changed import titles, with_table


def test_tuning_says_what_is_shown_to_be_lost(how_to_play: Results) -> None:
    table = how_to_play.tables["tuning"]
    assert set(table["players"].tolist()) == {3, 5}
    lost = with_table(how_to_play, "tuning", change=-0.03, change_low=-0.04, change_high=-0.02)
    section = tuning(lost)
    assert "win less in 8 of 8 cases" in next(iter(titles(section).values()))
    assert "at worst \N{MINUS SIGN}3.0 ±1.0 points" in section.answer[0]
    unsure = with_table(how_to_play, "tuning", change=-0.03, change_low=-0.08, change_high=0.02)
    assert "they win less in 0 of 4 cases, more in 0;" in tuning(unsure).answer[0]
