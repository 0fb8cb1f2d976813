"""Rules of thumb for buying in every field: the worth of a best house, the coins to keep."""

from __future__ import annotations

import numpy as np

from forsale_sim.reports.page.page_parts import Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections.buying.fights import still_pays
from forsale_sim.reports.sections.buying.keeping import before_last, enough
from forsale_sim.reports.shared.cases import cases
from forsale_sim.reports.shared.estimate_text import estimate_text, range_text
from forsale_sim.reports.shared.thresholds import threshold_text
from forsale_sim.results.rounds.tables import KINDS, WHO
from forsale_sim.stats.intervals import MEAN_INTERVAL


def rules_of_thumb(results: Results) -> Table:
    """Return the rules of thumb of every case."""
    return Table(
        "Rules of thumb, in every field",
        [
            *("field", "ruleset", "players"),
            *(f"still pays, gap {gap}" for gap in KINDS),
            *(f"{who} have" for who in reversed(WHO)),
            "enough",
        ],
        [
            [
                *map(str, case),
                *(threshold_text(still_pays(results, case, gap)) for gap in KINDS),
                *(estimate_text(before_last(results, case, who), "coins") for who in reversed(WHO)),
                range_text(np.array(coins, float), 0) if coins else threshold_text(None),
            ]
            for case in cases(results)
            for coins in [enough(results, case)]
        ],
        "Coins. Still pays: the highest bid for the best house, by how much better it is than the "
        "second, at which its buyer is shown to win more than a fair share. Have: before "
        "the last auction; enough: with how many coins more than a fair share is shown to be won. "
        f"±: {MEAN_INTERVAL}.",
    )
