"""A ruleset as tables to read."""

from __future__ import annotations

from monopoly_sim.rules.parameters import Parameters
from monopoly_sim.rules.ruleset import Ruleset

Table = tuple[list[str], list[list[str]]]
"""Headers, and rows of as many cells."""


def rule_table(ruleset: Ruleset) -> Table:
    """Return what a single value sets, by key."""
    values = {
        "most_players": ruleset.most_players,
        "start_cash": _by_seat(ruleset.start_cash),
        **{key: ruleset.setting(key) for key in Parameters.model_fields},
    }
    return ["rule", "value"], [[key, _text(value)] for key, value in values.items()]


def _by_seat(amounts: tuple[int, ...]) -> int | tuple[int, ...]:
    return amounts[0] if len(set(amounts)) == 1 else amounts


def _text(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return ", ".join(map(str, value))
        case _:
            return str(value)


def board_table(ruleset: Ruleset) -> Table:
    """Return the squares with their prices and rents."""
    rows = []
    for place, square in enumerate(ruleset.squares):
        name = ruleset.labels.get(str(place), square.name)
        kind = square.group or square.kind.name.lower().replace("_", " ")
        money = [square.price or square.tax, square.house]
        rents = "/".join(map(str, square.rents))
        rows.append([str(place), name, kind, *(str(each or "") for each in money), rents])
    return ["square", "name", "group", "price", "house", "rents"], rows
