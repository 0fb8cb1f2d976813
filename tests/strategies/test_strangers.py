"""`stranger`: a number decides all that it does, in every version the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np
from forsale_sim import View
from forsale_sim.for_sale import load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_strategies.strangers import KINDS, VERSION, mixed, trait
from strategy_lab.plugins.compiling import compile_field

from tests.engine.playing import play_compiled
from tests.strategies.positions import bid, buying, sell, selling

PLAYED = ("2026-11", "84b408c4966a0eba6ae67134406855dc92f943779aeaa334b58876582bca6751")
"""A version, and a digest of what the first strangers play in it."""


def digest_of(numbers: Iterable[int]) -> str:
    digest = hashlib.sha256()
    field = load_field([*(f"stranger:number={number}" for number in numbers), "coinflip"])
    compiled, last = compile_field(field), len(field) - 1
    for number in range(last):
        rows = play_compiled(
            load_ruleset("iello-en").rules(4), compiled, [number, last, number, last],
            seed=1997, first_deal=1, deals=4, seatings=4,
        ).rows  # fmt: skip
        for column in (rows.buyer, rows.price, rows.cheque):
            digest.update(np.ascontiguousarray(column, "<i8").tobytes())
    return digest.hexdigest()


def opposed(high: int) -> View:
    """Return an auction in which another player has bid so much."""
    return buying([1, 10, 20, 30], bids={2: high} if high else {})


class TestStranger:
    def test_plays_as_it_always_did(self) -> None:
        """If it has to change, strangers need another `VERSION`."""
        assert (VERSION, digest_of(range(12))) == PLAYED

    def test_numbers_make_different_players(self) -> None:
        assert len({digest_of([number]) for number in range(0, 120, 10)}) == 12

    def test_traits_are_spread_over_their_range(self) -> None:
        for which in range(12):
            drawn = np.array([trait(number, which, 2.0, 4.0) for number in range(2000)])
            assert drawn.min() >= 2 and drawn.max() < 4
            np.testing.assert_allclose(np.histogram(drawn, 4)[0], 500, atol=90)
        pairs = [(mixed(number, 1000) >> 30, mixed(number, 1001) >> 30) for number in range(2000)]
        assert all(abs(pairs.count(pair) - 500) < 90 for pair in set(pairs))

    def test_plans_pay_a_share_of_the_coins(self) -> None:
        limits = [
            sum(bid(f"stranger:number={number}", opposed(high)) > 0 for high in range(16))
            for number in range(1, 61, len(KINDS))
        ]
        assert len(set(limits)) > 3
        assert max(limits) > 4

    def test_sells_a_house_of_its_hand(self) -> None:
        hands = {1: [5, 20, 25], 2: [1, 6, 7], 3: [2, 8, 9], 4: [3, 10, 11]}
        sold = {
            sell(f"stranger:number={number}", selling([2, 3, 4, 10], hands)) for number in range(24)
        }
        assert sold == {5, 20, 25}
