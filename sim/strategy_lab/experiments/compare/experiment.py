"""The experiment ``compare``: rulesets on common deals, in several fields of strategies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from strategy_lab.errors import UsageError, listed
from strategy_lab.experiments.fields import NamedField
from strategy_lab.game import Ruleset
from strategy_lab.results.accumulators import Accumulator
from strategy_lab.results.conclusions import (
    COLUMNS,
    LABEL,
    MEMBER,
    RETUNED,
    Column,
    Columns,
    Tables,
    conclusions,
)
from strategy_lab.results.measures import COMPARE, Measures
from strategy_lab.results.paired_differences import Compared, PairedTally, Played, differences
from strategy_lab.simulation.experiment import Block, Chunk, Experiment, Outcome, Piece
from strategy_lab.simulation.options import WITHOUT_REPLACEMENT
from strategy_lab.simulation.plan import Plan, PlannedCell, make_plan


@dataclass(frozen=True, slots=True)
class Setting:
    field: int  # index into the comparison's fields
    plans: tuple[int, ...]  # for each ruleset, the index of its plan among those of the comparison
    cells: tuple[int, ...]  # for each ruleset, the index of its cell in that plan
    planned: tuple[PlannedCell, ...]
    # For each ruleset, how far the numbers of its deals are from those of the first one: 0 where
    # both are played on common deals, else so many that they have none in common.
    offsets: tuple[int, ...]
    measures: Measures  # what the game is measured by

    @property
    def compared(self) -> Compared:
        return Compared(tuple(planned.cell for planned in self.planned), self.measures)

    @property
    def players(self) -> int:
        return self.planned[0].cell.players

    @property
    def seatings(self) -> int:
        return self.planned[0].cell.seatings

    @property
    def deals(self) -> int:
        return self.planned[0].deals

    def games(self, deals: int) -> int:
        return deals * self.seatings * len(self.cells)


def make_plans(
    rulesets: Sequence[Ruleset],
    field: NamedField,
    players: Sequence[int],
    *,
    seed: int,
    games: int,
    lineups: str = WITHOUT_REPLACEMENT,
) -> list[Plan]:
    """Return what a field plays: one plan, or one for each table where that decides who plays."""
    if not field.tables:
        return [
            make_plan(
                rulesets,
                field=field.entrants,
                players=players,
                seed=seed,
                games=-(-games // field.share),
                lineups=lineups,
            )
        ]
    share = -(-games // (len(rulesets) * len(players)))
    return [
        make_plan(
            [ruleset],
            field=field.at(ruleset.name, count),
            players=[count],
            seed=seed,
            games=share,
            lineups=lineups,
        )
        for ruleset in rulesets
        for count in players
    ]


def make_settings(plans: Sequence[Sequence[Plan]]) -> tuple[Setting, ...]:
    settings: list[Setting] = []
    before = 0
    for field, of_field in enumerate(plans):
        places: dict[int, list[tuple[int, int]]] = {}
        for number, plan in enumerate(of_field):
            for i, planned in enumerate(plan.cells):
                places.setdefault(planned.cell.players, []).append((number, i))
        settings += [_setting(field, of_field, before, place) for place in places.values()]
        before += len(of_field)
    return tuple(settings)


def _setting(
    field: int, plans: Sequence[Plan], before: int, places: Sequence[tuple[int, int]]
) -> Setting:
    planned = tuple(plans[number].cells[i] for number, i in places)
    first, measures = planned[0], plans[0].definition.measures()
    offsets = tuple(
        0 if measures.on_common_deals(first.cell.rules, other.cell.rules) else first.deals
        for other in planned
    )
    return Setting(
        field,
        tuple(before + number for number, _ in places),
        tuple(i for _, i in places),
        planned,
        offsets,
        measures,
    )


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
        measure = measures.named(
            name, f"the margin (--margin) {text!r}", lambda each: COMPARE in each.used_in
        )
        try:
            size = float(written)
        except ValueError:
            size = 0.0
        if not 0 < size < float("inf"):
            raise UsageError(f"the margin (--margin) {text!r}: {written!r} is not a number above 0")
        margins[name] = size / measure.scale
    return margins


# varied_rules: The values of the rules that a comparison varies, beside the differences that they
# make.


def varied_values(table: Columns, rulesets: Sequence[Ruleset], varied: Sequence[str]) -> Columns:
    """Return a column for each varied rule: what ruleset b of each row has for it.

    Numbers where all are numbers, else texts.
    """
    by_name = {ruleset.name: ruleset for ruleset in rulesets}
    rows = list(zip(table["b"].tolist(), table["players"].tolist(), strict=True))
    columns = {}
    for rule in varied:
        values = {row: rule_value(by_name[row[0]], rule, row[1]) for row in set(rows)}
        numbers = all(isinstance(value, int) for value in values.values())
        column = [values[row] if numbers else str(values[row]) for row in rows]
        columns[rule] = np.array(column, np.int64 if numbers else object)
    return columns


def rule_value(ruleset: Ruleset, rule: str, players: int) -> int | str:
    """Return what a ruleset has for a rule: ``18``, or ``"18 14 14 14"`` by seat."""
    value = ruleset.setting(rule)
    if isinstance(value, dict):
        value = value[players]
    if not isinstance(value, tuple):
        return int(value) if isinstance(value, int) else str(value)
    return value[0] if len(set(value)) == 1 else " ".join(map(str, value))


PIECE_GAMES = 4096
"""How many games by each ruleset make a piece, at most: what deals come to takes memory."""


class Comparison(Experiment):
    """Rulesets compared with the first one of them.

    Parameters
    ----------
    rulesets
        At least two.
    fields
        At least one.
    margins
        What differences matter by measure, where that is not as usual.
    players
        The numbers of players; empty for all that the rulesets have in common.
    seed
        0 to 2**64 - 1.
    games
        How many games at least: shared evenly among fields, rulesets and numbers of players, and
        rounded up to whole deals.
    lineups
        How lineups are drawn from a field: one of `lineups.LINEUPS`.
    varied
        The rules whose values the table of differences shows.
    """

    needs_detail = True

    def __init__(
        self,
        rulesets: Sequence[Ruleset],
        fields: Sequence[NamedField],
        margins: Mapping[str, float],
        *,
        players: Sequence[int] = (),
        seed: int,
        games: int,
        lineups: str = WITHOUT_REPLACEMENT,
        varied: Iterable[str] = (),
    ) -> None:
        check_names([ruleset.name for ruleset in rulesets])
        counts = tuple(players) or common_players(rulesets)
        share = -(-games // len(fields))
        self.rulesets, self.fields, self.margins = tuple(rulesets), tuple(fields), margins
        self.varied = tuple(varied)
        self.columns = COLUMNS | {
            rule: Column(LABEL, f"the rule {rule} of ruleset b") for rule in self.varied
        }
        self.games_requested = games
        plans = [
            make_plans(rulesets, field, counts, seed=seed, games=share, lineups=lineups)
            for field in fields
        ]
        self.plans = tuple(plan for of_field in plans for plan in of_field)
        self.settings = make_settings(plans)
        self.measures = self.plans[0].definition.measures()
        self.program = self.plans[0].definition.program()
        self.piece_games = PIECE_GAMES * len(rulesets)
        self.blocks = [
            Block(
                f"{fields[setting.field].name} for {setting.players} players",
                setting.planned[0].cell,
                setting.deals,
                setting.games(setting.deals),
                self._identity(setting),
            )
            for setting in self.settings
        ]

    def chunks(self, piece: Piece) -> list[Chunk]:
        setting = self.settings[piece.block]
        return [
            Chunk(plan, cell, piece.first + offset, piece.units)
            for plan, cell, offset in zip(
                setting.plans, setting.cells, setting.offsets, strict=True
            )
        ]

    def empty(self, block: int) -> Accumulator:
        return PairedTally.empty(self.settings[block].compared)

    def played(self, outcome: Outcome) -> list[Played]:
        return [
            Played(
                field.name,
                setting.compared,
                outcome.tally(block),
                field.estimand,
                field.voters,
                field.strategies,
                field.foreign(setting.players) if field.play == RETUNED else (),
                field.by_strategy,
            )
            for block, setting in enumerate(self.settings)
            for field in [self.fields[setting.field]]
        ]

    def tables(self, outcome: Outcome) -> Tables:
        table = differences(self.played(outcome), self.margins)
        tables = {
            "differences": table | varied_values(table, self.rulesets, self.varied),
            "conclusions": conclusions(table, self.settings[0].measures.asked),
        }
        if self.measures.compared_group:
            return tables
        return {
            name: {column: values for column, values in each.items() if column != MEMBER}
            for name, each in tables.items()
        }

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        return {
            "games_requested": self.games_requested,
            "fields": {
                field.name: [entrant.name for entrant in field.entrants] for field in self.fields
            },
            "estimands": {field.name: field.estimand for field in self.fields},
            "margins": self.margins,
            "settings": [
                {
                    "field": self.fields[setting.field].name,
                    "deals_planned": setting.deals,
                    **self._identity(setting),
                    "deals": len(played),
                    "rules": {
                        planned.cell.ruleset: planned.cell.rules.settings()
                        for planned in setting.planned
                    },
                }
                for setting, played in zip(self.settings, outcome.played, strict=True)
            ],
        }

    @property
    def notes(self) -> list[str]:
        if self.games == self.games_requested:
            return []
        tables = sum(len(plan.cells) for plan in self.plans)
        return [
            f"Playing {self.games:,} games for the {self.games_requested:,} asked for: whole deals "
            f"in {tables} tables."
        ]

    def _others(self, setting: Setting) -> dict[str, Any]:
        fields = [list(planned.cell.field) for planned in setting.planned]
        return (
            {} if all(field == fields[0] for field in fields) else {"strategies_by_rules": fields}
        )

    def _identity(self, setting: Setting) -> dict[str, Any]:
        return {
            "players": setting.players,
            "strategies": list(setting.planned[0].cell.field),
            **self._others(setting),
            "rules": [planned.cell.rules.settings() for planned in setting.planned],
            "first_deals": [1 + offset for offset in setting.offsets],
            "seatings": setting.seatings,
            "seed": self.plans[0].seed,
            **self.plans[0].drawing,
        }
