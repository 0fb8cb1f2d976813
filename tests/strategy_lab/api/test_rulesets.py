"""Rulesets of a program's own need no file."""

from __future__ import annotations

import forsale_sim
import pytest
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import UsageError

from tests.cli.calling import call
from tests.strategy_lab.api.playing import run


def test_a_ruleset_is_had_by_name_mapping_or_value() -> None:
    edition = forsale_sim.ruleset("iello-fr")
    assert edition == load_ruleset("iello-fr") == forsale_sim.ruleset(edition)
    mine = forsale_sim.ruleset({"name": "mine", "extends": "iello-fr", "coins": {4: 20}})
    assert mine.coins == {4: (20,) * 4}
    with pytest.raises(UsageError, match="7 is no ruleset"):
        forsale_sim.ruleset(7)  # type: ignore[arg-type]


def test_rulesets_of_all_kinds_play_together() -> None:
    edition = forsale_sim.ruleset("iello-en")
    mine = {"name": "mine", "extends": "iello-en", "coins": {3: 9}}
    found = run(60, rulesets=[edition, edition.vary(refund="up"), mine])
    assert found.manifest["rulesets"] == ["iello-en", "iello-en[refund=up]", "mine"]
    assert run(60, rulesets=mine) == run(60, rulesets=forsale_sim.ruleset(mine))


def test_a_varied_ruleset_is_played_again_by_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = run(60, rulesets=forsale_sim.ruleset("iello-en").vary(coins={3: 30}, refund="up"))
    _, *arguments = found.manifest["command"].split()
    assert "iello-en[coins.3=30,refund=up]" in found.manifest["rulesets"]
    words = [word.strip("'") for word in arguments]
    assert found.manifest["digest"] in call(capsys, *words).out
