"""A player who has as many coins for every auction."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import count, highest, lowest

from forsale_strategies.panel.worth import auctions_left


@strategy("budgeter")
class Budgeter:
    """Spends no more in an auction than its coins divided by the auctions left, rounded up.

    Idea, buying: coins have to last to the end, because who has none takes the poorest house of
    each offer. So it raises by the least within its allowance, whatever lies there: as far for
    houses that hardly differ as for the best and the worst of the deck.

    Idea, selling: its best house where the cheques on offer are worth more than those to come are
    on average, otherwise its worst.

    Origin: the advice to make the coins last the whole phase, in a review of the game ("Unplugged:
    In For Sale, real estate can be really fun", Snackbar Games, 16 November 2012) and, as a warning
    against spending early, in another (Wilts Games, wiltsgames.co.uk/forsale.html). Equal shares
    are its simplest reading; the rule for selling is not theirs.
    """

    def bid(view: View) -> int:
        """Raise within an equal share of the coins."""
        auctions = auctions_left(view)
        allowance = (view.coins + auctions - 1) // auctions
        return view.least_bid if view.least_bid <= allowance else 0

    def sell(view: View) -> int:
        """Sell the best house for cheques above the average of those unseen, else the worst."""
        offer, unseen = view.cheques_on_offer, view.unseen_cheques
        above = view.cheque_sum(offer) * count(unseen) > view.cheque_sum(unseen) * count(offer)
        return highest(view.hand) if above else lowest(view.hand)
