"""What is played unless something else is asked for; nothing slow to import, for help's sake."""

from __future__ import annotations

from typing import Final

from forsale_strategies.panel import KINDS

DEFAULT_RULESET = "iello-en"

STRONG = ("counter", "expert", "matcher", "linear")
"""Built-in strategies that play well, the strongest first; those of the ladder play better."""

DEFAULT_FIELD = (*STRONG, "spread", "miser", "coinflip", "random")
"""The built-in strategies that both bid and sell, but for the ladder (docs/ladder.md)."""

LADDER = ("appraiser", "blueprint", "solver", "quick", "lookahead", "champion")
"""The built-in strategies that are made to be strong, the weakest first (docs/ladder.md)."""

DEFAULT_GAMES = 100_000
DEFAULT_MAX_GAMES = 10**9
"""After how many games a run ends though its precision is not reached."""

PANEL = tuple(KINDS)
"""Strangers: players that were not made here (docs/panel.md)."""

NAMED_FIELDS = {"all": DEFAULT_FIELD, "strong": STRONG, "panel": PANEL}
"""Fields that one word stands for."""

FIELD_KINDS = (
    *("trained", "trained,expert,counter", "trained,expert", "strong", "counter,expert"),
    *("all", "mirrors"),
)
"""The fields that comparisons and reports are about: the strongest play, tables that might be met,
and tables that are watched but decide nothing."""

MOST_TRAINING_SEEDS = 20

DEFAULT_COMPARED_GAMES = 10_000_000

DEFAULT_ELO0, DEFAULT_ELO1 = 0.0, 5.0
DEFAULT_ERROR = 0.05
DEFAULT_DUEL_DEALS = 1_000_000

DEFAULT_DESIGN_GAMES = 20_000_000
RETUNED_FIELD = "retuned"
"""The field of play that is tuned for each ruleset of a design."""

DEFAULT_META_DEALS = 600
DEFAULT_ALPHAS = tuple(float(f"{10 ** (third / 3):.3g}") for third in range(-6, 7))
"""Three a power of ten, from 0.01 to 100."""
DEFAULT_POPULATION = 50

VALIDATE: Final = "validate"
GAUNTLET_PARTS = ("train", VALIDATE, "test")
DEFAULT_GAUNTLET_DEALS = 60
DEFAULT_STRANGERS, DEFAULT_MIXED_TABLES = 12, 8

DRAWN_SEED_BITS = 32
"""A drawn seed has to be typed again by people."""


def drawn_seed() -> int:
    """Return a seed that nothing decides."""
    import secrets

    return secrets.randbits(DRAWN_SEED_BITS)
