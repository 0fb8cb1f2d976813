"""What a player can do, as one number: pass, sell a house, or bid.

==================  ===============================================================================
action              meaning
==================  ===============================================================================
0                   pass
1 to 60             sell the house of that number
61 and more         bid that less 60: the bid's total, not the raise
==================  ===============================================================================

A bid can be as high as the most coins that a player starts with; so many actions there are.
"""

from __future__ import annotations

import operator
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from forsale_sim.cards import MAX_CARDS
from forsale_sim.reference.game import Game
from forsale_sim.reference.listing import members
from forsale_sim.reference.moves import IllegalMoveError, whole_number
from forsale_sim.reference.view import View

PASS = 0
BID = MAX_CARDS
"""What a bid is more than its amount; a sale is the house itself."""


def number_of_actions(most_coins: int) -> int:
    """Return how many actions there are where nobody starts with more than so many coins."""
    return 1 + MAX_CARDS + most_coins


def action_mask(view: View) -> NDArray[np.int8]:
    """Return for each action 1 if it is legal for the player who looks, whose turn it is, else 0.

    Returns
    -------
    ndarray
        As many as there are actions by the rules of the view.
    """
    mask = np.zeros(number_of_actions(max(map(view.starting_coins_of, view.seats))), np.int8)
    if view.cheques_on_offer:
        mask[members(view.hand)] = 1
    elif view.bidders:
        mask[PASS] = 1
        mask[BID + view.least_bid : BID + view.coins + 1] = 1
    return mask


def move_of(action: SupportsIndex) -> int:
    """Return an action as a strategy answers it: a bid's total, 0 to pass; or the house."""
    number = operator.index(action)
    return number if number <= BID else number - BID


def action_of(view: View, move: int) -> int:
    """Return what a strategy answered to a view as an action."""
    return move if move == PASS or view.cheques_on_offer else BID + move


def act(game: Game, action: object) -> None:
    """Make an action for the player to act.

    Raises
    ------
    IllegalMoveError
        If the rules do not allow it. Nothing has changed then.
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
