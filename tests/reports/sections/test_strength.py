from __future__ import annotations

import pytest
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections.strength import strength

from tests.reports.sections.changed import titles, with_table


@pytest.mark.usefixtures("quick_to_play")
def test_strength_counts_intervals_that_miss_a_fair_share(how_to_play: Results) -> None:
    found = with_table(how_to_play, "strength", win_rate_low=0.1, win_rate_high=0.9)
    (said,) = titles(strength(found)).values()
    assert "in 0 of 4 cases, expert less among copies of counter in 0" in said
    assert "120 games" in strength(how_to_play).text[0]
