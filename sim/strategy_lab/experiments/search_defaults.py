"""How searches are done unless something else is asked for; nothing slow to import."""

from __future__ import annotations

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
