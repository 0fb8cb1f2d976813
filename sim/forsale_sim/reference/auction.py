"""One buying round: players in turn bid for the houses on offer or pass, until one is left."""

from __future__ import annotations

from typing import NamedTuple

from strategy_lab.moves import IllegalMoveError
from strategy_lab.wording import counted

from forsale_sim.cards import count, lowest, remove
from forsale_sim.reference.copyable import Copyable
from forsale_sim.rules.parameters import Rules


class LastMoves(NamedTuple):
    """What a player did last in an auction, in coins."""

    bid: int = 0
    """The last bid; 0 for none."""
    least_bid: int = 0
    """The smallest bid that the rules allowed in its place; 0 without a bid."""
    declined: int = 0
    """The smallest bid that the rules allowed in place of the pass; 0 without a pass."""


class Auction(Copyable):
    """The state of an auction between two moves.

    Parameters
    ----------
    rules
        The rules for this number of players.
    houses
        The set of houses on offer.
    opener
        The seat whose turn is first.

    Attributes
    ----------
    houses : int
        The set of houses still on offer.
    opener, turn : int
        The seat that began, and the one whose turn it is.
    bidders : list of int
        The seats still in, ascending.
    bids : dict of int to int
        By seat: the bid on the table; for a player who has passed, the bid at the pass.
    last_moves : dict of int to LastMoves
        By seat.
    highest_bid : int
    taken : int
        How many houses have been taken by passing.
    """

    def __init__(self, rules: Rules, houses: int, opener: int) -> None:
        self.rules = rules
        self.houses = houses
        self.opener = self.turn = opener
        self.bidders = list(range(1, rules.players + 1))
        self.bids = dict.fromkeys(self.bidders, 0)
        self.last_moves = dict.fromkeys(self.bidders, LastMoves())
        self.highest_bid = self.taken = 0

    @property
    def own_bid(self) -> int:
        """The bid on the table of the player whose turn it is."""
        return self.bids[self.turn]

    @property
    def least_bid(self) -> int:
        """The smallest bid that the player whose turn it is may make, affordable or not."""
        return self.rules.least_bid(self.highest_bid, self.own_bid)

    def bid(self, amount: int, coins: int) -> None:
        """Raise the bid of the player whose turn it is to `amount`, out of the `coins` they own."""
        if amount < self.least_bid:
            raise IllegalMoveError(f"a bid of {amount}", self._too_low(amount))
        if amount > coins:
            raise IllegalMoveError(
                f"a bid of {amount}", f"the player owns {counted(coins, 'coin')}"
            )
        self.last_moves[self.turn] = LastMoves(amount, self.least_bid)
        self.bids[self.turn] = self.highest_bid = amount
        self.turn = self._next_bidder()

    def _too_low(self, amount: int) -> str:
        if amount < 1:
            return "a bid is at least 1 coin; 0 passes"
        if self.highest_bid == 0:
            return f"the first bid of an auction is at least {self.rules.opening_bid}"
        if self.rules.raise_ == "strict":
            return f"under raise = strict it must exceed the highest bid, {self.highest_bid}"
        if self.rules.raise_ != "match":
            return (
                f"under raise = {self.rules.raise_} it must exceed the highest bid, "
                f"{self.highest_bid}, by at least {self.rules.raise_}"
            )
        if amount < self.highest_bid:
            return f"under raise = match it must be at least the highest bid, {self.highest_bid}"
        return f"under raise = match it must still exceed the player's own bid, {self.own_bid}"

    @property
    def pass_house(self) -> int:
        """The house that a pass takes now; 0 if there are fewer houses than bidders."""
        return lowest(self.houses) if count(self.houses) >= len(self.bidders) else 0

    @property
    def pass_refund(self) -> int:
        """The coins that a pass gives back now: the whole bid if it takes no house."""
        if not self.pass_house:
            return self.own_bid
        offered = self.taken + count(self.houses)
        return (
            self.rules.refund_of(self.own_bid, self.taken + 1, offered) if self.is_refunded else 0
        )

    @property
    def is_refunded(self) -> bool:
        """Whether a pass that takes a house is refunded now."""
        code = self.rules.replaces("refund")
        return code or self.rules.refunded == "all" or self.taken == 0

    def pass_(self) -> None:
        """Let the player whose turn it is leave, with `pass_house` and `pass_refund`."""
        seat = self.turn
        self.last_moves[seat] = self.last_moves[seat]._replace(declined=self.least_bid)
        if house := self.pass_house:
            self.houses = remove(self.houses, house)
            self.taken += 1
        self.bidders.remove(seat)
        self.turn = self._next_bidder()

    def _next_bidder(self) -> int:
        return next((seat for seat in self.bidders if seat > self.turn), self.bidders[0])

    @property
    def is_decided(self) -> bool:
        """Whether one player is left, who takes the last house for the whole bid."""
        return len(self.bidders) == 1
