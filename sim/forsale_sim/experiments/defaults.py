"""What a design and a gauntlet play unless something else is asked for; nothing slow to import."""

from __future__ import annotations

from typing import Final

DEFAULT_DESIGN_GAMES = 20_000_000
RETUNED_FIELD = "retuned"
"""The field of play that is tuned for each ruleset of a design."""

VALIDATE: Final = "validate"
GAUNTLET_PARTS = ("train", VALIDATE, "test")
DEFAULT_GAUNTLET_DEALS = 60
DEFAULT_STRANGERS, DEFAULT_MIXED_TABLES = 12, 8
