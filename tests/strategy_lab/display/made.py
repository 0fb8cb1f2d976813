"""Tables with findings chosen by the test."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from forsale_sim.measures import MEASURES, STATISTICS
from strategy_lab.results.accumulators import Tally
from strategy_lab.results.measures import SourceSums, sources_table
from strategy_lab.results.tables import GameSums, Tables, measures_table, tables

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
    tallies = {cell: Tally.empty(cell) for cell in cells}
    sums = {cell: GameSums.empty(cell, MEASURES) for cell in cells}
    sources = {cell: SourceSums.empty(cell) for cell in cells}
    for cell, games in rows.items():
        for counting in (tallies, sums, sources):
            counting[cell].count([games])
    whole, split = measures_table(sums), sources_table(sources, MEASURES)
    measures = {name: np.concatenate([whole[name], split[name]]) for name in whole}
    return tables(tallies, STATISTICS) | {"measures": measures}
