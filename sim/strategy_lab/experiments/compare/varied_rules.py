"""The values of the rules that a comparison varies, beside the differences that they make."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from strategy_lab.game import Ruleset
from strategy_lab.results.columns import Columns


def varied_values(table: Columns, rulesets: Sequence[Ruleset], varied: Sequence[str]) -> Columns:
    """Return a column for each varied rule: what ruleset b of each row has for it.

    Numbers where all are numbers, else texts.
    """
    by_name = {ruleset.name: ruleset for ruleset in rulesets}
    rows = list(zip(table["b"].tolist(), table["players"].tolist(), strict=True))
    columns = {}
    for rule in varied:
        values = {row: rule_value(by_name[row[0]], rule, row[1]) for row in set(rows)}
        numbers = all(isinstance(value, int) for value in values.values())
        column = [values[row] if numbers else str(values[row]) for row in rows]
        columns[rule] = np.array(column, np.int64 if numbers else object)
    return columns


def rule_value(ruleset: Ruleset, rule: str, players: int) -> int | str:
    """Return what a ruleset has for a rule: ``18``, or ``"18 14 14 14"`` by seat."""
    value = ruleset.setting(rule)
    if isinstance(value, dict):
        value = value[players]
    if not isinstance(value, tuple):
        return int(value) if isinstance(value, int) else str(value)
    return value[0] if len(set(value)) == 1 else " ".join(map(str, value))
