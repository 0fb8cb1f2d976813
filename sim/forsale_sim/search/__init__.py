"""Searches that a strategy's `bid` and `sell` can call in compiled code.

A strategy that calls these declares its functions with
`forsale_sim.search.always_compiled.always_compiled`, and so plays in both engines. A search knows
only what its view shows: before each playout it shuffles the cards that nobody has seen
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

from forsale_sim.view import View

Policy = Callable[[View], int]
Rule = Callable[[View, int], int]


def _compiled_only() -> NoReturn:
    raise NotImplementedError("compiled code only: declare the strategy's function always_compiled")


def bid_by_rollouts(view: View, budget: int, bid: Policy, sell: Policy) -> int:
    """Return the bid that wins most often when everyone then plays on by a policy.

    Parameters
    ----------
    view
        One random number is drawn from it.
    budget
        How many games are played to the end, over all bids together.
    bid, sell
        The policy: functions of a view alone.

    Raises
    ------
    ValueError
        If the policy makes an illegal move.
    """
    _compiled_only()


def sale_by_rollouts(view: View, budget: int, bid: Policy, sell: Policy) -> int:
    """Return the house whose sale wins most often when everyone then plays on by a policy.

    The arguments are those of `bid_by_rollouts`.
    """
    _compiled_only()


def bid_by_foresight(
    view: View, least: int, most: int, weights: Any, houses: int, bid: Policy
) -> int:
    """Return the bid with the best outcome if all others bid by a policy.

    The policy is asked what they would do: `forsale_sim.search.rollouts`.

    Parameters
    ----------
    view
        One random number is drawn from it.
    least, most
        For how many samples of the policy's draws the bids are compared: the most if the policy is
        seen to draw random numbers, and else the least.
    weights, houses
        As in `bid_by_beliefs`.
    bid
        The policy: a function of a view alone.

    Raises
    ------
    ValueError
        If the policy makes an illegal move.
    """
    _compiled_only()


def sale_by_foresight(view: View, least: int, most: int, sell: Policy) -> int:
    """Return the house whose sale wins most if all others sell by a policy.

    The arguments are those of `bid_by_foresight`.
    """
    _compiled_only()


def sale_by_solving(view: View, budget: int, sell: Policy) -> int:
    """Return the house that a policy sells, or, in the last two sales, that an equilibrium sells.

    Once nobody holds more than two houses, the sales left are solved as a simultaneous game:
    `forsale_sim.search.rollouts`.

    Parameters
    ----------
    view
        One random number is drawn from it in the last two sales.
    budget
        How many sets of cheques are tried for the last sale: all possible ones, or a random sample
        of this size if there are more.
    sell
        The policy for earlier sales: a function of a view alone.
    """
    _compiled_only()


def bid_by_beliefs(
    view: View,
    weights: Any,
    houses: int,
    budget: int,
    playouts: int,
    prior: Any,
    thrift: float,
    rule: Rule,
) -> int:
    """Return the bid with the best outcome if others bid as they are believed to.

    Each of the others bids by a rule, bids rationally, that is for the best outcome of their own,
    or by traits: `forsale_sim.search.bidding_model` and `forsale_sim.search.traits`. Where most bid
    rationally, the auction is searched to the end: `forsale_sim.search.auctions`. Else bids are
    tried in rollouts of the auctions to come, against players of rules and traits drawn as often as
    they are likely.

    Parameters
    ----------
    view
        One random number is drawn from it.
    weights : (rounds, FEATURES) float64
        The weights of a value function, which says what the end of an auction is worth.
    houses
        How many houses were in the deck that the weights were learned with. In another deck, a
        house counts as the house of the same rank there.
    budget
        How many positions are searched.
    playouts
        In how many rollouts bids are tried, over all bids together.
    prior : (rules,) float64
        How likely each rule is before the game; in sum less than 1.
    thrift
        How many times as much coins count as by the weights, in what the auction's ends are worth.
    rule
        The rules: a function of a view and a number from 0; it draws no random number. By rule 0
        the player goes on in rollouts.
    """
    _compiled_only()


def sale_by_mixing(
    view: View,
    rounds: int,
    draws: int,
    weights: Any,
    houses: int,
    prior: Any,
    bid_rule: Rule,
    sale_rule: Rule,
) -> int:
    """Return a house drawn from a mixed strategy that answers how the others may sell.

    A sale is a simultaneous game, solved approximately by `forsale_sim.search.sales`, or, for
    the last two sales, by `forsale_sim.search.rollouts`. Which rule each of the others plays by
    is inferred from their bids and sales: `forsale_sim.search.bidding_model`.

    Parameters
    ----------
    view
        One random number is drawn from it.
    rounds
        How many rounds of regret matching look for the mixed strategy.
    draws
        The most sets of cheques that are tried for the last sale.
    weights, houses
        As in `bid_by_beliefs`: they tell which bids are rational.
    prior : (rules,) float64
        How likely each rule is before the game; in sum less than 1.
    bid_rule, sale_rule
        The rules: functions of a view and a number from 0; they draw no random number. The first
        two are tried: where few are foreseen, they decide unless another house wins clearly more.

    Raises
    ------
    ValueError
        If a rule names a house that is not in hand.
    """
    _compiled_only()


def opinion_by_beliefs(
    view: View,
    address: int,
    times: int,
    made: int,
    draws: int,
    weights: Any,
    houses: int,
    prior: Any,
    bid_rule: Rule,
    sale_rule: Rule,
) -> int:
    """Tell what becomes of each sensible move if others play on as they are believed to.

    Bids are tried in the rollouts of `bid_by_beliefs`, each in all of them, and sales in the rounds
    of `sale_by_mixing`, but for the last two, of which means are told. It is the same for the same
    position, whatever random number is drawn from the view.

    Parameters
    ----------
    address
        That of an array, (`MOST_MOVES`, times, `TOLD`) float64, both of
        `forsale_sim.search.sales`, which is filled: in an auction, as many moves as are tried have
        a number in the column of moves; in a sale the moves are the houses in hand.
    times
        How many rollouts or rounds there are.
    made
        A bid that is tried, too; 0 for none.
    view, draws, weights, houses, prior, bid_rule, sale_rule
        As in `sale_by_mixing`.

    Returns
    -------
    int
        The house that `sale_by_mixing` sells, if it sells the best and draws none; else 0.
    """
    _compiled_only()


for _function in (bid_by_beliefs, sale_by_mixing, opinion_by_beliefs):
    vars(_function)["asks_for"] = ("bid_in",)  # what others bid in past auctions
