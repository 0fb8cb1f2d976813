"""Rankings as plain lists: made at random, and counted one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray
from strategy_lab.stats.rankings import BatchedOrders, Choices

Ranking = Sequence[Sequence[int]]
"""Groups of items that tie, the best first."""


def strict_orders(ranking: Ranking) -> list[list[int]]:
    """Every order of the items in which who ties stands either way."""
    ways = product(*(permutations(tied) for tied in ranking))
    return [[item for tied in way for item in tied] for way in ways]


def choices_of(rankings: Sequence[Ranking], items: int) -> Choices:
    """Count the choices that rankings consist of, those of who ties in equal parts."""
    times: Counter[tuple[int, ...]] = Counter()
    wins = np.zeros(items)
    for ranking in rankings:
        orders = strict_orders(ranking)
        for order in orders:
            for place in range(len(order) - 1):
                times[tuple(sorted(order[place:]))] += 1 / len(orders)  # type: ignore[assignment]
                wins[order[place]] += 1 / len(orders)
    sets = np.array([[members.count(item) for item in range(items)] for members in times], float)
    return Choices(sets, np.array(list(times.values()), float), wins)


def drawn_rankings(
    random: np.random.Generator, strengths: NDArray[np.float64], rankings: int, size: int
) -> list[list[list[int]]]:
    """Strict rankings of `size` items drawn from the model: by exponential times of arrival."""
    found = []
    for _ in range(rankings):
        items = random.permutation(len(strengths))[:size]
        order = items[np.argsort(random.exponential(1, size) / np.exp(strengths[items]))]
        found.append([[int(item)] for item in order])
    return found


def batched(batches: Sequence[Sequence[Ranking]], items: int) -> BatchedOrders:
    """Count rankings batch by batch."""
    counted = [choices_of(rankings, items) for rankings in batches]
    sets = np.unique(np.concatenate([choices.sets for choices in counted]), axis=0)
    times = np.zeros((len(batches), len(sets)))
    ahead = np.zeros((len(batches), items, items))
    for row, (choices, rankings) in enumerate(zip(counted, batches, strict=True)):
        for members, number in zip(choices.sets, choices.times, strict=True):
            times[row, np.flatnonzero((sets == members).all(axis=1))] += number
        for ranking in rankings:
            for order in strict_orders(ranking):
                for place, item in enumerate(order):
                    ahead[row, item, order[place + 1 :]] = 1
    wins = np.array([choices.wins for choices in counted])
    return BatchedOrders(sets.astype(np.int64), times, wins, ahead)
