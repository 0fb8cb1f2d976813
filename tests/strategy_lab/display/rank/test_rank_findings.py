from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.display.rank_text import (
    best_rated_first,
    cycle_findings,
    doubt_finding,
    leading_finding,
    misfit_finding,
    top_rated,
)
from strategy_lab.results.tables import where

from tests.strategy_lab.display.rank.ranked import ranked_tables

FIRST, SECOND = (200.0, 50.0, -50.0, -200.0), (50.0, 200.0, -50.0, -200.0)


def test_strategies_stand_in_the_order_of_their_mean_rating() -> None:
    assert best_rated_first(ranked_tables([FIRST])["ratings"]) == ["ann", "bob", "cat", "dan"]
    uneven = ranked_tables([FIRST, (-200.0, 300.0, 100.0, -200.0)])
    assert best_rated_first(uneven["ratings"]) == ["bob", "cat", "ann", "dan"]


def test_the_top_are_those_whose_intervals_overlap_the_best_ones() -> None:
    assert top_rated(ranked_tables([FIRST])["ratings"]) == ["ann"]
    assert top_rated(ranked_tables([SECOND], half=75)["ratings"]) == ["bob", "ann"]
    assert top_rated(ranked_tables([FIRST], half=np.nan)["ratings"]) == []


@pytest.mark.parametrize(
    ("ratings", "half", "finding"),
    [
        ([FIRST], 10, "Highest rated: ann for 3 players"),
        ([FIRST, FIRST], 10, "Highest rated: ann for 3 and 4 players"),
        ([FIRST, SECOND, FIRST], 10, "Highest rated: ann for 3 and 5; bob for 4 players"),
        ([FIRST], 80, "Highest rated: ann or bob for 3 players"),
        ([FIRST], 130, "Highest rated: one of 3 for 3 players"),
        ([FIRST], np.nan, "Highest rated: not known for 3 players"),
    ],
)
def test_who_rates_highest(ratings: list[tuple[float, ...]], half: float, finding: str) -> None:
    assert leading_finding(ranked_tables(ratings, half=half)["ratings"]) == finding


def test_what_is_certain_is_not_doubted() -> None:
    assert doubt_finding(ranked_tables()["ratings"]) is None


def test_doubts_say_why_and_the_way_out() -> None:
    unlinked = ranked_tables([(np.nan,) * 4], half=np.nan)["ratings"]
    assert "3 players: not rated, because some strategies never met" in str(doubt_finding(unlinked))
    few = ranked_tables(half=np.nan)["ratings"]
    assert "3 players: too few games for intervals" in str(doubt_finding(few))
    apart = few | {"group": np.array([1, 1, 2, 3])}
    found = str(doubt_finding(apart))
    assert (
        "no strategy ever finished behind one further right: ann, bob | cat | dan; how far" in found
    )
    for finding in map(doubt_finding, (unlinked, few, apart)):
        assert str(finding).endswith("play more games")


def test_the_pair_that_ratings_describe_worst_is_named() -> None:
    found = misfit_finding(ranked_tables()["head_to_head"])
    assert found == (
        "3 players: ratings fit worst for bob ahead of ann: 50.0 %, where they expect 29.7 %"
    )


def test_nothing_is_off_where_intervals_hold_what_ratings_expect() -> None:
    level = ranked_tables([(0.0, 0.0, -50.0, -200.0)])["head_to_head"]
    assert misfit_finding(level) is None


def test_cycles_are_named_and_when_there_are_many_counted() -> None:
    assert cycle_findings(ranked_tables()["cycles"], 3) == ["3 players: no cycle shown"]
    one = ranked_tables(cycles=["a beats b beats c beats a"])["cycles"]
    assert cycle_findings(one, 3) == ["3 players: a beats b beats c beats a"]
    assert cycle_findings(one, 4) == ["4 players: no cycle shown"]
    many = ranked_tables(cycles=[f"cycle {i}" for i in range(5)])["cycles"]
    assert cycle_findings(where(many, ruleset="iello-en"), 3)[2:] == [
        "3 players: cycle 2",
        "3 players: and 2 more cycles",
    ]
