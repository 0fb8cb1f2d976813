"""Rulesets by name, from a file, or as a what-if of another; `Ruleset.extended` inherits rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from forsale_sim.rules.difference import differences
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.rules.varying import split_name, what_if
from forsale_sim.ruleset_files import RulesetFiles

EDITIONS = Path(__file__).with_name("editions")

_files = RulesetFiles(EDITIONS, Ruleset, lambda one, other: bool(differences(one, other)))

ruleset_names = _files.names


def load_ruleset(name_or_path: str) -> Ruleset:
    """Return a ruleset."""
    varied = None if Path(name_or_path).is_file() else split_name(name_or_path)
    if varied is None:
        return _files.load(name_or_path)
    base, variations = varied
    return what_if(load_ruleset(base), variations)


def ruleset_of(settings: Mapping[str, object]) -> Ruleset:
    """Return the ruleset that values by key describe, as a file would have them."""
    return _files.of_settings(settings, load_ruleset)
