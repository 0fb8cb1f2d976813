"""The state of one game in memory, as the kernel plays it and the view shows it.

Arrays by seat or by house are indexed by seat number and card number, which start at 1; entry 0 is
unused. The loops that index them take their indices from sets of cards and seats that hold no other
numbers, so no index is ever out of range; where it matters they are unsigned, because numba would
otherwise spend time on negative ones.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.caching import shuffle_batches
from strategy_lab.rows import MAX_SEATS

if TYPE_CHECKING:
    from forsale_sim.rules.ruleset import Rules

SEATS = MAX_SEATS + 1  # the length of arrays by seat, in which entry 0 is unused
CARDS = 64
BATCHES = 8
CACHE_LINE = 64
BID, SELL = 0, 1
WINNER, LEFT, LOWEST, LOT = range(4)
"""Who opens the next auction: `forsale_sim.rules.ruleset.Opener`."""
OPENERS = {"winner": WINNER, "left": LEFT, "lowest": LOWEST, "lot": LOT}
REFUND_BITS = 32  # refunds are computed in binary fractions of a coin of so many bits

STATE = np.dtype(
    [
        # The rules, the same for every game of a chunk.
        ("players", np.int64),
        ("least_raise", np.int64),
        ("opening_bid", np.int64),
        ("refund_rounding", np.int64),
        ("houses_per_round", np.int64),
        ("removed", np.int64),
        ("deck_houses", np.int64),
        ("deck_cheques", np.int64),
        ("starting_coins", np.int64, SEATS),
        # By number of houses left in the auction, one of which a pass takes; 0 is the rule's rate.
        ("refund_rates", np.int64, SEATS),
        ("cheque_value", np.uint8, CARDS),
        # The game: what everyone knows.
        ("coins", np.int64, SEATS),
        ("bid", np.int64, SEATS),
        ("hand", np.int64, SEATS),
        ("cheques", np.int64, SEATS),
        ("score", np.int64, SEATS),
        ("buyer", np.uint8, CARDS),
        ("price", np.uint8, CARDS),
        ("cheque", np.uint8, CARDS),
        ("sale", np.uint8, CARDS),
        # By house, and by auction and seat: kept only for strategies that ask for past auctions.
        ("auction", np.uint8, CARDS),
        ("past_bid", np.uint8, (CARDS, SEATS)),
        ("past_least_bid", np.uint8, (CARDS, SEATS)),
        ("past_declined", np.uint16, (CARDS, SEATS)),
        ("keeps_past", np.int64),
        ("round", np.int64),
        ("opener", np.int64),
        ("highest_bid", np.int64),
        ("least_bid", np.int64),
        ("seats_in", np.int64),
        ("houses_on_offer", np.int64),
        ("face_down", np.int64),
        ("cheques_on_offer", np.int64),
        ("unseen_houses", np.int64),
        ("unseen_cheques", np.int64),
        # Who is asked, and the random words of the decision.
        ("seat", np.int64),
        ("move", np.int64),
        ("seed", np.uint64),
        ("deal", np.uint64),
        ("seating", np.uint64),
        ("deal_key", np.uint64),
        ("game_key", np.uint64),
        ("decision_seed", np.uint64, SEATS),
        ("drawing", np.uint64),
        ("draws", np.uint64),
        # Rules that no printed edition has, and what only they need.
        ("only_first_refunded", np.int64),
        ("opener_rule", np.int64),
        ("coin_value", np.int64),
        ("houses_revealed", np.int64),
        # Addresses of the answers of rules that are tables, in the order of `REFUND_CODE`, …
        ("rule_tables", np.uint64, 6),
    ],
    align=True,
)

PLAIN_STATE = np.dtype(
    [(name, STATE[name]) for name in STATE.names or () if name != "rule_tables"]
    + [("no_rule_tables", STATE["rule_tables"])],
    align=True,
)
"""The same where no rule is a table: see `house_rules` in `game`.

It has a field of its own, because numba would take a type whose fields another has, too, for it."""

REFUND_CODE, SCORE_CODE, OPENER_CODE, HOUSES_CODE, GIFT_CODE, HIDDEN_CODE = range(6)

TABLE = np.dtype(
    [
        ("functions", np.uint64, (2, SEATS)),
        ("arguments", np.uint64, (2, SEATS)),
        ("lineup_functions", np.uint64, (2, 2 * MAX_SEATS)),
        ("lineup_arguments", np.uint64, (2, 2 * MAX_SEATS)),
        ("lineup", np.uint8, 2 * MAX_SEATS),
        ("refilled_after", np.uint64),
        ("cards", np.int64),
        ("batches", np.uint64, (BATCHES, 3)),
        ("words", np.uint64, 4),
        ("drawn_houses", np.uint64, BATCHES),
        ("drawn_cheques", np.uint64, BATCHES),
        ("houses", np.int64, CARDS),
        ("cheques", np.int64, CARDS),
        ("lots", np.uint8, CARDS),
        ("turns", np.int64),
        ("decisions", np.int64),
        ("watched", np.int64),
    ],
    align=True,
)
"""What no player sees: after how many draws of a lineup every strategy can be drawn again, the
house deck (ascending), how it is shuffled, both decks in dealt order, who opens each auction where
lots decide it, the addresses by which the strategy in each seat is asked, for `BID` and `SELL`, and
what is counted of the game that is played: see `forsale_sim.records.ROW`."""


def aligned(kind: np.dtype[Any]) -> NDArray[Any]:
    size = kind.itemsize
    buffer = np.zeros(size + CACHE_LINE, np.uint8)
    start = -buffer.ctypes.data % CACHE_LINE
    return buffer[start : start + size].view(kind)


def new_table(houses: Sequence[int], refilled_after: int = 1) -> NDArray[Any]:
    table = aligned(TABLE)
    record = table[0]
    batches = shuffle_batches(len(houses))
    record["refilled_after"] = refilled_after
    record["cards"] = len(houses)
    record["batches"][: len(batches)] = np.reshape(batches, (-1, 3))  # none for a deck of one card
    return table


def refund_rate(rules: Rules) -> tuple[int, int]:
    """Return the factor and the summand by which `game.refund_of` computes a refund.

    Multiplying costs much less than dividing. The factor is too large by less than one unit of the
    last bit. The summand contains half of the distance between two fractions with the refund's
    denominator, so that this makes no difference for bids up to 2**24.
    """
    numerator, denominator, rounding = rules.refund_share
    unit = 1 << REFUND_BITS
    return -(-numerator * unit // denominator), (2 * rounding + 1) * unit // (2 * denominator)


PAST = frozenset({"auction_of", "offer_in", "bid_in", "least_bid_in", "declined_in"})
"""What a view tells only where past auctions are kept."""


def asks_for_past(names: Collection[str]) -> bool:
    return not PAST.isdisjoint(names)


def new_state(rules: Rules, seed: int, *, keeps_past: bool = False) -> NDArray[Any]:
    state = aligned(STATE)
    record = state[0]
    alike = "players", "least_raise", "opening_bid", "coin_value", "houses_per_round", "removed"
    for name in alike:
        record[name] = getattr(rules, name)
    record["opener_rule"] = OPENERS[rules.opener]
    record["refund_rates"], record["refund_rounding"] = refund_rate(rules)
    record["only_first_refunded"] = rules.refunded == "first"
    record["deck_houses"] = sum(1 << (house - 1) for house in rules.houses)
    record["deck_cheques"] = (1 << len(rules.cheques)) - 1
    record["starting_coins"][1 : rules.players + 1] = rules.coins
    record["cheque_value"][1 : len(rules.cheques) + 1] = rules.cheques
    record["seed"] = seed
    record["keeps_past"] = keeps_past
    record["rule_tables"] = [address_of(rules, name) for name in rules.code_rules]
    return state


def memory(
    rules: Rules, seed: int, refilled_after: int, asked_for: Collection[str]
) -> tuple[NDArray[Any], ...]:
    """Return what the kernel plays games in: see `GameDefinition`."""
    state = kernel_state(rules, seed, keeps_past=asks_for_past(asked_for))
    return state, new_table(rules.houses, refilled_after)


def kernel_state(rules: Rules, seed: int, *, keeps_past: bool) -> NDArray[Any]:
    """Return a new state of the type with which the kernel plays: without tables, it needs less."""
    state = new_state(rules, seed, keeps_past=keeps_past)
    return state if state["rule_tables"].any() else state.view(PLAIN_STATE)


_kept: dict[Any, NDArray[np.int64]] = {}
"""By rules and rule, for as long as the process lives: a state holds only addresses."""


def address_of(rules: Rules, name: str) -> int:
    table = rules.table_of(name)
    if table is None:
        return 0
    if (rules, name) not in _kept:
        _kept[rules, name] = np.array([*table.spans, *table.answers], np.int64)
    return int(_kept[rules, name].ctypes.data)
