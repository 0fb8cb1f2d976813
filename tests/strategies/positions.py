"""Positions made by hand, as the strategy to decide sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.table import LastMoves, set_of
from forsale_sim.reference.view import Snapshot, View
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Rules
from strategy_lab.random_words import HALF

FOUR = load_ruleset("iello-en").rules(4)
"""30 houses and cheques, two of each set aside, 21 coins, half of a bid back, rounded down."""

Hands = Mapping[int, Sequence[int]]


class Draws:
    """Random words that make ``view.random()`` a number given; should it be refused, the next."""

    def __init__(self, chance: float) -> None:
        self.words = count(int(chance * HALF))

    def next_word(self) -> int:
        return next(self.words)

    def game_word(self) -> int:
        return next(self.words)


def bid(spec: str, view: View) -> int:
    """Return the bid of the strategy that a spec names."""
    return load_entrant(spec).decide("bid", view)


def sell(spec: str, view: View) -> int:
    """Return the house that the strategy that a spec names would sell."""
    return load_entrant(spec).decide("sell", view)


def buying(
    offer: Sequence[int],
    *,
    rules: Rules = FOUR,
    bids: Mapping[int, int] | None = None,
    passed: Sequence[int] = (),
    coins: int | None = None,
    hands: Hands | None = None,
    chance: float = 0.5,
) -> View:
    """What seat 1 sees when it is to bid or pass.

    Parameters
    ----------
    offer
        The houses still on offer.
    rules
        The rules of the game.
    bids
        The bids on the table, by seat; no entry means none.
    passed
        The seats that have passed.
    coins
        What every player has; what they start with unless given.
    hands
        The houses bought before, by seat.
    chance
        What ``view.random()`` returns.
    """
    bids, hands = bids or {}, hands or {}
    seats = range(1, rules.players + 1)
    bidders = [seat for seat in seats if seat not in passed]
    highest_bid, own_bid = max(bids.values(), default=0), bids.get(1, 0)
    takes_house = len(bidders) <= len(offer)
    return View(
        Snapshot(
            rules=rules,
            seat=1,
            round=1,
            opener=1,
            coins=rules.coins if coins is None else (coins,) * rules.players,
            hands=_by_seat(seats, hands),
            cheques=(0,) * rules.players,
            bids=tuple(bids.get(seat, 0) for seat in seats),
            bidders=bidders,
            highest_bid=highest_bid,
            least_bid=rules.least_bid(highest_bid, own_bid),
            pass_house=min(offer) if takes_house else 0,
            pass_refund=rules.refund_of(own_bid) if takes_house else own_bid,
            houses=set_of(offer),
            cheques_on_offer=0,
            seen_houses=set_of([*offer, *(house for hand in hands.values() for house in hand)]),
            seen_cheques=0,
            buyers={house: seat for seat, hand in hands.items() for house in hand},
            prices={},
            auctions={},
            last_moves=_nobody_moved(rules),
            sold_for={},
            sales={},
        ),
        Draws(chance),
    )


def selling(
    offer: Sequence[int],
    hands: Hands,
    *,
    rules: Rules = FOUR,
    gone: Sequence[int] = (),
    chance: float = 0.5,
) -> View:
    """What seat 1 sees when it is to sell.

    Parameters
    ----------
    offer, gone
        The values of the cheques on offer, and of those taken in rounds before.
    hands
        The houses held, by seat.
    rules
        The rules of the game.
    chance
        What ``view.random()`` returns.
    """
    deck = dict(enumerate(rules.cheques, start=1))

    def cards(values: Sequence[int]) -> int:
        found = []
        for value in values:
            card = next(card for card, worth in deck.items() if worth == value)
            del deck[card]
            found.append(card)
        return set_of(found)

    on_offer, taken = cards(offer), cards(gone)
    seats = range(1, rules.players + 1)
    return View(
        Snapshot(
            rules=rules,
            seat=1,
            round=1,
            opener=1,
            coins=rules.coins,
            hands=_by_seat(seats, hands),
            cheques=(0,) * rules.players,
            bids=(0,) * rules.players,
            bidders=(),
            highest_bid=0,
            least_bid=1,
            pass_house=0,
            pass_refund=0,
            houses=0,
            cheques_on_offer=on_offer,
            seen_houses=set_of(rules.houses[: rules.cards_dealt]),
            seen_cheques=on_offer | taken,
            buyers={house: seat for seat, hand in hands.items() for house in hand},
            prices={},
            auctions={},
            last_moves=_nobody_moved(rules),
            sold_for={},
            sales={},
        ),
        Draws(chance),
    )


def _by_seat(seats: Sequence[int], hands: Hands) -> tuple[int, ...]:
    return tuple(set_of(hands.get(seat, ())) for seat in seats)


def _nobody_moved(rules: Rules) -> list[list[LastMoves]]:
    return [[LastMoves()] * rules.players] * rules.cards_dealt
