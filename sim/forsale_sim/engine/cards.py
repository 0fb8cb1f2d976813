"""The functions of `forsale_sim.cards` for compiled code.

Importing this module registers them with numba, so that a strategy's source serves both engines.
Those that count bits become machine instructions; the others are compiled as written. Sets are
int64.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature, unwrap
from typing import Any

from numba.extending import overload, register_jitable
from strategy_lab.compiled.bits import leading_zeros, population, select

from forsale_sim import cards
from forsale_sim.cards import lowest


def population_of(cards):
    """Count the cards of a set."""
    return population(cards)


@overload(cards.count)
def _count(cards):
    return population_of


@overload(cards.lowest)
def _lowest(cards):
    return lambda cards: 64 - leading_zeros(cards & -cards)


@overload(cards.highest)
def _highest(cards):
    return lambda cards: 64 - leading_zeros(cards)


@overload(cards.nth)
def _nth(cards, n):
    return lambda cards, n: lowest(select(cards, n)) if 0 <= n < 64 else 0


register_jitable(cards.only)


def _as_written(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return what numba asks for the source of a function of sets: without plain Python's check."""
    written: Callable[..., Any] = unwrap(function)

    def choose(*_: Any, **_named: Any) -> Callable[..., Any]:
        return written

    vars(choose)["__signature__"] = signature(written)
    return choose


for _function in (cards.has, cards.remove, cards.below, cards.above):
    overload(_function)(_as_written(_function))
