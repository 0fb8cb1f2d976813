"""Rulesets by name, from a file, or as a what-if of another."""

from __future__ import annotations

from pathlib import Path

from strategy_lab.ruleset_files import RulesetFiles

from monopoly_sim.rules.ruleset import Ruleset

_files = RulesetFiles(Path(__file__).with_name("editions"), Ruleset)

ruleset_names, load_ruleset, ruleset_of = _files.names, _files.load, _files.of_settings
