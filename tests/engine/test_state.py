"""The state that the kernel plays with: rules as numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
from forsale_sim.engine.state import REFUND_BITS, refund_rate
from forsale_sim.rules.ruleset import read_refund

from tests.support.decks import ILLUSTRATED

BIDS = np.array([*range(-256, 1024), *range(2**24 - 1024, 2**24), -(2**24)], np.int64)


def test_every_refund_is_exact_without_a_division() -> None:
    for whole, way in product(range(1, 100), ("up", "down")):
        for part in range(whole + 1):
            refund = str(read_refund(f"{part}/{whole} {way}"))
            rate, rounding = refund_rate(replace(ILLUSTRATED, refund=refund))
            exact = -(-BIDS * part // whole) if way == "up" else BIDS * part // whole
            assert ((BIDS * rate + rounding) >> REFUND_BITS == exact).all(), refund
