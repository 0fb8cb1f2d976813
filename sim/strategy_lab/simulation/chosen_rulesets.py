"""Rulesets that were asked for, with what named them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from strategy_lab.errors import UsageError

if TYPE_CHECKING:
    from strategy_lab.game import GameDefinition, Ruleset


@dataclass(frozen=True, slots=True)
class ChosenRuleset:
    """A ruleset of a game, and the text that named it: a name or a path; none for a what-if."""

    text: str | None
    ruleset: Any
    game: GameDefinition

    def __str__(self) -> str:
        """Return what names it; if nothing does yet, a file that could hold it."""
        return self.text or _name_or_file(self)


def chosen_rulesets(
    texts: Iterable[str | Ruleset | Mapping[str, Any]], game: GameDefinition
) -> tuple[ChosenRuleset, ...]:
    """Return the rulesets that texts name, each once.

    A ruleset may stand for itself, as may what its file would say.
    """
    chosen: dict[str, ChosenRuleset] = {}
    for text in texts:
        named = isinstance(text, str)
        if isinstance(text, str):
            ruleset = game.load_ruleset(text)
        else:
            ruleset = game.ruleset_of(text) if isinstance(text, Mapping) else text
        each = ChosenRuleset(str(text) if named else None, ruleset, game)
        known = chosen.setdefault(ruleset.name, each)
        if _differ(game, known.ruleset, ruleset):
            raise UsageError(
                f"{each.text or ruleset.name}: name: another ruleset of this run is called "
                f"{ruleset.name!r} and has other rules; give one of them a name of its own"
            )
    return tuple(chosen.values())


def _name_or_file(chosen: ChosenRuleset) -> str:
    """Return what names a ruleset of Python; if nothing does yet, a file that could hold it."""
    name, game = chosen.ruleset.name, chosen.game
    try:
        is_known = not _differ(game, game.load_ruleset(name), chosen.ruleset)
    except UsageError:
        is_known = False
    return str(name) if is_known else f"{name}.toml"


def _differ(game: GameDefinition, one: Ruleset, other: Ruleset) -> bool:
    """Return whether two rulesets have different rules."""
    settings = game.ruleset_settings(one), game.ruleset_settings(other)
    return any(settings[0].get(key) != settings[1].get(key) for key in game.rule_keys)
