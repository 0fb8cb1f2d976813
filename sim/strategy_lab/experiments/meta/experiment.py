"""The experiment ``meta``: the field as a game, its equilibria, and who invades whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from strategy_lab.experiments.meta.analysis import Analysis, Sweep
from strategy_lab.experiments.meta.meta_tables import meta_tables
from strategy_lab.experiments.meta.payoffs import LineupWins, played_game
from strategy_lab.experiments.meta.schema import COLUMNS
from strategy_lab.experiments.meta.settings import Setting, make_settings
from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.results.accumulator import Accumulator
from strategy_lab.results.columns import Tables
from strategy_lab.rows import Rows
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.pieces import Block, Chunk, Piece
from strategy_lab.simulation.spans import Spans
from strategy_lab.stats.games.empirical import EmpiricalGame

PIECE_GAMES = 1024
"""How many games make a piece, at most."""


class MetaGame(Experiment):
    """Every multiset of a field plays the same deals, batch by batch.

    A block is a batch of a setting; its units are the multisets.
    """

    in_turn = False
    columns = COLUMNS
    piece_games = PIECE_GAMES

    def __init__(
        self,
        field: Sequence[Entrant],
        sweep: Sweep,
        *,
        rulesets: Sequence[Ruleset],
        players: Sequence[int],
        seed: int,
        deals: int,
    ) -> None:
        plan, self.settings = make_settings(
            field, rulesets=rulesets, players=players, seed=seed, deals=deals
        )
        self.plan, self.plans, self.sweep, self.deals_requested = plan, (plan,), sweep, deals
        self.batches = [
            (setting, batch)
            for batch in range(max(setting.batches for setting in self.settings))
            for setting in self.settings
            if batch < setting.batches
        ]
        identities = {id(setting): self._identity(setting) for setting in self.settings}
        self.blocks = [
            Block(
                f"batch {1 + batch} of {setting.cell.ruleset} for {setting.cell.players} players",
                setting.cell,
                len(setting.counts),
                int(setting.games([batch]).sum()),
                {**identities[id(setting)], "batch": batch},
            )
            for setting, batch in self.batches
        ]

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return the deals of a batch, as each multiset of a piece plays them."""
        setting, batch = self.batches[piece.block]
        lineups = slice(piece.first - 1, piece.first - 1 + piece.units)
        return [
            Chunk(0, table, setting.first_deal(batch), setting.batch_deals)
            for table in setting.tables[setting.order(batch), lineups].tolist()
        ]

    def empty(self, block: int) -> Accumulator:
        """Return the tally of no game of a batch."""
        setting, _ = self.batches[block]
        return LineupWins.empty(len(setting.counts), len(self.plan.field))

    def count(self, piece: Piece, rows: Sequence[Rows]) -> Accumulator:
        """Return the tally of a piece: of some of its batch's multisets."""
        tally = LineupWins.empty(self.blocks[piece.block].units, len(self.plan.field))
        tally.from_lineup(piece.first - 1).count(rows)
        return tally

    def shard(self, number: int, parts: int) -> list[Spans]:
        """Return whole batches: every one of `parts`, beginning with batch `number`."""
        return [
            Spans.up_to(block.units if batch % parts == number - 1 else 0)
            for block, (_, batch) in zip(self.blocks, self.batches, strict=True)
        ]

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether a batch is complete."""
        return any(self._batches_played(outcome, setting) for setting in self.settings)

    def deals(self, outcome: Outcome) -> int:
        """Return how many deals every multiset has played, of all settings together."""
        return sum(
            len(self._batches_played(outcome, setting)) * setting.batch_deals
            for setting in self.settings
        )

    def game(self, outcome: Outcome, setting: Setting) -> EmpiricalGame:
        """Return a setting of which a batch is complete as a game."""
        sums = [outcome.tally(block).wins for block in self._batches_played(outcome, setting)]
        return played_game(setting, np.array(sums), self.plan.seed)

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables of `schema.TABLES`; settings without a complete batch have no rows."""
        played = {
            number: list(self._batches_played(outcome, setting).values())
            for number, setting in enumerate(self.settings)
        }
        return meta_tables(
            [
                Analysis(
                    self.settings[number],
                    self.game(outcome, self.settings[number]),
                    self.plan.seed,
                    self.sweep,
                    batches,
                )
                for number, batches in played.items()
                if batches
            ]
        )

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        """Return what was played in each setting, and what alpha-rank is about."""
        return {
            "deals_requested": self.deals_requested,
            "seating": "every multiset of the field, all rotations, orders in turn",
            "alphas": list(self.sweep.alphas),
            "population": self.sweep.population,
            "settings": [
                {
                    **self._identity(setting),
                    "deals": len(self._batches_played(outcome, setting)) * setting.batch_deals,
                    "ruleset": setting.cell.ruleset,
                    "lineups": len(setting.counts),
                    "deals_planned": setting.deals,
                }
                for setting in self.settings
            ],
        }

    @property
    def notes(self) -> list[str]:
        """In which settings other deals are played than were asked for."""
        return [
            f"Playing {setting.deals:,} deals with {setting.cell.players} players for the "
            f"{self.deals_requested:,} asked for: all orders of seats as often."
            for setting in self.settings
            if setting.deals != self.deals_requested
        ]

    def _batches_played(self, outcome: Outcome, setting: Setting) -> dict[int, int]:
        """Return the batches of a setting that are complete, by block."""
        return {
            block: batch
            for block, (each, batch) in enumerate(self.batches)
            if each is setting and len(outcome.played[block]) == self.blocks[block].units
        }

    def _identity(self, setting: Setting) -> dict[str, Any]:
        return {
            "players": setting.cell.players,
            "strategies": [entrant.name for entrant in self.plan.field],
            "rules": setting.cell.rules.settings(),
            "seed": self.plan.seed,
            "batch_deals": setting.batch_deals,
        }
