r"""Where the variance of results comes from: the Latin square that the rotations of a deal are.

:math:`n` players play a deal :math:`n` times and sit in each seat once. With the result
:math:`y_{ps}` of player :math:`p` in seat :math:`s`, sums :math:`T_p` over the games of a player,
:math:`U_s` of a seat and :math:`G_g` of a game, and :math:`Y` over all, the sum of squares splits:

.. math::
    \sum y^2 - \frac{Y^2}{n^2}
    = \underbrace{\frac{\sum T_p^2}{n} - \frac{Y^2}{n^2}}_{\text{players}}
    + \underbrace{\frac{\sum U_s^2}{n} - \frac{Y^2}{n^2}}_{\text{seats}}
    + \underbrace{\frac{\sum G_g^2}{n} - \frac{Y^2}{n^2}}_{\text{games}} + \text{residual}

(Fisher, *The Design of Experiments*, 1935; Scheffé, *The Analysis of Variance*, 1959, ch. 5). The
residual has :math:`(n - 1)(n - 2)` degrees of freedom. Players and seats of a deal would seem to
differ by chance alone, by :math:`n - 1` mean squares of it, so that much is taken off them. What is
left of the players' part once each strategy's own mean is taken off is how strategies and the cards
of the deal, and those whom they meet there, suit each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Squares(NamedTuple):
    """Sums of squares over deals, each an array of any one shape.

    Attributes
    ----------
    cells
        Of each player in each game.
    players, seats, games
        Of the sums of each player, seat and game of a deal.
    deals
        Of the sums of whole deals.
    """

    cells: Floats
    players: Floats
    seats: Floats
    games: Floats
    deals: Floats


class Sources(NamedTuple):
    """Parts of the variance of results, which add up to 1; one below 0 is there by chance."""

    strategy: Floats
    """Who plays."""
    cards: Floats
    """Strategies with the cards of a deal, and with whom they meet there."""
    seat: Floats
    """Seats with the cards of a deal."""
    rest: Floats
    """Who sits where, with these cards."""


def sources(squares: Squares, between_strategies: Floats, deals: Floats, players: int) -> Sources:
    """Return where the variance of results comes from.

    `squares`: over all deals. `between_strategies`: variance of the mean results of strategies,
    weighted by how often each plays. `deals`: how many deals. `players`: how many play, 2 or more.
    """
    common = squares.deals / players**2
    whole = squares.cells - common
    of_players, of_seats, of_games = (
        part / players - common for part in (squares.players, squares.seats, squares.games)
    )
    residual = whole - of_players - of_seats - of_games
    chance = residual / max(players - 2, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        strategy = between_strategies * deals * players**2 / whole
        player, seat = ((part - chance) / whole for part in (of_players, of_seats))
    return Sources(strategy, player - strategy, seat, 1 - player - seat)
