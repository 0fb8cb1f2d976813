"""What counts games: sums of integers of one size, which add in any order."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.results.deal_loops import COUNTED, core_of, count_core, count_orders
from strategy_lab.rows import MOST_SEATS, Rows, whole_win
from strategy_lab.stats.intervals import ClusterSums
from strategy_lab.stats.rankings import BatchedOrders


@dataclass(frozen=True, slots=True)
class Cell:
    """A ruleset for a number of players, with those who play."""

    rules: Any  # `ResolvedRules` of a game
    # The strategies' names, no two alike; a row's `strategy` is an index into them.
    field: tuple[str, ...]
    seatings: int  # how many games a deal is played for

    def __hash__(self) -> int:
        return hash((self.ruleset, self.players, self.field, self.seatings))

    @property
    def ruleset(self) -> str:
        return str(self.rules.ruleset)

    @property
    def players(self) -> int:
        return int(self.rules.players)

    @property
    def least_score(self) -> int:
        """The lowest score that a player can end with: 0, unless the rules say otherwise."""
        return int(getattr(self.rules, "least_score", 0))

    @property
    def most_games(self) -> int:
        """How many games can be tallied before a sum might leave the range of int64.

        The largest sums are those of squares: in a deal a group gets at most all of the score, or
        all the win shares, of its games.
        """
        largest = max(whole_win(self.players), int(self.rules.most_of_all))
        return int(np.iinfo(np.int64).max) // (self.seatings * largest**2)


Sums = NDArray[np.int64]


class Accumulator(ABC):
    """Sums over games, kept in arrays of integers.

    Counting holds no lock and releases the GIL: each thread needs an accumulator of its own.
    """

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name, always in the same order, as arrays that share its memory.

        So saving, loading, adding and hashing sums are one loop each.
        """
        values = ((each.name, getattr(self, each.name)) for each in fields(cast(Any, self)))
        return {name: value for name, value in values if isinstance(value, np.ndarray)}

    @abstractmethod
    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of whole deals, in place."""

    def __iadd__(self, other: Self) -> Self:
        mine, theirs = self.arrays(), other.arrays()
        _check_shapes(mine, theirs)
        for name in mine:
            mine[name] += theirs[name]
        return self

    def fill(self, arrays: Mapping[str, Sums]) -> None:
        """Take over sums that have the names and shapes of these, in place."""
        mine = self.arrays()
        _check_shapes(mine, arrays)
        for name, array in mine.items():
            array[...] = arrays[name]


@dataclass(frozen=True, slots=True)
class CompoundTally(Accumulator):
    # By name, which goes before those of their arrays: ``name/array``.
    parts: Mapping[str, Accumulator]

    def arrays(self) -> dict[str, Sums]:
        return {
            f"{part}/{name}": array
            for part, accumulator in self.parts.items()
            for name, array in accumulator.arrays().items()
        }

    def count(self, rows: Sequence[Rows]) -> None:
        for accumulator in self.parts.values():
            accumulator.count(rows)


def _check_shapes(mine: Mapping[str, Sums], theirs: Mapping[str, Sums]) -> None:
    differing = [
        name
        for name in sorted(mine.keys() | theirs.keys())
        if name not in mine or name not in theirs or mine[name].shape != theirs[name].shape
    ]
    if differing:
        raise ValueError(
            f"the sums {', '.join(differing)} have other shapes here: they are of another cell"
        )


def require_whole_deals(rows: Rows, players: int, seatings: int) -> None:
    if len(rows.data) % seatings or (rows.players, rows.seatings) != (players, seatings):
        raise ValueError(
            f"{len(rows.data)} games of {rows.players} players, {rows.seatings} a deal: expected "
            f"{players} players and {seatings} games a deal"
        )


FEWEST_PLACES = 6  # so many places are kept and hashed, however few play


@dataclass(frozen=True, slots=True)
class Core(Accumulator):
    sums: NDArray[Any]  # (strategies, players) records of `core_of`
    score: str  # what the game calls its score: the name under which that is hashed

    @classmethod
    def empty(cls, strategies: int, players: int, score: str) -> Self:
        return cls(np.zeros((strategies, players), core_of(players)), score)

    @property
    def games(self) -> int:
        appearances = int(self.sums["appearances"].sum())
        return appearances // int(self.sums.shape[1])

    def could_be(self, most: int, least_score: int) -> bool:
        """Return whether games can add up to this: up to `most`, each with all seats and places."""
        sums, players = self.sums, self.sums.shape[1]
        names = sums.dtype.names or ()
        if any((sums[name] < 0).any() for name in names if name != "score"):
            return False
        if (sums["score"] < least_score * sums["appearances"]).any():
            return False
        if any((np.abs(sums[name]) > 2**62).any() for name in names):
            return False
        games = sums["appearances"].sum(axis=0)
        return bool(
            (games == games[0]).all()
            and games[0] <= most
            and sums["win"].sum() == games[0] * whole_win(players)
            and (sums["places"].sum(axis=-1) == sums["appearances"]).all()
        )

    def arrays(self) -> dict[str, Sums]:
        arrays = {name: self.sums[name] for name in ("appearances", "win")}
        places = self.sums["places"][..., : max(FEWEST_PLACES, self.sums.shape[1])]
        return arrays | {"places": places, self.score: self.sums["score"]}

    def count(self, rows: Sequence[Rows]) -> None:
        strategies, players = self.sums.shape
        for games in rows:
            if games.players != players:
                raise ValueError(f"games of {games.players} players: expected {players}")
            stopped_at = count_core(games.data, self.sums)
            if stopped_at != COUNTED:
                raise ValueError(
                    f"row {stopped_at} has a place that does not exist, or a strategy that is not "
                    f"one of {strategies}"
                )


# tally: The scores of a duel's deals: one score a deal, and integer sums that add up in any order.
#
# What a score is, docs/statistics.md tells (Duels); here shares are counted in parts of a win.
# Exchanging A and B turns it into 1 less it, exactly and on every deal, since each plays every game
# in the other's place as well. It rises with any share that A wins and B does not.

A, B = 0, 1  # the two that duel, as indices into the field

MEASURES = ("a", "b", "a_amid_b", "b_amid_a", "a_mixed", "b_mixed")
"""The win rates that are kept: of each in all its games as one of a kind, and at either table."""


@dataclass(frozen=True, slots=True)
class DuelTally(Accumulator):
    cell: Cell
    mixed: bool  # whether both sit at tables with others, too
    scores: Sums  # how many deals had each score: entry i counts i / (length - 1)
    # (measures,): win shares, in parts, those of a and b with their tables weighted alike.
    sums: Sums
    squares: Sums  # (measures,): of the same by deal

    @classmethod
    def empty(cls, cell: Cell, mixed: bool) -> Self:
        steps = whole_win(cell.players) * cell.players * (8 if mixed else 2)
        nothing = np.zeros((2, len(MEASURES)), np.int64)
        return cls(cell, mixed, np.zeros(steps + 1, np.int64), *nothing)

    def count(self, rows: Sequence[Rows]) -> None:
        for games in rows:
            require_whole_deals(games, self.cell.players, self.cell.players)
        a_amid_b, b_amid_a, *mixed = rows
        alone = shares_of(a_amid_b, A), shares_of(b_amid_a, B)
        if self.mixed:
            a, b = (
                _in_order(mixed[::2], strategy) + _in_order(mixed[1::2], strategy)
                for strategy in (A, B)
            )
        else:
            a, b = np.zeros((2, a_amid_b.deals), np.int64)
        self.count_shares(alone, (a, b))

    def count_shares(self, alone: tuple[Sums, Sums], mixed: tuple[Sums, Sums]) -> None:
        """Add deals, in place, from what A and B win in them."""
        weight = 2 if self.mixed else 1
        whole = [weight * one + other for one, other in zip(alone, mixed, strict=True)]
        by_deal = np.stack([*whole, *alone, *mixed])
        middle = len(self.scores) // 2
        self.scores[...] += np.bincount(middle + whole[0] - whole[1], minlength=len(self.scores))
        self.sums[...] += by_deal.sum(axis=1)
        self.squares[...] += (by_deal**2).sum(axis=1)

    @property
    def deals(self) -> int:
        return int(self.scores.sum())

    def seen_scores(self) -> tuple[NDArray[np.float64], Sums]:
        """Return the scores that were seen, with 0 and 1, which could have been; and how often."""
        last = len(self.scores) - 1
        chosen = np.union1d(np.flatnonzero(self.scores), [0, last])
        return chosen / last, self.scores[chosen]

    def cluster_sums(self) -> ClusterSums:
        n = self.cell.players
        games = np.array([4 * n, 4 * n, n, n, 2 * n, 2 * n] if self.mixed else [n] * 4 + [0] * 2)
        deals = np.where(games > 0, self.deals, 0)
        return ClusterSums(
            clusters=deals,
            n=deals * games,
            x=self.sums,
            nn=deals * games**2,
            xn=self.sums * games,
            xx=self.squares,
        )


def shares_of(rows: Rows, strategy: int) -> Sums:
    """Return the win shares of a strategy by deal: (deals,)."""
    wins = np.where(rows.strategy == strategy, rows.win, 0)
    by_deal = wins.reshape(rows.deals, rows.seatings * rows.players)
    return np.asarray(by_deal.sum(axis=1, dtype=np.int64), np.int64)


def _in_order(tables: Sequence[Rows], strategy: int) -> Sums:
    return np.concatenate([shares_of(games, strategy) for games in tables])


# table_wins: What strategies win at each of several tables on common deals: sums, and products of
# all pairs.
#
# With the products, the variance of any weighted sum over tables is known, clustered by deal. The
# sums of odd and even deals are kept apart: one half can choose tables, and the other measure them.

HALVES = 2


@dataclass(frozen=True, slots=True)
class TableWins(Accumulator):
    strategies: int  # how many are tried: the first of the field
    deals: Sums  # (halves,): of even numbers, and of odd ones
    sums: Sums  # (halves, strategies x tables): over deals, of the shares in all rotations

    # (halves, strategies x tables, strategies x tables): over deals, of the products of these.
    products: Sums

    @classmethod
    def empty(cls, strategies: int, tables: int) -> Self:
        width = strategies * tables
        return cls(
            strategies,
            np.zeros(HALVES, np.int64),
            np.zeros((HALVES, width), np.int64),
            np.zeros((HALVES, width, width), np.int64),
        )

    def count(self, rows: Sequence[Rows]) -> None:
        """Add deals, in place: the rows of each table of each strategy in turn."""
        tables = len(rows) // self.strategies
        shares = np.stack([shares_of(games, i // tables) for i, games in enumerate(rows)])
        numbers = rows[0].first_deal + np.arange(rows[0].deals)
        for half in range(HALVES):
            chosen = shares[:, numbers % HALVES == half]
            self.deals[half] += chosen.shape[1]
            self.sums[half] += chosen.sum(axis=1)
            self.products[half] += chosen @ chosen.T


# tally: Finishing orders, counted: all that ratings and their bootstrap need of the games of a
# cell.

BATCHES = 512  # deals are shared out among so many batches; fewer deals have one each

MOST_SUMS = 2**24  # how many sums of eight bytes are kept for a cell at most

FEWEST_BATCHES = 50  # with fewer batches, intervals would be rough


@dataclass(frozen=True, slots=True)
class Orders(Accumulator):
    """Counts of finishing orders in batches of deals.

    A finishing order is a series of choices: the best among all, the next among the rest. What is
    kept is how often a choice was made from each set of strategies, and who was chosen. Deal d
    belongs to batch (d - 1) mod `batches`: so the sums do not depend on the pieces in which deals
    are played, and their size not on how many deals there are.
    """

    cell: Cell
    repeats: bool  # whether a strategy can sit twice in a game
    deals: Sums  # (): deals counted
    times: Sums  # (batches, sets): how often a choice was made from a set, in parts
    wins: Sums  # (batches, field): how often a strategy was chosen, in parts
    ahead: Sums  # (batches, field, field): finishes ahead of or level with another

    @classmethod
    def empty(cls, cell: Cell, fixed_lineup: bool, deals: int) -> Self:
        field, players = len(cell.field), cell.players
        # A drawn lineup has a strategy twice only where there are fewer strategies than seats.
        repeats = fixed_lineup or field < players
        sets = sum(_set_counts(field, players, repeats))
        fitting = MOST_SUMS // sets
        if fitting < min(FEWEST_BATCHES, deals):
            raise UsageError(
                f"{field} strategies can meet in {sets:,} ways among {players} players, more than "
                f"can be rated at once ({MOST_SUMS // FEWEST_BATCHES:,}): name fewer strategies, "
                "or fewer --players"
            )
        batches = min(BATCHES, deals, fitting)
        return cls(
            cell=cell,
            repeats=repeats,
            deals=np.zeros((), np.int64),
            times=np.zeros((batches, sets), np.int64),
            wins=np.zeros((batches, field), np.int64),
            ahead=np.zeros((batches, field, field), np.int64),
        )

    @property
    def batches(self) -> int:
        return len(self.wins)

    def count(self, rows: Sequence[Rows]) -> None:
        (games,) = rows
        field, players, seatings = len(self.cell.field), self.cell.players, self.cell.seatings
        require_whole_deals(games, players, seatings)
        places = games.place
        if not ((games.strategy < field).all() and ((places >= 1) & (places <= players)).all()):
            raise ValueError("these games have a strategy or place that is not of this cell")
        sizes = _set_counts(field, players, self.repeats)
        count_orders(
            *(games.data, seatings, games.first_deal, whole_win(players), _ways(field)),
            np.array([0, 0, *np.cumsum([0, *sizes[:-1]])]),
            *(int(self.repeats), self.times, self.wins, self.ahead),
        )
        self.deals[...] += games.deals

    def batched(self) -> BatchedOrders:
        used = self.ahead.any(axis=(1, 2))
        seen, choice = self.times.any(axis=0), whole_win(self.cell.players)
        return BatchedOrders(
            _sets(len(self.cell.field), self.cell.players, self.repeats)[seen],
            self.times[used][:, seen] / choice,
            self.wins[used] / choice,
            self.ahead[used].astype(np.float64),
        )


def _set_counts(field: int, players: int, repeats: bool) -> list[int]:
    return [comb(field + (size - 1 if repeats else 0), size) for size in range(2, players + 1)]


def _ways(field: int) -> NDArray[np.int64]:
    return np.array(
        [[comb(n, size) for size in range(MOST_SEATS + 1)] for n in range(field + MOST_SEATS)]
    )


def _sets(field: int, players: int, repeats: bool) -> NDArray[np.int64]:
    subsets = combinations_with_replacement if repeats else combinations
    ways = _ways(field)
    blocks = []
    for size in range(2, players + 1):
        members = np.array(list(subsets(range(field), size)), np.int64)
        sizes = np.arange(1, size + 1)
        shift = (sizes - 1) * repeats
        index = ways[members + shift, sizes].sum(axis=1)
        block = np.zeros((len(members), field), np.int64)
        for member in members.T:
            block[index, member] += 1
        blocks.append(block)
    return np.concatenate(blocks)


@dataclass(frozen=True, slots=True)
class CandidateSums(Accumulator):
    """Sums over the deals of each candidate: the first strategies of a field."""

    win: Sums
    # (candidates,): the sums of a deal's wins at all tables, and of their squares, in parts of a
    # win.
    win_squares: Sums

    # (candidates,): the score times the number of the others, less the scores of the others.
    ahead: Sums

    @classmethod
    def empty(cls, candidates: int) -> Self:
        return cls(*np.zeros((3, candidates), np.int64))

    def count(self, rows: Sequence[Rows], candidate: int = 0) -> None:
        """Add the games of some deals, at each of their tables, to a candidate."""
        wins = sum(shares_of(games, candidate) for games in rows)
        self.win[candidate] += np.sum(wins)
        self.win_squares[candidate] += np.sum(np.square(wins))
        for games in rows:
            own, merit = games.strategy == candidate, games.merit
            self.ahead[candidate] += np.where(own, (games.players - 1) * merit, -merit).sum()


# The digest: equal for equal work, however it was done.
#
# A SHA-256 over a fixed core and nothing else: what was played, and the sums of every game's
# winners, places and money (`core_of`). Counters that are added later change no digest, nor
# does any time, path, machine, number of threads, or order in which pieces were finished.

VERSION = 3  # of what is hashed and how, and of how seeds become games; part of the digest


def digest(blocks: Iterable[tuple[Mapping[str, object], Mapping[str, NDArray[np.int64]]]]) -> str:
    hashed = sorted((canonical(identity), array_hash(sums)) for identity, sums in blocks)
    return hashlib.sha256(canonical([VERSION, hashed]).encode()).hexdigest()


def canonical(value: object) -> str:
    """Return a value as JSON in the one form it has here: keys sorted, ASCII, no space."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def array_hash(arrays: Mapping[str, NDArray[np.int64]]) -> str:
    """Return a SHA-256 over names, shapes and little-endian 64-bit values of arrays of integers."""
    hashed = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        if array.dtype.kind != "i":
            raise TypeError(f"the sums {name!r} are not integers but {array.dtype}")
        hashed.update(canonical([name, array.shape]).encode())
        hashed.update(array.astype("<i8").tobytes())
    return hashed.hexdigest()
