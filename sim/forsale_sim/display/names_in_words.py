"""Rulesets and tables as sentences call them, where nobody has to type their names."""

from __future__ import annotations

from forsale_sim.rules.ruleset import Ruleset

FIELDS = {
    "strong": "built-in players",
    "trained": "players of the ladder",
    "all": "all usual players",
    "panel": "all strangers",
    "re-tuned": "players tuned in haste",
    "re-tuned fully": "players tuned for the rules",
    "unchanged": "players who do not adapt",
}
"""Fields whose names are words of the command line."""

PANEL = "panel: "
ANEW = "trained anew "

TITLE, VARIANT = "For Sale, ", "-variant"


def field_words(name: str) -> str:
    """Return what sentences call a field: "strangers (search)"."""
    if name.startswith(PANEL):
        return f"strangers ({name.removeprefix(PANEL)})"
    if name.startswith(ANEW):
        return f"training {name.removeprefix(ANEW)}"
    return FIELDS.get(name, name)


def ruleset_words(ruleset: Ruleset) -> str:
    """Return what sentences call a ruleset: a printed one by its edition, others by their names."""
    title = ruleset.title or ""
    if not title.startswith(TITLE):
        return ruleset.name
    edition = title.removeprefix(TITLE).partition(":")[0]
    return f"the variant of the {edition}" if ruleset.name.endswith(VARIANT) else f"the {edition}"
