"""A spec is the same after a way through JSON, and as the command that asks for it again."""

from __future__ import annotations

import pytest
from forsale_sim.for_sale import GAME
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import UsageError
from strategy_lab.simulation.options import chosen_rulesets
from strategy_lab.simulation.replaying import leave_unloaded, load_unchanged
from strategy_lab.simulation.spec import LoadEntrant, spec_from

from tests.strategy_lab.simulation.kept import small_spec

ENGLISH = load_ruleset("iello-en")


def test_the_command_says_no_more_than_it_has_to() -> None:
    spec = small_spec(players=None, strategies=None)
    assert spec.command_line() == "forsale-sim run --games 1000 --seed 9"
    assert small_spec(players=None, strategies=None, rotate=False).command_line(
        "--game", "1", "--out", "my run", command="replay"
    ) == ("forsale-sim replay --games 1000 --no-rotate --seed 9 --game 1 --out 'my run'")


@pytest.mark.parametrize("files", [3, None, "mine.py", ["mine.py"]])
@pytest.mark.parametrize("load", [load_unchanged, leave_unloaded])
def test_files_of_a_strategy_are_by_path(load: LoadEntrant, files: object) -> None:
    held = small_spec().to_json()
    held["strategies"][1]["files"] = files
    with pytest.raises((ValueError, UsageError)):
        spec_from(held, load)


def test_rules_are_held_by_value() -> None:
    held = small_spec().to_json()
    held["rulesets"][0]["settings"]["refund"] = "up"
    (cell, *_) = spec_from(held).experiment().plans[0].cells
    assert cell.cell.rules.settings()["refund"] == "up"
    held["rulesets"][0]["settings"]["refund"] = "half"
    with pytest.raises(UsageError, match="refund: "):
        spec_from(held)


def test_a_ruleset_named_twice_is_one() -> None:
    assert len(chosen_rulesets(["iello-en", ENGLISH, "iello-fr"], GAME)) == 2
    with pytest.raises(UsageError, match="another ruleset of this run is called 'iello-en'"):
        chosen_rulesets(["iello-en", ENGLISH.with_changes("iello-en", refund="up")], GAME)


@pytest.mark.parametrize("command", ["psr", "", "../run", 3])
def test_an_unknown_experiment_is_refused(command: object) -> None:
    with pytest.raises(ValueError, match="there is no experiment"):
        spec_from({"experiment": command})
