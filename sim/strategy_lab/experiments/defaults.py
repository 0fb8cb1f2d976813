"""What experiments play unless something else is asked for; nothing slow to import."""

from __future__ import annotations

DEFAULT_GAMES = 100_000
DEFAULT_MAX_GAMES = 10**9
"""After how many games a run ends though its precision is not reached."""

SLOW_SHARE = 3
"""Of how many games a field of players who search plays one."""

MOST_TRAINING_SEEDS = 20

DEFAULT_COMPARED_GAMES = 10_000_000

DEFAULT_ELO0, DEFAULT_ELO1 = 0.0, 5.0
DEFAULT_ERROR = 0.05
DEFAULT_DUEL_DEALS = 1_000_000

DEFAULT_META_DEALS = 600
DEFAULT_ALPHAS = tuple(float(f"{10 ** (third / 3):.3g}") for third in range(-6, 7))
"""Three a power of ten, from 0.01 to 100."""
DEFAULT_POPULATION = 50

DRAWN_SEED_BITS = 32
"""A drawn seed has to be typed again by people."""


def drawn_seed() -> int:
    """Return a seed that nothing decides."""
    import secrets

    return secrets.randbits(DRAWN_SEED_BITS)
