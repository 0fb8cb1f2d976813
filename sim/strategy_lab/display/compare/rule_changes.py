"""The rules that two rulesets set differently, as lines of text."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from strategy_lab.rule_differences import Difference, RuleSettings, differences

LONGEST_LIST = 8
"""Of longer ones it is told how much of them differs."""


def changed_rules(
    a: RuleSettings, b: RuleSettings, players: Collection[int] | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the rules that differ for some player counts, and how: "down → up".

    For how many players they are is such a rule, unless only some of those in common are asked for.
    """
    asked = {*a.players, *b.players} if players is None else set(players)
    common = set(a.players) & set(b.players)
    changed: dict[str, list[str]] = {}
    for difference in differences(a, b):
        if difference.players is not None and difference.players not in asked:
            continue
        if difference.parameter == "players" and not common <= asked:
            continue
        count = "" if difference.players is None else f"{difference.players} players: "
        changed.setdefault(difference.parameter, []).append(f"{count}{_change(difference)}")
    yield from ((parameter, ", ".join(texts)) for parameter, texts in changed.items())


def _change(difference: Difference) -> str:
    a, b = difference.a, difference.b
    is_long = [isinstance(side, tuple) and len(side) > LONGEST_LIST for side in (a, b)]
    if all(is_long) and len(a) == len(b):
        return f"{sum(one != other for one, other in zip(a, b, strict=True))} of {len(a)} differ"
    return " → ".join(map(_short, (a, b)))


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if hasattr(value, "sentences"):  # code says what it does
        return " ".join(value.sentences.values())
    if not isinstance(value, tuple):
        return "-" if value is None else str(value)
    if value and len(set(value)) == 1:
        return str(value[0])
    return "/".join(map(str, value)) if len(value) <= LONGEST_LIST else f"{len(value)} entries"
