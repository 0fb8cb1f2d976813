"""The table of seat effects: whether it matters where one sits, and how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from forsale_sim.results.every_game import SEAT_GAP
from forsale_sim.results.groups import seat_shares
from forsale_sim.stats.corrections import SIGNIFICANT, holm
from forsale_sim.stats.equivalence import all_within, verdicts
from forsale_sim.stats.gaps import Gap
from forsale_sim.stats.joint import all_equal
from forsale_sim.stats.pairwise import pairs

if TYPE_CHECKING:
    from forsale_sim.results.cell import Cell
    from forsale_sim.results.columns import Columns
    from forsale_sim.results.tally import Tally


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
