"""Tables with findings chosen by the test."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.measures import MEASURES
from strategy_lab.results.measures import Tally
from strategy_lab.results.tables import Tables, measures_table, tables

from tests.strategy_lab.results.made import FIELD, made_cell, made_rows


def made_tables(
    players: Sequence[int] = (3, 4),
    deals: int = 200,
    field: tuple[str, ...] = FIELD,
    rulesets: Sequence[str] = ("iello-en",),
    seed: int = 0,
    **tendencies: float,
) -> Tables:
    cells = [made_cell(n, field, ruleset=ruleset) for ruleset in rulesets for n in players]
    rows = {cell: made_rows(cell, deals, seed, **tendencies) for cell in cells}
    tallies = {cell: Tally.empty(cell, MEASURES) for cell in cells}
    for cell, games in rows.items():
        tallies[cell].count([games])
    return tables(tallies) | {"measures": measures_table(tallies)}
