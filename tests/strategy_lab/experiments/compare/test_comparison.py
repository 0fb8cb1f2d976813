"""Comparisons that are played: they find the differences that there are, and no others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from forsale_sim.rules.ruleset import Ruleset
from scipy.stats import binom
from strategy_lab.errors import UsageError
from strategy_lab.results.conclusions import FAMILY_KEYS, PLAYER_COUNTS, numbered
from strategy_lab.results.measures import PLAYER, SEAT, STRATEGY
from strategy_lab.results.paired_differences import differences, sums_of_a, sums_of_b, sums_of_both
from strategy_lab.results.tables import where
from strategy_lab.stats import intervals
from strategy_lab.stats.differences import DIFFERS, SIGNIFICANT, SMALL

from tests.strategy_lab.experiments.compare.contrasting import (
    COPY,
    ENGLISH,
    FRENCH,
    RAVENSBURGER,
    RICHER,
    difference_table,
    made_comparison,
    on_other_deals,
    played,
)

SIX = ENGLISH.with_changes("six", coins={6: 14})


def test_a_copy_differs_in_nothing() -> None:
    table = difference_table(
        made_comparison(ENGLISH, COPY, fields=["all", "mirrors:expert"], players=[3, 5])
    )
    for column in ("difference", "difference_low", "difference_high"):
        assert not np.any(table[column].astype(float))
    assert np.array_equal(table["value_a"], table["value_b"])
    assert set(table["verdict"]) == {SMALL}
    assert np.all(table["p_adjusted"] == 1)


def test_seats_share_out_what_one_of_them_gains() -> None:
    table = difference_table(made_comparison(ENGLISH, FRENCH, RICHER))
    for other in (FRENCH, RICHER):
        rows = where(table, b=other.name, measure="win_rate")
        of_seats = np.array([seat is not None for seat in rows["seat"]])
        for column, expected in (("value_a", 1), ("value_b", 1), ("difference", 0)):
            assert rows[column][of_seats].sum() == pytest.approx(expected, abs=1e-12)


def test_what_is_planted_is_difference_table() -> None:
    table = difference_table(made_comparison(ENGLISH, RICHER, games=40000))
    rows = where(table, measure="money", seat=1)
    assert rows["verdict"] == [DIFFERS]
    assert 0.5 < rows["difference_low"][0] < rows["difference_high"][0] < 2.5
    wins = where(table, measure="win_rate", seat=1)
    assert wins["verdict"] == [DIFFERS]
    assert wins["difference"] > 0


def test_common_deals_make_shorter_intervals() -> None:
    comparison = made_comparison(FRENCH, ENGLISH, fields=["all", "strong"], games=64000)
    outcome = played(comparison)
    for block, setting in enumerate(comparison.settings):
        quantities, (products,) = setting.compared.quantities(1), outcome.tally(block).pairs
        a, b = sums_of_a(products), sums_of_b(products)
        together = intervals.paired_difference(a, b, sums_of_both(products)).standard_error
        apart = intervals.unpaired_difference(a, b).standard_error
        shorter = {
            (quantity.measure.name, quantity.of, quantity.number): ratio
            for quantity, ratio in zip(quantities, together / apart, strict=True)
        }
        assert max(shorter["win_rate", SEAT, seat] for seat in range(4)) < 0.9
        assert shorter["money", SEAT, 0] < 0.9
        assert shorter["win_rate", STRATEGY, 0] < 0.9
        assert shorter["paid", PLAYER, 0] < 0.95


def test_where_no_deal_is_common_only_shares_are_compared() -> None:
    table = difference_table(made_comparison(ENGLISH, RAVENSBURGER))
    assert not table["paired"].any()
    assert set(table["measure"]) == {
        *("win_rate", "seat_gap", "rank", "ties", "shared_wins", "money_share"),
        *("paid_share", "paid_by_passing_share", "margin_share"),
    }


@pytest.mark.slow
def test_where_nothing_is_planted_little_is_claimed() -> None:
    """A ruleset against its copy, each on deals of its own, so that all that differs is chance."""
    reports, claiming, families = 200, 0, 0
    for seed in range(reports):
        comparison = made_comparison(
            *(ENGLISH, COPY), fields=["all", "strong", "mirrors:expert"], seed=seed, games=24000
        )
        table = difference_table(on_other_deals(comparison))
        family = numbered(table, *FAMILY_KEYS, "field")
        claiming += len(set(family[table["verdict"] == DIFFERS]))
        families += len(set(family))
    print(f"{claiming} of {families} families claim an effect")
    rate = SIGNIFICANT / PLAYER_COUNTS
    assert claiming <= binom.isf(0.001, families, rate)


@pytest.mark.slow
def test_the_size_of_what_is_planted_is_within_its_interval() -> None:
    truth = difference_table(made_comparison(ENGLISH, RICHER, games=16_000_000, seed=10**6))
    covered: dict[tuple[Any, ...], int] = {}
    runs = 100
    for seed in range(runs):
        table = difference_table(made_comparison(ENGLISH, RICHER, games=40000, seed=seed))
        for measure, keys in (
            *(("win_rate", {"seat": seat}) for seat in (1, 2, 3, 4)),
            *(("money", {"seat": seat}) for seat in (1, 4)),
            ("paid_by_passing", {}),
            ("win_rate", {"strategy": "expert"}),
            ("margin", {}),
        ):
            row, true = (where(one, measure=measure, **keys) for one in (table, truth))
            value = true["difference"][0]
            inside = row["difference_low"][0] <= value <= row["difference_high"][0]
            key = (measure, *keys.values())
            covered[key] = covered.get(key, 0) + bool(inside)
    print(covered)
    assert all(count >= 87 for count in covered.values())  # of 100 at 95 %: one in a thousand less


def test_margins_decide_what_is_small() -> None:
    comparison = made_comparison(ENGLISH, FRENCH, games=40000)
    tallies = comparison.played(played(comparison))
    names = [measure.name for measure in MEASURES.entries]
    wide = differences(tallies, dict.fromkeys(names, 50.0))
    assert set(where(wide, unit="fraction")["verdict"]) == {SMALL}
    assert set(where(wide, unit="thousands")["verdict"]) == {SMALL}
    narrow = differences(tallies, dict.fromkeys(names, 1e-9))
    assert SMALL not in set(where(narrow, unit="fraction")["verdict"])


@pytest.mark.parametrize("games", [1, 100, 12345])
def test_games_are_shared_evenly_and_rounded_up(games: int) -> None:
    comparison = made_comparison(
        ENGLISH, FRENCH, fields=["strong", "mirrors:miser"], players=[], games=games
    )
    of_tables = [planned.games for setting in comparison.settings for planned in setting.planned]
    assert sum(of_tables) == comparison.games
    assert len(of_tables) == 2 * 2 * 4
    assert games <= comparison.games < games + len(of_tables) * 7
    assert max(of_tables) - min(of_tables) < 6


def test_common_deals_take_decks_of_one_size() -> None:
    comparison = made_comparison(ENGLISH, FRENCH, RAVENSBURGER, players=[], games=600)
    assert [setting.players for setting in comparison.settings] == [3, 4, 5]
    for setting in comparison.settings:
        assert setting.offsets == (0, 0, setting.deals)


@pytest.mark.parametrize(
    ("rulesets", "players", "message"),
    [
        ([ENGLISH], [], "'iello-en' alone cannot be compared"),
        ([ENGLISH, FRENCH, ENGLISH], [], "'iello-en' is given twice"),
        ([SIX, RAVENSBURGER], [], "six is for 6; ravensburger-1997 is for 3, 4 or 5"),
        ([ENGLISH, RAVENSBURGER], [6], "'ravensburger-1997' is for 3, 4 or 5 players, not 6"),
        ([ENGLISH, FRENCH], [2], "is for 3, 4, 5 or 6 players, not 2"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    rulesets: Sequence[Ruleset], players: Sequence[int], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        made_comparison(*rulesets, players=players)
