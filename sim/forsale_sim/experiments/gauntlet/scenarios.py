"""The tables of a gauntlet: a strategy amid copies of each opponent, and amid different ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from strategy_lab.errors import UsageError
from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.results.cell import Cell
from strategy_lab.seating import draw_lineup
from strategy_lab.simulation.plan import Plan, PlannedCell, make_plan

from forsale_sim.experiments.gauntlet.opponents import MIXED, kind_of

MOST_DEALS = 10**6


@dataclass(frozen=True, slots=True)
class Scenario:
    """Who sits at a table beside the strategy that is tried.

    Attributes
    ----------
    kind
        That of the opponents, or `MIXED`.
    opponents
        Indices into the field, on the strategy's left first.
    """

    kind: str
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """A ruleset for a number of players, and the tables there.

    Attributes
    ----------
    cell
        The rules, the field, and a game for each rotation.
    scenarios
        Who is met.
    first_table
        The index of the first cell of the plan: the first strategy at the first scenario. Then
        come its other scenarios, and then the other strategies.
    """

    cell: Cell
    scenarios: tuple[Scenario, ...]
    first_table: int

    def name_of(self, scenario: Scenario) -> str:
        """Return who is met, in words."""
        met = dict.fromkeys(self.cell.field[index] for index in scenario.opponents)
        return ", ".join(met)


def make_settings(
    strategies: Sequence[Entrant],
    opponents: Sequence[Entrant],
    *,
    rulesets: Sequence[Ruleset],
    players: Sequence[int],
    mixed: int,
    seed: int,
    deals: int,
) -> tuple[Plan, tuple[Setting, ...]]:
    """Settle what is played: a cell for each strategy at each table, all on the same deals."""
    if not 1 <= deals <= MOST_DEALS:
        raise UsageError(
            f"the number of deals (--deals) must be 1 to {MOST_DEALS:,}, not {deals:,}"
        )
    field = (*strategies, *opponents)
    settings: list[Setting] = []
    cells: list[PlannedCell] = []
    for planned in make_plan(rulesets, field=field, players=players, seed=seed, games=1).cells:
        cell = Cell(planned.cell.rules, planned.cell.field, planned.cell.players)
        scenarios = _scenarios(cell, len(strategies), mixed, seed)
        settings.append(Setting(cell, scenarios, len(cells)))
        lineups = [
            (strategy, *scenario.opponents)
            for strategy in range(len(strategies))
            for scenario in scenarios
        ]
        first_game = cells[-1].first_game + cells[-1].games if cells else 1
        cells += [
            PlannedCell(cell, lineup, deals, first_game + table * deals * cell.seatings)
            for table, lineup in enumerate(lineups)
        ]
    return Plan(field, seed, True, tuple(cells)), tuple(settings)


def _scenarios(cell: Cell, strategies: int, mixed: int, seed: int) -> tuple[Scenario, ...]:
    """Return the tables of copies, and some of different opponents, drawn from the seed."""
    others, pool = cell.players - 1, range(strategies, len(cell.field))
    copies = [Scenario(kind_of(cell.field[index]), (index,) * others) for index in pool]
    drawn = [draw_lineup(seed, others, deal, len(pool), len(pool)) for deal in range(1, mixed + 1)]
    return (
        *copies,
        *(Scenario(MIXED, tuple(strategies + index for index in each)) for each in drawn),
    )
