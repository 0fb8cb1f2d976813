"""Who sits where: the lineup of a deal, and its rotations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from strategy_lab.random_words import LINEUP, Source, draw_below, purpose_word

T = TypeVar("T")


def turned(lineup: Sequence[T], seating: int) -> list[T]:
    """Return a lineup by seat under a seating: in seating 2, everyone sits one seat earlier."""
    first = (seating - 1) % len(lineup)
    return [*lineup[first:], *lineup[:first]]


def draw_lineup(
    seed: int, players: int, deal: int, field_size: int, refilled_after: int
) -> tuple[int, ...]:
    """Draw the lineup of a deal from a pool of strategies."""
    next_word = Source(seed).stream(purpose_word(LINEUP, players), deal).__next__
    lineup: list[int] = []
    while len(lineup) < players:
        pool = list(range(field_size))
        for q in range(min(refilled_after, players - len(lineup))):
            j = q + draw_below(field_size - q, next_word)
            pool[q], pool[j] = pool[j], pool[q]
            lineup.append(pool[q])
    return tuple(lineup)
