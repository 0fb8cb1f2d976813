"""The rules of For Sale, read like the rulebook: a game to be stepped, printed and copied at will.

>>> from forsale_sim.reference.deals import Deal
>>> from forsale_sim.rules.parameters import Rules
>>> rules = Rules(
...     ruleset="one-round", players=3, houses=(8, 20, 28), cheques=(0, 12, 13), coins=(9, 9, 9),
...     removed=0, houses_per_round=3, raise_="strict", refund="down",
... )
>>> game = Game(rules, Deal(houses=(28, 8, 20), cheques=(2, 1, 3)))
>>> for move in (1, 2, 5, 6, 0, 0):  # 0 passes
...     game.step(move)
>>> game.phase, game.score.money
('over', (16, 8, 18))
"""

from __future__ import annotations

from strategy_lab.moves import IllegalMoveError

from forsale_sim.cards import count, members, only, remove
from forsale_sim.reference.auction import Auction
from forsale_sim.reference.card_sets import set_of
from forsale_sim.reference.deals import Deal
from forsale_sim.reference.events import Bid, Cheques, Event, Houses, Pass, Sell, Take
from forsale_sim.reference.sale import Sale
from forsale_sim.reference.table import Table
from forsale_sim.rules.parameters import Rules


class Game(Table):
    """One game, from the first offer to the last sale; its attributes are those of `Table`.

    The player in seat `to_act` moves, by `bid`, `pass_` or `sell`, or by `step`, which knows the
    phase. In a selling round, where all choose at the same time, choices are taken in turn order,
    face down, and revealed together with the last one. Moves that leave no choice are made at once:
    a player who cannot make a legal bid passes, a last house is sold, a lone seller takes what is
    left.

    Parameters
    ----------
    rules
        The rules for this number of players.
    deal
        The cards in the order they come up, from `deal_cards` or written out.

    Attributes
    ----------
    events : list of Event
        Everything that has happened in public.
    """

    def __init__(self, rules: Rules, deal: Deal) -> None:
        super().__init__(rules)
        self.deal = deal
        self.events: list[Event] = []
        self._start_auction()
        self._play_on()

    def legal_moves(self) -> list[int]:
        """Return what `step` takes now, ascending: bids (0 passes), or houses; none when over."""
        if self.auction:
            return [0, *range(self.auction.least_bid, self.coins[self.to_act] + 1)]
        return members(self.hands[self.to_act]) if self.sale else []

    def step(self, move: int) -> None:
        """Make a move for the player to act."""
        if self.sale:
            self.sell(move)
        elif move == 0:
            self.pass_()
        else:
            self.bid(move)

    # Phase 1: buying

    def _start_auction(self) -> None:
        if self.round > 0:
            self.opener = self._next_opener()
        self.round += 1
        dealt = count(self.seen_houses)
        number = self.rules.houses_in(self.round, len(self.deal.houses) - dealt)
        houses = set_of(self.deal.houses[dealt : dealt + number])
        self.seen_houses |= houses
        self.auction = Auction(self.rules, houses, self.opener)
        self.events.append(Houses(self.round, tuple(members(houses)), self.opener))

    def _next_opener(self) -> int:
        """Return who opens the auction after this one, whose last house `opener` has taken."""
        if self.rules.code is not None and self.rules.replaces("opener"):
            return self.rules.code.answer(
                "opener",
                self.rules,
                winner=self.opener,
                lowest=self._taker_of_lowest(),
                richest=max(self.coins, key=lambda seat: self.coins[seat]),
                poorest=min(self.coins, key=lambda seat: self.coins[seat]),
                auction=self.round,
            )
        match self.rules.opener:
            case "winner":
                return self.opener
            case "left":
                return self.opener % self.rules.players + 1
            case "lowest":
                return self._taker_of_lowest()
            case "lot":
                return self.deal.openers[self.round - 1]

    def _taker_of_lowest(self) -> int:
        bought = (house for house, each in self.auctions.items() if each == self.round)
        return self.buyers[min(bought)]

    def bid(self, amount: int) -> None:
        """Raise the bid of the player to act to `amount` in total."""
        if not self.auction:
            raise IllegalMoveError(f"a bid of {amount}", f"the phase is {self.phase!r}")
        seat = self.to_act
        self.auction.bid(amount, self.coins[seat])
        self.events.append(Bid(self.round, seat, amount))
        self._play_on()

    def pass_(self) -> None:
        """Let the player to act leave the auction."""
        if not self.auction:
            raise IllegalMoveError("a pass", f"the phase is {self.phase!r}")
        self._leave(self.auction)
        self._play_on()

    def _leave(self, auction: Auction) -> None:
        seat, bid = auction.turn, auction.own_bid
        house, refund = auction.pass_house, auction.pass_refund
        self.events.append(Pass(self.round, seat, house or None, bid, refund))
        auction.pass_()
        if house:
            self._buy(seat, house, bid - refund)

    def _finish_auction(self, auction: Auction) -> None:
        (seat,) = auction.bidders
        (house,) = members(auction.houses)
        paid = auction.bids[seat]
        self.events.append(Take(self.round, seat, house, paid))
        self._buy(seat, house, paid)
        self.past_auctions.append(tuple(auction.last_moves.values()))
        self.opener = seat
        if count(self.seen_houses) < len(self.deal.houses):
            self._start_auction()
        else:
            self.auction = None
            self.round = 0
            self._start_sale()

    def _buy(self, seat: int, house: int, price: int) -> None:
        self.coins[seat] -= price
        self.hands[seat] |= only(house)
        self.buyers[house] = seat
        self.prices[house] = price
        self.auctions[house] = self.round

    # Phase 2: selling

    def _start_sale(self) -> None:
        self.round += 1
        dealt = count(self.seen_cheques)
        holders = sum(hand != 0 for hand in self.hands.values())
        cheques = set_of(self.deal.cheques[dealt : dealt + holders])
        self.seen_cheques |= cheques
        self.sale = Sale(cheques, self.hands)
        self.events.append(
            Cheques(self.round, tuple(self.rules.cheques[card - 1] for card in members(cheques)))
        )

    def sell(self, house: int) -> None:
        """Let the player to act choose a house for this round's sale."""
        if not self.sale:
            raise IllegalMoveError(f"a sale of house {house}", f"the phase is {self.phase!r}")
        self.sale.choose(house)
        self._play_on()

    def _finish_sale(self, sale: Sale) -> None:
        for seat, house, card in sale.reveal():
            cheque = self.rules.cheques[card - 1]
            self.hands[seat] = remove(self.hands[seat], house)
            self.cheques[seat] += cheque
            self.sold_for[house] = cheque
            self.sales[house] = self.round
            self.events.append(Sell(self.round, seat, house, cheque))
        if any(self.hands.values()):
            self._start_sale()
        else:
            self.sale = None

    # Moves that leave no choice

    def _play_on(self) -> None:
        """Go on until a player has a choice, or the game is over."""
        while self.auction:
            if self.auction.is_decided:
                self._finish_auction(self.auction)
            elif self.auction.least_bid > self.coins[self.auction.turn]:
                self._leave(self.auction)
            else:
                return
        while self.sale and not self.sale.turn:
            self._finish_sale(self.sale)
