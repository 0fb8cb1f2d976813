"""Tables with findings chosen by the test."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.results.tables import Tables, tables

from tests.results.made import FIELD, made_cell, made_tally


def made_tables(
    players: Sequence[int] = (3, 4),
    deals: int = 200,
    field: tuple[str, ...] = FIELD,
    rulesets: Sequence[str] = ("iello-en",),
    seed: int = 0,
    **tendencies: float,
) -> Tables:
    cells = [made_cell(n, field, ruleset=ruleset) for ruleset in rulesets for n in players]
    return tables({cell: made_tally(cell, deals, seed, **tendencies) for cell in cells})
