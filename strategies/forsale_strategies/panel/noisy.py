"""A player who errs: rarely where an error costs much, often where it costs little."""

from __future__ import annotations

from math import exp

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import highest, members

from forsale_strategies.panel.worth import coin_worth, fair_cheque
from forsale_strategies.table import houses_to_come

MOST_NOISES = 50.0
"""How many times the noise a loss counts at most: larger ones never happen anyway."""


def weight(loss: float, noise: float) -> float:
    """Return how likely a choice is, relative to one without a loss."""
    return exp(-min(loss / noise, MOST_NOISES))


@strategy("noisy")
class Noisy:
    """Errs the more often, the less an error costs; how much it errs is its level.

    Idea, buying: it compares the best house for the least bid with the house that a pass takes now,
    valued at the cheques of their rank, coins at what they buy on average. It errs with the
    probability of a logit: a choice that is worse by its `noise` is 2.7 times as rare.

    Idea, selling: the house whose rank among the houses is closest to that of the best cheque on
    offer, with the same noise.

    Levels: a noise of 1 is careful, 3 (the usual one) casual, and 10 a beginner. Even without noise
    it is naive: it prices a bid as if it always won.

    Origin: quantal responses (R. McKelvey and T. Palfrey, "Quantal Response Equilibria for Normal
    Form Games", Games and Economic Behavior 10, 1995), with this payoff in place of an equilibrium.
    Not a rule for this game.
    """

    noise = Parameter(
        3.0, low=0.1, high=100.0, meaning="the loss that makes a choice 2.7 times as rare, in coins"
    )

    def bid(view: View, noise: float) -> int:
        """Draw between the least bid and a pass."""
        coin = coin_worth(view)
        best = fair_cheque(view, highest(houses_to_come(view))) - coin * view.least_bid
        lost = view.own_bid - view.pass_refund - view.pass_gift
        gain = best - (fair_cheque(view, view.pass_house) - coin * lost)
        bids, passes = weight(max(-gain, 0.0), noise), weight(max(gain, 0.0), noise)
        return view.least_bid if view.random() * (bids + passes) < bids else 0

    def sell(view: View, noise: float) -> int:
        """Draw a house, those of the rank of the best cheque most likely."""
        aim = view.cheque_value(highest(view.cheques_on_offer))
        total = 0.0
        for house in members(view.hand):
            total += weight(1.0 * abs(fair_cheque(view, house) - aim), noise)
        left = view.random() * total
        for house in members(view.hand):
            left -= weight(1.0 * abs(fair_cheque(view, house) - aim), noise)
            if left < 0.0:
                return house
        return highest(view.hand)
