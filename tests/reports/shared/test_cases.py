from __future__ import annotations

from forsale_sim.reports.results import Results
from forsale_sim.reports.shared.cases import cases


def test_cases_are_fields_rulesets_and_numbers_of_players(how_to_play: Results) -> None:
    found = list(cases(how_to_play))
    assert len(found) == len(set(found)) == 2 * 2 * 2
    assert [case.players for case in cases(how_to_play, ruleset="iello-fr")] == [3, 5, 3, 5]
