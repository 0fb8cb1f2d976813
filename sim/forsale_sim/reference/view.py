"""What a strategy may see: everything that is public at its seat, and nothing else."""

from __future__ import annotations

import difflib
import re
import reprlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol

from strategy_lab import errors
from strategy_lab.errors import GameLeft, MoveError, Situation
from strategy_lab.game import IllegalMoveError, draw_lineup, turned, whole_number
from strategy_lab.random_words import HALF, GameWords, draw_below

from forsale_sim.cards import MAX_CARDS, NO_SET, SETS_OF_A_VIEW, Cards, Quantity, members
from forsale_sim.records import GameRows, empty_rows
from forsale_sim.reference.table import Auction, Game, LastMoves, Table, deal_cards, set_of
from forsale_sim.rules.ruleset import Rules

# advice: What to write instead: advice on the mistakes that authors of strategies make most.
#
# Python and numba say what is wrong with a whole number; an author thinks of a set of cards.

IN_PLACE_OF_SETS = (
    (
        r"'int' object is not iterable|getiter with parameters \(int64\)|>>> (sum|list|tuple|"
        r"set|enumerate|zip|map)\(int64",
        "members(cards) lists its cards, as in max(members(view.hand))",
    ),
    (r"'int' has no len\(\)|>>> len\(int64\)", "count(cards) says how many cards it has"),
    (
        r"argument of type 'int' is not|>>> contains\(int64",
        "has(cards, card) says whether a card is in it",
    ),
    (r"'int' object is not subscriptable|>>> getitem\(int64", "nth(cards, n) is one of its cards"),
)
"""Patterns of messages, of Python and numba, and what serves for a set of cards."""

OF_NAMES = (
    (
        r"'(int|Quantity)' object is not callable|int64 as a callable",
        "what a view says without an argument has no parentheses, as view.coins",
    ),
    (
        r"'method'|BoundFunction",
        "what a view says about a seat or a card needs it in parentheses, as view.bid_of(seat)",
    ),
)
"""Patterns of messages about names of a view, and how the names are used."""

SYNONYMS = {
    "min": "least",
    "minimum": "least",
    "max": "highest",
    "maximum": "highest",
    "current": "highest",
    "my": "own",
    "money": "coins",
    "cash": "coins",
    "check": "cheque",
    "checks": "cheques",
    "card": "house",
    "cards": "hand",
    "property": "house",
    "properties": "houses",
}
"""Words that people use for the words in the names of a view."""


def advice(message: str, line: str) -> str:
    """Return what to write instead, for an error in a line; empty where nothing is known.

    Messages about a number do not tell a set from a quantity; the names in the line may.
    """
    shown = set(re.findall(r"\bview\.(\w+)", line))
    is_quantity = "'Quantity'" in message or (shown and not shown & {*SETS_OF_A_VIEW})
    for pattern, serves in IN_PLACE_OF_SETS:
        if re.search(pattern, message.replace("'Quantity'", "'int'")):
            of_sets = f"a set of cards is a whole number: in forsale_sim.cards, {serves}"
            return NO_SET if is_quantity else of_sets if shown else f"{of_sets}; {NO_SET}"
    return next((use for pattern, use in OF_NAMES if re.search(pattern, message)), "")


def no_such_name(name: str, names: Collection[str]) -> str:
    """Return the message about a name that a view does not have, with the names like it."""
    meant = "_".join(SYNONYMS.get(word, word) for word in name.split("_"))
    near = [meant] if meant in names else [each for each in names if meant in each.split("_")]
    near = near or difflib.get_close_matches(meant, names, n=2)
    question = f"did you mean {' or '.join(f'view.{each}' for each in near)}? " if near else ""
    return f"a view has no {name!r}: {question}help(forsale_sim.View) lists its names"


class RandomWords(Protocol):
    """A source of random words."""

    def next_word(self) -> int:
        """Return the next random number, 0 to 2**32 - 1."""
        ...

    def game_word(self) -> int:
        """Return the random number that the player has for the whole game, 0 to 2**32 - 1."""
        ...


class Snapshot(NamedTuple):
    """What lies open on the table, and the seat of the view; sequences are by seat."""

    rules: Rules
    seat: int
    round: int
    opener: int
    coins: Sequence[int]
    hands: Sequence[int]
    cheques: Sequence[int]
    bids: Sequence[int]
    bidders: Sequence[int]
    highest_bid: int
    least_bid: int
    pass_house: int
    pass_refund: int
    houses: int
    cheques_on_offer: int
    seen_houses: int
    seen_cheques: int
    buyers: Mapping[int, int]
    prices: Mapping[int, int]
    auctions: Mapping[int, int]
    last_moves: Sequence[Sequence[LastMoves]]
    sold_for: Mapping[int, int]
    sales: Mapping[int, int]
    is_refunded: bool = True
    """Whether a pass that takes a house is refunded now."""
    taken: int = 0
    """How many houses of this auction have been taken."""


class View:
    """The table as the player whose decision it is sees it: a snapshot that cannot be changed.

    Money is in thousands: a coin is 1. Seats and rounds count from 1. A set of cards (`Cards`) is
    an int whose bit c - 1 is card c, for the functions of `forsale_sim.cards`; 0 is the empty set.
    All other whole numbers are quantities (`Quantity`), which these functions refuse; 0 is "none"
    for a single card or seat. A house's card number is its value; cheque cards are numbered in
    ascending order of value.

    While buying, there are no cheques on offer. While selling, there are no houses on offer, all
    numbers about bids are 0 (but `least_bid` is 1), nobody is `in_auction`, and `opener` is the
    seat that took the last house. Auctions count from 1, as the rounds of buying. Methods raise
    IndexError for a seat outside 1 to `players`, an auction outside 1 to `auctions` or a card
    outside 1 to 60, and TypeError for what is not a whole number.

    Parameters
    ----------
    snapshot
        What lies open on the table.
    words
        The source of the decision's random words; used only when a strategy draws.
    """

    __slots__ = ("_snapshot", "_words")

    _snapshot: Snapshot
    _words: RandomWords

    def __init__(self, snapshot: Snapshot, words: RandomWords) -> None:
        object.__setattr__(self, "_snapshot", snapshot)
        object.__setattr__(self, "_words", words)

    if not TYPE_CHECKING:  # which must see what names there are

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(no_such_name(name, VIEW_NAMES), name=name, obj=None)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a view can only be read: view.{name} cannot be assigned to")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a view can only be read: view.{name} cannot be deleted")

    def __repr__(self) -> str:
        phase = "selling" if self.cheques_on_offer else "buying"
        return f"<View from seat {self.seat} of {self.players}, {phase} round {self.round}>"

    # The players

    @property
    def players(self) -> int:
        """How many play, 2 to 8."""
        return Quantity(self._snapshot.rules.players)

    @property
    def seat(self) -> int:
        """The seat that decides, in turn order: seat 1 opened the game."""
        return Quantity(self._snapshot.seat)

    @property
    def seats(self) -> range:
        """All seats in turn order, including the player's own."""
        return range(1, self.players + 1)

    @property
    def coins(self) -> int:
        """The coins that the deciding player owns, those of a bid on the table included."""
        return self.coins_of(self.seat)

    def coins_of(self, seat: int) -> int:
        """Return the coins that `seat` owns, those of a bid on the table included."""
        return Quantity(self._snapshot.coins[self._index(seat)])

    def starting_coins_of(self, seat: int) -> int:
        """Return the coins that `seat` began the game with."""
        return Quantity(self._snapshot.rules.coins[self._index(seat)])

    @property
    def hand(self) -> Cards:
        """The set of houses that the deciding player holds."""
        return self.hand_of(self.seat)

    def hand_of(self, seat: int) -> Cards:
        """Return the set of houses that `seat` holds."""
        return self._snapshot.hands[self._index(seat)]

    def cheques_of(self, seat: int) -> int:
        """Return the sum of the cheques that `seat` has taken so far, in thousands."""
        return Quantity(self._snapshot.cheques[self._index(seat)])

    # The auction

    @property
    def round(self) -> int:
        """The round within the phase, from 1."""
        return Quantity(self._snapshot.round)

    @property
    def opener(self) -> int:
        """The seat that opened this auction; while selling, the one that took the last house."""
        return Quantity(self._snapshot.opener)

    @property
    def houses_on_offer(self) -> Cards:
        """The set of houses that nobody has taken yet in this round; empty while selling."""
        return self._snapshot.houses

    @property
    def own_bid(self) -> int:
        """The deciding player's bid on the table, in coins; 0 for none."""
        return self.bid_of(self.seat)

    def bid_of(self, seat: int) -> int:
        """Return the bid of `seat` in this auction, in coins; after a pass, what it was then."""
        return Quantity(self._snapshot.bids[self._index(seat)])

    @property
    def highest_bid(self) -> int:
        """The highest bid of this auction, in coins; 0 for none."""
        return Quantity(self._snapshot.highest_bid)

    @property
    def least_bid(self) -> int:
        """The smallest bid that the deciding player may make, in coins; 1 while selling."""
        return Quantity(self._snapshot.least_bid)

    def in_auction(self, seat: int) -> bool:
        """Return whether `seat` has not passed in this auction; never while selling."""
        return self._index(seat) + 1 in self._snapshot.bidders

    @property
    def bidders(self) -> int:
        """How many players have not passed in this auction, the deciding one included."""
        return Quantity(len(self._snapshot.bidders))

    def refund(self, bid: int) -> int:
        """Return the coins of a `bid` that a pass gives back now, when it takes a house."""
        now = self._snapshot
        if not now.is_refunded:
            return Quantity(0)
        offered = max(now.taken + now.houses.bit_count(), 1)
        return Quantity(now.rules.refund_of(index(bid), now.taken + 1, offered))

    @property
    def pass_house(self) -> int:
        """The house that a pass takes now; 0 (none) where houses are fewer than bidders."""
        return Quantity(self._snapshot.pass_house)

    @property
    def pass_refund(self) -> int:
        """The coins that a pass gives back now; the whole bid where it takes no house."""
        return Quantity(self._snapshot.pass_refund)

    # Past auctions

    @property
    def auctions(self) -> int:
        """How many auctions have begun, the current one included while buying."""
        seen = self._snapshot.seen_houses.bit_count()
        return Quantity(self._snapshot.rules.auctions_for(seen))

    def offer_in(self, auction: int) -> Cards:
        """Return the set of all houses that an auction (1 to `auctions`) began with."""
        number = self._auction(auction)
        bought = (house for house, each in self._snapshot.auctions.items() if each == number)
        return set_of(bought) | (self.houses_on_offer if number == self.auctions else 0)

    def bid_in(self, auction: int, seat: int) -> int:
        """Return the last bid of `seat` in an auction (1 to `auctions`), in coins; 0 for none."""
        return Quantity(self._last_moves(auction, seat).bid)

    def least_bid_in(self, auction: int, seat: int) -> int:
        """Return the smallest bid allowed when `seat` made its last one; 0 if it made none."""
        return Quantity(self._last_moves(auction, seat).least_bid)

    def declined_in(self, auction: int, seat: int) -> int:
        """Return the smallest bid allowed when `seat` passed in an auction; 0 if it did not."""
        return Quantity(self._last_moves(auction, seat).declined)

    def _last_moves(self, auction: int, seat: int) -> LastMoves:
        number, position = self._auction(auction), self._index(seat)
        return self._snapshot.last_moves[number - 1][position]

    # The sale

    @property
    def cheques_on_offer(self) -> Cards:
        """The set of cheque cards to be taken in this round; empty while buying."""
        return self._snapshot.cheques_on_offer

    def cheque_value(self, card: int) -> int:
        """Return what cheque card `card` is worth, in thousands; 0 for one that is in no deck."""
        values = self._snapshot.rules.cheques
        return Quantity(values[card - 1] if _card(card) <= len(values) else 0)

    def cheque_sum(self, cards: Cards) -> int:
        """Return what the cheque cards in the set `cards` are worth together, in thousands."""
        values = self._snapshot.rules.cheques
        return Quantity(sum(values[card - 1] for card in members(cards & self.deck_cheques)))

    # The cards

    @property
    def deck_houses(self) -> Cards:
        """The set of all houses of this edition, those set aside included."""
        return _set_of_deck(self._snapshot.rules.houses)

    @property
    def deck_cheques(self) -> Cards:
        """The set of all cheque cards of this edition, those set aside included."""
        return (1 << len(self._snapshot.rules.cheques)) - 1

    @property
    def unseen_houses(self) -> Cards:
        """The set of houses that have not been revealed: still in the deck, or set aside."""
        return self.deck_houses & ~self._snapshot.seen_houses

    @property
    def unseen_cheques(self) -> Cards:
        """The set of cheque cards that have not been revealed: still in the deck, or set aside."""
        return self.deck_cheques & ~self._snapshot.seen_cheques

    @property
    def removed(self) -> int:
        """How many cards of each deck were set aside unseen before the game."""
        return Quantity(self._snapshot.rules.removed)

    @property
    def houses_per_round(self) -> int:
        """How many houses are revealed in a buying round; in the last one there may be fewer."""
        return Quantity(self._snapshot.rules.houses_per_round)

    @property
    def coin_value(self) -> int:
        """What a coin left at the end counts, in thousands: 1 by all printed rules."""
        return Quantity(self._snapshot.rules.coin_value)

    def buyer_of(self, house: int) -> int:
        """Return the seat that bought `house`, sold since or not; 0 for none so far."""
        return Quantity(self._snapshot.buyers.get(_card(house), 0))

    def price_of(self, house: int) -> int:
        """Return the coins that its buyer lost for `house`; 0 if it has not been bought."""
        return Quantity(self._snapshot.prices.get(_card(house), 0))

    def auction_of(self, house: int) -> int:
        """Return the auction in which `house` was bought, from 1; 0 if it has not been bought."""
        return Quantity(self._snapshot.auctions.get(_card(house), 0))

    def cheque_of(self, house: int) -> int:
        """Return the value of the cheque `house` was sold for, in thousands; 0 if it is unsold."""
        return Quantity(self._snapshot.sold_for.get(_card(house), 0))

    def sale_of(self, house: int) -> int:
        """Return the selling round in which `house` was sold, from 1; 0 if it is unsold."""
        return Quantity(self._snapshot.sales.get(_card(house), 0))

    # Chance

    def random(self) -> float:
        """Return a float from 0 up to but not including 1, in steps of 2**-32.

        Every game, seat and decision has numbers of its own, the same each time it is played; they
        change no card and no other player's numbers.
        """
        return self._words.next_word() * 2.0**-32

    def chance(self, probability: float) -> bool:
        """Return True with a probability: the same as ``random() < probability``."""
        return self._words.next_word() < probability * HALF

    def random_below(self, n: int) -> int:
        """Return a whole number from 0 to `n` - 1, all equally likely; from the words of `random`.

        Raises
        ------
        ValueError
            If `n` is less than 1 or more than 2**32.
        """
        bound = index(n)
        if not 1 <= bound <= HALF:
            raise ValueError("random_below takes a number from 1 to 2**32")
        return draw_below(bound, self._words.next_word, HALF)

    def game_random(self) -> float:
        """Return a float from 0 up to but not including 1 that is the same for the whole game.

        With it a player can choose how to play a game (a mixed strategy, in game theory) and
        remember the choice. Every game and seat has its own; `random` does not depend on it.
        """
        return self._words.game_word() * 2.0**-32

    def _auction(self, auction: int) -> int:
        number = index(auction)
        if not 1 <= number <= self.auctions:
            raise IndexError("an auction is a number from 1 to view.auctions")
        return number

    def _index(self, seat: int) -> int:
        position = index(seat) - 1
        if not 0 <= position < self._snapshot.rules.players:
            raise IndexError("a seat is a number from 1 to view.players")
        return position


VIEW_NAMES = tuple(name for name in vars(View) if not name.startswith("_"))
"""Everything that a strategy may ask a view for."""


def _card(card: int) -> int:
    number = index(card)
    if not 1 <= number <= MAX_CARDS:
        raise IndexError(f"a card is a number from 1 to {MAX_CARDS}")
    return number


@lru_cache(maxsize=32)
def _set_of_deck(houses: tuple[int, ...]) -> int:
    return set_of(houses)


PACKAGE = Path(__file__).parents[1]


def exception_text(error: BaseException) -> str:
    """Return a strategy's exception as text, with its place in the strategy's own file."""
    return errors.exception_text(error, PACKAGE, advice)


def game_view(game: Table, words: RandomWords, seat: int = 0) -> View:
    """Return the view that a seat has of a game."""
    seat = seat or game.to_act
    auction, sale = _seen_from(seat, game.auction), game.sale
    current = [tuple(auction.last_moves.values())] if auction else []
    return View(
        Snapshot(
            rules=game.rules,
            seat=seat,
            round=game.round,
            opener=game.opener,
            coins=tuple(game.coins.values()),
            hands=tuple(game.hands.values()),
            cheques=tuple(game.cheques.values()),
            bids=tuple(auction.bids.values()) if auction else (0,) * game.rules.players,
            bidders=tuple(auction.bidders) if auction else (),
            highest_bid=auction.highest_bid if auction else 0,
            least_bid=auction.least_bid if auction else 1,
            pass_house=auction.pass_house if auction else 0,
            pass_refund=auction.pass_refund if auction else 0,
            houses=auction.houses if auction else 0,
            cheques_on_offer=sale.cheques if sale else 0,
            seen_houses=game.seen_houses,
            seen_cheques=game.seen_cheques,
            buyers=game.buyers.copy(),
            prices=game.prices.copy(),
            auctions=game.auctions.copy(),
            last_moves=(*game.past_auctions, *current),
            sold_for=game.sold_for.copy(),
            sales=game.sales.copy(),
            is_refunded=auction.is_refunded if auction else True,
            taken=auction.taken if auction else 0,
        ),
        words,
    )


def _seen_from(seat: int, auction: Auction | None) -> Auction | None:
    """Return the auction as if it were the turn of `seat`."""
    if auction is None or auction.turn == seat:
        return auction
    twin = auction.copy()
    twin.turn = seat
    return twin


class Player(Protocol):
    """A strategy with its parameters set: what sits in a seat."""

    @property
    def name(self) -> str:
        """What the run calls it."""
        ...

    def decide(self, decision: str, view: View, /) -> int:
        """Return the move: for ``bid`` its total, 0 to pass; for ``sell`` the house."""
        ...


def play_game(
    rules: Rules, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1
) -> Game:
    """Deal the cards and play a game to its end."""
    game = Game(rules, deal_cards(rules, seed, deal))
    play_on(game, lineup, seed, deal, seating)
    return game


def play_on(game: Game, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1) -> None:
    """Play a game that has just begun to its end, in place.

    Arguments and errors are those of `play_game`. After an error the game is as it was before the
    move, so that it can be shown.
    """
    words = GameWords(seed, game.rules.players, deal, seating)
    decisions = dict.fromkeys(game.coins, 0)
    while seat := game.to_act:
        player = lineup[seat - 1]
        view = game_view(game, words.decision(seat, decisions[seat]))
        decisions[seat] += 1
        try:
            answer = player.decide(game.decision, view)
        except (KeyboardInterrupt, GameLeft):
            raise
        except BaseException as error:
            where = _situation(game, player, deal, seating)
            raise MoveError(where, "", exception_text(error)) from error
        try:
            game.step(whole_number(answer))
        except IllegalMoveError as error:
            where = _situation(game, player, deal, seating)
            raise MoveError(where, reprlib.repr(answer), str(error)) from error


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


def play_chunk(
    rules: Rules,
    field: Sequence[Player],
    lineup: Sequence[int] | None,
    *,
    seed: int,
    first_deal: int,
    deals: int,
    seatings: int,
    refilled_after: int | None = None,
    detail: bool = False,
) -> GameRows:
    """Play every deal of a chunk under each of its seatings."""
    rows = empty_rows(deals, rules.players, seatings=seatings, first_deal=first_deal, detail=detail)
    row = 0
    for deal in range(first_deal, first_deal + deals):
        indices = lineup or draw_lineup(
            seed, rules.players, deal, len(field), refilled_after or len(field)
        )
        cards = deal_cards(rules, seed, deal)
        for seating in range(1, seatings + 1):
            seats = turned(indices, seating)
            game = Game(rules, cards)
            play_on(game, [field[index] for index in seats], seed, deal, seating)
            rows.strategy[row] = seats
            write_row(game, rows, row)
            row += 1
    return rows


def write_row(game: Game, rows: GameRows, row: int) -> None:
    """Write a finished game into entry `row` of `rows`, in place: all fields but `strategy`."""
    score = game.score
    rows.score[row] = score.money
    rows.coins[row] = score.coins
    rows.place[row] = score.places
    rows.win[row] = score.wins
    if not len(rows.detail):
        return
    for house, buyer in game.buyers.items():
        rows.buyer[row, house - 1] = buyer
        rows.price[row, house - 1] = game.prices[house]
        rows.bought[row, house - 1] = game.auctions[house]
        rows.cheque[row, house - 1] = game.sold_for[house]
        rows.sold[row, house - 1] = game.sales[house]


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision of a replayed game.

    Attributes
    ----------
    seat, strategy
        Who decided.
    view
        What the strategy saw.
    move
        What it answered: a bid, 0 to pass; or the house to sell.
    game
        A copy of the game before the move, hidden cards included.
    """

    seat: int
    strategy: str
    view: View
    move: int
    game: Game = field(repr=False)


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game of a run that was played again, or read from its trace.

    Attributes
    ----------
    game
        After its last move.
    seed, number
        The run's seed, and the game's number in the run.
    lineup
        The names of the strategies by seat, seat 1 first.
    decisions
        All of them, in the order of play.
    """

    game: Game
    seed: int
    number: int
    lineup: Sequence[str]
    decisions: Sequence[PastDecision]


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A player whose decisions are kept."""

    player: Player
    game: Game
    kept: list[PastDecision]

    @property
    def name(self) -> str:
        return self.player.name

    def decide(self, decision: str, view: View) -> int:
        before = self.game.copy()
        move = self.player.decide(decision, view)
        self.kept.append(PastDecision(view.seat, self.name, view, move, before))
        return move


def play_recorded(
    game: Game, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1
) -> list[PastDecision]:
    """Play a game that has just begun to its end, as `play_on` does; return every decision."""
    kept: list[PastDecision] = []
    play_on(game, [_Recorded(player, game, kept) for player in lineup], seed, deal, seating)
    return kept
