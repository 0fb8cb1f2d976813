"""The measures of a game: what a game says of how it is measured."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError, nearest
from strategy_lab.results.accumulator import Sums, require_whole_deals
from strategy_lab.results.cell import Cell
from strategy_lab.results.deal_loops import COUNTED, sum_latin_squares, sum_seats
from strategy_lab.results.layout import OF_DEAL, OF_SEAT, OF_STRATEGY, SQUARES_OF, Group, Layout
from strategy_lab.results.measure import SEAT, STRATEGY, TABLE, Floats, Measure
from strategy_lab.rows import Rows


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """What a game can be measured by, and how its games are summed for that."""

    module: str
    """Where it is found, as ``MEASURES``."""

    entries: tuple[Measure, ...]
    """In the order of tables."""

    of_table: tuple[str, ...]
    of_table_in_detail: tuple[str, ...]
    """The names of the sums over games, and of those that take the detail of games."""

    groups: Callable[[Any], tuple[Group, ...]]
    """What else there are sums of, by the rules, if there is the detail of games."""

    set_up: Callable[[Any], NDArray[np.int64]]
    """What `sum_games` takes from the rules."""

    sum_games: Callable[[NDArray[Any], int, int, NDArray[np.int64], Sums], None]
    """Adds games to the sums of their deals, compiled: (deals * seatings,) rows, games a deal,
    players, what `set_up` returns, (deals, sums)."""

    sum_details: Callable[..., None]
    """Adds their detail, compiled: it has the (deals * seatings,) detail as well, after the rows,
    and before the sums where those of each of `groups` begin, name by name."""

    compared_by: Callable[[Any, Any], Iterator[tuple[Measure, str]]]
    """What two rules can be compared by, and what it is of."""

    on_common_deals: Callable[[Any, Any], bool]
    """Whether games by two rules can be played with the same cards."""

    named_groups: Mapping[str, str] = field(default_factory=dict)
    """Of which groups runs have tables, and what these are called. Runs then count the detail."""

    member_names: Callable[[Any, str], Sequence[str]] | None = None
    """Returns what tables call the members of a group, by their indices."""

    compared_group: str = ""
    """Of which group rulesets are compared by members, if of any."""

    note: str = ""
    """What people should know of the amounts that are compared."""

    unknown: Callable[[Any], Collection[str]] = lambda _: ()
    """The names of measures that games by some rules do not tell."""

    def __reduce__(self) -> tuple[Callable[[str], Measures], tuple[str]]:
        return _found, (self.module,)

    @property
    def asked(self) -> frozenset[str]:
        """The names of those that answer a question about two rulesets."""
        return frozenset(measure.name for measure in self.entries if measure.question)

    def __getitem__(self, name: str) -> Measure:
        for measure in self.entries:
            if measure.name == name:
                return measure
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return any(measure.name == name for measure in self.entries)

    def named(self, name: str, option: str, among: Callable[[Measure], bool]) -> Measure:
        """Return the measure of a name that an option gives, if it is among some."""
        names = {measure.name: measure for measure in self.entries if among(measure)}
        if name not in names:
            raise UsageError(f"{option}: no measure is called {name!r}{nearest(name, names)}")
        return names[name]

    def used_in(self, command: str) -> tuple[Measure, ...]:
        """Return the measures that a command tells."""
        return tuple(measure for measure in self.entries if command in measure.used_in)

    def layout(self, cell: Cell, *, detail: bool) -> Layout:
        """Return where the sums of a cell's deals are, with or without those of the detail."""
        return _layout(self, cell, detail)

    def follows(self, measure: Measure, layout: Layout) -> Callable[[Floats], Floats]:
        """Return how a measure of a whole table follows from sums over deals, (…, sums) to (…).

        Of a gap, these are the means that it is between, (…, means).
        """
        if measure.quantity is not None:
            return partial(measure.quantity, layout)
        if measure.gap_of is not None:
            return partial(layout.means, measure=self[measure.gap_of], of=SEAT)
        (one,) = layout.quantities(measure, measure.whole)
        return lambda sums: np.asarray(one.unit * sums[..., one.x] / sums[..., one.n])

    def takes_detail(self, measure: Measure) -> bool:
        """Return whether a measure follows from sums that take the detail of games."""
        known = {*self.of_table, *OF_SEAT, *OF_STRATEGY}
        return any(name not in known for ratio in measure.of.values() for name in ratio)

    def deal_sums(self, cell: Cell, rows: Rows, *, detail: bool, seats: bool = True) -> Sums:
        """Return what each deal comes to, as the layout has it: (deals, sums).

        Without `seats`, those by seat and strategy are missing, which are the last ones, and those
        of squares are 0. Without `detail` as well, nothing but the sums over games is there.
        """
        require_whole_deals(rows, cell.players, rows.seatings)
        layout = self.layout(cell, detail=detail)
        if detail:
            rows.require_detail()
        missing = (SEAT, OF_SEAT[0]) if detail else (TABLE, OF_DEAL[0])
        length = layout.length if seats else layout.start(*missing)
        sums = np.zeros((rows.deals, length), np.int64)
        if seats:
            add_seats(layout, cell, rows, np.arange(rows.deals), sums)
        rules, starts = _set_up(self, cell)
        self.sum_games(rows.data, rows.seatings, cell.players, rules, sums)
        if detail:
            games = rows.data, rows.detail, rows.seatings, cell.players
            self.sum_details(*games, rules, starts, sums)
        return sums


def add_seats(layout: Layout, cell: Cell, rows: Rows, into: Sums, sums: Sums) -> None:
    """Add what every game has to sums: by seat, by strategy, and of squares.

    `layout`: of the sums. `into`: (deals,): to which sums each deal is added. `sums`: (…, sums).
    Modified in place.
    """
    by_seat = [layout.start(SEAT, name) for name in OF_SEAT]
    by_strategy = [layout.start(STRATEGY, name) for name in OF_STRATEGY]
    stopped_at = sum_seats(
        *(rows.data, rows.seatings, cell.players, len(cell.field)),
        *(np.array([*by_seat, *by_strategy]), into, sums),
    )
    if stopped_at != COUNTED:
        raise ValueError(f"row {stopped_at} has a strategy that is not one of {len(cell.field)}")
    squares = (layout.start(TABLE, names[0]) for names in SQUARES_OF.values())
    sum_latin_squares(rows.data, rows.seatings, cell.players, *squares, into, sums)


@lru_cache
def _layout(measured: Measures, cell: Cell, detail: bool) -> Layout:
    names = (*measured.of_table, *(measured.of_table_in_detail if detail else ()))
    more = measured.groups(cell.rules) if detail else ()
    return Layout(cell.players, len(cell.field), names, more)


@lru_cache
def _set_up(measured: Measures, cell: Cell) -> tuple[NDArray[np.int64], Sums]:
    """Return what sums take from the rules, and where those of the detail begin."""
    layout = measured.layout(cell, detail=True)
    groups = measured.groups(cell.rules)
    starts = [layout.start(group.of, name) for group in groups for name in group.sums]
    return measured.set_up(cell.rules), np.array(starts, np.int64)


def _found(module: str) -> Measures:
    measures: Measures = import_module(module).MEASURES
    return measures
