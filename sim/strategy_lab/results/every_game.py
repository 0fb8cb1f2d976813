"""The measures that every game has: who wins how often, and how much depends on the seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from strategy_lab.results.columns import SHARE
from strategy_lab.results.measure import (
    COMPARE,
    SEAT,
    STANDING,
    STRATEGY,
    WIN,
    Measure,
    Ratio,
)

RANKS = "rank"
"""The unit of ranks."""

ONE_GAME = "one game in a hundred: fewer than that no group of players can notice"


def rate_of_games(name: str, description: str, of: Mapping[str, Ratio], **more: Any) -> Measure:
    """Return the measure of a share of games, of which one in a hundred matters.

    `more` is what else a `Measure` takes.
    """
    return Measure(
        name, SHARE, description, of, matters=0.01, reason=ONE_GAME, is_rate=True, **more
    )


WIN_RATE = rate_of_games(
    "win_rate",
    "share of the win; k players who tie get 1/k each",
    {of: Ratio(WIN) for of in (SEAT, STRATEGY, STANDING)},
    noun="the win rate",
    question="how often {who} wins",
    label="{who} wins, points",
    more="{who} wins {size} {unit} more often",
    less="{who} wins {size} {unit} less often",
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

EVERY_GAME = (WIN_RATE, SEAT_GAP, RANK)
"""In the order of tables."""
