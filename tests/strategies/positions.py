"""Positions made by hand, as the strategy to decide sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.table import Auction, Sale, Table, game_view, set_of
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Rules
from forsale_sim.view import LastMoves, View
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
    return load_entrant(spec).decide("bid", view)


def sell(spec: str, view: View) -> int:
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
    table = _table(rules, hands or {})
    auction = table.auction = Auction(rules, set_of(offer), 1)
    auction.bidders = [seat for seat in table.coins if seat not in passed]
    auction.bids |= bids or {}
    auction.highest_bid = max(auction.bids.values())
    if coins is not None:
        table.coins = dict.fromkeys(table.coins, coins)
    table.seen_houses |= auction.houses
    return game_view(table, Draws(chance), 1)


def selling(
    offer: Sequence[int],
    hands: Hands,
    *,
    rules: Rules = FOUR,
    gone: Sequence[int] = (),
    chance: float = 0.5,
) -> View:
    deck = dict(enumerate(rules.cheques, start=1))

    def cards(values: Sequence[int]) -> int:
        found = []
        for value in values:
            card = next(card for card, worth in deck.items() if worth == value)
            del deck[card]
            found.append(card)
        return set_of(found)

    on_offer, taken = cards(offer), cards(gone)
    table = _table(rules, hands)
    table.sale = Sale(on_offer, table.hands)
    table.seen_houses = set_of(rules.houses[: rules.cards_dealt])
    table.seen_cheques = on_offer | taken
    return game_view(table, Draws(chance), 1)


def _table(rules: Rules, hands: Hands) -> Table:
    table = Table(rules)
    table.round = 1
    for seat, hand in hands.items():
        table.hands[seat] = set_of(hand)
        table.buyers |= dict.fromkeys(hand, seat)
        table.seen_houses |= table.hands[seat]
    table.past_auctions = [(LastMoves(),) * rules.players] * rules.cards_dealt
    return table
