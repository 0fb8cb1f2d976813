"""Which positions of an auction count as one, and up to which jump they are known."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.engine.state import SEATS
from forsale_sim.search.auctions import AUCTION, TURN
from forsale_sim.search.sales import key_of, recall, remember, room_for
from numba import njit
from numpy.typing import NDArray

HALF_BACK = np.array([0, 1, 1, 3, 3, 5, 5, 7])
"""The lowest bid with which a pass costs as much, where half of it, rounded down, is given back."""


@njit
def key(auctions, by_rule):  # type: ignore[no-untyped-def]
    """The key of seat 1's turn."""
    return key_of(auctions[0], 1, HALF_BACK, by_rule)


@njit
def known_after(auctions, turns, kept, asked):  # type: ignore[no-untyped-def]
    """Whether a position kept up to one jump is known up to another, with which chances."""
    known, chances = room_for(10), np.zeros(SEATS)
    remember(auctions[0], turns[0], kept, known)
    found = recall(auctions[0], turns[0].key, asked, known, chances)
    return found, chances


def bids(*by_seat: int) -> NDArray[np.void]:
    """An auction with these bids."""
    auctions = np.zeros(1, AUCTION)
    auctions["players"], auctions["highest_bid"] = len(by_seat), max(by_seat)
    auctions["bid"][0, 1 : len(by_seat) + 1] = by_seat
    return auctions


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [((1, 3, 6), (2, 4, 6), True), ((1, 3, 6), (3, 3, 6), False), ((1, 3, 5), (1, 3, 6), False)],
)
def test_bids_below_the_highest_differ_by_what_a_pass_costs(
    one: tuple[int, ...], other: tuple[int, ...], alike: bool
) -> None:
    nobody = np.zeros(SEATS)
    assert (key(bids(*one), nobody) == key(bids(*other), nobody)) is alike


def test_every_bid_of_a_player_of_a_rule_differs() -> None:
    by_rule = np.zeros(SEATS)
    by_rule[2] = 0.7
    assert key(bids(1, 3, 6), by_rule) != key(bids(1, 4, 6), by_rule)
    assert key(bids(1, 3, 6), by_rule) == key(bids(2, 3, 6), by_rule)


@pytest.mark.parametrize(
    ("curtailed", "asked", "found"), [(True, 3, True), (True, 7, False), (False, 7, True)]
)
def test_chances_that_leave_out_bids_hold_for_their_jump_alone(
    curtailed: bool, asked: int, found: bool
) -> None:
    turns = np.zeros(1, TURN)
    turns["key"], turns["curtailed"], turns["chances"][0, 1] = 5, curtailed, 0.25
    auctions = bids(1, 2, 3)
    known, chances = known_after(auctions, turns, 3, asked)
    assert known is found
    assert chances[1] == (0.25 if found else 0.0)
    assert not found or auctions["curtailed"][0] == curtailed
