from __future__ import annotations

import numpy as np
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections.buying.buying_section import buying
from forsale_sim.reports.shared.cases import CASES
from forsale_sim.results.tables import Columns

from tests.reports.sections.changed import titles, with_table


def test_a_finding_counts_every_case(how_to_play: Results) -> None:
    kept = next(figure for figure in buying(how_to_play).figures if figure.name == "kept")
    assert kept.finding.endswith(" of 8 cases")
    assert CASES in kept.caption


def test_a_bid_that_pays_is_one_whose_whole_interval_is_above_a_fair_share(
    how_to_play: Results,
) -> None:
    nothing = with_table(how_to_play, "takers", win_rate_low=0.1)
    assert "No bid for the best house is shown" in titles(buying(nothing))["takers"]
    assert not any("Bid for the best house" in text for text in buying(nothing).answer)
    takers = how_to_play.tables["takers"]
    worth = np.where(takers["paid"] <= np.where(takers["gap"] == "6 or more", 6, 2), 0.9, 0.1)
    section = buying(with_table(how_to_play, "takers", win_rate_low=worth))
    (said,) = (text for text in section.answer if text.startswith("Bid for the best house"))
    assert "no more than 6 coins with 3 players (5: 6) where it is 6 or more better" in said
    assert "2 coins with 3 players (5: 2) where it is up to 2 better" in said
    assert said.endswith("A clear best house is worth 4 coins more.")


def test_winners_keep_more_only_where_intervals_do_not_meet(how_to_play: Results) -> None:
    same = with_table(how_to_play, "kept", coins=3.0, coins_low=2.0, coins_high=4.0)
    assert " in 0 of 8 cases" in titles(buying(same))["kept"]
    first = how_to_play.tables["kept"]["who"] == "winners"
    columns: Columns = {
        name: np.where(first, value + 3, value)
        for name, value in (("coins", 3.0), ("coins_low", 2.0), ("coins_high", 4.0))
    }
    more = with_table(how_to_play, "kept", **columns)
    assert " in 8 of 8 cases" in titles(buying(more))["kept"]
    said = " ".join(buying(more).answer)
    assert "still have 6.0 ±1.0 coins with 3 players (5: 6.0 ±1.0), the others 3.0 ±1.0" in said


def test_what_another_edition_changes_has_its_uncertainty(how_to_play: Results) -> None:
    changed = np.where(how_to_play.tables["bids"]["ruleset"] == "iello-fr", 1.5, 1.0)
    other = with_table(
        how_to_play, "bids", bid=changed, bid_low=changed - 0.1, bid_high=changed + 0.1
    )
    (said,) = (text for text in buying(other).answer if text.startswith("By iello-fr instead"))
    assert "changes by +0.50 ±0.20 coins with 3 players (5: +0.50 ±0.20)" in said
