"""The parameters that come tuned, found by the rules of a game."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from forsale_sim.plugins.tuned import read_tuned
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.parameters import Rules

PACKAGE, FOLDER = "forsale_strategies", "tuned"


def tuned_set(rules: Rules) -> Path | None:
    """Return the file of the parameters that were tuned for a game; None if there is none.

    They are those of `blueprint`. Editions that print the same rules share a file.
    """
    package = find_spec(PACKAGE)
    folders = (package.submodule_search_locations if package else None) or ()
    for folder in folders:
        for path in sorted((Path(folder) / FOLDER).glob(f"*-{rules.players}.toml")):
            game = load_ruleset(read_tuned(path).ruleset).rules(rules.players)
            if game.settings() == rules.settings():
                return path
    return None
