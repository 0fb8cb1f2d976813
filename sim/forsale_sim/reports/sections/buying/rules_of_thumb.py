"""Rules of thumb for buying, in every field: what a best house is worth, what to keep."""

from __future__ import annotations

import numpy as np

from forsale_sim.reports.page.parts import Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections.buying.fights import still_pays
from forsale_sim.reports.sections.buying.keeping import before_last, enough
from forsale_sim.reports.showing.cases import cases
from forsale_sim.reports.showing.limits import limit
from forsale_sim.reports.showing.texts import one, span
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
                *(limit(still_pays(results, case, gap)) for gap in KINDS),
                *(one(before_last(results, case, who), "coins") for who in reversed(WHO)),
                span(np.array(found, float), 0) if found else limit(None),
            ]
            for case in cases(results)
            for found in [enough(results, case)]
        ],
        "Coins. Still pays: the highest bid for the best house, by how much better it is than the "
        "second, at which its taker is shown to win more than a fair share. Have: before "
        "the last auction; enough: with how many coins more than a fair share is shown to be won. "
        f"±: {MEAN_INTERVAL}.",
    )
