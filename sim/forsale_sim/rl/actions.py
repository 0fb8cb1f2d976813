"""Actions of a player as one number: pass, sell a house, or bid.

==================  ===============================================================================
action              meaning
==================  ===============================================================================
0                   pass
1 to 60             sell the house of that number
61 and more         bid the number less 60: the bid's total, not the raise
==================  ===============================================================================

The highest bid is the most coins that a player starts with; the last action is that bid.
"""

from __future__ import annotations

import operator
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray
from strategy_lab.moves import IllegalMoveError, whole_number

from forsale_sim.cards import MAX_CARDS, members
from forsale_sim.reference.game import Game
from forsale_sim.reference.view import View

PASS = 0
BID = MAX_CARDS
"""The action of a bid is this plus the bid; that of a sale is the house."""


def number_of_actions(most_coins: int) -> int:
    """Return how many actions there are if nobody starts with more than `most_coins`."""
    return 1 + MAX_CARDS + most_coins


def action_mask(view: View) -> NDArray[np.int8]:
    """Return 1 for each action that is legal for the player whose turn and view it is, else 0."""
    mask = np.zeros(number_of_actions(max(map(view.starting_coins_of, view.seats))), np.int8)
    if view.cheques_on_offer:
        mask[members(view.hand)] = 1
    elif view.bidders:
        mask[PASS] = 1
        mask[BID + view.least_bid : BID + view.coins + 1] = 1
    return mask


def move_of(action: SupportsIndex) -> int:
    """Return an action as a strategy's move: a bid's total, 0 to pass, or the house to sell."""
    number = operator.index(action)
    return number if number <= BID else number - BID


def action_of(view: View, move: int) -> int:
    """Return a strategy's move for a view as an action."""
    return move if move == PASS or view.cheques_on_offer else BID + move


def act(game: Game, action: object) -> None:
    """Carry out an action of the player to act.

    Raises
    ------
    IllegalMoveError
        If the rules do not allow it. The game has not changed then.
    """
    number = whole_number(action)
    if number < PASS:
        raise IllegalMoveError(f"action {number}", "the first action is 0, to pass")
    if number == PASS:
        game.pass_()
    elif number <= BID:
        game.sell(number)
    else:
        game.bid(number - BID)
