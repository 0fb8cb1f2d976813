"""The measures that every game has: who wins how often, and how much depends on seat and skill."""

from __future__ import annotations

import numpy as np

from strategy_lab.results.columns import SHARE
from strategy_lab.results.layout import Layout
from strategy_lab.results.measure import (
    COMPARE,
    DESIGN,
    SEAT,
    SEVERAL,
    STANDING,
    STRATEGY,
    WIN,
    Floats,
    Measure,
    Ratio,
)
from strategy_lab.stats.skill import best_rates

RANKS = "rank"
"""The unit of ranks."""

ONE_GAME = "one game in a hundred: fewer than that no group of players can notice"


def _skill(layout: Layout, sums: Floats) -> Floats:
    fair = 1 / layout.players
    most = np.sum((best_rates(layout.strategies, layout.players) - fair) ** 2)
    spread = np.sum((layout.means(sums, WIN_RATE, STRATEGY) - fair) ** 2, axis=-1)
    return np.asarray(np.sqrt(spread / most))


def _best(layout: Layout, sums: Floats) -> Floats:
    return np.asarray(layout.means(sums, WIN_RATE, STRATEGY).max(axis=-1))


WIN_RATE = Measure(
    "win_rate",
    SHARE,
    "share of the win; k players who tie get 1/k each",
    {of: Ratio(WIN) for of in (SEAT, STRATEGY, STANDING)},
    matters=0.01,
    reason=ONE_GAME,
    noun="the win rate",
    question="how often {who} wins",
    label="{who} wins, points",
    more="{who} wins {size} {unit} more often",
    less="{who} wins {size} {unit} less often",
    is_rate=True,
)

SEAT_GAP = Measure(
    "seat_gap",
    SHARE,
    "win rate of the best seat less that of the worst",
    matters=0.01,
    reason=ONE_GAME,
    noun="the gap between seats",
    question="how far the best seat is ahead of the worst",
    label="best less worst seat, points",
    more="the best seat gains {size} {unit} on the worst",
    less="the worst seat gains {size} {unit} on the best",
    gap_of="win_rate",
)

RANK = Measure(
    "rank",
    RANKS,
    "place in the order of strategies by win rate",
    matters=0.5,
    reason="a rank has changed if it is another one",
    label="place of {who}",
    size_unit="place",
    used_in=(COMPARE,),
)

SKILL = Measure(
    "skill",
    SHARE,
    "how much skill decides: 0 in a lottery, 1 if the best strategy always wins",
    matters=0.01,
    reason=ONE_GAME,
    noun="the weight of skill",
    quantity=_skill,
    needs=SEVERAL,
    used_in=(DESIGN,),
)

BEST = Measure(
    "best",
    SHARE,
    "win rate of the strategy that wins most",
    matters=0.01,
    reason=ONE_GAME,
    noun="the win rate of the best strategy",
    quantity=_best,
    is_rate=True,
    needs=SEVERAL,
    used_in=(DESIGN,),
)

EVERY_GAME = (WIN_RATE, SEAT_GAP, RANK, SKILL, BEST)
"""In the order of tables."""
