"""A ruleset as tables to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from strategy_lab.rule_differences import Difference

from monopoly_sim.rules.parameters import Parameters
from monopoly_sim.rules.ruleset import Ruleset
from monopoly_sim.rules.squares import Kind, Square

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
        case Kind():
            return value.name.lower()
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


def differing(difference: Difference) -> Iterator[tuple[str, str, str]]:
    """Yield what two rulesets set differently, and both values; squares are told one by one."""
    rule, a, b = difference.parameter, difference.a, difference.b
    match rule:
        case "players":  # which `most_players` says
            return
        case "squares":
            for place, pair in enumerate(zip_longest(a, b)):
                for key in Square._fields:
                    one, other = (_text(getattr(square, key, "")) for square in pair)
                    if one != other:
                        yield f"square {place}, {key}", one or "-", other or "-"
        case "deck_a" | "deck_b":
            decks = Counter(map(str, a)), Counter(map(str, b))
            for one, other in zip_longest(
                (decks[0] - decks[1]).elements(), (decks[1] - decks[0]).elements(), fillvalue="-"
            ):
                yield rule, one, other
        case "start_cash":
            yield rule, _text(_by_seat(a)), _text(_by_seat(b))
        case _:
            yield rule, _text(a), _text(b)
