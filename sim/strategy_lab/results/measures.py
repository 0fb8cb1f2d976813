"""The measures of a game: what a game says of how it is measured."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import LaboratoryError, UsageError, nearest
from strategy_lab.results import deal_loops
from strategy_lab.results.accumulators import Accumulator, Cell, Sums, require_whole_deals
from strategy_lab.results.conclusions import COUNT, SHARE
from strategy_lab.results.deal_loops import COUNTED
from strategy_lab.rows import MAX_SEATS, Rows, whole_win
from strategy_lab.stats.batches import Squares, sources
from strategy_lab.stats.intervals import ClusterSums

if TYPE_CHECKING:
    from strategy_lab.results.tables import Groups

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

PLAYER, SEAT, STRATEGY, TABLE = "player", "seat", "strategy", "table"
STANDING = "standing"
"""What a measure is of: any player, one seat, one strategy, or all who play together; and whoever
was first, second and so on at some point of the game. A game may have more, such as a card."""

RUN, COMPARE, DESIGN = "run", "compare", "design"

WIN = "win"  # the sum of win shares, which are counted in parts

POINT, THOUSAND, OF_GAMES = "percentage point", "thousand", "game in a hundred"


class Ratio(NamedTuple):
    """The sum of a deal that a measure is, over the sum that counts its observations."""

    x: str
    n: str = "games"


class Matters(NamedTuple):
    size: float
    reason: str


NEVER = Matters(np.nan, "")


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """A quantity of games, defined once for tables, sentences, goals, plots and files."""

    name: str
    unit: str
    description: str

    # What it is of, and how it follows there from the sums of a deal. Nothing if it is no such
    # ratio.
    of: Mapping[str, Ratio] = field(default_factory=dict)
    # Returns its means over groups of appearances, which tables have of strategies and seats.
    of_groups: Callable[[Groups], Floats] | None = None
    # What difference matters, in its unit, and why; NaN if it is never compared.
    matters: Matters = NEVER

    # What sentences call it, what one may ask about it, and what a table of sentences calls it:
    # ``{who}`` is whom it is of.
    noun: str = ""
    question: str = ""
    label: str = ""

    # What happens where there is more of it: ``{size}``, ``{unit}``; ``{by}`` is both at the end of
    # a sentence that can do without. Where there is less, ``{more}`` says so, and ``{many}`` of
    # what is counted; or it takes words of its own, `less`.
    more: str = ""
    less: str = ""

    size_unit: str = POINT  # what sizes are told in
    size_units: str = ""  # several of it, if that is not with an s
    is_rate: bool = False  # whether each observation is from 0 to 1

    # Whether it is a share that stands for an amount where amounts mean different things.
    is_relative: bool = False

    # The measure of seats between whose largest and smallest value it is the gap.
    gap_of: str | None = None

    # Rules that can fix it, whoever plays, as what passing costs is when the whole bid comes back.
    fixed_by: tuple[str, ...] = ()

    # How it follows from sums over deals, if it is neither a ratio nor a gap.
    quantity: Callable[[Layout, Floats], Floats] | None = None
    used_in: tuple[str, ...] = (RUN, COMPARE, DESIGN)  # the commands that tell it

    @property
    def whole(self) -> str:
        """What it is of where it has one value for a game; empty if it has none."""
        return next((of for of in (PLAYER, TABLE) if of in self.of), "")

    @property
    def has_one_value(self) -> bool:
        return bool(self.whole or self.gap_of or self.quantity)

    @property
    def scale(self) -> int:
        """What it is multiplied by for people: shares are shown in per cent."""
        return 100 if self.unit == SHARE else 1

    @property
    def head(self) -> str:
        return f"{self.name}, {'%' if self.unit == SHARE else self.unit}"

    @property
    def title(self) -> str:
        """What it is called where nobody has to type it: "winner's lead, thousands".

        A number of things needs no unit, and a gap between shares is in percentage points.
        """
        noun = self.short_noun or self.name
        if self.unit == COUNT or noun.startswith("number of "):
            return noun
        return f"{noun}, {self.value_unit.strip() if self.unit == SHARE else self.unit}"

    @property
    def short_noun(self) -> str:
        return self.noun.removeprefix("the ")

    @property
    def threshold(self) -> str:
        return self.in_words(f"{self.scale * self.matters.size:g}")

    def in_words(self, size: str) -> str:
        """Return a number with the unit that sizes are told in, "0.9 coins"."""
        return f"{size} {self.unit_of(size)}".rstrip()

    def unit_of(self, size: str) -> str:
        """Return the unit of a number in a sentence; thousands have no plural."""
        singular = size == "1" or self.size_unit in ("", THOUSAND)
        first, *rest = self.size_unit.split(" in ")
        return self.size_unit if singular else self.size_units or " in ".join([f"{first}s", *rest])

    def change(self, is_more: bool, size: str = "", **names: object) -> str:
        """Return what happens, "players keep 0.9 more coins"; without a size, only that it does."""
        brief = "" if self.size_unit in ("", THOUSAND, POINT, OF_GAMES) else self.unit_of("2")
        unit = self.unit_of(size) if size else brief
        by = f", by {self.in_words(size)}" if size else ""
        words = {"more": "more", "many": "more"} if is_more else {"more": "less", "many": "fewer"}
        template = self.more if is_more or not self.less else self.less
        text = template.format(size=size, unit=unit, by=by, **words, **names)
        return " ".join(text.split())

    @property
    def value_unit(self) -> str:
        """What stands behind its value: a gap is in percentage points, a share in per cent."""
        if self.unit == SHARE:
            return " percentage points" if self.gap_of else " %"
        return f" {self.unit_of('2')}".rstrip()


SCORE, GAMES = "score", "games"

OF_SEAT, OF_STRATEGY = (WIN, SCORE), (WIN, SCORE, GAMES)
"""The sums that every game has by seat and by strategy: win shares, scores; appearances."""

SQUARES_OF = {of: tuple(f"{of}_{part}" for part in Squares._fields) for of in (WIN, SCORE)}
"""The sums of squares that every deal has, of win shares and of scores."""

OF_DEAL = tuple(name for names in SQUARES_OF.values() for name in names)


class Group(NamedTuple):
    of: str  # what each is
    sums: tuple[str, ...]
    size: int  # how many there is room for
    members: tuple[int, ...]  # which of these there are, by their indices


class Quantity(NamedTuple):
    measure: Measure
    of: str
    number: int  # the index of the seat, say; 0 for any player and for the table
    x: int
    n: int  # where among the sums of a deal it and its observations are
    unit: float  # what one of x stands for


DECISIONS = "decisions"  # the measure that minutes are made of, where a game has it


class Question(NamedTuple):
    name: str
    title: str
    measures: tuple[str, ...]  # what answers it; the first is drawn

    # The answer, with measures in braces for the middle eight of ten tables; ``{minutes}`` and
    # ``{seconds}`` are what ``decisions`` take, and what one takes.
    text: str = ""


SEATS = Question("seats", "Is every seat fair?", ("seat_gap", "win_rate"))
SKILL = Question("skill", "Does the better player win?", ("win_by_strategy",))
"""Those of every game; what is told of them is more than measures."""


class Layout:
    """The sums of a deal by their names; `length` is how many there are.

    `players`, `strategies`: how many play, and how many are in the field that lineups are drawn
    from. `of_table`: the names of the sums over games; those of squares follow. `more`: what the
    game has beside seats and strategies.
    """

    def __init__(
        self, players: int, strategies: int, of_table: Sequence[str], more: Sequence[Group] = ()
    ) -> None:
        self.players, self.strategies = players, strategies
        self.groups = {
            group.of: group
            for group in (
                Group(TABLE, (*of_table, *OF_DEAL), 1, (0,)),
                *more,
                Group(SEAT, OF_SEAT, players, tuple(range(players))),
                Group(STRATEGY, OF_STRATEGY, strategies, tuple(range(strategies))),
            )
        }
        self._starts: dict[tuple[str, str], int] = {}
        self.length = 0
        for group in self.groups.values():
            for name in group.sums:
                self._starts[group.of, name] = self.length
                self.length += group.size

    def start(self, of: str, name: str) -> int:
        return self._starts[of, name]

    def starts(self, *names: tuple[str, str]) -> NDArray[np.int64]:
        return np.array([self._starts[name] for name in names], np.int64)

    def sums(self, sums: NDArray[Any], of: str, name: str) -> NDArray[Any]:
        group = self.groups[of]
        return sums[..., [self.start(of, name) + member for member in group.members]]

    def knows(self, measure: Measure, of: str) -> bool:
        ratio = measure.of.get(of, ())
        return bool(ratio) and all(
            (of, name) in self._starts or (TABLE, name) in self._starts for name in ratio
        )

    def quantities(self, measure: Measure, of: str) -> list[Quantity]:
        x, n = measure.of[of]
        unit = 1 / whole_win(self.players) if x == WIN else 1.0
        members = self.groups[of].members if of in self.groups else (0,)
        return [
            Quantity(measure, of, member, self._at(of, x, member), self._at(of, n, member), unit)
            for member in members
        ]

    def means(self, sums: NDArray[Any], measure: Measure, of: str) -> NDArray[np.float64]:
        """Return a measure of each member of a group, from sums over deals: (…, members)."""
        found = self.quantities(measure, of)
        x, n = ([getattr(each, part) for each in found] for part in ("x", "n"))
        return np.asarray(found[0].unit * sums[..., x] / sums[..., n])

    def _at(self, of: str, name: str, member: int) -> int:
        if (of, name) in self._starts:
            return self._starts[of, name] + member
        return self._starts[TABLE, name]


def _count_games(_games: Any, seatings: int, _players: int, _rules: Any, sums: Sums) -> None:
    sums[:, 0] += seatings


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """What games are measured by; without anything else, who wins, and how much the seat matters.

    A game that keeps sums of its own names them, `of_table`, "games" the first, and adds them up.
    """

    module: str  # where it is found, as ``MEASURES``

    # In the order of tables.
    entries: tuple[Measure, ...] = field(default_factory=lambda: EVERY_GAME)

    # The names of the sums over games, and of those that take the detail of games.
    of_table: tuple[str, ...] = ("games",)
    of_table_in_detail: tuple[str, ...] = ()

    # What else there are sums of, by the rules, if there is the detail of games.
    groups: Callable[[Any], tuple[Group, ...]] = lambda _: ()

    # What `sum_games` takes from the rules.
    set_up: Callable[[Any], NDArray[np.int64]] = lambda _: np.zeros(0, np.int64)

    # Adds games to the sums of their deals, compiled: (deals * seatings,) rows, games a deal,
    # players, what `set_up` returns, (deals, sums).
    sum_games: Callable[[NDArray[Any], int, int, NDArray[np.int64], Sums], None] = _count_games

    # Adds their detail, compiled: it has the (deals * seatings,) detail as well, after the rows,
    # and before the sums where those of each of `groups` begin, name by name.
    sum_details: Callable[..., None] = lambda *_: None

    # What two rules can be compared by, and what it is of; all measures of comparisons unless said.
    compared_by: Callable[[Any, Any], Iterator[tuple[Measure, str]]] | None = None

    # The measure whose amounts at the end tables tell in full, from mean to quantiles; its unit
    # there, if it is another one; and what people should know of it.
    score: str = ""
    score_unit: str = ""
    score_parts: tuple[str, ...] = ()  # the measures whose amounts add up to it, if any do
    score_note: str = ""

    # By their heads, the columns that are printed of either table beside those of the score.
    of_strategy: Mapping[str, str] = field(default_factory=dict)
    of_all_players: Mapping[str, str] = field(default_factory=dict)

    places: int = MAX_SEATS  # so many have columns in tables, if as many play

    # The fields of rows by seat that tables add up, beside win shares, places and scores.
    by_seat: tuple[str, ...] = ()

    # Of which groups runs have tables, and what these are called. Runs then count the detail.
    named_groups: Mapping[str, str] = field(default_factory=dict)

    # Returns what tables call the members of a group, by their indices.
    member_names: Callable[[Any, str], Sequence[str]] | None = None
    compared_group: str = ""  # of which group rulesets are compared by members, if of any
    # What tables of players differ by, in words, and the measure that tells it.
    traits: Mapping[str, str] = field(default_factory=dict)
    questions: tuple[Question, ...] = (SEATS, SKILL)  # in the order in which pages answer them
    summary: str = ""  # what a game is like, in one line, as the texts of questions
    note: str = ""  # what people should know of the amounts that are compared

    # The names of measures that games by some rules do not tell.
    unknown: Callable[[Any], Collection[str]] = lambda _: ()

    def __reduce__(self) -> tuple[Callable[[str], Measures], tuple[str]]:
        return _found, (self.module,)

    def __getitem__(self, name: str) -> Measure:
        for measure in self.entries:
            if measure.name == name:
                return measure
        raise KeyError(name)

    def named(self, name: str, option: str, among: Callable[[Measure], bool]) -> Measure:
        names = {measure.name: measure for measure in self.entries if among(measure)}
        if name not in names:
            raise UsageError(f"{option}: no measure is called {name!r}{nearest(name, names)}")
        return names[name]

    def used_in(self, command: str) -> tuple[Measure, ...]:
        return tuple(measure for measure in self.entries if command in measure.used_in)

    def layout(self, cell: Cell, *, detail: bool) -> Layout:
        return _layout(self, cell, detail)

    def comparisons(self, a: Any, b: Any) -> Iterator[tuple[Measure, str]]:
        """Yield what two rules can be compared by, and what it is of."""
        if self.compared_by is not None:
            yield from self.compared_by(a, b)
            return
        for measure in self.used_in(COMPARE):
            yield from ((measure, of) for of in measure.of if of != STANDING)

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

    def deal_sums(self, cell: Cell, rows: Rows, *, detail: bool, seats: bool = True) -> Sums:
        """Return what each deal comes to, as the layout has it: (deals, sums).

        Without `seats`, the sums by seat and by strategy and those of squares are missing or 0.
        """
        require_whole_deals(rows, cell.players, rows.seatings)
        layout, length = self.layout(cell, detail=detail), None
        if detail:
            rows.require_detail()
        if not seats:
            length = layout.start(*((SEAT, OF_SEAT[0]) if detail else (TABLE, OF_DEAL[0])))
        sums = np.zeros((rows.deals, length or layout.length), np.int64)
        games = rows.data, rows.seatings, cell.players
        if seats:
            starts = [(SEAT, name) for name in OF_SEAT] + [(STRATEGY, name) for name in OF_STRATEGY]
            stopped_at = deal_loops.sum_seats(*games, len(cell.field), layout.starts(*starts), sums)
            if stopped_at != COUNTED:
                raise ValueError(
                    f"row {stopped_at} has a strategy that is not one of {len(cell.field)}"
                )
            squares = (layout.start(TABLE, names[0]) for names in SQUARES_OF.values())
            deal_loops.sum_latin_squares(*games, *squares, sums)
        set_up, of_detail = _set_up(self, cell)
        self.sum_games(*games, set_up, sums)
        if detail:
            self.sum_details(rows.data, rows.detail, *games[1:], set_up, of_detail, sums)
        return sums


@lru_cache
def _layout(measured: Measures, cell: Cell, detail: bool) -> Layout:
    names = (*measured.of_table, *(measured.of_table_in_detail if detail else ()))
    more = measured.groups(cell.rules) if detail else ()
    return Layout(cell.players, len(cell.field), names, more)


@lru_cache
def _set_up(measured: Measures, cell: Cell) -> tuple[NDArray[np.int64], Sums]:
    groups = measured.groups(cell.rules)
    of_detail = [(group.of, name) for group in groups for name in group.sums]
    return measured.set_up(cell.rules), measured.layout(cell, detail=True).starts(*of_detail)


def _found(module: str) -> Measures:
    measures: Measures = import_module(module).MEASURES
    return measures


# sources: Where wins and scores come from: the measures, and the sums of a run that they follow
# from.

GROUPS = 64
"""Deals are summed in so many groups, by their numbers, which the jackknife leaves out in turn."""

FROM = {
    "strategy": "who plays",
    "cards": "the cards they are dealt",
    "seat": "the seat",
    "rest": "luck that is left",
}
"""What each of `Sources` is."""


@dataclass(frozen=True, slots=True)
class Share:
    """The share of a source, as it follows from sums over deals: (…, sums) to (…).

    `source`: one of the fields of `Sources`. `of`, `noun`: `WIN` or `SCORE`, and what sentences
    call it.
    """

    source: str
    of: str
    noun: str

    def __call__(self, layout: Layout, sums: Floats) -> Floats:
        squares, of_wins = (
            Squares(*(sums[..., layout.start(TABLE, each)] for each in SQUARES_OF[of]))
            for of in (self.of, WIN)
        )
        deals = of_wins.deals / (layout.players * whole_win(layout.players)) ** 2
        totals, games = (layout.sums(sums, STRATEGY, each) for each in (self.of, GAMES))
        with np.errstate(divide="ignore", invalid="ignore"):
            weights = games / games.sum(axis=-1, keepdims=True)
            means = np.where(games > 0, totals / games, 0.0)
            away = means - np.sum(weights * means, axis=-1, keepdims=True)
        between = np.sum(weights * away**2, axis=-1)
        found = sources(squares, between, deals, layout.players)
        return np.asarray(getattr(found, self.source))


SKILL_WORDS: dict[str, Any] = {
    "question": "how much skill decides",
    "more": "skill decides {size} {unit} {more} of the wins",
}


def source_measures(of: str, name: str, noun: str, used_in: tuple[str, ...]) -> tuple[Measure, ...]:
    """Return the measures of where wins come from, or scores.

    `of`: `WIN` or `SCORE`. `name`, `noun`: what names of the measures begin with, and what
    sentences call what is won. `used_in`: the commands that tell them.
    """
    return tuple(
        Measure(
            f"{name}_by_{source}",
            SHARE,
            f"share of the variance of {noun} that comes from {what}",
            matters=Matters(0.05, "a twentieth of all that tells one result from another"),
            noun=f"the part of {noun} that comes from {what}",
            label=what,
            **(SKILL_WORDS if (of, source) == (WIN, "strategy") else {}),
            quantity=Share(source, of, noun),
            used_in=used_in,
        )
        for source, what in FROM.items()
    )


@lru_cache
def run_quantities(cell: Cell, measured: Measures, detail: bool) -> list[Quantity]:
    """Return what a run tells: that which takes the detail of games, or all else."""
    layout, plain = (measured.layout(cell, detail=each) for each in (detail, False))
    return [
        quantity
        for measure in measured.used_in(RUN)
        for of in measure.of
        if measure.name not in measured.unknown(cell.rules)
        and of not in (SEAT, STRATEGY)
        and layout.knows(measure, of)
        and not (detail and plain.knows(measure, of))
        for quantity in layout.quantities(measure, of)
    ]


@dataclass(frozen=True, slots=True)
class Tally(Accumulator):
    """Integer sums over the games of a run.

    They fit int64 for as many games as `Cell.most_games` says.
    """

    cell: Cell  # what is played
    measured: Measures  # of the game
    detailed: int  # of how many deals, the first, that is summed which takes the detail of games
    deals: Sums  # (): deals counted
    # (field, players, amounts): appearances by strategy, seat and score at the end, from the least.
    amounts: Sums

    # (field, players, places + 1 + fields): appearances by place, from 1, at least `MAX_SEATS`;
    # those with nobody behind; sums of what else tables add up, `Measures.by_seat`.
    totals: Sums
    seats: Sums  # (2, players, players): of two seats, products of their wins and of their scores

    # (keys, 9): of strategies, each of them in each seat, and every two of them, as
    # `count_appearances` has them.
    keys: Sums
    sums: Sums  # (quantities, 6): the fields of `ClusterSums` of `run_quantities`
    detailed_deals: Sums  # (): those counted in detail
    details: Sums  # (quantities, 6): as `sums`, of `run_quantities` in detail
    # (`GROUPS`, sums): over deals by their numbers; none where deals are played once.
    groups: Sums

    @classmethod
    def empty(cls, cell: Cell, measured: Measures, *, detailed: int = 0) -> Self:
        field, players = len(cell.field), cell.players
        length = measured.layout(cell, detail=False).length if cell.seatings > 1 else 0
        squares = len(ClusterSums._fields)
        shapes = (
            (),
            (field, players, int(cell.rules.most_score) - cell.least_score + 1),
            (field, players, max(MAX_SEATS, players) + 1 + len(measured.by_seat)),
            (2, players, players),
            (field + field * players + field * (field - 1) // 2, 9),
            (len(run_quantities(cell, measured, False)), squares),
            (),
            (len(run_quantities(cell, measured, True)) if detailed else 0, squares),
            (GROUPS, length),
        )
        return cls(cell, measured, detailed, *(np.zeros(shape, np.int64) for shape in shapes))

    @property
    def games(self) -> int:
        return int(self.deals) * self.cell.seatings

    def count(self, rows: Sequence[Rows]) -> None:
        for games in rows:
            self._count(games)

    def _count(self, games: Rows) -> None:
        require_whole_deals(games, self.cell.players, self.cell.seatings)
        more = np.zeros((len(self.measured.by_seat), *games.strategy.shape), np.int16)
        for i, name in enumerate(self.measured.by_seat):
            more[i] = games.by_seat(name)
        least, scores = self.cell.least_score, games.counted_score
        stopped_at = deal_loops.count_appearances(
            *(games.data, scores - least if least else scores, more, games.seatings),
            *(self.amounts, self.totals, self.seats, self.keys),
        )
        if stopped_at != COUNTED:
            raise LaboratoryError(
                f"{self.cell.ruleset}, {self.cell.players} players: a game ends with a strategy, a "
                f"place or a score that cannot be, {scores[stopped_at].tolist()}: scores are from "
                f"{least} to {self.cell.rules.most_score} by its rules"
            )
        rotated = self.groups.size > 0
        deals = self.measured.deal_sums(self.cell, games, detail=False, seats=rotated)
        deal_loops.add_squares(deals, *_places(self.cell, self.measured, False), self.sums)
        detailed = min(games.deals, self.detailed + 1 - games.first_deal)
        if detailed > 0:
            data, detail = (
                each[: detailed * games.seatings] for each in (games.data, games.detail)
            )
            first = replace(games, data=data, detail=detail)
            sums = self.measured.deal_sums(self.cell, first, detail=True, seats=False)
            deal_loops.add_squares(sums, *_places(self.cell, self.measured, True), self.details)
            self.detailed_deals[...] += detailed
        if rotated:
            numbers = games.first_deal + np.arange(games.deals)
            deal_loops.add_deals(deals, numbers % GROUPS, self.groups)
        self.deals[...] += games.deals

    def quantities(self) -> list[tuple[Quantity, ClusterSums, int]]:
        """Return what a run tells, in the order of tables: its sums, as arrays with one entry.

        With each, of how many games it is.
        """
        found = [
            (quantity, ClusterSums(*of_quantity[None].T), int(deals) * self.cell.seatings)
            for sums, deals, detail in (
                (self.sums, self.deals, False),
                (self.details, self.detailed_deals, True),
            )
            for quantity, of_quantity in zip(
                run_quantities(self.cell, self.measured, detail), sums, strict=False
            )
        ]
        return sorted(found, key=lambda each: self.measured.entries.index(each[0].measure))


@lru_cache
def _places(cell: Cell, measured: Measures, detail: bool) -> list[NDArray[np.int64]]:
    """Return where among the sums of a deal each quantity and its observations are."""
    found = run_quantities(cell, measured, detail)
    return [np.array([getattr(each, part) for each in found], np.int64) for part in ("x", "n")]


# batch_sums: Sums over batches of deals: what games come to, in so few numbers that all can be
# kept.


@dataclass(frozen=True, slots=True)
class BatchSums(Accumulator):
    cell: Cell
    measured: Measures
    # What is played, the measures of the game, and whether sums take the detail of games.
    detail: bool
    batch_deals: int  # how many deals a batch has
    sums: Sums  # (batches, sums): as the layout of the measures has them

    @classmethod
    def empty(
        cls, cell: Cell, measured: Measures, batches: int, batch_deals: int, *, detail: bool = False
    ) -> Self:
        length = measured.layout(cell, detail=detail).length
        return cls(cell, measured, detail, batch_deals, np.zeros((batches, length), np.int64))

    def count(self, rows: Sequence[Rows], before: int = 0) -> None:
        (games,) = rows
        batch = (before + np.arange(games.deals)) // self.batch_deals
        deal_loops.add_deals(
            self.measured.deal_sums(self.cell, games, detail=self.detail), batch, self.sums
        )


# What every game has: who wins how often, and how much depends on the seat.

ONE_GAME = Matters(0.01, "no group of players can notice fewer")


def count_of_games(name: str, description: str, **more: Any) -> Measure:
    """Return the measure of how often something is in a game, of which the sum has its name.

    `more` is what else a `Measure` takes.
    """
    return Measure(name, COUNT, description, {TABLE: Ratio(name)}, **more)


def rate_of_games(
    name: str, description: str, of: Mapping[str, Ratio] | None = None, **more: Any
) -> Measure:
    """Return the measure of a share of games, of which one in a hundred matters.

    Unless it is said, it is of the table, by the sum of its name. `more` is what else a `Measure`
    takes.
    """
    usual: dict[str, Any] = {"matters": ONE_GAME, "is_rate": True, "size_unit": OF_GAMES}
    return Measure(name, SHARE, description, of or {TABLE: Ratio(name)}, **usual | more)


WIN_RATE = rate_of_games(
    "win_rate",
    "share of the win; k players who tie get 1/k each",
    {of: Ratio(WIN) for of in (SEAT, STRATEGY, STANDING)},
    noun="the win rate",
    question="how often {who} wins",
    label="{who} wins, points",
    more="{who} wins {size} {unit} {more}",
)

SEAT_GAP = Measure(
    "seat_gap",
    SHARE,
    "win rate of the best seat less that of the worst",
    matters=ONE_GAME,
    noun="the gap between seats",
    question="how far the best seat is ahead of the worst",
    label="best less worst seat, points",
    more="the best seat gains {size} {unit} on the worst",
    less="the worst seat gains {size} {unit} on the best",
    size_unit=OF_GAMES,
    gap_of="win_rate",
)

EVERY_GAME: tuple[Measure, ...] = (WIN_RATE, SEAT_GAP)  # in the order of tables

MEASURES = Measures(module=__name__)


def no_others() -> Measures:
    return MEASURES
