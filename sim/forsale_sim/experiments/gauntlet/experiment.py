"""The experiment ``gauntlet``: strategies at tables of players that nobody had met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.plugins.registry import module_beside
from strategy_lab.results.columns import Tables
from strategy_lab.results.table_wins import TableWins
from strategy_lab.rows import Rows
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.pieces import Block, Chunk, Piece

from forsale_sim.experiments.gauntlet.gauntlet_tables import COLUMNS, gauntlet_tables
from forsale_sim.experiments.gauntlet.scenarios import make_settings
from forsale_sim.for_sale import GAME


class Gauntlet(Experiment):
    """Every strategy plays the same deals at the same tables.

    A block is a setting; its units are deals, each played at all tables.

    Parameters
    ----------
    strategies
        Who is tried.
    opponents
        Who is met.
    part
        Which part of the opponents these are.
    rulesets, players, mixed, seed, deals
        As `make_settings` takes them.
    """

    columns = COLUMNS

    def __init__(
        self,
        strategies: Sequence[Entrant],
        opponents: Sequence[Entrant],
        *,
        part: str,
        rulesets: Sequence[Ruleset],
        players: Sequence[int],
        mixed: int,
        seed: int,
        deals: int,
    ) -> None:
        self.plan, self.settings = make_settings(
            strategies,
            opponents,
            rulesets=rulesets,
            players=players,
            mixed=mixed,
            seed=seed,
            deals=deals,
        )
        self.plans, self.part = (self.plan,), part
        self.names = [entrant.name for entrant in strategies]
        self.opponents = [entrant.name for entrant in opponents]
        self.blocks = [
            Block(
                f"{setting.cell.ruleset} for {setting.cell.players} players",
                setting.cell,
                deals,
                deals * setting.cell.players * self._tables(number),
                {
                    "players": setting.cell.players,
                    "rules": setting.cell.rules.settings(),
                    "strategies": self.names,
                    "opponents": self.opponents,
                    "lineups": [list(each.opponents) for each in setting.scenarios],
                    "seed": seed,
                },
            )
            for number, setting in enumerate(self.settings)
        ]

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return the deals of a piece at every table, strategy by strategy."""
        first = self.settings[piece.block].first_table
        return [
            Chunk(0, first + table, piece.first, piece.units)
            for table in range(self._tables(piece.block))
        ]

    def empty(self, block: int) -> TableWins:
        """Return the tally of no deal of a setting."""
        return TableWins.empty(len(self.names), len(self.settings[block].scenarios))

    def count(self, piece: Piece, rows: Sequence[Rows]) -> TableWins:
        """Return the tally of a piece."""
        tally = self.empty(piece.block)
        tally.count(rows)
        return tally

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables of `gauntlet_tables.TABLES`."""
        tallies = [outcome.tally(block) for block in range(len(self.blocks))]
        return gauntlet_tables(self.settings, self.names, tallies)

    def deals(self, outcome: Outcome) -> int:
        """Return how many deals were played of all settings, each at every table."""
        return sum(map(len, outcome.played))

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        """Return who was met, and which version of them."""
        return {
            "games_requested": self.games,
            "strategies": self.names,
            "part": self.part,
            "opponents": self.opponents,
            "versions": {
                name: module_beside(name, GAME).VERSION for name in ("panel", "strangers")
            },
            "seating": "each strategy at every table, all rotations",
        }

    def _tables(self, setting: int) -> int:
        return len(self.names) * len(self.settings[setting].scenarios)
