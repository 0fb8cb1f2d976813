"""Rulesets as the values of a file, from which they can be read again."""

from __future__ import annotations

from typing import Any

from monopoly_sim.rules.effects import Effect
from monopoly_sim.rules.ruleset import Ruleset
from monopoly_sim.rules.squares import KEYS, Square


def settings_of(ruleset: Ruleset) -> dict[str, Any]:
    """Return all that a ruleset says, inherited or not, in values that TOML and JSON can hold."""
    values = ruleset.model_dump(exclude={"squares", "deck_a", "deck_b", "extends"})
    return {
        **{key: plain(value) for key, value in values.items() if value is not None},
        **{key: plain(getattr(ruleset, key)) for key in ("squares", "deck_a", "deck_b")},
    }


def plain(value: object) -> Any:
    """Return the value of a rule as TOML and JSON have it."""
    match value:
        case Square():
            facts = {key: plain(getattr(value, key)) for key in KEYS.get(value.kind, ())}
            return {"kind": value.kind.name.lower(), "name": value.name, **facts}
        case Effect():
            return str(value)
        case list() | tuple():
            return [plain(each) for each in value]
        case dict():
            return {key: plain(each) for key, each in value.items() if each is not None}
        case _:
            return value
