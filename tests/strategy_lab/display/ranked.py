"""Tables of a ranking with findings chosen by the test."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from strategy_lab.results.tables import Tables

NAMES = ("ann", "bob", "cat", "dan")


def ranked_tables(
    ratings: Sequence[Sequence[float]] = ((200, 50, -50, -200),),
    *,
    half: float = 10.0,
    rulesets: Sequence[str] = ("iello-en",),
    names: Sequence[str] = NAMES,
    cycles: Sequence[str] = (),
) -> Tables:
    """Tables with a cell for each of `ratings`, of 3 players and more, in every ruleset.

    `ratings` are those of `names`, with intervals of a half-width. Shares are as the ratings expect
    but for the first two strategies, who finish ahead of each other equally often.
    """
    cells = [(ruleset, 3 + i, row) for ruleset in rulesets for i, row in enumerate(ratings)]
    field = len(names)
    value = np.array([row for *_, row in cells], float).ravel()
    keys = {
        "ruleset": np.repeat([ruleset for ruleset, *_ in cells], field),
        "players": np.repeat([players for _, players, _ in cells], field),
        "strategy": np.tile(names, len(cells)),
    }
    pairs = [(a, b) for a in range(field) for b in range(field) if a != b]
    expected = np.array(
        [1 / (1 + 10 ** ((row[b] - row[a]) / 400)) for *_, row in cells for a, b in pairs]
    )
    level = np.array([{a, b} == {0, 1} for _ in cells for a, b in pairs])
    rate = np.where(level, 0.5, expected)
    return {
        "ratings": {
            **keys,
            "games": np.full(len(value), 1000),
            "rating": value,
            "rating_low": value - half,
            "rating_high": value + half,
            "group": np.ones(len(value), np.int64),
            "deals": np.full(len(value), 300),
        },
        "head_to_head": {
            "ruleset": np.repeat([ruleset for ruleset, *_ in cells], len(pairs)),
            "players": np.repeat([players for _, players, _ in cells], len(pairs)),
            "strategy": np.tile([names[a] for a, _ in pairs], len(cells)),
            "opponent": np.tile([names[b] for _, b in pairs], len(cells)),
            "games": np.full(len(rate), 1000),
            "ahead_rate": rate,
            "ahead_rate_low": rate - 0.02,
            "ahead_rate_high": rate + 0.02,
            "ahead_expected": expected,
            "deals": np.full(len(rate), 300),
        },
        "cycles": {
            "ruleset": np.repeat(rulesets[:1], len(cycles)).astype(str),
            "players": np.full(len(cycles), 3),
            "cycle": np.array(cycles, dtype=str),
            "games": np.full(len(cycles), 1000),
            "weakest_leg": np.full(len(cycles), 0.55),
        },
    }
