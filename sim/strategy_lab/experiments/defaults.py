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

DEFAULT_SEARCH_DEALS = 400
DEFAULT_SEARCH_POPULATION = 16
DEFAULT_HELD_OUT_DEALS = 10_000

LEAST_POPULATION = 4
"""The better half of a generation are parents: from a single one no covariance can be learned."""

MOST_SEARCH_DEALS = 1_000_000
"""What every candidate wins by each deal has to fit in memory."""

DEFAULT_TUNE_GENERATIONS = 60

MOST_GENERATIONS = 100_000
"""Of weeks: a larger number is a slip."""

DEFAULT_EXPLOIT_GENERATIONS = 30
DEFAULT_BUDGET = 100
DEFAULT_SAMPLES = 8
DEFAULT_EXPLOIT_DEALS = 2_000

DEFAULT_ROUNDS = 10
DEFAULT_PSRO_META_DEALS = 240
DEFAULT_PSRO_GENERATIONS = 40

DRAWN_SEED_BITS = 32
"""A drawn seed has to be typed again by people."""


def drawn_seed() -> int:
    """Return a seed that nothing decides."""
    import secrets

    return secrets.randbits(DRAWN_SEED_BITS)
