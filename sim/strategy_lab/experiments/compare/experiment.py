"""The experiment ``compare``: rulesets on common deals, in several fields of strategies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from strategy_lab.experiments.compare.settings import (
    Setting,
    check_names,
    common_players,
    make_plans,
    make_settings,
)
from strategy_lab.experiments.compare.varied_rules import varied_values
from strategy_lab.experiments.named_field import NamedField
from strategy_lab.game import Ruleset
from strategy_lab.results.accumulator import Accumulator
from strategy_lab.results.columns import LABEL, Column, Tables
from strategy_lab.results.paired.conclusions import conclusions
from strategy_lab.results.paired.differences import Played, differences
from strategy_lab.results.paired.schema import COLUMNS, MEMBER, RETUNED
from strategy_lab.results.paired.tally import PairedTally
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.lineups import WITHOUT_REPLACEMENT
from strategy_lab.simulation.pieces import Block, Chunk, Piece

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
        """Return the deals of a piece, as each ruleset plays them."""
        setting = self.settings[piece.block]
        return [
            Chunk(plan, cell, piece.first + offset, piece.units)
            for plan, cell, offset in zip(
                setting.plans, setting.cells, setting.offsets, strict=True
            )
        ]

    def empty(self, block: int) -> Accumulator:
        """Return the tally of no deal of a setting."""
        return PairedTally.empty(self.settings[block].compared)

    def played(self, outcome: Outcome) -> list[Played]:
        """Return what there is to make tables of."""
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
        """Return the tables of `results.paired.schema.TABLES`, and the values of varied rules."""
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
        """Return the fields, the margins, and what was played in each setting."""
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
        """Whether other games are played than were asked for."""
        if self.games == self.games_requested:
            return []
        tables = sum(len(plan.cells) for plan in self.plans)
        return [
            f"Playing {self.games:,} games for the {self.games_requested:,} asked for: whole deals "
            f"in {tables} tables."
        ]

    def _others(self, setting: Setting) -> dict[str, Any]:
        """Return who plays by each ruleset, where that is not the same for all."""
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
