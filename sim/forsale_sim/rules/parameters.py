"""The rules of one game: a ruleset resolved for a player count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from forsale_sim.rules import house_code
from forsale_sim.rules.house_code import HouseCode
from forsale_sim.rules.refunds import Share, refund_share

Raise = Literal["strict", "match"] | int
"""``strict``: a bid must exceed the highest; ``match``: it may equal it, but exceeds one's own; a
number of at least 2: by how much a bid must exceed the highest."""

Refunded = Literal["all", "first"]
"""Who gets a refund: all who pass and take a house, or only the first of them in each auction."""

Opener = Literal["winner", "left", "lowest", "lot"]
"""Who opens the next auction: who took the last house of this one, the player to the left of the
one who did (the next in turn order), who took the lowest house, or a player drawn by lot."""

LEAST_RAISES = {"match": 0, "strict": 1}

MIN_PLAYERS, MAX_PLAYERS = 2, 8
PRINTED_PLAYERS = range(3, 7)
"""The numbers of players that printed editions are for."""


def nearest_printed(players: int) -> int:
    """Return the number of players of printed editions that is nearest to `players`."""
    return min(max(players, PRINTED_PLAYERS[0]), PRINTED_PLAYERS[-1])


MAX_COIN_VALUE = 10
"""The most that a coin left at the end may count, in thousands."""

MAX_VALUE = 255
"""The most that a cheque may be worth and a player may start with, in thousands."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every parameter of a game for one player count; money in thousands, cards by value."""

    ruleset: str
    players: int
    houses: tuple[int, ...]
    """The house deck, ascending, no two alike; values 1 to 60."""
    cheques: tuple[int, ...]
    """The cheque deck, ascending; as many cards as there are houses."""
    coins: tuple[int, ...]
    """What each seat starts with, seat 1 first."""
    removed: int
    """Cards set aside unseen from each deck."""
    houses_per_round: int
    raise_: Raise
    refund: str
    """What a player who passes with a bid b gets back: ``"up"`` ceil(b/2), ``"down"`` floor(b/2),
    ``"all"``, ``"none"``, or another fraction, rounded, such as ``"1/3 up"``."""
    refunded: Refunded = "all"
    opening_bid: int = 1
    """The least that the first bid of an auction may be."""
    opener: Opener = "winner"
    coin_value: int = 1
    """What a coin left at the end counts, in thousands."""
    code: HouseCode | None = None
    """The functions that replace rules, if any do."""

    def settings(self) -> dict[str, Any]:
        """Return every parameter under its public name, in values that JSON can hold.

        `coins` is a number if all seats start alike, otherwise a list by seat. Parameters that no
        printed edition sets (`refunded`, `opening_bid`, `opener`, `coin_value`) are left out where
        they are as printed.
        """
        alike = len(set(self.coins)) == 1
        unprinted = {"opening_bid": 1, "refunded": "all", "opener": "winner", "coin_value": 1}
        return {
            "refund": self.refund,
            "raise": self.raise_,
            "houses_per_round": self.houses_per_round,
            "coins": self.coins[0] if alike else list(self.coins),
            "removed": self.removed,
            "houses": list(self.houses),
            "cheques": list(self.cheques),
            **{
                key: getattr(self, key)
                for key, printed in unprinted.items()
                if getattr(self, key) != printed
            },
            **({} if self.code is None else {"code": self.code.source}),
        }

    @property
    def cards_dealt(self) -> int:
        """How many cards of each deck are played."""
        return len(self.houses) - self.removed

    @property
    def most_score(self) -> int:
        """A bound on a player's money at the end, in thousands.

        Nobody buys more than one house a round, so these are the highest coins to start with and
        as many of the best cheques as there are rounds of buying.
        """
        table = self.table_of("score")
        if table is not None:
            return max(table.answers)
        return self.coin_value * max(self.coins) + self.most_cheques

    @property
    def most_cheques(self) -> int:
        """A bound on the sum of the cheques that a player takes."""
        return sum(sorted(self.cheques)[-self.auctions :])

    @property
    def most_of_all(self) -> int:
        """A bound on the money of all players together, in thousands."""
        if self.replaces("score"):
            return self.players * self.most_score
        return sum(self.cheques) + self.coin_value * sum(self.coins)

    # Rules that code may replace

    @property
    def code_rules(self) -> tuple[str, ...]:
        """The rules that code may replace, in the order in which states have their tables."""
        return tuple(house_code.ASKED)

    def replaces(self, name: str) -> bool:
        """Return whether code replaces a rule."""
        return self.code is not None and name in self.code.functions

    @property
    def adds_up(self) -> bool:
        """Whether money is cheques and coins, so that what is known of two tells the third."""
        return not self.replaces("score")

    def table_of(self, name: str) -> house_code.Table | None:
        """Return all answers of the code that replaces a rule, if any does."""
        return house_code.table_of(self, name) if self.replaces(name) else None

    @property
    def auctions(self) -> int:
        """How many auctions a game has."""
        return len(self.offers)

    @property
    def offers(self) -> tuple[int, ...]:
        """How many houses are put up in each auction."""
        return house_code.offers(self)

    def houses_in(self, auction: int, left: int) -> int:
        """Return how many houses an auction has, where so many are left in the deck."""
        number = self.houses_per_round
        if self.code is not None and self.replaces("houses_on_offer"):
            number = self.code.answer("houses_on_offer", self, auction=auction, left=left)
        return min(number, left)

    def auctions_for(self, seen: int) -> int:
        """Return how many auctions it takes until so many houses have been seen."""
        auctions = 0
        for number in self.offers:
            if seen <= 0:
                break
            auctions, seen = auctions + 1, seen - number
        return auctions

    def money_of(self, cheques: int, coins: int, most_coins: int) -> int:
        """Return what a player ends with, where `most_coins` is the most that anybody has left."""
        if self.code is not None and self.replaces("score"):
            return self.code.answer(
                "score", self, cheques=cheques, coins=coins, most_coins=most_coins
            )
        return cheques + self.coin_value * coins

    @property
    def refund_share(self) -> Share:
        """The share of a bid that a refund gives back."""
        return refund_share(self.refund)

    def refund_of(self, bid: int, place: int = 1, houses: int = 1) -> int:
        """Return what a refunded player who passes with `bid` on the table gets back.

        It may depend on how many have taken a house, this player included (`place`), and on how
        many houses were on offer.
        """
        if self.code is not None and self.replaces("refund"):
            return self.code.answer("refund", self, bid=bid, place=place, houses=houses)
        return self.refund_share.of(bid)

    @property
    def least_raise(self) -> int:
        """By how many coins a bid must at least exceed the highest on the table."""
        return LEAST_RAISES[self.raise_] if isinstance(self.raise_, str) else self.raise_

    def least_bid(self, highest_bid: int, own_bid: int) -> int:
        """Return the smallest legal bid, given the highest bid on the table and one's own."""
        if highest_bid == 0:
            return self.opening_bid
        return max(highest_bid + self.least_raise, own_bid + 1)
