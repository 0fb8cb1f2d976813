from __future__ import annotations

import numpy as np
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections.selling import selling

from tests.reports.sections.changed import titles, with_table


def test_good_houses_go_for_cheques_that_are_far_apart(how_to_play: Results) -> None:
    rank = np.where(how_to_play.tables["sales"]["value"] >= 9, 0.8, 0.2)
    found = with_table(
        how_to_play, "sales", hand_rank=rank, hand_rank_low=rank - 0.1, hand_rank_high=rank + 0.1
    )
    section = selling(found)
    assert "where the cheques are 9 thousand apart or more" in titles(section)["sales"]
    assert "in thousands: 9 with 3 players (5: 9)" in section.answer[0]
    assert len(section.answer) == 1, "winners and others sell alike"
    low = np.where(how_to_play.tables["sales"]["players"] == 5, 0.1, rank - 0.1)
    section = selling(with_table(found, "sales", hand_rank_low=low))
    assert "in thousands: 9 with 3 players (5: at no difference)" in section.answer[0]
    never = with_table(how_to_play, "sales", hand_rank_low=0.1)
    assert "are not shown to sell good houses" in titles(selling(never))["sales"]
    assert selling(never).answer == []
