"""What the strategies that think by rule do in positions made by hand.

What members of the panel and strangers play is fixed by digests, in `test_fixed_players`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from forsale_sim import View, auction_view
from forsale_sim.for_sale import load_entrant
from forsale_sim.rules.loading import load_ruleset

from tests.strategies.positions import FOUR, buying, selling

WIDE = [1, 10, 20, 30]
SMALL_DECK = load_ruleset("ravensburger-1997").rules(4)
VARIANT = load_ruleset("iello-en-variant").rules(4)
TABLE_GAME = load_ruleset("gryphon-2009").rules(4)
"""18 coins and 7 houses each: the game that the table of `expert` is read as meant for."""

ALONE = {2: [1], 3: [2], 4: [3]}
OTHERS = {2: [1, 8, 14, 20], 3: [3, 9, 15, 24], 4: [5, 10, 19, 28]}
DEALT = {seat: range(seat, 25, 4) for seat in (1, 2, 3, 4)}
"""Houses 1 to 24, as after six rounds."""
LAST: dict[str, Any] = {"hands": {**DEALT, 1: [5, 9, 13, 17, 21, 25]}}
EXPERT = {1: [4, 13, 21, 29], 2: [1, 8, 14, 20], 3: [3, 9, 15, 24], 4: [5, 10, 19, 27]}
COUNTER = {1: [6, 17, 29], 2: [1, 8, 20], 3: [3, 15, 24], 4: [5, 19, 28]}
STRONG = {1: [16, 27, 30], 2: [1, 2, 28], 3: [3, 4, 29], 4: [5, 6, 26]}
WEAK = {1: [16, 27, 30], 2: [1, 2, 8], 3: [3, 4, 9], 4: [5, 6, 10]}
MATCHED = replace(FOUR, raise_="match", refund="none")
FACE_DOWN: dict[str, Any] = {
    "seat": 1, "bids": [1, 3, 0, 0], "passed": [3, 4], "hidden": 1,
    "ruleset": "iello-en[hidden_houses=1]",
}  # fmt: skip
WHO_COUNT = ("counter", "appraiser", "spread", "expert", "escalator")
POOR_OTHERS = replace(FOUR, coins=(3, 1, 1, 1))

EXPERT_TABLE = {
    29: 7, 28: 7, 27: 6, 24: 6, 23: 5, 20: 5, 19: 4, 16: 4, 15: 3, 12: 3, 11: 2, 9: 2, 8: 1, 3: 1
}  # fmt: skip
"""By the spread of the houses: the most that `expert` bids."""

BIDS: list[tuple[str, View, int]] = [
    ("random", buying(WIDE, bids={4: 5}, coins=6, chance=0.49), 0),
    ("random", buying(WIDE, bids={4: 5}, coins=6, chance=0.51), 6),
    *(("coinflip", buying(WIDE, bids={3: 3}, chance=c), 4) for c in (0.0, 0.49)),
    *(("coinflip", buying(WIDE, bids={3: 3}, chance=c), 0) for c in (0.5, 0.99)),
    ("coinflip:chance=0.2", buying(WIDE, chance=0.25), 0),
    ("coinflip:chance=0.3", buying(WIDE, chance=0.25), 1),
    ("coinflip", buying([1, 2, 3, 4], rules=SMALL_DECK, bids={3: 3}, chance=0.1), 3),
    ("highest-first", buying([1, 2, 3, 30]), 0),
    ("lowest-first", buying([1, 2, 3, 30]), 0),
    ("linear", buying(WIDE), 10),  # half of 21, all of the spread
    ("linear", buying([5, 6, 7, 19]), 5),  # 14 of 29
    ("linear", buying([7, 8, 9, 10]), 1),  # 3 of 29
    ("linear", buying([8, 9, 10], passed=[4]), 0),  # 2 of 29: less than a coin
    ("linear", buying(WIDE, bids={2: 9}), 10),
    ("linear", buying(WIDE, bids={2: 10}), 0),
    ("counter", buying(WIDE, rules=MATCHED, bids={1: 3, 2: 3}, coins=3), 0),  # all is bid
    ("linear:share=1", buying([1, 2, 3, 30], coins=13), 13),
    ("linear:share=0", buying([1, 2, 3, 30], coins=13), 0),
    ("linear", buying([1, 5, 6, 20], rules=SMALL_DECK), 7),
    ("matcher", buying(WIDE, bids={2: 5}), 10),
    ("matcher:share=0.3", buying(WIDE, bids={2: 5}), 6),
    ("spread", buying([1, 2, 3, 20], rules=SMALL_DECK, bids={2: 7}), 7),
    ("spread", buying([1, 2, 3, 20], rules=SMALL_DECK, bids={1: 8, 2: 8}), 0),
    ("miser", buying(WIDE), 0),  # a house worth nothing is good enough
    ("miser", buying([3, 12, 25], bids={2: 4}), 0),
    ("miser", buying([12, 25], passed=[3, 4], bids={2: 4}), 5),
    ("miser", buying([12, 20, 30], rules=VARIANT), 0),
    ("miser", buying([12, 20, 30], rules=VARIANT, passed=[3]), 1),
    ("expert", buying([20, 27], rules=TABLE_GAME, passed=[3, 4], bids={2: 3}), 0),
    ("expert", buying([20, 28], rules=TABLE_GAME, passed=[3, 4], bids={2: 3}), 4),
    ("expert", buying([1, 20, 27], rules=TABLE_GAME, passed=[4], bids={2: 3}), 4),
    ("expert:gap=7", buying([20, 27], rules=TABLE_GAME, passed=[3, 4], bids={2: 3}), 4),
    ("counter", buying([25, 26, 27, 29], hands=DEALT), 1),
    ("counter", buying([25, 26, 27, 29], hands=DEALT, bids={2: 1}), 0),
    # Having bid 5, of which a pass would lose 3, it goes on to 3 more than otherwise.
    ("counter", buying([1, 26, 27, 29], **LAST, bids={1: 5, 2: 11}), 12),
    ("counter", buying([1, 26, 27, 29], **LAST, bids={1: 5, 2: 12}), 0),
    ("counter", buying([3, 12, 20, 28], bids={2: 4}), 5),
    ("counter:thrift=3", buying([3, 12, 20, 28], bids={2: 4}), 0),
    # It owns 3 coins, the others 1 each, and 2 win for certain.
    (
        "appraiser:top=-1,near=-1",
        buying([1, 26, 27, 29], **LAST, rules=POOR_OTHERS, bids={2: 1}),
        2,
    ),
    (
        "appraiser:top=-1,near=-1",
        buying([26, 27, 28, 29], **LAST, rules=POOR_OTHERS, bids={2: 1}),
        0,
    ),
    ("appraiser", buying([15, 16, 17, 18], bids={2: 9}), 0),
    ("appraiser:least=3,thrift=1", buying([1, 12, 20, 30], bids={2: 6}), 0),
    ("appraiser:jump=0,even=0", buying([1, 12, 20, 30]), 1),
    ("appraiser:even=1", buying([1, 12, 20, 30]), 2),  # a pass gets one of two back
    # The house face down is likely to be worth more than 2, and less than 28.
    *((spec, auction_view([2], **FACE_DOWN), 4) for spec in WHO_COUNT),
    *((spec, auction_view([28], **FACE_DOWN), 0) for spec in ("counter", "appraiser")),
    ("linear", auction_view([2], **FACE_DOWN), 5),
]


def stops(spec: str, offer: list[int], limit: int, **options: Any) -> Iterator[Any]:
    if limit > 1:
        yield spec, buying(offer, bids={2: limit - 1}, **options), limit
    yield spec, buying(offer, bids={2: limit} if limit else {}, **options), 0


LIMITS = [
    *(
        each
        for distance, limit in EXPERT_TABLE.items()
        for each in stops("expert", [1, 2, distance, 1 + distance], limit, rules=TABLE_GAME)
    ),
    *stops("expert", [10, 20, 28], 6, rules=TABLE_GAME, passed=(4,)),
    *stops("counter", [1, 26, 27, 29], 9, **LAST),
    *stops("miser", [3, 10, 20, 30], 2),
    *stops("miser", [12, 20, 25, 30], 6),
    *stops("miser", [20, 21, 22, 26], 3),  # worth 10, but the best is worth no more than 13
    *stops("miser", [27, 28, 29, 30], 1),
    *stops("spread:share=0", [1, 5, 6, 21], 1),
    *stops("spread:share=0.3", [1, 5, 6, 21], 5),
    *stops("spread:share=1", [1, 5, 6, 21], 15),
    *(
        each
        for ruleset, players, limits in [
            ("iello-en", 4, [8, 7, 6, 5, 4, 2, 1]),  # 3 coins a house instead of 18/7
            ("iello-en", 3, [8, 7, 5, 4, 3, 2, 1]),  # 2.8
            ("gryphon-2009", 3, [6, 5, 4, 4, 3, 2, 1]),  # 2.25
        ]
        for distance, limit in zip((28, 24, 20, 16, 12, 9, 8), limits, strict=True)
        for each in stops(
            "expert",
            [1, *range(2, players), 1 + distance],
            limit,
            rules=load_ruleset(ruleset).rules(players),
        )
    ),
    *(
        each
        for coins in (1, 7, 20, 28)
        for worst, best in ((1, 4), (2, 30), (12, 19))
        for each in stops(
            "spread",
            [worst, worst + 1, best - 1, best],
            (best - worst) * coins // 60 + 1,
            coins=coins,
        )
    ),
]

SALES: list[tuple[str, list[int], dict[int, Any], int]] = [
    ("highest-first", [0, 0, 2, 2], {1: [6, 11, 24], **ALONE}, 24),
    ("lowest-first", [14, 14, 15, 15], {1: [6, 11, 24], **ALONE}, 6),
    ("linear", [9, 9, 10, 10], {1: [4, 12, 19, 30], **ALONE}, 4),  # 1 of 16, 4 houses
    ("linear", [5, 7, 8, 9], {1: [4, 12, 19, 30], **ALONE}, 12),
    ("linear", [2, 7, 8, 12], {1: [4, 12, 19, 30], **ALONE}, 19),
    ("linear", [0, 7, 8, 15], {1: [4, 12, 19, 30], **ALONE}, 30),
    ("spread", [0, 0, 2, 2], {1: [4, 10, 15, 20, 27], **ALONE}, 4),  # mean 1 of 16
    ("spread", [2, 3, 4, 5], {1: [4, 10, 15, 20, 27], **ALONE}, 10),
    ("spread", [6, 7, 8, 9], {1: [4, 10, 15, 20, 27], **ALONE}, 15),
    ("spread", [11, 12, 12, 13], {1: [4, 10, 15, 20, 27], **ALONE}, 20),
    ("spread", [14, 14, 15, 15], {1: [4, 10, 15, 20, 27], **ALONE}, 27),
    ("miser", [0, 2, 3, 12], {1: [6, 11, 24], **ALONE}, 24),
    ("miser", [0, 2, 3, 11], {1: [6, 11, 24], **ALONE}, 6),
    ("matcher", [0, 0, 2, 3], {1: [2, 11, 16, 27], **OTHERS}, 2),  # 3 is the fifth lowest
    ("matcher", [2, 3, 5, 8], {1: [2, 11, 16, 27], **OTHERS}, 11),
    ("matcher", [5, 6, 7, 10], {1: [2, 11, 16, 27], **OTHERS}, 16),
    ("matcher", [0, 2, 3, 15], {1: [2, 11, 16, 27], **OTHERS}, 27),
    ("matcher:aim=0", [0, 2, 3, 15], {1: [2, 11, 16, 27], **OTHERS}, 2),
    ("matcher:aim=0.5", [0, 2, 3, 15], {1: [2, 11, 16, 27], **OTHERS}, 11),
    # Of the others' twelve houses by rank, 12 is for the ninth (19), 15 for the best (27).
    ("expert", [6, 8, 9, 11], EXPERT, 4),
    ("expert", [6, 8, 9, 12], EXPERT, 21),
    ("expert:flat=6", [6, 8, 9, 12], EXPERT, 4),
    ("expert", [0, 2, 3, 12], EXPERT, 21),
    ("expert", [0, 2, 3, 15], EXPERT, 29),
    ("expert:narrow=1", [0, 2, 3, 12], EXPERT, 21),
    ("expert:narrow=0", [0, 2, 3, 12], EXPERT, 4),
    ("expert", [0, 2, 3, 10], {1: [2, 30], 2: [1, 8, 14], 3: [3, 9, 15], 4: [5, 10, 19]}, 2),
    ("expert", [0, 2, 3, 15], {1: [2, 6], 2: [1, 8, 14], 3: [3, 9, 15], 4: [5, 10, 19]}, 2),
    ("counter", [8, 8, 9, 9], COUNTER, 6),  # flat
    ("counter", [14, 14, 15, 15], COUNTER, 6),  # flat, however good
    ("counter", [2, 3, 14, 15], COUNTER, 29),  # much to win
    ("counter", [2, 12, 13, 13], COUNTER, 17),  # not to be last is what counts
    ("counter", [2, 3, 5, 15], STRONG, 30),
    ("counter", [2, 3, 5, 15], WEAK, 16),  # a lesser one is enough
    ("appraiser", [2, 3, 14, 15], COUNTER, 29),
    ("appraiser", [8, 8, 9, 9], COUNTER, 6),
    ("appraiser:keep=2", [2, 8, 9, 10], COUNTER, 6),
]


@pytest.mark.parametrize(("spec", "view", "move"), [*BIDS, *LIMITS])
def test_a_bid(spec: str, view: View, move: int) -> None:
    assert load_entrant(spec).decide("bid", view) == move


@pytest.mark.parametrize(("spec", "cheques", "hands", "house"), SALES)
def test_a_sale(spec: str, cheques: list[int], hands: dict[int, Any], house: int) -> None:
    assert load_entrant(spec).decide("sell", selling(cheques, hands)) == house


def test_a_rank_counts_what_is_left() -> None:
    low = {1: [2, 27], 2: [1, 8], 3: [3, 9], 4: [5, 10]}
    gone = [value for value in range(7, 16) for _ in range(2)]
    for taken, house in (([], 2), (gone, 27)):
        view = selling([3, 4, 5, 6], low, gone=taken)
        assert load_entrant("matcher").decide("sell", view) == house


def test_random_makes_every_legal_move_alike() -> None:
    chances = [(step + 0.5) / 30 for step in range(30)]
    player = load_entrant("random")
    bids = [
        player.decide("bid", buying([1, 2, 3, 4], bids={4: 2}, coins=6, chance=chance))
        for chance in chances
    ]
    assert {move: bids.count(move) for move in set(bids)} == {0: 6, 3: 6, 4: 6, 5: 6, 6: 6}
    for name in ("random", "coinflip"):
        sold = [
            load_entrant(name).decide(
                "sell", selling([0, 2, 9, 15], {1: [4, 9, 30], **ALONE}, chance=chance)
            )
            for chance in chances
        ]
        assert [sold.count(house) for house in (4, 9, 30)] == [10, 10, 10]
