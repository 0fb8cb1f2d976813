"""The experiment ``compare``: rulesets at many tables of players, all on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError, listed
from strategy_lab.experiments.population import Table, population_text
from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.results import conclusions
from strategy_lab.results.conclusions import COLUMNS, FAIR, LABEL, MEMBER, POPULATION, TABLES
from strategy_lab.results.measures import (
    COMPARE,
    DESIGN,
    GAMES,
    SEAT,
    STRATEGY,
    WIN,
    WIN_RATE,
    BatchSums,
    Layout,
    Measure,
    Measures,
)
from strategy_lab.rows import Rows, whole_win
from strategy_lab.simulation import experiment
from strategy_lab.simulation.experiment import Block, Chunk, Experiment, Outcome, Piece, Plan
from strategy_lab.stats.batches import gap_difference, pseudovalues
from strategy_lab.stats.intervals import LEVEL, t_quantile
from strategy_lab.stats.populations import middle_of
from strategy_lab.stats.rankings import games_until_ahead

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

BATCHES = 25
"""The deals of a table are summed in so many batches, from whose scatter its error follows."""

STRENGTH = "how strong players are"  # the trait of tables that every game has


def check_names(names: Sequence[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(
            f"{twice!r} is given twice, and a ruleset cannot be compared with itself under one "
            "name: name another, or vary a rule of it (--vary)"
        )
    if len(names) < 2:
        raise UsageError(
            f"{names[0]!r} alone cannot be compared: name another ruleset, or vary a rule of it "
            "(--vary), such as refund=up,down"
        )


def common_players(rulesets: Sequence[Ruleset]) -> tuple[int, ...]:
    common = tuple(
        count
        for count in rulesets[0].players
        if all(count in ruleset.players for ruleset in rulesets)
    )
    if not common:
        each = "; ".join(
            f"{ruleset.name} is for {listed(ruleset.players, 'or')}" for ruleset in rulesets
        )
        raise UsageError(f"the rulesets have no number of players in common: {each}")
    return common


def parse_margins(texts: Sequence[str], measures: Measures) -> dict[str, float]:
    """Return what matters by measure, from texts such as ``win_rate=0.5``: shares in per cent."""
    margins: dict[str, float] = {}
    for text in texts:
        name, _, written = (part.strip() for part in text.partition("="))
        measure = measures.named(name, f"the margin (--margin) {text!r}", is_compared)
        try:
            size = float(written)
        except ValueError:
            size = 0.0
        if not 0 < size < float("inf"):
            raise UsageError(f"the margin (--margin) {text!r}: {written!r} is not a number above 0")
        margins[name] = size / measure.scale
    return margins


def is_compared(measure: Measure) -> bool:
    return COMPARE in measure.used_in or (DESIGN in measure.used_in and measure.has_one_value)


def rule_value(ruleset: Ruleset, rule: str, players: int) -> int | str:
    """Return what a ruleset has for a rule: ``18``, or ``"18 14 14 14"`` by seat."""
    value = ruleset.setting(rule)
    if isinstance(value, dict):
        value = value[players]
    if not isinstance(value, tuple):
        return int(value) if isinstance(value, int) else str(value)
    return value[0] if len(set(value)) == 1 else " ".join(map(str, value))


class Quantity(NamedTuple):
    """What is told of a measure: of the whole game, of every seat or of every member of a group."""

    measure: Measure
    of: str  # empty for the whole game

    def members(self, layout: Layout) -> list[int | None]:
        if not self.of:
            return [None]
        return [1 + each.number for each in layout.quantities(self.measure, self.of)]


class Played(NamedTuple):
    """What was played of one table by one ruleset: the sums of its batches."""

    layout: Layout
    measures: Measures
    sums: Integers  # (batches, sums)
    games: int

    def values(self, quantity: Quantity) -> Callable[[Floats], Floats]:
        """Return how a quantity follows from sums, (…, sums) to (…, members)."""
        measure, of = quantity
        if of:
            return lambda sums: self.layout.means(sums, measure, of)
        follows = self.measures.follows(measure, self.layout)
        if measure.gap_of:
            return lambda sums: np.ptp(follows(sums), axis=-1)[..., None]
        return lambda sums: follows(sums)[..., None]

    def told(self, quantity: Quantity, batches: Any) -> tuple[Floats, Floats]:
        """Return a quantity of some batches, and what each of them adds to it."""
        follows, sums = self.values(quantity), self.sums[batches]
        return follows(sums.sum(axis=0).astype(float)), pseudovalues(follows, sums)

    def gap(self, quantity: Quantity, a: Integers | None, b: Integers) -> tuple[Floats, Floats]:
        """Return a gap, or by how much it is larger by b than by a, and its standard error.

        What chance adds to the distance of best and worst is taken out.
        """
        follows = self.measures.follows(quantity.measure, self.layout)
        gap = gap_difference(follows, a, b)
        half = float(t_quantile((1 + LEVEL) / 2, len(b) - 1))
        return np.array([gap.value]), np.array([(gap.high - gap.low) / 2 / half])


class Comparison(Experiment):
    """Rulesets at tables of players; each ruleset is compared with the first.

    `rulesets`: one or more; of one alone there are values, and its seats beside a fair share.
    `tables`: who plays, for each number of players: drawn from a population, and of equals.
    `margins`: what differences matter by measure, where that is not as usual. `seed`: 0 to 2**64 -
    1. `games`: how many games at least: shared evenly among rulesets, numbers of players and tables
    drawn from the population; those of equals play as many beside. `varied`: the rules whose values
    the tables show.
    """

    def __init__(
        self,
        rulesets: Sequence[Ruleset],
        tables: Sequence[Table],
        margins: Mapping[str, float],
        *,
        seed: int,
        games: int,
        varied: Iterable[str] = (),
    ) -> None:
        experiment.check_games(games)
        self.rulesets, self.tables_played, self.margins = tuple(rulesets), tuple(tables), margins
        self.varied, self.games_requested, self.seed = tuple(varied), games, seed
        self.columns = COLUMNS | {
            rule: conclusions.Column(LABEL, f"the rule {rule} of ruleset b") for rule in self.varied
        }
        share = games / (len(rulesets) * len(self._drawn))
        plans: list[Plan] = []
        self.blocks: list[Block] = []
        self._places: list[tuple[int, int, int]] = []  # plan, cell and first deal of each block
        self._block_of: dict[tuple[int, str], int] = {}
        for number, table in enumerate(tables):
            deals = max(2, int(-(-share // table.players)))
            together = [[each] for each in rulesets] if table.trained else [rulesets]
            for alike in together:
                plan = _plan(alike, table.at(alike[0].name), seed, deals)
                plans.append(plan)
                for cell, planned in enumerate(plan.cells):
                    name = planned.cell.ruleset
                    first = 1 + table.number * deals
                    self._block_of[number, name] = len(self.blocks)
                    self._places.append((len(plans) - 1, cell, first))
                    self.blocks.append(
                        Block(
                            f"table {table.name} of {table.players} players by {name}",
                            planned.cell,
                            deals,
                            planned.games,
                            _identity(plan, cell, first),
                        )
                    )
        self.plans = tuple(plans)
        self.needs_detail = self.plans[0].definition.detail is not None
        self.measures = self.plans[0].definition.measures()
        self.program = self.plans[0].definition.program()
        self.rule_words = self.plans[0].definition.rule_words

    def chunks(self, piece: Piece) -> list[Chunk]:
        plan, cell, first = self._places[piece.block]
        return [Chunk(plan, cell, first + piece.first - 1, piece.units, self.needs_detail)]

    def empty(self, block: int) -> BatchSums:
        deals = self.blocks[block].units
        each = -(-deals // min(BATCHES, deals))
        cell = self.blocks[block].cell
        return BatchSums.empty(
            cell, self.measures, -(-deals // each), each, detail=self.needs_detail
        )

    def count(self, piece: Piece, rows: Sequence[Rows]) -> BatchSums:
        tally = self.empty(piece.block)
        tally.count(rows, piece.first - 1)
        return tally

    def played(self, outcome: Outcome, table: int, ruleset: str) -> Played:
        block = self._block_of[table, ruleset]
        cell, tally = self.blocks[block].cell, outcome.tally(block)
        games = outcome.cores[block].games if block in outcome.cores else 0
        return Played(
            self.measures.layout(cell, detail=self.needs_detail), self.measures, tally.sums, games
        )

    @np.errstate(divide="ignore", invalid="ignore")  # few games may have none of a kind
    def tables(self, outcome: Outcome) -> conclusions.Tables:
        rows, values = list(self.rows(outcome)), list(self._values(outcome))
        traits = {STRENGTH: self._strengths(outcome)} | self._traits(values)
        found = {
            "conclusions": conclusions.concluded(rows, self.matters, traits, self._fixes),
            "tables": rows,
            "ranges": _ranges(values),
            "values": values,
        }
        if any(table.rivals for table in self.tables_played):
            found["levels"] = list(self._levels(outcome))
        names = {
            name: [each for each in TABLES[name] if each != MEMBER or self.measures.compared_group]
            for name in found
        }
        shown = {name: conclusions.columns(found[name], names[name]) for name in found}
        for name, of in (("conclusions", "b"), ("ranges", "ruleset")):
            shown[name] |= self._varied_values(found[name], of)
        return shown

    def _fixes(self, row: Mapping[str, Any], in_both: bool) -> bool:
        """Return whether rules fix a quantity: both, or one by a changed rule that can.

        That all games or none have something may be how they are played: rules that make games
        endless do not fix how many end.
        """
        if row["a"] == FAIR:
            return False
        measure = self.measures[row["measure"]]
        a, b = (next(x for x in self.rulesets if x.name == row[of]) for of in ("a", "b"))
        changed = any(a.setting(rule) != b.setting(rule) for rule in measure.fixed_by)
        return changed or (in_both and not measure.is_rate)

    def _varied_values(self, rows: Sequence[Mapping[str, Any]], of: str) -> conclusions.Columns:
        """Return a column for each varied rule: numbers where all are numbers, else texts."""
        by_name = {ruleset.name: ruleset for ruleset in self.rulesets}
        found = {}
        for rule in self.varied:
            of_rows = [rule_value(by_name[row[of]], rule, row["players"]) for row in rows]
            numbers = all(isinstance(value, int) for value in of_rows)
            texts = of_rows if numbers else list(map(str, of_rows))
            found[rule] = np.array(texts, np.int64 if numbers else object)
        return found

    @property
    def matters(self) -> dict[str, float]:
        usual = {measure.name: measure.matters.size for measure in self.measures.entries}
        return usual | dict(self.margins)

    def rows(
        self,
        outcome: Outcome,
        only: Sequence[Measure] | None = None,
        pair: tuple[str, str] | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Yield the rows of ``tables``: what rulesets differ by at each table, and from fair seats.

        `only`: the measures that are asked for; all that are compared unless said. `pair`: the
        names of two rulesets; each and the first unless said.
        """
        names = [ruleset.name for ruleset in self.rulesets]
        by_name = dict(zip(names, self.rulesets, strict=True))
        pairs = [(names[0], other) for other in names[1:]] if pair is None else [pair]
        for number, table in self._of_tables(rivals=False):
            for a, b in pairs:
                played = self.played(outcome, number, a), self.played(outcome, number, b)
                rules_a, rules_b = (by_name[name].rules(table.players) for name in (a, b))
                asked = [Quantity(measure, "") for measure in only or ()]
                for quantity in asked or self._compared(rules_a, rules_b, table):
                    yield from self._differences(table, (a, b), quantity, *played)
            for name in names if only is None else ():
                of = self.played(outcome, number, name)
                yield from self._differences(
                    table, (FAIR, name), Quantity(WIN_RATE, SEAT), None, of
                )

    def _compared(self, a: Any, b: Any, table: Table) -> Iterator[Quantity]:
        for measure, of in self.measures.comparisons(a, b):
            if of != STRATEGY:
                yield Quantity(measure, "" if of == measure.whole else of)
        for measure in self.measures.entries:
            if is_compared(measure) and not measure.of and measure.has_one_value:
                if measure.gap_of or not table.is_of_equals:
                    yield Quantity(measure, "")
            elif DESIGN in measure.used_in and COMPARE not in measure.used_in:
                yield Quantity(measure, "")

    def _differences(
        self,
        table: Table,
        names: tuple[str, str],
        quantity: Quantity,
        a: Played | None,
        b: Played,
    ) -> Iterator[dict[str, Any]]:
        played = a or b
        there = played.sums.any(axis=1) & b.sums.any(axis=1)
        if not there.any():
            return
        value_b, added = b.told(quantity, there)
        value_a = np.full(len(value_b), 1 / table.players)
        if a is not None:
            value_a, of_a = a.told(quantity, there)
            added = added - of_a
        difference, error = value_b - value_a, standard_errors(added)
        if quantity.measure.gap_of and a is not None and there.sum() > 1:
            difference, error = b.gap(quantity, a.sums[there], b.sums[there])
        for i, member in enumerate(quantity.members(b.layout)):
            if np.isfinite(difference[i]):
                yield {
                    "a": names[0],
                    "b": names[1],
                    **_about(table, quantity, member),
                    "value_a": float(value_a[i]),
                    "value_b": float(value_b[i]),
                    "difference": float(difference[i]),
                    "standard_error": float(error[i]),
                    "games": b.games,
                }

    def _values(self, outcome: Outcome) -> Iterator[dict[str, Any]]:
        """Yield the rows of ``values``: what each ruleset comes to at each table."""
        group = self.measures.compared_group
        for number, table in self._of_tables(rivals=False):
            for ruleset in self.rulesets:
                played = self.played(outcome, number, ruleset.name)
                there = played.sums.any(axis=1)
                unknown = self.measures.unknown(ruleset.rules(table.players))
                for quantity in self._told(group, table) if there.any() else ():
                    if quantity.measure.name in unknown:
                        continue
                    value, added = played.told(quantity, there)
                    error = standard_errors(added)
                    if quantity.measure.gap_of and there.sum() > 1:
                        value, error = played.gap(quantity, None, played.sums[there])
                    for i, member in enumerate(quantity.members(played.layout)):
                        if np.isfinite(value[i]):
                            yield {
                                "ruleset": ruleset.name,
                                **_about(table, quantity, member),
                                "value": float(value[i]),
                                "standard_error": float(error[i]),
                                "games": played.games,
                            }

    def _of_tables(self, *, rivals: bool) -> Iterator[tuple[int, Table]]:
        for number, table in enumerate(self.tables_played):
            if bool(table.rivals) is rivals:
                yield number, table

    def _levels(self, outcome: Outcome) -> Iterator[dict[str, Any]]:
        """Yield the rows of ``levels``: how soon the better of two players has won more."""
        for number, table in self._of_tables(rivals=True):
            for ruleset in self.rulesets:
                played = self.played(outcome, number, ruleset.name)
                sums = played.sums[played.sums.any(axis=1)].astype(float)
                if not len(sums):
                    continue
                rates = self._win_rates(played.layout, sums.sum(axis=0))
                gains = np.diff(pseudovalues(partial(self._win_rates, played.layout), sums))
                worse, better = np.argsort(rates, kind="stable")
                gain = rates[better] - rates[worse]
                half = float(standard_errors(gains)[0]) * t_quantile(
                    (1 + LEVEL) / 2, max(len(sums) - 1, 1)
                )
                middle = float(rates.mean())
                until, least, most = (
                    games_until_ahead(middle + each / 2, middle - each / 2) if each > 0 else np.nan
                    for each in (gain, min(gain + half, 2 * middle), gain - half)
                )
                yield {
                    "ruleset": ruleset.name,
                    "players": table.players,
                    "worse": table.rivals[worse],
                    "better": table.rivals[better],
                    "win_rate_worse": float(rates[worse]),
                    "win_rate_better": float(rates[better]),
                    "until_ahead": until,
                    "until_ahead_low": least,
                    "until_ahead_high": most,
                    "games": played.games,
                }

    @staticmethod
    def _win_rates(layout: Layout, sums: Floats) -> Floats:
        """Return how often each strategy's players win: (…, sums) to (…, strategies)."""
        wins, games = (layout.sums(sums, STRATEGY, name) for name in (WIN, GAMES))
        return np.asarray(wins / games / whole_win(layout.players))

    def _told(self, group: str, table: Table) -> Iterator[Quantity]:
        for measure in self.measures.entries:
            of_table = measure.has_one_value and not measure.is_relative
            if of_table and (measure.quantity is None or not table.is_of_equals):
                yield Quantity(measure, "")
            for of in (SEAT, group):
                if of in measure.of and (measure is WIN_RATE or of == group):
                    yield Quantity(measure, of)

    def _traits(self, values: Sequence[Mapping[str, Any]]) -> dict[str, dict[Any, float]]:
        first = self.rulesets[0].name
        return {
            words: {
                (row["players"], row["table"]): row["value"]
                for row in values
                if row["measure"] == measure and row["ruleset"] == first and row["seat"] is None
            }
            for words, measure in self.measures.traits.items()
        }

    def _strengths(self, outcome: Outcome) -> dict[Any, float]:
        """Return how well the players of each drawn table play: by how often they win at all."""
        first, times = self.rulesets[0].name, dict[tuple[int, str], list[float]]()
        drawn = [each for each in self._of_tables(rivals=False) if each[1].level == POPULATION]
        for number, table in drawn:
            played = self.played(outcome, number, first)
            rates = self._win_rates(played.layout, played.sums.sum(axis=0).astype(float))
            field = dict.fromkeys(entrant.name for entrant in table.at(first))
            for name, rate in zip(field, rates, strict=True):
                times.setdefault((table.players, name), []).append(table.players * float(rate))
        means = {key: sum(found) / len(found) for key, found in times.items()}
        return {
            (table.players, table.name): sum(
                means[table.players, entrant.name] for entrant in table.at(first)
            )
            for _, table in drawn
        }

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        return {
            "games_requested": self.games_requested,
            "population": {
                "text": population_text(self.population),
                "players": self.population,
            },
            "tables_drawn": self.tables_drawn,
            "levels": {
                table.level: table.lineup[0].name
                for _, table in self._of_tables(rivals=False)
                if table.level != POPULATION
            },
            "margins": dict(self.margins),
            "rules": {
                ruleset.name: {
                    str(count): ruleset.rules(count).settings()
                    for count in dict.fromkeys(table.players for table in self.tables_played)
                }
                for ruleset in self.rulesets
            },
        }

    @property
    def population(self) -> list[str]:
        """Who was drawn at least once, by name."""
        return sorted({entrant.name for table in self._drawn for entrant in table.lineup})

    @property
    def tables_drawn(self) -> int:
        return sum(table.players == self._drawn[0].players for table in self._drawn)

    @property
    def _drawn(self) -> list[Table]:
        return [table for table in self.tables_played if table.level == POPULATION]

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(table.players for table in self.tables_played))


def standard_errors(values: Floats) -> Floats:
    """Return the standard errors of means of batches: (batches, members) to (members,)."""
    batches = len(values)
    if batches < 2:
        return np.zeros(values.shape[1])
    found = values.std(axis=0, ddof=1) / batches**0.5
    return np.where(np.isfinite(found), found, 0.0)


def _about(table: Table, quantity: Quantity, member: int | None) -> dict[str, Any]:
    is_seat = quantity.of == SEAT
    return {
        "players": table.players,
        "measure": quantity.measure.name,
        "seat": member if is_seat else None,
        MEMBER: None if is_seat else member,
        "unit": quantity.measure.unit,
        "table": table.name,
        "level": table.level,
        "lineup": ", ".join(entrant.name for entrant in table.lineup),
    }


def _ranges(values: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    keys = TABLES["ranges"][:-4]
    found = []
    for rows in conclusions.grouped(values, keys):
        estimates, errors = (
            np.array([row[name] for row in rows]) for name in ("value", "standard_error")
        )
        low, middle, high = middle_of(estimates, errors)
        found.append(
            {name: rows[0][name] for name in keys}
            | {"tables": len(rows), "low": low, "middle": middle, "high": high}
        )
    return found


def _plan(rulesets: Sequence[Ruleset], lineup: Sequence[Entrant], seed: int, deals: int) -> Plan:
    by_name = {entrant.name: entrant for entrant in lineup}
    seats = [list(by_name).index(entrant.name) for entrant in lineup]
    games = deals * experiment.period(seats) * len(rulesets)
    return experiment.make_plan(
        rulesets, field=tuple(by_name.values()), lineup=seats, seed=seed, games=games
    )


def _identity(plan: Plan, cell: int, first_deal: int) -> dict[str, Any]:
    planned = plan.cells[cell]
    return {
        "rules": planned.cell.rules.settings(),
        "strategies": list(planned.cell.field),
        "lineup": list(planned.lineup or ()),
        "first_deal": first_deal,
        "seatings": planned.cell.seatings,
        "seed": plan.seed,
    }
