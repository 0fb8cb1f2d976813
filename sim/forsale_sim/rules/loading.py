"""Rulesets by name, from a file, or as a what-if of another; `Ruleset.extended` inherits rules."""

from __future__ import annotations

from pathlib import Path

from strategy_lab.ruleset_files import RulesetFiles

from forsale_sim.rules.ruleset import Ruleset

EDITIONS = Path(__file__).with_name("editions")

_files = RulesetFiles(EDITIONS, Ruleset)

ruleset_names, load_ruleset, ruleset_of = _files.names, _files.load, _files.of_settings
