"""Rulesets by name or from a file."""

from __future__ import annotations

from pathlib import Path

from forsale_sim.ruleset_files import RulesetFiles

from monopoly_sim.rules.ruleset import Ruleset, differences

EDITIONS = Path(__file__).with_name("editions")

_files = RulesetFiles(EDITIONS, Ruleset, lambda one, other: bool(differences(one, other)))

ruleset_names = _files.names
load_ruleset = _files.load
