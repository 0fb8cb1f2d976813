"""Players of both engines that write down all they see, and whose moves anybody could make."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numba
import numpy as np
from forsale_sim.cards import MAX_CARDS, count, nth
from forsale_sim.engine.view import VIEWS
from numba import carray
from numpy.typing import NDArray
from strategy_lab.rows import MAX_SEATS

NUMBERS = (
    *("players", "seat", "round", "coins", "hand", "own_bid", "highest_bid", "least_bid", "opener"),
    *("bidders", "pass_house", "pass_refund", "pass_gift", "houses_on_offer", "cheques_on_offer"),
    *("unseen_houses", "unseen_cheques", "deck_houses", "deck_cheques", "removed"),
    *("houses_per_round", "coin_value", "auctions", "hidden_houses"),
)
BY_SEAT = ("coins_of", "starting_coins_of", "hand_of", "bid_of", "in_auction", "cheques_of")
BY_CARD = ("cheque_value", "buyer_of", "price_of", "auction_of", "cheque_of", "sale_of")
BY_AUCTION_AND_SEAT = ("bid_in", "least_bid_in", "declined_in")
BIDS = 18
SETS = ("view.cheques_on_offer", "view.unseen_cheques", "view.deck_cheques", "2**60 - 1", "0", "5")
CHANCES = (0.0, 2.0**-32, 0.1, 1 / 3, 0.5, 0.9999999, 1.0, -0.1, 7.5, -1e30, 1e30) * 2
BOUNDS = (1, 2, 3, 6, 1000, 3 * 2**30, 2**31 + 1, 2**32) * 3

BLOCKS = {
    **dict.fromkeys(NUMBERS, 1),
    "seats": MAX_SEATS,
    **dict.fromkeys(BY_SEAT, MAX_SEATS),
    **dict.fromkeys(BY_CARD, MAX_CARDS),
    "offer_in": MAX_CARDS,
    **dict.fromkeys(BY_AUCTION_AND_SEAT, MAX_CARDS * MAX_SEATS),
    "refund": BIDS,
    "cheque_sum": len(SETS),
    "random": 1,
    "chance": len(CHANCES),
    "random_below": len(BOUNDS),
    "game_random": 1,
}
"""Every public name of a view, with how many numbers are read of it."""

LABELS = [f"{name} ({i})" for name, size in BLOCKS.items() for i in range(size)]


def _source() -> str:
    """A function that reads it all, whatever the number of players: the same for both engines."""
    lines = ["def read(view, page):"]
    place = 0
    for name, size in BLOCKS.items():
        here, place = place, place + size
        if name in NUMBERS:
            lines += [f"    page[{here}] = view.{name}"]
        elif name == "seats":
            lines += ["    for seat in view.seats:", f"        page[{here} + seat - 1] = seat"]
        elif name in BY_SEAT:
            lines += ["    for seat in range(1, view.players + 1):"]
            lines += [f"        page[{here} + seat - 1] = int(view.{name}(seat))"]
        elif name in BY_CARD:
            lines += [f"    for card in range(1, {MAX_CARDS + 1}):"]
            lines += [f"        page[{here} + card - 1] = view.{name}(card)"]
        elif name == "offer_in":
            lines += ["    for auction in range(1, view.auctions + 1):"]
            lines += [f"        page[{here} + auction - 1] = view.offer_in(auction)"]
        elif name in BY_AUCTION_AND_SEAT:
            lines += ["    for auction in range(1, view.auctions + 1):"]
            lines += ["        for seat in view.seats:"]
            lines += [f"            index = {here} + (auction - 1) * {MAX_SEATS} + seat - 1"]
            lines += [f"            page[index] = view.{name}(auction, seat)"]
        elif name == "refund":
            lines += [
                f"    for bid in range({BIDS}):",
                f"        page[{here} + bid] = view.refund(bid)",
            ]
        elif name == "cheque_sum":
            lines += [f"    page[{here + i}] = view.cheque_sum({s})" for i, s in enumerate(SETS)]
        elif name in ("random", "game_random"):
            lines += [f"    page[{here}] = int(view.{name}() * 2.0**32)"]
        else:
            numbers = "CHANCES" if name == "chance" else "BOUNDS"
            lines += [f"    for i in range({size}):"]
            lines += [f"        page[{here} + i] = int(view.{name}({numbers}[i]))"]
    return "\n".join(lines)


_namespace: dict[str, Any] = {"BOUNDS": BOUNDS, "CHANCES": CHANCES}
exec(_source(), _namespace)
read = _namespace["read"]

PAGES = 3000


def steady_bid(view: Any) -> Any:
    if view.random_below(3) == 0:
        return 0
    return min(view.least_bid + view.random_below(3), view.coins)


def any_house(view: Any) -> Any:
    return nth(view.hand, view.random_below(count(view.hand)))


def new_book() -> NDArray[np.int64]:
    return np.zeros((PAGES, len(LABELS)), np.int64)


@dataclass(frozen=True)
class PlainRecorder:
    book: NDArray[np.int64] = field(default_factory=new_book)
    name: str = "recorder"

    def decide(self, decision: str, view: Any) -> int:
        move: int = getattr(self, decision)(view)
        return move

    def bid(self, view: Any) -> int:
        self._write(view)
        return int(steady_bid(view))

    def sell(self, view: Any) -> int:
        self._write(view)
        return int(any_house(view))

    def _write(self, view: Any) -> None:
        self.book[0, 0] += 1
        read(view, self.book[self.book[0, 0]])


def _compiled_recorder() -> tuple[Any, Any]:
    reading, bidding, selling = (numba.njit(f) for f in (read, steady_bid, any_house))
    shape = new_book().shape

    @numba.njit
    def write(view: Any, book: Any) -> None:
        book[0, 0] += 1
        reading(view, book[book[0, 0]])

    @numba.njit(VIEWS.decision_type)
    def bid(view: Any, arguments: Any) -> Any:
        write(view, carray(arguments, shape).view(np.int64))
        return bidding(view)

    @numba.njit(VIEWS.decision_type)
    def sell(view: Any, arguments: Any) -> Any:
        write(view, carray(arguments, shape).view(np.int64))
        return selling(view)

    return bid, sell


class CompiledRecorder:
    """Writes a page a decision, on the kernel: a field of one, whose argument is the book."""

    def __init__(self) -> None:
        self.book = new_book()
        self._keep = _compiled_recorder()
        addresses = [[VIEWS.address_of(decision)] for decision in self._keep]
        self.functions = np.array(addresses, np.uint64)
        self.arguments = np.full((2, 1), self.book.ctypes.data, np.uint64)
