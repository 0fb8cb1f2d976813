"""A tally read by groups of appearances: by strategy, by seat, by both, or all together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results.cell import Cell
from forsale_sim.results.tally import Tally
from forsale_sim.stats.histograms import Moments, moments
from forsale_sim.stats.ratio import ClusterSums

Integers = NDArray[np.int64]
Reduction = Callable[[Integers], Integers]


class Totals(NamedTuple):
    """Sums over the appearances of each group; arrays with an entry a group."""

    money: Moments
    win: Integers
    """In 60ths."""
    coins: Integers
    """Left over."""
    paid: Integers
    first: Integers
    """Appearances in first place, alone or not."""
    last: Integers
    """Appearances in which nobody finished behind."""


class Groups(NamedTuple):
    """Groups of appearances, with what is known about them from deal to deal."""

    totals: Totals
    win: ClusterSums
    """In 60ths."""
    money: ClusterSums


def by_strategy(cell: Cell, tally: Tally) -> Groups:
    """Return a group for each strategy of the field."""
    return _clustered(_totals(cell, tally, lambda pairs: pairs.sum(axis=1)), tally.strategies)


def by_strategy_and_seat(cell: Cell, tally: Tally) -> Groups:
    """Return a group for each strategy in each seat: a strategy's seats together, in turn order."""
    return _clustered(_totals(cell, tally, np.ravel), tally.pairs.ravel())


def by_seat(cell: Cell, tally: Tally) -> Groups:
    """Return a group for each seat, in turn order."""
    totals = _totals(cell, tally, lambda pairs: pairs.sum(axis=0))
    win, money = (tally.seats[name].diagonal() for name in ("win_win", "money_money"))
    return _in_every_deal(totals, tally, cell.seatings, win, money)


def all_together(cell: Cell, tally: Tally) -> Groups:
    """Return one group, of every appearance."""
    totals = _totals(cell, tally, lambda pairs: pairs.sum(keepdims=True).ravel())
    win, money = (_square_of_sum(tally.seats[name]) for name in ("win_win", "money_money"))
    return _in_every_deal(totals, tally, cell.seatings * cell.players, win, money)


def head_to_head(tally: Tally) -> ClusterSums:
    """Return how often strategies finish ahead of each other, in half wins.

    Returns
    -------
    ClusterSums
        (field, field): of the strategy of the first index against that of the second, filled above
        the diagonal.
    """
    duels = tally.duels
    return ClusterSums(
        clusters=duels["deals"],
        n=duels["meetings"],
        x=duels["ahead"],
        nn=duels["meetings_meetings"],
        xn=duels["ahead_meetings"],
        xx=duels["ahead_ahead"],
    )


def _totals(cell: Cell, tally: Tally, reduction: Reduction) -> Totals:
    money, pairs = moments(tally.money), tally.pairs
    brought = money.n * np.array(cell.rules.coins)
    return Totals(
        money=Moments(*map(reduction, money)),
        win=reduction(pairs["win"]),
        coins=reduction(pairs["coins"]),
        paid=reduction(brought - pairs["coins"]),
        first=reduction(pairs["places"][..., 0]),
        last=reduction(pairs["last"]),
    )


def _clustered(totals: Totals, records: NDArray[Any]) -> Groups:
    def sums(name: str, x: Integers) -> ClusterSums:
        return ClusterSums(
            clusters=records["deals"],
            n=totals.money.n,
            x=x,
            nn=records["games_games"],
            xn=records[f"{name}_games"],
            xx=records[f"{name}_{name}"],
        )

    return Groups(totals, sums("win", totals.win), sums("money", totals.money.sum))


def _in_every_deal(
    totals: Totals, tally: Tally, games: int, win_win: Integers, money_money: Integers
) -> Groups:
    """Return groups that appear equally often, `games` times, in every deal."""

    def sums(x: Integers, xx: Integers) -> ClusterSums:
        deals = np.broadcast_to(tally.deals, x.shape)
        return ClusterSums(deals, n=totals.money.n, x=x, nn=games**2 * deals, xn=games * x, xx=xx)

    return Groups(totals, sums(totals.win, win_win), sums(totals.money.sum, money_money))


def _square_of_sum(products: Integers) -> Integers:
    """Return the sum over deals of the square of all seats' sum, from the products of two seats."""
    return np.array([2 * products.sum() - products.trace()])
