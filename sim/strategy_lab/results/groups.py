"""A tally read by groups of appearances: by strategy, by seat, by both, or all together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.cell import Cell
from strategy_lab.results.tally import Tally
from strategy_lab.rows import whole_win
from strategy_lab.stats.histograms import moments
from strategy_lab.stats.ratio import ClusterSums
from strategy_lab.stats.shares import Shares, shares

Integers = NDArray[np.int64]
Reduction = Callable[[Integers], Integers]


class Totals(NamedTuple):
    """Sums over the appearances of each group; arrays with an entry a group."""

    money: Integers
    """(groups, amounts): appearances by money at the end."""
    win: Integers
    """In parts of a win."""
    more: Integers
    """Of the further number that the game's rows have by seat."""
    seats: Integers
    """(groups, seats): appearances by seat."""
    places: Integers
    """(groups, places): appearances by place, from 1; who tie share the best of their places."""
    last: Integers
    """Appearances in which nobody finished behind."""


class Groups(NamedTuple):
    """Groups of appearances, with what is known about them from deal to deal."""

    rules: Any
    """The rules that are played by."""
    totals: Totals
    win: ClusterSums
    """In parts of a win."""
    money: ClusterSums

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.rules.players)

    @property
    def appearances(self) -> Integers:
        """How often each group appeared in a game."""
        return self.money.n

    @property
    def part_of_win(self) -> float:
        """What one of the sums of `win` stands for."""
        return 1 / whole_win(self.players)


def by_strategy(cell: Cell, tally: Tally) -> Groups:
    """Return a group for each strategy of the field."""
    return _clustered(cell, _totals(cell, tally, lambda pairs: pairs.sum(axis=1)), tally.strategies)


def by_strategy_and_seat(cell: Cell, tally: Tally) -> Groups:
    """Return a group for each strategy in each seat: a strategy's seats together, in turn order."""

    def each(pairs: Integers) -> Integers:
        return pairs.reshape(-1, *pairs.shape[2:])

    return _clustered(cell, _totals(cell, tally, each), tally.pairs.ravel())


def by_seat(cell: Cell, tally: Tally) -> Groups:
    """Return a group for each seat, in turn order."""
    totals = _totals(cell, tally, lambda pairs: pairs.sum(axis=0))
    win, money = (tally.seats[name].diagonal() for name in ("win_win", "money_money"))
    return _in_every_deal(cell, totals, tally, cell.seatings, win, money)


def all_together(cell: Cell, tally: Tally) -> Groups:
    """Return one group, of every appearance."""
    totals = _totals(cell, tally, lambda pairs: pairs.sum(axis=(0, 1))[None])
    win, money = (_square_of_sum(tally.seats[name]) for name in ("win_win", "money_money"))
    return _in_every_deal(cell, totals, tally, cell.seatings * cell.players, win, money)


def seat_shares(cell: Cell, tally: Tally) -> Shares:
    """Return seats' mean shares of the win, in turn order, and how they vary between deals."""
    upper = tally.seats["win_win"]
    return shares(
        clusters=tally.deals,
        x=tally.pairs["win"].sum(axis=0),
        xx=upper + upper.T - np.diag(upper.diagonal()),
        whole=whole_win(cell.players) * cell.seatings,
    )


def head_to_head(tally: Tally) -> ClusterSums:
    """Return how often strategies finish ahead of each other, in half wins.

    They are (field, field): of the strategy of the first index against that of the second, filled
    above the diagonal.
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
    pairs = tally.pairs
    # By strategy, by seat, and by seat again: where each group appears.
    by_seat = tally.money.sum(axis=-1)[..., None] * np.eye(cell.players, dtype=np.int64)
    return Totals(
        money=reduction(tally.money),
        win=reduction(pairs["win"]),
        more=reduction(pairs["more"]),
        seats=reduction(by_seat),
        places=reduction(pairs["places"]),
        last=reduction(pairs["last"]),
    )


def _clustered(cell: Cell, totals: Totals, records: NDArray[Any]) -> Groups:
    money = moments(totals.money)

    def sums(name: str, x: Integers) -> ClusterSums:
        return ClusterSums(
            clusters=records["deals"],
            n=money.n,
            x=x,
            nn=records["games_games"],
            xn=records[f"{name}_games"],
            xx=records[f"{name}_{name}"],
        )

    return Groups(cell.rules, totals, sums("win", totals.win), sums("money", money.sum))


def _in_every_deal(
    cell: Cell, totals: Totals, tally: Tally, games: int, win_win: Integers, money_money: Integers
) -> Groups:
    """Return groups that appear equally often, `games` times, in every deal."""
    money = moments(totals.money)

    def sums(x: Integers, xx: Integers) -> ClusterSums:
        deals = np.broadcast_to(tally.deals, x.shape)
        return ClusterSums(deals, n=money.n, x=x, nn=games**2 * deals, xn=games * x, xx=xx)

    return Groups(cell.rules, totals, sums(totals.win, win_win), sums(money.sum, money_money))


def _square_of_sum(products: Integers) -> Integers:
    """Return the sum over deals of the square of all seats' sum, from the products of two seats."""
    return np.array([2 * products.sum() - products.trace()])
