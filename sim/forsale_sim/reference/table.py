"""What happens in a game, what lies on the table at any moment of it, and how it is printed."""

from __future__ import annotations

import reprlib
from collections import namedtuple
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Protocol, Self

from strategy_lab import errors, random_words
from strategy_lab.display.text_tables import aligned
from strategy_lab.errors import GameLeft, MoveError, Situation, counted
from strategy_lab.game import IllegalMoveError, whole_number
from strategy_lab.random_words import DEAL, LOTS, GameWords, Source
from strategy_lab.rows import whole_win

from forsale_sim.cards import MAX_CARDS, count, has, highest, lowest, members, only, remove
from forsale_sim.rules.ruleset import Rules
from forsale_sim.view import ByCard, LastMoves, Past, RandomWords, Snapshot, View, advice

# events: What happens in public; the fields are those of a trace's lines. Seats and rounds count
# from 1 (rounds within their phase); money is in thousands; cards are their printed values.

Houses = namedtuple("Houses", "round cards opener hidden", defaults=(0,))  # hidden: how many
Bid = namedtuple("Bid", "round seat amount")  # the amount is the bid's total
# The house is None for none; shown are those that lay face down and are turned over now.
Pass = namedtuple("Pass", "round seat house bid refund gift shown", defaults=(0, ()))
Take = namedtuple("Take", "round seat house paid")
Cheques = namedtuple("Cheques", "round cards")
Sell = namedtuple("Sell", "round seat house cheque")

Event = Houses | Bid | Pass | Take | Cheques | Sell


class Copyable:
    def copy(self) -> Self:
        twin = object.__new__(type(self))
        for name, value in vars(self).items():
            changes = isinstance(value, (dict, list, Copyable))
            setattr(twin, name, value.copy() if changes else value)
        return twin

    __copy__ = copy


class Auction(Copyable):
    def __init__(self, rules: Rules, houses: int, opener: int, face_down: int = 0) -> None:
        self.rules = rules
        self.houses = houses
        self.face_down = face_down  # of the houses left, those that nobody can see yet
        self.opener = self.turn = opener
        self.bidders = list(range(1, rules.players + 1))  # the seats still in, ascending
        self.bids = dict.fromkeys(self.bidders, 0)  # of who has passed, the bid at the pass
        self.last_moves = dict.fromkeys(self.bidders, LastMoves())
        self.highest_bid = 0
        self.taken = 0  # houses, by passing

    @property
    def own_bid(self) -> int:
        return self.bids[self.turn]

    @property
    def least_bid(self) -> int:
        return self.rules.least_bid(self.highest_bid, self.own_bid)

    def bid(self, amount: int, coins: int) -> None:
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
        highest = f"the highest bid, {self.highest_bid}"
        if self.rules.raise_ == "strict":
            return f"it must be above {highest}"
        if self.rules.raise_ != "match":
            return f"it must be above {highest}, by at least {self.rules.raise_}"
        if amount < self.highest_bid:
            return f"it must be at least {highest}"
        return f"it may match {highest}, but must be above the player's own bid, {self.own_bid}"

    @property
    def left(self) -> int:
        """How many houses nobody has taken yet."""
        return count(self.houses) + count(self.face_down)

    @property
    def pass_house(self) -> int:
        """The house that a pass takes now; 0 if there are fewer houses than bidders."""
        return lowest(self.houses) if self.left >= len(self.bidders) else 0

    @property
    def pass_refund(self) -> int:
        """The coins that a pass gives back now: the whole bid if it takes no house."""
        if not self.pass_house:
            return self.own_bid
        offered = self.taken + self.left
        return (
            self.rules.refund_of(self.own_bid, self.taken + 1, offered) if self.is_refunded else 0
        )

    @property
    def pass_gift(self) -> int:
        """The coins that the bank gives for a pass now."""
        return self.rules.gift_of(self.own_bid, len(self.bids) - len(self.bidders) + 1)

    @property
    def offer_text(self) -> str:
        return offer_text(members(self.houses), count(self.face_down))

    @property
    def is_refunded(self) -> bool:
        code = self.rules.replaces("refund")
        return code or self.rules.refunded == "all" or self.taken == 0

    def pass_(self) -> int:
        """Pass; return the set of houses that are turned over, as all others are taken now."""
        seat, shown = self.turn, 0
        self.last_moves[seat] = self.last_moves[seat]._replace(declined=self.least_bid)
        if house := self.pass_house:
            self.houses = remove(self.houses, house)
            self.taken += 1
        if not self.houses:
            self.houses, self.face_down, shown = self.face_down, 0, self.face_down
        self.bidders.remove(seat)
        self.turn = self._next_bidder()
        return shown

    def _next_bidder(self) -> int:
        return next((seat for seat in self.bidders if seat > self.turn), self.bidders[0])

    @property
    def is_decided(self) -> bool:
        return len(self.bidders) == 1


def set_of(numbers: Iterable[int]) -> int:
    cards = 0
    for number in numbers:
        cards |= only(number)
    return cards


def spaced(numbers: Iterable[int]) -> str:
    """Return numbers as text, such as ``"3 12 28"``; a dash for none."""
    return " ".join(map(str, numbers)) or "-"


def offer_text(houses: Iterable[int], hidden: int) -> str:
    return spaced(houses) + (f" and {hidden} face down" if hidden else "")


class Sale(Copyable):
    """A selling round while houses are being chosen.

    A player's last house is chosen at once. So is the lowest house of a player who alone still
    holds houses: that player takes all the cheques that are left, whatever the order.
    """

    def __init__(self, cheques: int, hands: Mapping[int, int]) -> None:
        self.cheques = cheques
        self._hands = {seat: hand for seat, hand in hands.items() if hand}
        self.face_down = {
            seat: lowest(hand)
            for seat, hand in self._hands.items()
            if count(hand) == 1 or len(self._hands) == 1
        }

    @property
    def turn(self) -> int:
        """The lowest seat that has yet to choose; 0 once all have."""
        return next((seat for seat in self._hands if seat not in self.face_down), 0)

    def choose(self, house: int) -> None:
        hand = self._hands[self.turn]
        if not 1 <= house <= MAX_CARDS or not has(hand, house):
            held = f"the player holds {spaced(members(hand))}"
            if house == hand:
                held += "; that is the whole set, so take one of it, as by highest(view.hand)"
            raise IllegalMoveError(f"a sale of house {house}", held)
        self.face_down[self.turn] = house

    def reveal(self) -> Iterator[tuple[int, int, int]]:
        cheques = self.cheques
        by_house = {house: seat for seat, house in self.face_down.items()}
        for house in sorted(by_house, reverse=True):
            yield by_house[house], house, highest(cheques)
            cheques = remove(cheques, highest(cheques))


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a finished game; each tuple is by seat, seat 1 first."""

    coins: tuple[int, ...]  # left over at the end
    cheques: tuple[int, ...]  # the sum of the cheques taken
    money: tuple[int, ...]  # what both come to by the rules, in thousands

    @property
    def places(self) -> tuple[int, ...]:
        """1 for the most (money, coins); players who tie share the better place."""
        results = list(zip(self.money, self.coins, strict=True))
        return tuple(1 + sum(other > result for other in results) for result in results)

    @property
    def wins(self) -> tuple[int, ...]:
        """Each player's share of the win, in parts of it: see `whole_win`."""
        places = self.places
        share = whole_win(len(places)) // places.count(1)
        return tuple(share if place == 1 else 0 for place in places)


Phase = Literal["buying", "selling", "over"]


class Table(Copyable):
    """The state of a game; `Game` changes it. Dicts are by seat, those of cards by house."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.round = 0  # from 1 in each phase
        self.opener = 1  # of the auction; or who took the last house of the last one
        self.auction: Auction | None = None
        self.sale: Sale | None = None
        self.coins = dict(enumerate(rules.coins, start=1))  # those of a bid on the table included
        self.hands = dict.fromkeys(self.coins, 0)  # sets of houses
        self.cheques = dict.fromkeys(self.coins, 0)  # the sum of those taken
        self.seen_houses = self.seen_cheques = 0  # sets of the cards revealed so far
        self.buyers: dict[int, int] = {}
        self.prices: dict[int, int] = {}
        self.auctions: dict[int, int] = {}  # the buying rounds
        self.past_auctions: list[tuple[LastMoves, ...]] = []  # by buying round that is over
        self.sold_for: dict[int, int] = {}
        self.sales: dict[int, int] = {}  # the selling rounds

    @property
    def phase(self) -> Phase:
        """The phase: "buying", then "selling", then "over"."""
        return "buying" if self.auction else "selling" if self.sale else "over"

    @property
    def decision(self) -> str:
        return "bid" if self.auction else "sell"

    @property
    def to_act(self) -> int:
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
        """Return the offer, whose move it is, and what everyone has."""
        return "\n".join([*self._heading(), "", *self.lines()])

    def lines(self, names: Sequence[str] = ()) -> list[str]:
        """Return what everyone has, a line a seat, with the players' names if there are any."""
        auction = self.auction
        rows = [("", "seat", "player", "coins", "bid" if auction else "cheques", "houses")]
        for seat, coins in self.coins.items():
            told = str(self.cheques[seat])
            if auction:
                told = str(auction.bids[seat] or "-") if seat in auction.bidders else "passed"
            sign, name = ">" if seat == self.to_act else "", names[seat - 1] if names else ""
            houses = spaced(members(self.hands[seat]))
            rows.append((sign, str(seat), name, str(coins), told, houses))
        shown = rows if names else [(sign, seat, *rest) for sign, seat, _, *rest in rows]
        return list(aligned(shown, {"seat", "coins", "bid", "cheques"}))

    def _heading(self) -> Iterator[str]:
        rules = self.rules
        title = f"{rules.ruleset}, {rules.players} players: "
        if self.auction:
            auction = self.auction
            house = f"house {auction.pass_house}" if auction.pass_house else "no house"
            yield f"{title}buying, round {self.round}"
            yield f"Houses on offer: {auction.offer_text}"
            yield (
                f"Seat {self.to_act} to act: bid {auction.least_bid} to {self.coins[self.to_act]}, "
                f"or pass for {house} and {auction.pass_refund} back"
                + (f", {auction.pass_gift} from the bank" if auction.pass_gift else "")
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


# deals: The random choices before a game. Their words depend on the seed, the deal's number and the
# number of players, so no rule of play, seating or strategy changes a deal.


@dataclass(frozen=True, slots=True)
class Deal:
    """A pair of shuffled decks: houses by value, cheques by card number (1 is the lowest)."""

    houses: tuple[int, ...]  # in the order they will be revealed
    cheques: tuple[int, ...]  # in the order they will be revealed
    undealt_houses: tuple[int, ...] = ()  # set aside unseen, ascending
    undealt_cheques: tuple[int, ...] = ()  # set aside unseen, ascending
    # The seats that open the second auction, the third, …, where lots decide that.
    openers: tuple[int, ...] = ()


def deal_cards(rules: Rules, seed: int, deal: int) -> Deal:
    next_word = Source(seed).stream(random_words.purpose_word(DEAL, rules.players), deal).__next__
    houses = tuple(rules.houses[i] for i in random_words.shuffled(len(rules.houses), next_word))
    cheques = tuple(i + 1 for i in random_words.shuffled(len(rules.cheques), next_word))
    dealt = rules.cards_dealt
    return Deal(
        houses[:dealt],
        cheques[:dealt],
        tuple(sorted(houses[dealt:])),
        tuple(sorted(cheques[dealt:])),
        draw_openers(rules, seed, deal),
    )


def draw_openers(rules: Rules, seed: int, deal: int) -> tuple[int, ...]:
    """Draw the seats that open a deal's auctions after the first; none unless lots decide that."""
    if rules.opener != "lot" or rules.replaces("opener"):
        return ()
    next_word = Source(seed).stream(random_words.purpose_word(LOTS, rules.players), deal).__next__
    return tuple(
        1 + random_words.draw_below(rules.players, next_word) for _ in range(rules.auctions - 1)
    )


class Game(Table):
    """One game, from the first offer to the last sale; its attributes are those of `Table`.

    The player in seat `to_act` moves, by `bid`, `pass_` or `sell`, or by `step`, which knows the
    phase. In a selling round, where all choose at the same time, choices are taken in turn order,
    face down, and revealed together with the last one. Moves that leave no choice are made at once:
    a player who cannot make a legal bid passes, a last house is sold, a lone seller takes what is
    left.

    Examples
    --------
    >>> rules = Rules(
    ...     ruleset="one-round", players=3, houses=(8, 20, 28), cheques=(0, 12, 13),
    ...     coins=(9, 9, 9), removed=0, houses_per_round=3, raise_="strict", refund="down",
    ... )
    >>> game = Game(rules, Deal(houses=(28, 8, 20), cheques=(2, 1, 3)))
    >>> for move in (1, 2, 5, 6, 0, 0):  # 0 passes
    ...     game.step(move)
    >>> game.phase, game.score.money
    ('over', (16, 8, 18))
    """

    def __init__(self, rules: Rules, deal: Deal) -> None:
        super().__init__(rules)
        self.deal = deal
        self.events: list[Event] = []
        self.decisions = 0  # moves so far, without those that leave no choice
        self._start_auction()
        self._play_on()

    def legal_moves(self) -> list[int]:
        """Return what `step` takes now, ascending: bids (0 passes), or houses; none when over."""
        if self.auction:
            return [0, *range(self.auction.least_bid, self.coins[self.to_act] + 1)]
        return members(self.hands[self.to_act]) if self.sale else []

    def step(self, move: int) -> None:
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
        shown = dealt + number - self.rules.hidden_in(self.round, number)
        houses = set_of(self.deal.houses[dealt:shown])
        face_down = set_of(self.deal.houses[shown : dealt + number])
        self.seen_houses |= houses
        self.auction = Auction(self.rules, houses, self.opener, face_down)
        put_up = tuple(members(houses)), self.opener, count(face_down)
        self.events.append(Houses(self.round, *put_up))

    def _next_opener(self) -> int:
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
        if not self.auction:
            raise IllegalMoveError(f"a bid of {amount}", f"the phase is {self.phase!r}")
        seat = self.to_act
        self.auction.bid(amount, self.coins[seat])
        self.decisions += 1
        self.events.append(Bid(self.round, seat, amount))
        self._play_on()

    def pass_(self) -> None:
        if not self.auction:
            raise IllegalMoveError("a pass", f"the phase is {self.phase!r}")
        self._leave(self.auction)
        self.decisions += 1
        self._play_on()

    def _leave(self, auction: Auction) -> None:
        seat, bid = auction.turn, auction.own_bid
        house, refund, gift = auction.pass_house, auction.pass_refund, auction.pass_gift
        shown = auction.pass_()
        self.seen_houses |= shown
        made = house or None, bid, refund, gift, tuple(members(shown))
        self.events.append(Pass(self.round, seat, *made))
        self.coins[seat] += gift
        if house:
            self._buy(seat, house, bid - refund)

    def _finish_auction(self, auction: Auction) -> None:
        (seat,), (house,) = auction.bidders, members(auction.houses)
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
        if not self.sale:
            raise IllegalMoveError(f"a sale of house {house}", f"the phase is {self.phase!r}")
        self.sale.choose(house)
        self.decisions += 1
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
        while self.auction:
            if self.auction.is_decided:
                self._finish_auction(self.auction)
            elif self.auction.least_bid > self.coins[self.auction.turn]:
                self._leave(self.auction)
            else:
                return
        while self.sale and not self.sale.turn:
            self._finish_sale(self.sale)


PACKAGE = Path(__file__).parents[1]


def exception_text(error: BaseException) -> str:
    return errors.exception_text(error, PACKAGE, advice)


@lru_cache(maxsize=32)
def _of_rules(rules: Rules) -> dict[str, Any]:
    return {
        "rules": rules,
        **{name: getattr(rules, name) for name in ("players", "houses_per_round", "removed")},
        "coin_value": rules.coin_value,
        "deck_houses": set_of(rules.houses),
        "deck_cheques": (1 << len(rules.cheques)) - 1,
        "cheque_value": ByCard(enumerate(rules.cheques, start=1)),
        "starting_coins": dict(enumerate(rules.coins, start=1)),
    }


def game_view(game: Table, words: RandomWords, seat: int = 0) -> View:
    seat = seat or game.to_act
    auction, sale = _seen_from(seat, game.auction), game.sale
    moves = (*game.past_auctions, *([tuple(auction.last_moves.values())] if auction else []))
    offered = dict.fromkeys(members(auction.houses), game.round) if auction else {}
    shown = _of_rules(game.rules)
    unseen = shown["deck_houses"] & ~game.seen_houses
    face_down = count(auction.face_down) if auction else 0
    return View(
        Snapshot(
            **shown,
            seat=seat,
            is_refunded=auction.is_refunded if auction else True,
            taken=auction.taken if auction else 0,
            coins=game.coins.copy(),
            hand=game.hands.copy(),
            cheques=game.cheques.copy(),
            round=game.round,
            opener=game.opener,
            seats_in=set_of(auction.bidders) if auction else 0,
            bid=auction.bids.copy() if auction else dict.fromkeys(game.coins, 0),
            highest_bid=auction.highest_bid if auction else 0,
            least_bid=auction.least_bid if auction else 1,
            houses_on_offer=auction.houses if auction else 0,
            face_down=set_of(members(unseen)[:face_down]),
            cheques_on_offer=sale.cheques if sale else 0,
            unseen_houses=unseen,
            unseen_cheques=shown["deck_cheques"] & ~game.seen_cheques,
            buyer=ByCard(game.buyers),
            price=ByCard(game.prices),
            auction=ByCard(game.auctions | offered),
            cheque=ByCard(game.sold_for),
            sale=ByCard(game.sales),
            past_bid=Past(moves, "bid"),
            past_least_bid=Past(moves, "least_bid"),
            past_declined=Past(moves, "declined"),
        ),
        words,
    )


def _seen_from(seat: int, auction: Auction | None) -> Auction | None:
    if auction is None or auction.turn == seat:
        return auction
    twin = auction.copy()
    twin.turn = seat
    return twin


class Player(Protocol):
    """A strategy with its parameters set: what sits in a seat."""

    @property
    def name(self) -> str: ...

    def decide(self, decision: str, view: View, /) -> int: ...


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision of a replayed game: what the strategy in a seat saw, and what it answered.

    The move is a bid, 0 to pass; or the house to sell. `game` is a copy of it before the move,
    hidden cards included.
    """

    seat: int
    strategy: str
    view: View
    move: int
    game: Game = field(repr=False)


@dataclass(frozen=True, slots=True)
class RecordedGame:
    game: Game  # after its last move
    seed: int  # the run's
    number: int  # the game's in the run
    lineup: Sequence[str]  # the names of the strategies by seat, seat 1 first
    decisions: list[PastDecision]  # in the order of play
    notice: str = ""  # what may have been forgotten when it was written down

    def make(self, move: int) -> None:
        """Make the next move, and keep what was known before it."""
        game, seat = self.game, self.game.to_act
        words = GameWords(self.seed, game.rules.players, self.number or 1, seating=1)
        view = game_view(game, words.decision(seat, len(self.decisions)))
        self.decisions.append(PastDecision(seat, self.lineup[seat - 1], view, move, game.copy()))
        game.step(move)


def play_game(
    rules: Rules, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1
) -> Game:
    game = Game(rules, deal_cards(rules, seed, deal))
    play_seated(game, lineup, seed, deal, seating)
    return game


def play_seated(
    game: Game,
    lineup: Sequence[Player],
    seed: int,
    deal: int,
    seating: int = 1,
    recording: bool = False,
) -> list[PastDecision]:
    """Play a game that has just begun to its end, in place; return its decisions, if asked to.

    After an error the game is as it was before the move, so that it can be shown.
    """
    words = GameWords(seed, game.rules.players, deal, seating)
    decisions, kept = dict.fromkeys(game.coins, 0), list[PastDecision]()
    while seat := game.to_act:
        player = lineup[seat - 1]
        view = game_view(game, words.decision(seat, decisions[seat]))
        decisions[seat] += 1
        try:
            answer = player.decide(game.decision, view)
        except (KeyboardInterrupt, GameLeft, BrokenPipeError):
            raise
        except BaseException as error:
            where = _situation(game, player, deal, seating)
            raise MoveError(where, "", exception_text(error)) from error
        before = game.copy() if recording else game
        try:
            game.step(whole_number(answer))
        except IllegalMoveError as error:
            where = _situation(game, player, deal, seating)
            raise MoveError(where, reprlib.repr(answer), str(error)) from error
        if recording:
            kept.append(PastDecision(seat, player.name, view, whole_number(answer), before))
    return kept


def _situation(game: Game, player: Player, deal: int, seating: int) -> Situation:
    return Situation(
        strategy=player.name,
        ruleset=game.rules.ruleset,
        players=game.rules.players,
        deal=deal,
        seating=seating,
        seat=game.to_act,
        phase=game.phase,
        round=game.round,
    )
