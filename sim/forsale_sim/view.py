"""What a strategy may see: everything that is public at its seat, and nothing else.

One table for both engines: the members of `View` say where in the state of a game they are. Plain
Python runs them on a `Snapshot`, whose fields have the names of the compiled engine's state; numba
compiles the same source for that state itself (`forsale_sim.engine.view`), where other functions
stand for those above `HELPERS`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol

from strategy_lab.random_words import HALF, draw_below

from forsale_sim.cards import (
    MAX_CARDS,
    NO_SET,
    SETS_OF_A_VIEW,
    Cards,
    Quantity,
    count,
    has,
    lowest,
    members,
    only,
)

if TYPE_CHECKING:
    from forsale_sim.rules.ruleset import Rules

# What to write instead: advice on the mistakes that authors of strategies make most. Python and
# numba say what is wrong with a whole number; an author thinks of a set of cards.

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
        r"(?<!argument )'method'|BoundFunction",
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
    """A source of random words: numbers from 0 to 2**32 - 1."""

    def next_word(self) -> int: ...

    def game_word(self) -> int: ...  # the same for the whole game


class LastMoves(NamedTuple):
    """What a player did last in an auction, in coins."""

    bid: int = 0  # the last bid; 0 for none
    least_bid: int = 0  # the smallest bid that the rules allowed in its place; 0 without a bid
    declined: int = 0
    """The smallest bid that the rules allowed in place of the pass; 0 without a pass."""


class ByCard(dict[int, int]):
    """Numbers by card: 0 for all cards that have none."""

    def __missing__(self, card: int) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Past:
    """One field of the last moves, by auction and seat."""

    moves: tuple[tuple[LastMoves, ...], ...]
    field: str

    def __getitem__(self, place: tuple[int, int]) -> int:
        auction, seat = place
        return int(getattr(self.moves[auction - 1][seat - 1], self.field))


class Snapshot(NamedTuple):
    """What lies open on the table, and the seat of the view."""

    rules: Rules
    seat: int
    is_refunded: bool  # a pass that takes a house now
    taken: int  # how many houses of this auction have been
    players: int
    houses_per_round: int
    removed: int
    coin_value: int
    deck_houses: Cards
    deck_cheques: Cards
    cheque_value: Mapping[int, int]
    starting_coins: Mapping[int, int]
    coins: Mapping[int, int]
    hand: Mapping[int, Cards]
    cheques: Mapping[int, int]
    round: int
    opener: int
    seats_in: int
    bid: Mapping[int, int]
    highest_bid: int
    least_bid: int
    houses_on_offer: Cards
    face_down: Cards  # as many houses as lie face down, of those that have not been seen
    cheques_on_offer: Cards
    unseen_houses: Cards
    unseen_cheques: Cards
    buyer: Mapping[int, int]
    price: Mapping[int, int]
    auction: Mapping[int, int]
    cheque: Mapping[int, int]
    sale: Mapping[int, int]
    past_bid: Past
    past_least_bid: Past
    past_declined: Past
    keeps_past: int = 1


quantity, whole, at, first, unlikely = Quantity, index, index, lowest, bool
"""A number that the view shows, one that it is given, an index, and the lowest card of a set."""


def state_of(view: View) -> Snapshot:
    return view._snapshot


def seat_of(view: View) -> int:
    return view._snapshot.seat


def refund_of(state: Snapshot, bid: int, houses: int) -> int:
    """Return what the rules give back of a bid to who passes and takes one of `houses`."""
    if not state.is_refunded:
        return 0
    place, offered = state.taken + 1, max(state.taken + houses, 1)
    return state.rules.refund_of(index(bid), place, offered)


def gift_of(state: Snapshot, bid: int, bidders: int) -> int:
    return state.rules.gift_of(bid, state.players + 1 - bidders)


def auctions_begun(state: Snapshot) -> int:
    return state.rules.auctions_for(count(state.deck_houses & ~state.unseen_houses))


def number_face_down(state: Snapshot) -> int:
    return count(state.face_down)


def houses_left(state: Snapshot) -> int:
    return count(state.houses_on_offer) + number_face_down(state)


def takes_house(state: Snapshot) -> bool:
    """Return whether the next passer takes a house: not where there are fewer than bidders."""
    return houses_left(state) == count(state.seats_in)


HELPERS = ("checked_seat", "checked_auction", "checked_card", "past_of")
"""Other functions that members call; numba compiles them as they are written."""


def checked_seat(state: Snapshot, seat: int) -> int:
    if unlikely(whole(seat) < 1 or seat > state.players):
        raise IndexError("a seat is a number from 1 to view.players")
    return at(seat)


def checked_auction(state: Snapshot, auction: int) -> int:
    if unlikely(whole(auction) < 1 or auction > auctions_begun(state)):
        raise IndexError("an auction is a number from 1 to view.auctions")
    return at(auction)


def checked_card(card: int) -> int:
    if unlikely(whole(card) < 1 or card > MAX_CARDS):
        raise IndexError("a card is a number from 1 to 60")
    return at(card)


def past_of(view: View) -> Snapshot:
    state = state_of(view)
    if unlikely(state.keeps_past == 0):
        raise RuntimeError("this game keeps no past auctions")
    return state


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
        return quantity(state_of(self).players)

    @property
    def seat(self) -> int:
        """The seat that decides, in turn order: seat 1 opened the game."""
        return quantity(seat_of(self))

    @property
    def seats(self) -> range:
        """All seats in turn order, including the player's own."""
        return range(1, state_of(self).players + 1)

    @property
    def coins(self) -> int:
        """The coins that the deciding player owns, those of a bid on the table included."""
        return quantity(state_of(self).coins[seat_of(self)])

    def coins_of(self, seat: int) -> int:
        """Return the coins that `seat` owns, those of a bid on the table included."""
        state = state_of(self)
        return quantity(state.coins[checked_seat(state, seat)])

    def starting_coins_of(self, seat: int) -> int:
        """Return the coins that `seat` began the game with."""
        state = state_of(self)
        return quantity(state.starting_coins[checked_seat(state, seat)])

    @property
    def hand(self) -> Cards:
        """The set of houses that the deciding player holds."""
        return state_of(self).hand[seat_of(self)]

    def hand_of(self, seat: int) -> Cards:
        """Return the set of houses that `seat` holds."""
        state = state_of(self)
        return state.hand[checked_seat(state, seat)]

    def cheques_of(self, seat: int) -> int:
        """Return the sum of the cheques that `seat` has taken so far, in thousands."""
        state = state_of(self)
        return quantity(state.cheques[checked_seat(state, seat)])

    # The auction

    @property
    def round(self) -> int:
        """The round within the phase, from 1."""
        return quantity(state_of(self).round)

    @property
    def opener(self) -> int:
        """The seat that opened this auction; while selling, the one that took the last house."""
        return quantity(state_of(self).opener)

    @property
    def houses_on_offer(self) -> Cards:
        """The set of houses that nobody has taken yet in this round; empty while selling.

        Without those that lie face down: see `hidden_houses`.
        """
        return state_of(self).houses_on_offer

    @property
    def hidden_houses(self) -> int:
        """How many houses lie face down: they are turned over once all others are taken."""
        return quantity(number_face_down(state_of(self)))

    @property
    def own_bid(self) -> int:
        """The deciding player's bid on the table, in coins; 0 for none."""
        return quantity(state_of(self).bid[seat_of(self)])

    def bid_of(self, seat: int) -> int:
        """Return the bid of `seat` in this auction, in coins; after a pass, what it was then."""
        state = state_of(self)
        return quantity(state.bid[checked_seat(state, seat)])

    @property
    def highest_bid(self) -> int:
        """The highest bid of this auction, in coins; 0 for none."""
        return quantity(state_of(self).highest_bid)

    @property
    def least_bid(self) -> int:
        """The smallest bid that the deciding player may make, in coins; 1 while selling."""
        return quantity(state_of(self).least_bid)

    def in_auction(self, seat: int) -> bool:
        """Return whether `seat` has not passed in this auction; never while selling."""
        state = state_of(self)
        return has(state.seats_in, int(checked_seat(state, seat)))

    @property
    def bidders(self) -> int:
        """How many players have not passed in this auction, the deciding one included."""
        return quantity(count(state_of(self).seats_in))

    def refund(self, bid: int) -> int:
        """Return the coins of a `bid` that a pass gives back now, when it takes a house."""
        state = state_of(self)
        return quantity(refund_of(state, bid, houses_left(state)))

    @property
    def pass_house(self) -> int:
        """The house that a pass takes now; 0 (none) where houses are fewer than bidders."""
        state = state_of(self)
        return quantity(lowest(state.houses_on_offer) if takes_house(state) else 0)

    @property
    def pass_refund(self) -> int:
        """The coins that a pass gives back now; the whole bid where it takes no house."""
        state = state_of(self)
        bid = state.bid[seat_of(self)]
        if takes_house(state):
            bid = refund_of(state, bid, houses_left(state))
        return quantity(bid)

    @property
    def pass_gift(self) -> int:
        """The coins that the bank gives for a pass now: none by all printed rules."""
        state = state_of(self)
        return quantity(gift_of(state, state.bid[seat_of(self)], count(state.seats_in)))

    # Past auctions

    @property
    def auctions(self) -> int:
        """How many auctions have begun, the current one included while buying."""
        return quantity(auctions_begun(state_of(self)))

    def offer_in(self, auction: int) -> Cards:
        """Return the set of all houses of an auction (1 to `auctions`) that have been seen."""
        number, state = checked_auction(state_of(self), auction), past_of(self)
        houses = 0
        for house in members(state.deck_houses & ~state.unseen_houses):
            if state.auction[at(house)] == number:
                houses |= only(house)
        return houses

    def bid_in(self, auction: int, seat: int) -> int:
        """Return the last bid of `seat` in an auction (1 to `auctions`), in coins; 0 for none."""
        number, state = checked_auction(state_of(self), auction), past_of(self)
        return quantity(state.past_bid[number, checked_seat(state, seat)])

    def least_bid_in(self, auction: int, seat: int) -> int:
        """Return the smallest bid allowed when `seat` made its last one; 0 if it made none."""
        number, state = checked_auction(state_of(self), auction), past_of(self)
        return quantity(state.past_least_bid[number, checked_seat(state, seat)])

    def declined_in(self, auction: int, seat: int) -> int:
        """Return the smallest bid allowed when `seat` passed in an auction; 0 if it did not."""
        number, state = checked_auction(state_of(self), auction), past_of(self)
        return quantity(state.past_declined[number, checked_seat(state, seat)])

    # The sale

    @property
    def cheques_on_offer(self) -> Cards:
        """The set of cheque cards to be taken in this round; empty while buying."""
        return state_of(self).cheques_on_offer

    def cheque_value(self, card: int) -> int:
        """Return what cheque card `card` is worth, in thousands; 0 for one that is in no deck."""
        return quantity(state_of(self).cheque_value[checked_card(card)])

    def cheque_sum(self, cards: Cards) -> int:
        """Return what the cheque cards in the set `cards` are worth together, in thousands."""
        state, total = state_of(self), 0
        cards &= state.deck_cheques
        while cards != 0:
            total += int(state.cheque_value[first(cards)])
            cards &= cards - 1
        return quantity(total)

    # The cards

    @property
    def deck_houses(self) -> Cards:
        """The set of all houses of this edition, those set aside included."""
        return state_of(self).deck_houses

    @property
    def deck_cheques(self) -> Cards:
        """The set of all cheque cards of this edition, those set aside included."""
        return state_of(self).deck_cheques

    @property
    def unseen_houses(self) -> Cards:
        """The set of houses not revealed: still in the deck, set aside, or face down."""
        return state_of(self).unseen_houses

    @property
    def unseen_cheques(self) -> Cards:
        """The set of cheque cards that have not been revealed: still in the deck, or set aside."""
        return state_of(self).unseen_cheques

    @property
    def removed(self) -> int:
        """How many cards of each deck were set aside unseen before the game."""
        return quantity(state_of(self).removed)

    @property
    def houses_per_round(self) -> int:
        """How many houses are revealed in a buying round; in the last one there may be fewer."""
        return quantity(state_of(self).houses_per_round)

    @property
    def coin_value(self) -> int:
        """What a coin left at the end counts, in thousands: 1 by all printed rules."""
        return quantity(state_of(self).coin_value)

    def buyer_of(self, house: int) -> int:
        """Return the seat that bought `house`, sold since or not; 0 for none so far."""
        return quantity(state_of(self).buyer[checked_card(house)])

    def price_of(self, house: int) -> int:
        """Return the coins that its buyer lost for `house`; 0 if it has not been bought."""
        return quantity(state_of(self).price[checked_card(house)])

    def auction_of(self, house: int) -> int:
        """Return the auction in which `house` was bought, from 1; 0 if it has not been bought."""
        card, state = checked_card(house), past_of(self)
        bought = state.deck_houses & ~state.unseen_houses & ~state.houses_on_offer
        return quantity(state.auction[card] if has(bought, int(card)) else 0)

    def cheque_of(self, house: int) -> int:
        """Return the value of the cheque `house` was sold for, in thousands; 0 if it is unsold."""
        return quantity(state_of(self).cheque[checked_card(house)])

    def sale_of(self, house: int) -> int:
        """Return the selling round in which `house` was sold, from 1; 0 if it is unsold."""
        return quantity(state_of(self).sale[checked_card(house)])

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


VIEW_NAMES = tuple(name for name in vars(View) if not name.startswith("_"))
"""Everything that a strategy may ask a view for."""

CHANCE = ("random", "chance", "random_below", "game_random")
"""The names of which each engine has a source of its own."""
