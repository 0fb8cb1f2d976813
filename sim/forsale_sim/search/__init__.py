"""Strategies that look ahead: what their `bid` and `sell` can call in compiled code.

A strategy that calls these declares its functions with
`forsale_sim.plugins.always_compiled.always_compiled`, and so plays in both engines. A search knows
what its view shows, no more: cards nobody has seen are shuffled anew each time it plays on
(determinisation [1]_).

References
----------
.. [1] Ginsberg, "GIB: Imperfect information in a computationally challenging game", JAIR 14 (2001);
   Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on
   Computational Intelligence and AI in Games 4 (2012).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from forsale_sim.reference.view import View

Policy = Callable[[View], int]
Rule = Callable[[View, int], int]


def _compiled_only() -> NoReturn:
    raise NotImplementedError("compiled code only: declare the strategy's function always_compiled")


def bid_by_rollouts(view: View, budget: int, bid: Policy, sell: Policy) -> int:
    """Return the bid after which playing on as a policy does wins most often.

    Parameters
    ----------
    view
        One random number is drawn from it.
    budget
        How many games are played to their end, all bids together.
    bid, sell
        How everyone plays on: functions of a view alone.

    Raises
    ------
    ValueError
        If they make an illegal move there.
    """
    _compiled_only()


def sale_by_rollouts(view: View, budget: int, bid: Policy, sell: Policy) -> int:
    """Return the house after whose sale playing on as a policy does wins most often.

    The arguments are those of `bid_by_rollouts`.
    """
    _compiled_only()


def sale_by_solving(view: View, budget: int, sell: Policy) -> int:
    """Return the house that a policy sells; in the last two sales, what their solution does.

    They are solved as a game in which all choose at the same time, once nobody holds more than two
    houses: `forsale_sim.search.selling`.

    Parameters
    ----------
    view
        One random number is drawn from it in the last two sales.
    budget
        How many sets of cheques are tried for the last sale: all there could be; at random, if
        there are more.
    sell
        How to sell before: a function of a view alone.
    """
    _compiled_only()


def bid_by_value(view: View, weights: Any, houses: int) -> int:
    """Return the bid after which the auction ends best, if all bid for their own best end of it.

    The auction is searched to all of its ends: `forsale_sim.search.auctions`.

    Parameters
    ----------
    view
        No random number is drawn from it.
    weights : (rounds, FEATURES) float64
        Of a value function, which says what an auction's end is worth:
        `forsale_sim.search.valuing`.
    houses
        How many were in the deck that it was learned with. In another deck, a house counts as one
        of its rank would there.
    """
    _compiled_only()


def sale_by_mixing(
    view: View, rounds: int, draws: int, rules: int, trust: float, rule: Rule
) -> int:
    """Return a house drawn from a mixture that answers how the others may sell.

    A sale is a game in which all choose at the same time: `forsale_sim.search.mixing` and, for
    the last two, `forsale_sim.search.selling`. Who of the others sells by a rule shows in what
    they have sold: `forsale_sim.search.recognising`.

    Parameters
    ----------
    view
        One random number is drawn from it.
    rounds
        How many rounds of regret matching look for the mixture.
    draws
        How many sets of cheques are tried for the last sale, at most.
    rules
        How many rules the others may sell by.
    trust
        How likely who sells by none of them is to follow the first most of the time, before it was
        seen to sell: 0 to 1.
    rule
        The rules: a function of a view and a number from 0 to `rules` - 1; it draws no random
        number.

    Raises
    ------
    ValueError
        If a rule names a house that is not in hand.
    """
    _compiled_only()
