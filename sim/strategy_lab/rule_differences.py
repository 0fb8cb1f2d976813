"""The rules that two rulesets of a game set differently."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from strategy_lab.varying import Variables


class RuleSettings(Protocol):
    """What sets every rule: the ruleset of a game."""

    @property
    def variables(self) -> Variables:
        """The rules that it sets."""
        ...

    @property
    def players(self) -> tuple[int, ...]:
        """The player counts that it allows."""
        ...

    def setting(self, key: str) -> Any:
        """Return the value of a file's key."""
        ...


class Difference(NamedTuple):
    """A parameter that two rulesets set differently."""

    parameter: str
    """Its key in a ruleset's file, or ``players``."""
    players: int | None
    """The player count it is set for; `None` if it is the same for all."""
    a: Any
    """Its value; `None` if the ruleset does not allow that player count."""
    b: Any


def differences(a: RuleSettings, b: RuleSettings) -> tuple[Difference, ...]:
    """Return the rules that `a` and `b` do not share, in the order of a ruleset's file.

    Keys that only describe a ruleset (name, title, source, readings) are not rules.
    """
    rows = [Difference("players", None, a.players, b.players)]
    for key in a.variables.keys:
        value_a, value_b = a.setting(key), b.setting(key)
        if isinstance(value_a, dict) and isinstance(value_b, dict):
            rows.extend(
                Difference(key, players, value_a.get(players), value_b.get(players))
                for players in sorted({*value_a, *value_b})
            )
        else:
            rows.append(Difference(key, None, value_a, value_b))
    return tuple(row for row in rows if row.a != row.b)
