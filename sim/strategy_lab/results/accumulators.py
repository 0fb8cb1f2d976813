"""A tally read by groups of appearances: by strategy, by seat, by both, or all together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.counting import BLOCK, CORE, COUNTED, count_core, count_games
from strategy_lab.rows import MAX_SEATS, WORDS, Rows, whole_win
from strategy_lab.stats.batches import moments
from strategy_lab.stats.intervals import ClusterSums, Shares, shares


@dataclass(frozen=True, slots=True)
class Cell:
    """A ruleset for a number of players, with those who play."""

    rules: Any
    """`ResolvedRules` of a game."""
    field: tuple[str, ...]
    """The strategies' names, no two alike; a row's `strategy` is an index into them."""
    seatings: int
    """How many games a deal is played for."""

    @property
    def ruleset(self) -> str:
        """The ruleset's name."""
        return str(self.rules.ruleset)

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.rules.players)

    @property
    def most_money(self) -> int:
        """A bound on a player's score at the end."""
        return int(self.rules.most_score)

    @property
    def most_games(self) -> int:
        """How many games can be tallied before a sum might leave the range of int64.

        The largest sums are those of squares: in a deal a group gets at most all of the score, or
        all the win shares, of its games.
        """
        largest = max(whole_win(self.players), int(self.rules.most_of_all))
        return int(np.iinfo(np.int64).max) // (self.seatings * largest**2)


# accumulator: What counts games: integers of one size however many games there are, which add in
# any order.

Sums = NDArray[np.int64]


class Accumulator(ABC):
    """Sums over games, kept in arrays of integers.

    Counting holds no lock and releases the GIL: each thread needs an accumulator of its own.
    """

    __slots__ = ()

    @abstractmethod
    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name, always in the same order, as arrays that share its memory.

        So saving, loading, adding and hashing sums are one loop each.
        """

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
    """Several accumulators that count the same games."""

    parts: Mapping[str, Accumulator]
    """By name, which goes before those of their arrays: ``name/array``."""

    def arrays(self) -> dict[str, Sums]:
        """Return every sum of every part by name."""
        return {
            f"{part}/{name}": array
            for part, accumulator in self.parts.items()
            for name, array in accumulator.arrays().items()
        }

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games to every part."""
        for accumulator in self.parts.values():
            accumulator.count(rows)

    def __iadd__(self, other: Self) -> Self:
        for name, part in self.parts.items():
            sums = part
            sums += other.parts[name]
        return self


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


def arrays_of(records: Mapping[str, NDArray[Any]]) -> dict[str, Sums]:
    """Return each field of some arrays of records, as ``records.field``."""
    return {
        f"{group}.{name}": array[name]
        for group, array in records.items()
        for name in array.dtype.names or ()
    }


def require_whole_deals(rows: Rows, players: int, seatings: int) -> None:
    """Check that rows are of so many players, with so many games of each deal."""
    if len(rows.data) % seatings or (rows.players, rows.seatings) != (players, seatings):
        raise ValueError(
            f"{len(rows.data)} games of {rows.players} players, {rows.seatings} a deal: expected "
            f"{players} players and {seatings} games a deal"
        )


# sums: The sums that a tally consists of, as record types.
#
# Names are products: ``win_games`` is the sum over deals of (a group's wins in the deal) times (its
# appearances in the deal). Wins are in parts of a win; money is the score.

CLUSTERED = [
    ("deals", np.int64),
    ("games_games", np.int64),
    ("win_games", np.int64),
    ("win_win", np.int64),
    ("money_games", np.int64),
    ("money_money", np.int64),
]
"""Sums over deals: how many have an appearance, and products of what a group has in a deal."""

STRATEGY = np.dtype(CLUSTERED)

STRATEGY_SEAT = np.dtype(
    [
        ("win", np.int64),
        ("more", np.int64),
        ("last", np.int64),
        ("places", np.int64, MAX_SEATS),
        *CLUSTERED,
    ]
)
"""The further number of rows; appearances with nobody behind; appearances by place, from 1."""

FEWEST_PLACES = 6
"""So many places are kept and hashed, however few play."""


def kept_places(places: NDArray[np.int64], players: int) -> NDArray[np.int64]:
    """Return the part of sums by place that files and the digest have; it shares their memory."""
    return places[..., : max(FEWEST_PLACES, players)]


SEATS = np.dtype([("win_win", np.int64), ("money_money", np.int64)])
"""Of two seats, the first not after the second: over deals, the product of what both have."""

MEETINGS = np.dtype(
    [
        ("meetings", np.int64),
        ("ahead", np.int64),
        ("deals", np.int64),
        ("meetings_meetings", np.int64),
        ("ahead_meetings", np.int64),
        ("ahead_ahead", np.int64),
    ]
)
"""Of two strategies, the first with the lower index: `ahead` counts 2 for each meeting in which the
first finishes ahead of the second, and 1 for each tie."""

DEAL = np.dtype([("games", np.int64), ("win", np.int64), ("money", np.int64)])
DEAL_MEETINGS = np.dtype([("meetings", np.int64), ("lead", np.int64)])
"""What a group, or two strategies, have in the deal that is being counted."""


MOST_BY_RESULT = 6
"""So many players can finish in so many ways that a table of them is small."""


@dataclass(frozen=True, slots=True)
class Tally(Accumulator):
    """Integer sums over games.

    They fit int64 for as many games as `Cell.most_games` says. What can be derived is not kept.
    """

    cell: Cell
    deals: Sums
    """(): deals counted."""
    money: Sums
    """(field, players, amounts): appearances by strategy, seat and score at the end."""
    pairs: NDArray[Any]
    """(field, players) records of `STRATEGY_SEAT`."""
    strategies: NDArray[Any]
    """(field,) records of `STRATEGY`."""
    seats: NDArray[Any]
    """(players, players) records of `SEATS`; zero below the diagonal."""
    duels: NDArray[Any]
    """(field, field) records of `MEETINGS`; zero below the diagonal."""

    @classmethod
    def empty(cls, cell: Cell) -> Self:
        """Return the tally of no game of a cell."""
        field, players = len(cell.field), cell.players
        return cls(
            cell=cell,
            deals=np.zeros((), np.int64),
            money=np.zeros((field, players, cell.most_money + 1), np.int64),
            pairs=np.zeros((field, players), STRATEGY_SEAT),
            strategies=np.zeros(field, STRATEGY),
            seats=np.zeros((players, players), SEATS),
            duels=np.zeros((field, field), MEETINGS),
        )

    @property
    def games(self) -> int:
        """How many games were counted."""
        return int(self.deals) * self.cell.seatings

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        records = {
            "pairs": self.pairs,
            "strategies": self.strategies,
            "seats": self.seats,
            "duels": self.duels,
        }
        arrays = {"deals": self.deals, "money": self.money, **arrays_of(records)}
        return arrays | {"pairs.places": kept_places(self.pairs["places"], self.cell.players)}

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of the cell, in place."""
        (games,) = rows
        require_whole_deals(games, self.cell.players, self.cell.seatings)
        records, sums = games.tallied, (self.money, self.pairs, self.strategies, self.seats)
        words, scratch = records.view(WORDS), self._scratch(len(records))
        stopped_at = count_games(records, words, self.cell.seatings, *sums, self.duels, *scratch)
        if stopped_at != COUNTED:
            raise ValueError(
                f"row {stopped_at} has a strategy, place, win or sum of money out of range"
            )
        self.deals[...] += games.deals

    def __iadd__(self, other: Self) -> Self:
        mine, theirs = ((each.cell.seatings, each.money.shape) for each in (self, other))
        if mine != theirs:
            raise ValueError(
                f"a tally of {theirs[0]} games a deal, with money of shape {theirs[1]}, cannot be "
                f"added to one of {mine[0]}, of shape {mine[1]}: it is of another cell"
            )
        for name in ("deals", "money", "pairs", "strategies", "seats", "duels"):
            sums = getattr(self, name).view(np.int64)
            sums += getattr(other, name).view(np.int64)
        return self

    def _scratch(self, games: int) -> Iterator[NDArray[Any]]:
        """Yield what `count_games` takes to count so many games."""
        field, players = self.pairs.shape
        for shape in ((field, players), field, players):
            yield np.zeros(shape, DEAL)
        yield np.zeros((field, field), DEAL_MEETINGS)
        by_result = self.cell.seatings == 1 and players <= MOST_BY_RESULT
        results = min(players**players, games) if by_result else 0
        yield np.zeros((results, 2), np.int64)
        yield np.zeros(2 << results.bit_length(), np.uint16)
        yield np.zeros((players + 1, players), np.int64)
        yield np.zeros((players, BLOCK), np.int32)


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


@dataclass(frozen=True, slots=True)
class Core(Accumulator):
    """Integer sums over games, whatever lineups of a field played them."""

    sums: NDArray[Any]
    """(strategies, players) records of `CORE`."""
    score: str
    """What the game calls its score: the name under which that is hashed."""

    @classmethod
    def empty(cls, strategies: int, players: int, score: str) -> Self:
        """Return the sums of no game."""
        return cls(np.zeros((strategies, players), CORE), score)

    @property
    def games(self) -> int:
        """How many games were counted."""
        appearances = int(self.sums["appearances"].sum())
        return appearances // int(self.sums.shape[1])

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        arrays = {name: self.sums[name] for name in ("appearances", "win")}
        places = kept_places(self.sums["places"], self.sums.shape[1])
        return arrays | {"places": places, self.score: self.sums["score"]}

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games, in place."""
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
# Win shares are counted in :math:`w` parts of a win. Of a deal for :math:`n` players,
#
# - :math:`a` and :math:`b` are the sums of the shares of A alone amid copies of B and of B alone
#   amid copies of A, over :math:`n` games each;
# - :math:`a'` and :math:`b'` those of A and of B at a mixed table, over :math:`2n` games.
#
# The score of A is
#
# .. math:: \frac12 + \frac14 \left( \frac{a - b}{w n} + \frac{a' - b'}{2 w n} \right),
#
# half the mean of two differences of win rates, above 1/2; without mixed tables,
# :math:`\frac12 + (a - b) / 2 w n`. It is 0 to 1; exchanging A and B turns it into 1 less it,
# exactly and on every deal, since each plays every game in the other's place as well; so its mean
# is 1/2 if they are alike. It rises with any share that A wins and B does not.

A, B = 0, 1
"""The two that duel, as indices into the field."""

MEASURES = ("a", "b", "a_amid_b", "b_amid_a", "a_mixed", "b_mixed")
"""The win rates that are kept: of each in all its games as one of a kind, and at either table."""


@dataclass(frozen=True, slots=True)
class DuelTally(Accumulator):
    """What is kept of the deals of a match."""

    cell: Cell
    mixed: bool
    """Whether both sit at tables with others, too."""
    scores: Sums
    """How many deals had each score: entry i counts i / (length - 1)."""
    sums: Sums
    """(measures,): win shares, in parts, those of a and b with their tables weighted alike."""
    squares: Sums
    """(measures,): of the same by deal."""

    @classmethod
    def empty(cls, cell: Cell, mixed: bool) -> Self:
        """Return the tally of no deal."""
        steps = whole_win(cell.players) * cell.players * (8 if mixed else 2)
        nothing = np.zeros((2, len(MEASURES)), np.int64)
        return cls(cell, mixed, np.zeros(steps + 1, np.int64), *nothing)

    def count(self, rows: Sequence[Rows]) -> None:
        """Add deals, in place."""
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
        """How many deals were counted."""
        return int(self.scores.sum())

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        return {"scores": self.scores, "sums": self.sums, "squares": self.squares}

    def seen_scores(self) -> tuple[NDArray[np.float64], Sums]:
        """Return the scores that were seen, with 0 and 1, which could have been; and how often."""
        last = len(self.scores) - 1
        chosen = np.union1d(np.flatnonzero(self.scores), [0, last])
        return chosen / last, self.scores[chosen]

    def cluster_sums(self) -> ClusterSums:
        """Return the sums behind the win rates, of deals, one entry a measure."""
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
    """Win shares of strategies, in parts of a win, by table."""

    strategies: int
    """How many are tried: the first of the field."""

    deals: Sums
    """(halves,): of even numbers, and of odd ones."""

    sums: Sums
    """(halves, strategies x tables): over deals, of the shares in all rotations."""

    products: Sums
    """(halves, strategies x tables, strategies x tables): over deals, of the products of these."""

    @classmethod
    def empty(cls, strategies: int, tables: int) -> Self:
        """Return the shares of no deal."""
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

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        return {"deals": self.deals, "sums": self.sums, "products": self.products}
