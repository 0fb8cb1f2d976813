"""Rulesets as the text of a file that can be loaded again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from strategy_lab.files.toml import toml_line

from forsale_sim.rules.readings import RULE_KEYS

if TYPE_CHECKING:
    from forsale_sim.rules.ruleset import Ruleset


def ruleset_toml(ruleset: Ruleset) -> str:
    """Return a file's text with all rules of a ruleset, those that it has inherited, too."""
    values = {key: ruleset.setting(key) for key in RULE_KEYS}
    if ruleset.code is not None:
        values["code"] = str(Path(ruleset.code.path).absolute())
    lines = [toml_line("name", ruleset.name)]
    for key, value in values.items():
        if not isinstance(value, dict | None):
            lines.append(toml_line(key, value))
    for key, table in values.items():
        if isinstance(table, dict) and table:
            lines += ["", f"[{key}]"]
            lines += [toml_line(str(players), value) for players, value in table.items()]
    return "\n".join([*lines, ""])
