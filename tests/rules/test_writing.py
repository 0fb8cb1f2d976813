"""Rulesets as files."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.rules.loading import load_ruleset, ruleset_names, ruleset_toml
from strategy_lab.varying import differences


@pytest.mark.parametrize(
    "name", [*ruleset_names(), "iello-en[refund=none,coins.4=20]", "iello-en[coins=18 14 14 14]"]
)
def test_what_is_written_is_loaded_again(name: str, tmp_path: Path) -> None:
    ruleset = load_ruleset(name)
    path = tmp_path / "mine.toml"
    path.write_text(ruleset_toml(ruleset), encoding="utf-8")
    again = load_ruleset(str(path))
    assert differences(ruleset, again) == ()
    assert again.name == name
