"""The table of seat effects: whether it matters where one sits, and how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strategy_lab.results.every_game import SEAT_GAP
from strategy_lab.results.groups import seat_shares
from strategy_lab.stats.corrections import SIGNIFICANT, holm
from strategy_lab.stats.equivalence import all_within, verdicts
from strategy_lab.stats.gaps import Gap
from strategy_lab.stats.joint import all_equal
from strategy_lab.stats.pairwise import pairs

if TYPE_CHECKING:
    from strategy_lab.results.cell import Cell
    from strategy_lab.results.columns import Columns
    from strategy_lab.results.tally import Tally


def seat_effect(cell: Cell, tally: Tally, matters: float = SEAT_GAP.matters) -> Columns:
    """Return a row on a cell's seats, less what depends on other rows; none without deals."""
    found = seat_shares(cell, tally)
    test = all_equal(*found)
    differences = pairs(*found)
    gap = Gap(found.value, found.covariance, int(found.clusters))
    low, high = gap.limits()
    row = {
        "ruleset": cell.ruleset,
        "players": cell.players,
        "games": tally.games,
        "deals": int(tally.deals),
        "best_seat": gap.largest + 1,
        "worst_seat": gap.smallest + 1,
        "seat_gap": gap.value,
        "seat_gap_low": low,
        "seat_gap_high": np.minimum(high, 1.0),
        "f_statistic": test.f,
        "p_equal": test.p,
        "matters": matters,
        "p_small": all_within(differences, matters),
    }
    rows = 1 if tally.games > 0 else 0
    return {name: np.repeat(np.array([value]), rows) for name, value in row.items()}


def with_verdicts(table: Columns) -> Columns:
    """Return a table of seat effects with what its rows show, given how many they are."""
    equal, small = holm(table["p_equal"]), holm(table["p_small"])
    differs, shown_small = equal <= SIGNIFICANT, small <= SIGNIFICANT
    return {
        **table,
        "p_equal_adjusted": equal,
        "differs": differs,
        "p_small_adjusted": small,
        "shown_small": shown_small,
        "verdict": verdicts(differs, shown_small),
    }
