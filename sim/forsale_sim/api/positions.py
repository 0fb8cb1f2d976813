"""Views of positions written down in a few words, to try a decision on.

What the words leave out is as it is before anything happens: nothing bid, bought or taken.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import pairwise
from numbers import Integral

from strategy_lab.errors import UsageError
from strategy_lab.random_words import GameWords

from forsale_sim.cards import has, members
from forsale_sim.program import DEFAULT_RULESET
from forsale_sim.reference.table import Auction, Sale, Table, game_view, set_of, spaced
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Rules, Ruleset
from forsale_sim.view import LastMoves, View

BySeat = Sequence[Iterable[int]]  # cards of each player, seat 1 first


def auction_view(
    houses: Iterable[int],
    *,
    seat: int | None = None,
    bids: Sequence[int] | None = None,
    passed: Iterable[int] = (),
    coins: Sequence[int] | None = None,
    hands: BySeat | None = None,
    opener: int = 1,
    hidden: int = 0,
    players: int | None = None,
    ruleset: str | os.PathLike[str] | Ruleset = DEFAULT_RULESET,
    seed: int = 1,
) -> View:
    """Return the view of a player who has to bid.

    Sequences are by seat, seat 1 first. The round follows from the number of houses.

    Parameters
    ----------
    houses
        The houses still on offer.
    seat
        Whose turn it is; unless said, that of the player after the highest bidder.
    bids
        The bids on the table, 0 for none; of those who have passed, their last.
    passed
        The seats that have passed.
    coins
        The coins that players own, those of their bids included; unless said, what they begin with.
    hands
        The houses that players hold.
    opener
        The seat that opened the auction.
    hidden
        How many more houses lie face down.
    players
        How many play; unless said, as many as `bids`, `coins` or `hands` name, or else as there are
        houses.
    ruleset
        An edition's name, the path of a file, or a ruleset.
    seed
        Decides what `view.random()` draws.

    Raises
    ------
    UsageError
        If the rules cannot lead to such a position.
    """
    offer, out = list(houses), sorted(passed)
    rules = _rules(ruleset, players, (bids, coins, hands), len(offer) + hidden + len(out))
    table = _table(rules, coins, hands, offer)
    seats = range(1, rules.players + 1)
    _check_seats("opener", [opener], rules)
    _check_seats("passed", out, rules)
    unseen = [house for house in rules.houses if not has(table.seen_houses, house)]
    auction = Auction(rules, set_of(offer), opener, set_of(unseen[:hidden]))
    auction.bidders = [each for each in seats if each not in out]
    auction.bids = dict(zip(seats, bids or (0,) * rules.players, strict=True))
    auction.highest_bid = max(auction.bids.values())
    auction.last_moves = {each: _last_moves(auction, each) for each in seats}
    if auction.left == len(auction.bidders):
        auction.taken = max(rules.houses_per_round - auction.left, 0)
    if len(auction.bidders) < 2:
        raise UsageError("fewer than two players are still in the auction: it is over")
    if hidden and not rules.hides:
        raise UsageError(f"{hidden} houses face down: {rules.ruleset} has no hidden_houses")
    if not 1 <= len(offer) <= auction.left <= len(auction.bidders):
        raise UsageError(
            f"{auction.left} houses are on offer to {len(auction.bidders)} players: there are at "
            "most as many, because a pass takes one"
        )
    for each, bid in auction.bids.items():
        if not _is_whole(bid):
            raise UsageError(f"seat {each} bids {bid!r}: a bid is a whole number")
        if bid < 0 or (bid > table.coins[each] and each in auction.bidders):
            raise UsageError(f"seat {each} bids {bid} and owns {table.coins[each]}")
    auction.turn = _next_bidder(auction) if seat is None else seat
    if auction.turn not in auction.bidders:
        raise UsageError(f"seat {seat} is not in the auction: {spaced(auction.bidders)} still are")
    _check_order(auction)
    table.auction, table.opener = auction, opener
    table.round = _auctions(table)
    return _seen(table, auction.turn, table.round - 1, seed)


def sale_view(
    cheques: Iterable[int],
    hands: BySeat,
    *,
    seat: int = 1,
    coins: Sequence[int] | None = None,
    taken: BySeat | None = None,
    ruleset: str | os.PathLike[str] | Ruleset = DEFAULT_RULESET,
    seed: int = 1,
) -> View:
    """Return the view of a player who has to sell a house.

    Sequences are by seat, seat 1 first. Houses that nobody holds are sold; where the rules set some
    aside, those are the lowest.

    Parameters
    ----------
    cheques
        The values of the cheques on offer.
    hands
        The houses that players hold.
    seat
        Whose decision it is.
    coins
        The coins that players own; unless said, what they begin with.
    taken
        The values of the cheques that players have taken.
    ruleset
        An edition's name, the path of a file, or a ruleset.
    seed
        Decides what `view.random()` draws.

    Raises
    ------
    UsageError
        If the rules cannot lead to such a position.
    """
    offer = list(cheques)
    rules = _rules(ruleset, None, (hands, coins, taken), 0)
    table = _table(rules, coins, hands, ())
    _check_seats("seat", [seat], rules)
    holders = sum(hand != 0 for hand in table.hands.values())
    if len(offer) != holders:
        raise UsageError(f"{len(offer)} cheques are on offer to {holders} players who hold a house")
    if table.hands[seat].bit_count() < 2:
        held = f"house {spaced(members(table.hands[seat]))}" if table.hands[seat] else "no house"
        raise UsageError(f"seat {seat} holds {held}: there is nothing to choose")
    got = [list(each) for each in taken or ((),) * rules.players]
    on_offer, *_ = cards = _cheque_cards(rules, [offer, *got])
    table.cheques = dict(enumerate(map(sum, got), start=1))
    table.seen_cheques = sum(cards)
    unheld = [house for house in rules.houses if not table.seen_houses >> (house - 1) & 1]
    table.seen_houses |= set_of(unheld[rules.removed :])
    table.round = 1 + max(map(len, got))
    table.sale = Sale(on_offer, table.hands)
    return _seen(table, seat, _auctions(table), seed)


def _rules(
    ruleset: str | os.PathLike[str] | Ruleset,
    players: int | None,
    by_seat: Iterable[Sequence[object] | None],
    otherwise: int,
) -> Rules:
    chosen = ruleset if isinstance(ruleset, Ruleset) else load_ruleset(os.fspath(ruleset))
    lengths = [len(each) for each in by_seat if each is not None]
    number = players or next(iter(lengths), otherwise)
    if set(lengths) - {number}:
        raise UsageError(
            f"{number} players, and a list by seat of {spaced(lengths)}: name all of them in each"
        )
    return chosen.rules(number)


def _table(
    rules: Rules, coins: Sequence[int] | None, hands: BySeat | None, offer: Sequence[int]
) -> Table:
    """Return a table with what players own, on which all these houses have been seen."""
    table = Table(rules)
    held = [list(hand) for hand in hands or ((),) * rules.players]
    named = [*offer, *(house for hand in held for house in hand)]
    for house in named:
        if house not in rules.houses or named.count(house) > 1:
            wrong = "is named twice" if house in rules.houses else f"is not in {rules.ruleset}"
            raise UsageError(f"house {house} {wrong}")
    table.seen_houses = set_of(named)
    for seat, (hand, begun_with) in enumerate(zip(held, rules.coins, strict=True), start=1):
        table.hands[seat] = set_of(hand)
        table.buyers |= dict.fromkeys(hand, seat)
        table.prices |= dict.fromkeys(hand, 0)
        if coins is not None:
            table.coins[seat] = coins[seat - 1]
        gains = rules.auctions * rules.most_gift
        if not 0 <= table.coins[seat] <= begun_with + gains:
            raise UsageError(
                f"seat {seat} owns {table.coins[seat]} coins: it began with {begun_with}, and "
                f"nobody gains {f'more than {gains}' if gains else 'any'}"
            )
    return table


def _check_seats(name: str, seats: Iterable[int], rules: Rules) -> None:
    for seat in seats:
        if not 1 <= seat <= rules.players:
            raise UsageError(f"{name}: {seat} is no seat: those are 1 to {rules.players}")


def _is_whole(bid: object) -> bool:
    return isinstance(bid, Integral)


def _check_order(auction: Auction) -> None:
    """Refuse bids that players cannot have made in turn, each above the highest before it."""
    rules, turn = auction.rules, auction.turn
    bids = sorted(filter(None, auction.bids.values()))
    for lower, bid in pairwise([rules.opening_bid - rules.least_raise, *bids]):
        if bid < lower + rules.least_raise:
            raise UsageError(
                f"bids of {spaced(bids)}: the first is at least {rules.opening_bid}, and each "
                f"exceeds the highest by at least {rules.least_raise}"
            )
    in_turn = [*range(turn, rules.players + 1), *range(1, turn)]
    made = [auction.bids[seat] for seat in in_turn if seat in auction.bidders]
    if made != sorted(made) or (bids and bids[-1] != made[-1]):
        raise UsageError(
            f"beginning with seat {turn}, whose turn it is, those in the auction have bid "
            f"{spaced(made)}: each bids in turn, and the last is the highest"
        )
    waiting = in_turn[: in_turn.index(auction.opener) or None]
    idle = [each for each in in_turn if each in auction.bidders and not auction.bids[each]]
    if idle and idle != waiting:
        raise UsageError(
            f"seats {spaced(idle)} have neither bid nor passed: from opener {auction.opener} on, "
            f"those before seat {turn} have"
        )


def _last_moves(auction: Auction, seat: int) -> LastMoves:
    """Return what a player did last, if bids were raised by as little as the rules allow."""
    bid = auction.bids[seat]
    if seat in auction.bidders:
        return LastMoves(bid, bid)
    return LastMoves(bid, bid, auction.rules.least_bid(auction.highest_bid, bid))


def _next_bidder(auction: Auction) -> int:
    """Return the seat whose turn it is: the opener's, or the next after the highest bidder's."""
    if auction.highest_bid == 0:
        return next((s for s in auction.bidders if s >= auction.opener), auction.bidders[0])
    leader = max(auction.bidders, key=lambda seat: auction.bids[seat])
    return next((seat for seat in auction.bidders if seat > leader), auction.bidders[0])


def _cheque_cards(rules: Rules, lists: Iterable[Iterable[int]]) -> list[int]:
    """Return lists of cheques' values as sets of cards, of which each is used once."""
    left = list(range(1, len(rules.cheques) + 1))
    sets = []
    for values in lists:
        cards = []
        for value in values:
            card = next((card for card in left if rules.cheques[card - 1] == value), 0)
            if card == 0:
                raise UsageError(f"{rules.ruleset} has no cheque of {value}, or no further one")
            left.remove(card)
            cards.append(card)
        sets.append(set_of(cards))
    return sets


def _auctions(table: Table) -> int:
    return table.rules.auctions_for(table.seen_houses.bit_count())


def _seen(table: Table, seat: int, auctions: int, seed: int) -> View:
    """Return the view of a seat, after some auctions in which nobody is known to have bid."""
    table.past_auctions = [(LastMoves(),) * table.rules.players] * auctions
    words = GameWords(seed, table.rules.players, deal=1, seating=1)
    return game_view(table, words.decision(seat, 0), seat)
