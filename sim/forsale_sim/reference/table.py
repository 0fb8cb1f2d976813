"""What lies on the table at any moment of a game, and how it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from strategy_lab.text_columns import aligned

from forsale_sim.cards import members
from forsale_sim.reference.auction import Auction, LastMoves
from forsale_sim.reference.card_sets import spaced
from forsale_sim.reference.copyable import Copyable
from forsale_sim.reference.sale import Sale
from forsale_sim.reference.scoring import Score
from forsale_sim.rules.parameters import Rules

Phase = Literal["buying", "selling", "over"]

HEADER = ("", "seat", "coins", "bid", "houses", "cheques", "money")
NUMBERS = {"seat", "coins", "bid", "cheques", "money"}


class Table(Copyable):
    """The state of a game; `Game` changes it.

    Parameters
    ----------
    rules
        The rules for this number of players.

    Attributes
    ----------
    round : int
        From 1 in each phase.
    opener : int
        The seat that opens the auction, or took the last house of the last one.
    auction : Auction or None
        The current auction, in the buying phase.
    sale : Sale or None
        The current selling round, in the selling phase.
    coins, hands, cheques : dict of int to int
        By seat: coins owned (those of a bid on the table included), set of houses held, sum of the
        cheques taken.
    seen_houses, seen_cheques : int
        Sets of the cards revealed so far.
    buyers, prices, auctions, sold_for, sales : dict of int to int
        By house: the seat that bought it, the coins lost for it, the buying round, the cheque it
        brought, and the selling round in which it was sold.
    past_auctions : list of tuple of LastMoves
        By buying round that is over, the first one first, and by seat.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.round = 0
        self.opener = 1
        self.auction: Auction | None = None
        self.sale: Sale | None = None
        self.coins = dict(enumerate(rules.coins, start=1))
        self.hands = dict.fromkeys(self.coins, 0)
        self.cheques = dict.fromkeys(self.coins, 0)
        self.seen_houses = self.seen_cheques = 0
        self.buyers: dict[int, int] = {}
        self.prices: dict[int, int] = {}
        self.auctions: dict[int, int] = {}
        self.past_auctions: list[tuple[LastMoves, ...]] = []
        self.sold_for: dict[int, int] = {}
        self.sales: dict[int, int] = {}

    @property
    def phase(self) -> Phase:
        """The phase: "buying", then "selling", then "over"."""
        return "buying" if self.auction else "selling" if self.sale else "over"

    @property
    def decision(self) -> str:
        """What the player whose move it is decides: "bid" or "sell"."""
        return "bid" if self.auction else "sell"

    @property
    def to_act(self) -> int:
        """The seat whose move it is; 0 when the game is over."""
        stage = self.auction or self.sale
        return stage.turn if stage else 0

    @property
    def score(self) -> Score:
        """Coins and cheques as they stand, and who is ahead; final when the game is over."""
        coins, cheques = tuple(self.coins.values()), tuple(self.cheques.values())
        most = max(coins)
        pairs = zip(cheques, coins, strict=True)
        return Score(coins, cheques, tuple(self.rules.money_of(*pair, most) for pair in pairs))

    def __str__(self) -> str:
        """Return the offer, whose move it is, and what everyone has.

        A house already chosen in a sale is shown as chosen, without its number.
        """
        rows = [HEADER, *(self._row(seat) for seat in self.coins)]
        return "\n".join([*self._heading(), "", *aligned(rows, NUMBERS)])

    def _heading(self) -> Iterator[str]:
        rules = self.rules
        title = f"{rules.ruleset}, {rules.players} players: "
        if self.auction:
            auction = self.auction
            house = f"house {auction.pass_house}" if auction.pass_house else "no house"
            yield f"{title}buying, round {self.round}"
            yield f"Houses on offer: {spaced(members(auction.houses))}"
            yield (
                f"Seat {self.to_act} to act: bid {auction.least_bid} to {self.coins[self.to_act]}, "
                f"or pass for {house} and {auction.pass_refund} back"
            )
        elif self.sale:
            values = (rules.cheques[card - 1] for card in members(self.sale.cheques))
            yield f"{title}selling, round {self.round}"
            yield f"Cheques on offer: {spaced(values)}"
            yield f"Seat {self.to_act} to act: choose a house to sell"
        else:
            places = self.score.places
            winners = [seat for seat in self.coins if places[seat - 1] == 1]
            yield f"{title}over"
            yield f"Won by seat {' and seat '.join(map(str, winners))}"

    def _row(self, seat: int) -> tuple[str, ...]:
        coins, cheques = self.coins[seat], self.cheques[seat]
        return (
            ">" if seat == self.to_act else "",
            str(seat),
            str(coins),
            self._bid_text(seat),
            spaced(members(self.hands[seat])),
            str(cheques),
            str(self.score.money[seat - 1]),
        )

    def _bid_text(self, seat: int) -> str:
        if self.auction:
            return str(self.auction.bids[seat]) if seat in self.auction.bidders else "passed"
        if self.sale and seat in self.sale.face_down:
            return "chosen"
        return "-"
