"""What a deal comes to: the sums over its games that measures are ratios of, and where they are."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from forsale_sim.cards import MAX_CARDS
from forsale_sim.results.accumulator import require_whole_deals
from forsale_sim.results.paired.counting import COUNTED, OF_GAMES, sum_deals
from forsale_sim.rows import Rows
from forsale_sim.rules.parameters import Rules


class Places:
    """Where the sums by seat, strategy and house are among those of a deal.

    Parameters
    ----------
    players
        How many play.
    strategies
        How many are in the field.

    Attributes
    ----------
    length
        How many sums there are.
    """

    def __init__(self, players: int, strategies: int) -> None:
        sizes = (players, players, strategies, strategies, MAX_CARDS, MAX_CARDS)
        starts = list(accumulate(sizes, initial=OF_GAMES))
        self._wins, self._money, self._strategy_wins = starts[:3]
        self._strategy_games, self._paid, self._dealt, self.length = starts[3:]

    def win(self, seat: int) -> int:
        """Return where a seat's win shares are."""
        return self._wins + seat - 1

    def money(self, seat: int) -> int:
        """Return where a seat's money at the end is."""
        return self._money + seat - 1

    def strategy_win(self, strategy: int) -> int:
        """Return where the win shares of the strategy of that index are."""
        return self._strategy_wins + strategy

    def strategy_games(self, strategy: int) -> int:
        """Return where the appearances of the strategy of that index are."""
        return self._strategy_games + strategy

    def paid(self, house: int) -> int:
        """Return where the coins that a house cost its buyers are."""
        return self._paid + house - 1

    def dealt(self, house: int) -> int:
        """Return where the games in which a house was bought are."""
        return self._dealt + house - 1


def deal_sums(rules: Rules, strategies: int, rows: Rows) -> NDArray[np.int64]:
    """Return what each deal comes to.

    They are (deals, `Places.length`).
    """
    require_whole_deals(rows, rules.players, rows.seatings)
    rows.require_houses()
    places = Places(rules.players, strategies)
    sums = np.zeros((rows.deals, places.length), np.int64)
    stopped_at = sum_deals(
        *(rows.data, rows.houses, rows.seatings, rules.players, strategies),
        *(sum(rules.coins), sums),
    )
    if stopped_at != COUNTED:
        raise ValueError(f"row {stopped_at} has a strategy that is not one of {strategies}")
    return sums
