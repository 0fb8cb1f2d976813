from __future__ import annotations

import pytest
from forsale_sim.reports.matches import plan
from forsale_sim.reports.matches.plan import BUILT_IN, COPIES, strength_matches, tuning_matches
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Ruleset

from tests.reports.matches.conftest import CONFIG


def test_each_meets_copies_of_the_human_rule_and_the_reverse(
    rulesets: tuple[Ruleset, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "STRONGER", ("quick", "counter"))
    found = strength_matches(CONFIG, rulesets)
    seated = [[m.plan.field[i].name for i in m.plan.cells[0].lineup or ()] for m in found]
    assert seated == [
        ["quick", "expert", "expert", "expert"],
        ["expert", "quick", "quick", "quick"],
        ["counter", "expert", "expert", "expert"],
        ["expert", "counter", "counter", "counter"],
    ]
    assert [cell.games for cell in found[0].plan.cells] == [80, 80]


def test_each_set_plays_where_another_was_tuned_for_the_game(
    rulesets: tuple[Ruleset, ...],
) -> None:
    found = tuning_matches(CONFIG, rulesets)
    assert [(m.player, m.opponents, m.plan.cells[0].cell.ruleset) for m in found] == [
        ("iello-en", BUILT_IN, "iello-en"),
        ("iello-fr", BUILT_IN, "iello-en"),
        ("iello-fr", COPIES, "iello-en"),
        ("iello-fr", BUILT_IN, "iello-fr"),
        ("iello-en", BUILT_IN, "iello-fr"),
        ("iello-en", COPIES, "iello-fr"),
    ]


def test_one_ruleset_has_nothing_to_be_tuned_for_besides() -> None:
    assert tuning_matches(CONFIG, [load_ruleset("iello-en")]) == ()
