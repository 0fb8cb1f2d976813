"""What rules can be designed for: named measures, each computed from sums over batches of deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from forsale_sim.errors import UsageError, nearest
from forsale_sim.experiments.design.slips import SLIPPING
from forsale_sim.results.batch_sums import (
    AUCTIONS,
    CLOSE,
    CLOSE_PARTS,
    GAMES,
    LEFT,
    LEVEL,
    MARGIN,
    MONEY,
    OF_GAMES,
    SHARED,
)
from forsale_sim.results.columns import COUNT, SHARE
from forsale_sim.results.columns import MONEY as THOUSANDS
from forsale_sim.rows import whole_win
from forsale_sim.stats.batches import Estimate, gap_difference, smooth_difference
from forsale_sim.stats.skill import best_rates

Floats = NDArray[np.float64]


class Table(NamedTuple):
    """Who sums are of.

    Attributes
    ----------
    players
        How many play.
    strategies
        How many are in the field that lineups are drawn from.
    """

    players: int
    strategies: int

    def seat_rates(self, sums: Floats) -> Floats:
        """Return the win rates of all seats."""
        wins = sums[..., OF_GAMES : OF_GAMES + self.players]
        return wins / (whole_win(self.players) * sums[..., [GAMES]])

    def strategy_rates(self, sums: Floats) -> Floats:
        """Return the win rates of all strategies."""
        first = OF_GAMES + self.players
        wins = sums[..., first : first + self.strategies]
        games = sums[..., first + self.strategies : first + 2 * self.strategies]
        return wins / (whole_win(self.players) * games)


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity that rules can be designed for.

    Attributes
    ----------
    name, unit, description
        What it is called, its unit, what it is.
    matters
        What difference matters: smaller ones are a tie.
    of
        The quantity of sums; where it `is_gap`, the means that the gap is between.
    needs_several
        Whether it is about strategies of unequal strength, so that several have to meet.
    needs_slips
        Whether it is about a player who makes one decision at random: see `slips`.
    is_gap
        Whether it is the largest less the smallest of several means.
    is_certain
        Whether it follows from the rules, so that no game says otherwise.
    """

    name: str
    unit: str
    description: str
    matters: float
    of: Callable[[Table, Floats], Floats]
    needs_several: bool = False
    needs_slips: bool = False
    is_gap: bool = False
    is_certain: bool = False

    @property
    def scale(self) -> int:
        """What it is multiplied by for people: shares are shown in per cent."""
        return 100 if self.unit == SHARE else 1

    def difference(
        self,
        table: Table,
        a: NDArray[np.int64] | None,
        b: NDArray[np.int64],
        *,
        deals: int,
        error: float = 0.05,
        share: float = 1.0,
    ) -> Estimate:
        """Estimate by how much it exceeds a share of what it is by other rules.

        `a` and `b` are (batches, sums), by the other rules and by these; `a` may be None.
        """
        estimate = gap_difference if self.is_gap else smooth_difference
        least = 0.0 if self.is_certain else 1 / (deals * len(b))
        return estimate(partial(self.of, table), a, b, error=error, least_error=least, share=share)


def _per_game(place: int) -> Callable[[Table, Floats], Floats]:
    def mean(table: Table, sums: Floats) -> Floats:
        return np.asarray(sums[..., place] / sums[..., GAMES])

    return mean


def _per_player(place: int) -> Callable[[Table, Floats], Floats]:
    def mean(table: Table, sums: Floats) -> Floats:
        return np.asarray(sums[..., place] / (table.players * sums[..., GAMES]))

    return mean


def _skill(table: Table, sums: Floats) -> Floats:
    fair = 1 / table.players
    most = np.sum((best_rates(table.strategies, table.players) - fair) ** 2)
    spread = np.sum((table.strategy_rates(sums) - fair) ** 2, axis=-1)
    return np.asarray(np.sqrt(spread / most))


def _lost_by_slipping(table: Table, sums: Floats) -> Floats:
    return np.asarray(1 / table.players - table.strategy_rates(sums)[..., SLIPPING])


MEASURES = {
    measure.name: measure
    for measure in (
        Measure(
            "seats",
            SHARE,
            "win rate of the best seat less that of the worst",
            0.01,
            Table.seat_rates,
            is_gap=True,
        ),
        Measure(
            "skill",
            SHARE,
            "how much skill decides: 0 in a lottery, 1 if the best strategy always wins",
            0.01,
            _skill,
            needs_several=True,
        ),
        Measure(
            "best",
            SHARE,
            "win rate of the strategy that wins most",
            0.01,
            lambda table, sums: np.asarray(table.strategy_rates(sums).max(axis=-1)),
            needs_several=True,
        ),
        Measure(
            "decision",
            SHARE,
            "win rate that a player loses who makes one decision of the game at random",
            0.01,
            _lost_by_slipping,
            needs_slips=True,
        ),
        Measure(
            "drama",
            SHARE,
            f"games in which the second has all but 1/{CLOSE_PARTS} of the winner's money",
            0.01,
            _per_game(CLOSE),
        ),
        Measure(
            "margin",
            THOUSANDS,
            "money of the winner less that of the second",
            0.5,
            _per_game(MARGIN),
        ),
        Measure(
            "ties",
            SHARE,
            "games in which several have the most money",
            0.01,
            _per_game(LEVEL),
        ),
        Measure(
            "shared",
            SHARE,
            "games whose win is shared, since the coins left are level, too",
            0.01,
            _per_game(SHARED),
        ),
        Measure(
            "left",
            THOUSANDS,
            "coins that a player has left at the end",
            0.25,
            _per_player(LEFT),
        ),
        Measure(
            "money",
            THOUSANDS,
            "money of a player at the end",
            0.5,
            _per_player(MONEY),
        ),
        Measure(
            "length",
            COUNT,
            "auctions in a game",
            0.5,
            _per_game(AUCTIONS),
            is_certain=True,
        ),
    )
}
"""By name."""


def find_measure(name: str, option: str) -> Measure:
    """Return the measure of a name that an option gives."""
    if name not in MEASURES:
        raise UsageError(f"{option}: no measure is called {name!r}{nearest(name, MEASURES)}")
    return MEASURES[name]
