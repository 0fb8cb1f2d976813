"""What a deal comes to: the sums over its games that measures are ratios of, and where they are."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forsale_sim.cards import MAX_CARDS
from forsale_sim.engine.state import new_table
from forsale_sim.results.paired.counting import (
    COUNTED,
    DEALING,
    OF_GAMES,
    find_taken,
    sum_deals,
)
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
        """Return where a seat's win shares are, in 60ths."""
        return self._wins + seat - 1

    def money(self, seat: int) -> int:
        """Return where a seat's money at the end is."""
        return self._money + seat - 1

    def strategy_win(self, strategy: int) -> int:
        """Return where the win shares of the strategy of that index are, in 60ths."""
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


def deal_sums(
    rules: Rules, strategies: int, rows: Rows, *, seatings: int, seed: int, first_deal: int
) -> NDArray[np.int64]:
    """Return what each deal comes to.

    Parameters
    ----------
    rules
        That the games were played by.
    strategies
        How many are in the field.
    rows
        Of whole deals.
    seatings
        How many games a deal has.
    seed, first_deal
        Which deals they are: it takes the order of the cards to tell an auction's winner from those
        who passed.

    Returns
    -------
    ndarray
        (deals, `Places.length`)

    Raises
    ------
    ValueError
        If a row names a strategy that is not in the field.
    """
    deals = len(rows.data) // seatings
    taken = houses_taken(rules, seed, first_deal, deals)
    places = Places(rules.players, strategies)
    sums = np.zeros((deals, places.length), np.int64)
    coins = sum(rules.coins)
    stopped_at = sum_deals(rows.data, seatings, rules.players, strategies, coins, taken, sums)
    if stopped_at != COUNTED:
        raise ValueError(f"row {stopped_at} has a strategy that is not one of {strategies}")
    return sums


def houses_taken(rules: Rules, seed: int, first_deal: int, deals: int) -> NDArray[np.int64]:
    """Return, for each deal, the set of houses that the winners of auctions take.

    An auction's winner takes the highest house on offer, so it takes no game to know them.
    """
    dealing: NDArray[Any] = np.zeros(1, DEALING)
    dealing["players"], dealing["seed"] = rules.players, np.uint64(seed)
    found = np.zeros(deals, np.int64)
    find_taken(
        *(dealing, new_table(rules.houses)),
        *(rules.houses_per_round, rules.cards_dealt, first_deal, found),
    )
    return found
