"""The experiment ``rank``: a run whose strategies are rated by the finishing orders of games."""

from __future__ import annotations

from strategy_lab.errors import UsageError
from strategy_lab.experiments.rank.rating_tables import COLUMNS, rating_tables
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.results.accumulator import CompoundTally
from strategy_lab.results.columns import Tables
from strategy_lab.results.orders.tally import Orders
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.plan import Plan


class Rank(Run):
    """A run that is rated."""

    def __init__(self, plan: Plan, games_requested: int) -> None:
        super().__init__(plan, games_requested)
        self.columns = COLUMNS
        if len(plan.field) == 1:
            raise UsageError(
                f"{plan.field[0].name} has nobody to be ranked with: name another strategy "
                "(--strategy)"
            )
        for block in range(len(self.blocks)):
            self.empty(block)

    def empty(self, block: int) -> CompoundTally:
        """Return the tally and the finishing orders of no game of a cell."""
        planned = self.plan.cells[block]
        fixed = planned.lineup is not None
        orders = Orders.empty(planned.cell, fixed_lineup=fixed, deals=planned.deals)
        return CompoundTally({**super().empty(block).parts, "orders": orders})

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables of `rating_tables.TABLES`."""
        orders = [outcome.tally(block).parts["orders"] for block in range(len(self.blocks))]
        cells = [planned.cell for planned in self.plan.cells]
        return rating_tables(
            super().tables(outcome), dict(zip(cells, orders, strict=True)), self.plan.seed
        )
