from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from forsale_sim.program import FOR_SALE
from forsale_sim.records import GameRows
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Ruleset
from numpy.typing import NDArray
from strategy_lab.experiments.compare.experiment import Comparison
from strategy_lab.experiments.fields import choose_fields, different_fields
from strategy_lab.plugins.entrants import MixtureFile, write_mixture
from strategy_lab.results.conclusions import ADAPTED, BEFORE, COLUMNS, TABLES
from strategy_lab.results.deal_loops import PRODUCTS, add_products
from strategy_lab.results.paired_differences import (
    Compared,
    PairedTally,
    RankChanges,
    differences,
    rank_changes,
    sums_of_a,
    sums_of_b,
    sums_of_both,
)
from strategy_lab.results.tables import Columns, records, where
from strategy_lab.stats.differences import DIFFERS, NOT_SHOWN, SMALL, holm

from tests.strategy_lab.results.made import made_cell, made_rows
from tests.strategy_lab.simulation.playing import play

# tally

ONE = made_cell(4)
TWO = replace(ONE, rules=replace(ONE.rules, ruleset="up", refund="up"))
COMPARED = Compared((ONE, TWO, ONE), MEASURES)


def played(seed: int, deals: int) -> list[GameRows]:
    return [made_rows(cell, deals, seed + number) for number, cell in enumerate(COMPARED.cells)]


def sums(seed: int, deals: int) -> list[NDArray[np.int64]]:
    return [
        MEASURES.deal_sums(cell, rows, detail=True)
        for cell, rows in zip(COMPARED.cells, played(seed, deals), strict=True)
    ]


def tallied(*parts: list[NDArray[np.int64]]) -> PairedTally:
    tally = PairedTally.empty(COMPARED)
    for part in parts:
        tally.count_sums(part)
    return tally


def test_products_are_those_of_the_deals() -> None:
    of_deals = sums(0, 50)
    tally = tallied(of_deals)
    for other, products in enumerate(tally.pairs, start=1):
        for measure, record in zip(COMPARED.quantities(other), products, strict=True):
            ax, an = (of_deals[0][:, place] for place in (measure.x, measure.n))
            bx, bn = (of_deals[other][:, place] for place in (measure.x, measure.n))
            a, b, both = sums_of_a(record), sums_of_b(record), sums_of_both(record)
            assert tuple(a) == _sums(an, ax)
            assert tuple(b) == _sums(bn, bx)
            expected = (((an > 0) | (bn > 0)).sum(), ax @ bx, ax @ bn, an @ bx, an @ bn)
            assert tuple(both) == expected


def _sums(n: NDArray[np.int64], x: NDArray[np.int64]) -> tuple[int, ...]:
    return ((n > 0).sum(), n.sum(), x.sum(), n @ n, x @ n, x @ x)


def test_parts_add_up() -> None:
    whole = sums(0, 50)
    first, second = ([of_deals[part] for of_deals in whole] for part in (slice(20), slice(20, 50)))
    together, apart = tallied(whole), tallied(second)
    apart += tallied(first)
    for name, array in together.arrays().items():
        assert np.array_equal(array, apart.arrays()[name]), name
    assert int(apart.deals) == 50


# rank_changes

WHOLE = 60
"""In how many parts a win is counted."""


def orders(rates: Sequence[float], deals: int, seed: int) -> NDArray[Any]:
    """Products of strategies that win at these rates, all of them in every deal."""
    random = np.random.default_rng(seed)
    wins = random.binomial(10, rates, (deals, len(rates)))
    sums = np.concatenate([WHOLE * wins, np.full((deals, 1), 10)], axis=1).astype(np.int64)
    i, j = (np.array(index) for index in zip(*combinations(range(len(rates)), 2), strict=True))
    games = np.full(len(i), len(rates))
    products = np.zeros(len(i), PRODUCTS)
    add_products(sums, sums, i, games, j, games, products)
    return products


def changes(
    a: Sequence[float],
    b: Sequence[float],
    deals: int = 400,
    seed: int = 1,
    *,
    certain: bool = False,
) -> RankChanges:
    duels = list(combinations(range(len(a)), 2))
    before, after = orders(a, deals, seed), orders(b, deals, seed if certain else seed + 1)
    return rank_changes(before, after, duels, len(a), whole=WHOLE, certain=certain)


def test_an_order_that_is_turned_round() -> None:
    found = changes([0.5, 0.3, 0.2], [0.2, 0.3, 0.5])
    assert found.value_a.tolist() == [1, 2, 3]
    assert found.value_b.tolist() == [3, 2, 1]
    assert found.difference.tolist() == [2, 0, -2]
    assert found.difference_low.tolist() == [2, 0, -2]
    assert found.difference_high.tolist() == [2, 0, -2]
    assert np.all(found.p < 1e-6)  # that of the middle one, too: it is ahead of another one
    assert found.deals.tolist() == [400] * 3


def test_an_order_that_is_shown_to_stay() -> None:
    found = changes([0.5, 0.3, 0.2], [0.6, 0.3, 0.1])
    assert found.difference_low.tolist() == found.difference_high.tolist() == [0, 0, 0]
    assert np.all(found.p > 0.9)


def test_what_is_level_may_change_places() -> None:
    found = changes([0.3, 0.3, 0.1], [0.3, 0.3, 0.1])
    assert np.all(found.difference_low[:2] == -1)
    assert np.all(found.difference_high[:2] == 1)
    assert (found.difference_low[2], found.difference_high[2]) == (0, 0)
    assert np.all(found.p > 0.01)


def test_two_deals_show_nothing_even_where_one_wins_all_that_the_other_loses() -> None:
    found = changes([1.0, 0.0], [0.0, 1.0], deals=2)
    assert found.difference.tolist() == [1, -1]
    assert found.difference_low.tolist() == [-1, -1]
    assert found.difference_high.tolist() == [1, 1]
    assert np.all(found.p > 0.1)


@pytest.mark.parametrize("rates", [[0.3] * 4, [0.3, 0.3, 0.28, 0.25]])
def test_changes_that_are_none_are_seldom_claimed(rates: list[float]) -> None:
    claimed = covered = 0
    for seed in range(200):
        found = changes(rates, rates, deals=100, seed=2 * seed)
        claimed += bool(np.any(found.p * len(rates) <= 0.05))
        covered += bool(np.all((found.difference_low <= 0) & (found.difference_high >= 0)))
    assert claimed <= 10
    assert covered >= 190


# differences

ENGLISH, FRENCH = load_ruleset("iello-en"), load_ruleset("iello-fr")
RAVENSBURGER = load_ruleset("ravensburger-1997")

POOR = ENGLISH.with_changes("poor", coins={4: 0})
"""Nobody can bid, so no refund can be rounded."""


def compared(
    *rulesets: Ruleset,
    fields: Sequence[str] = ("all",),
    players: Sequence[int] = (4,),
    games: int = 8000,
    margins: Mapping[str, float] = MappingProxyType({}),
) -> Columns:
    """Return the table of what differs between rulesets, and play for it."""
    comparison = Comparison(
        rulesets,
        different_fields(choose_fields(fields, program=FOR_SALE)),
        margins,
        players=players,
        seed=1,
        games=games,
    )
    return comparison.tables(play(comparison))["differences"]


@pytest.fixture(scope="module")
def table() -> Columns:
    return compared(
        *(ENGLISH, FRENCH, RAVENSBURGER), fields=["strong", "mirrors:expert"], players=[4, 5]
    )


def test_columns_are_those_that_are_described(table: Columns) -> None:
    assert tuple(table) == TABLES["differences"]
    assert set(COLUMNS) == {column for columns in TABLES.values() for column in columns}


def test_differences_are_those_of_the_values(table: Columns) -> None:
    assert np.allclose(table["difference"], table["value_b"] - table["value_a"], atol=1e-12)
    assert np.all(table["difference_low"] <= table["difference"])
    assert np.all(table["difference"] <= table["difference_high"])


def test_p_values_are_corrected_in_each_family(table: Columns) -> None:
    of_games = {
        name: column[[strategy is None for strategy in table["strategy"]]]
        for name, column in table.items()
    }
    for name in ("p", "p_small"):
        one = where(of_games, players=4, b="iello-fr", field="strong")
        assert np.array_equal(one[f"{name}_adjusted"], np.minimum(1, 4 * holm(one[name])))
    assert np.all(table["p_adjusted"] >= table["p"])


def test_verdicts_follow_from_the_columns(table: Columns) -> None:
    for row in records(table):
        small = (
            row["difference_low"] == row["difference_high"] == 0
            if row["unit"] == "rank"
            else row["p_small_adjusted"] <= 0.05
        )
        differs = row["p_adjusted"] <= 0.05
        assert row["verdict"] == (SMALL if small else DIFFERS if differs else NOT_SHOWN)
    assert set(table["verdict"]) == {SMALL, DIFFERS, NOT_SHOWN}


def test_mirrors_have_no_order_of_strategies(table: Columns) -> None:
    assert set(where(table, measure="rank")["field"]) == {"strong"}
    alone = where(table, field="expert alone")
    assert all(strategy is None for strategy in alone["strategy"].tolist())


@pytest.mark.parametrize(("games", "verdict"), [(200, NOT_SHOWN), (40000, SMALL)])
def test_a_few_deals_without_a_difference_do_not_show_that_there_is_none(
    games: int, verdict: str
) -> None:
    other = POOR.with_changes("up", refund="up")
    table = compared(POOR, other, fields=["mirrors:expert"], games=games)
    rows = where(table, measure="win_rate")
    assert not rows["difference"].any()
    assert np.all(rows["difference_high"] > 0)
    assert set(rows["verdict"]) == {verdict}


def test_what_matters_is_that_of_the_measure_unless_it_is_told() -> None:
    table = compared(ENGLISH, FRENCH, games=80, margins={"money": 2.0})
    for row in records(table):
        usual = MEASURES[row["measure"]].matters
        assert row["matters"] == (2.0 if row["measure"] == "money" else usual) > 0


def test_the_gap_between_seats_is_that_of_their_win_rates(table: Columns) -> None:
    rows = records(table)
    gaps = [row for row in rows if row["measure"] == "seat_gap"]
    assert len(gaps) == 8
    for gap in gaps:
        seats = [
            row
            for row in rows
            if row["measure"] == "win_rate"
            and row["seat"] is not None
            and all(row[key] == gap[key] for key in ("players", "field", "b"))
        ]
        assert len(seats) == gap["players"]
        for name in ("value_a", "value_b"):
            values = [row[name] for row in seats]
            assert 0 <= gap[name] <= max(values) - min(values)
        assert gap["difference"] == pytest.approx(gap["value_b"] - gap["value_a"])
        assert gap["difference_low"] < gap["difference"] < gap["difference_high"]
        narrowest = min(row["difference_high"] - row["difference_low"] for row in seats)
        assert gap["difference_high"] - gap["difference_low"] > narrowest
        assert gap["paired"] == (gap["b"] == "iello-fr")


def test_the_gap_of_the_same_rules_is_the_same() -> None:
    (gap,) = records(where(compared(ENGLISH, ENGLISH.with_changes("copy")), measure="seat_gap"))
    assert (gap["difference"], gap["difference_low"], gap["difference_high"]) == (0, 0, 0)
    assert (gap["p"], gap["verdict"]) == (1.0, SMALL)


def test_retuned_play_says_nothing_of_rules_that_nobody_was_trained_for(tmp_path: Path) -> None:
    house_rule = ENGLISH.with_changes("mine", refund="none")
    rulesets = [ENGLISH, FRENCH, house_rule]
    for name, weight in (("iello-en", 1.0), ("iello-fr", 2.0)):
        mixture = MixtureFile(("expert", "counter"), (1.0, weight), {})
        write_mixture(tmp_path / f"{name}-4-1.toml", mixture)
    pattern = str(tmp_path / "{ruleset}-{players}-{seed}.toml")
    fields = different_fields(choose_fields(["trained"], rulesets, [4], pattern, program=FOR_SALE))
    comparison = Comparison(rulesets, fields, {}, players=[4], seed=1, games=3000)
    table = comparison.tables(play(comparison))["differences"]
    of = {name: set(where(table, b=name)["estimand"].tolist()) for name in ("iello-fr", "mine")}
    assert of == {"iello-fr": {BEFORE, ADAPTED}, "mine": {BEFORE}}


def test_a_field_may_be_without_rows_by_strategy() -> None:
    fields = different_fields(choose_fields(["strong"], program=FOR_SALE))
    comparison = Comparison([ENGLISH, FRENCH], fields, {}, players=[4], seed=1, games=2000)
    everything = comparison.played(play(comparison))
    nameless = differences([one._replace(by_strategy=False) for one in everything])
    assert set(nameless["strategy"].tolist()) == {None}
    of_games = [name is None for name in differences(everything)["strategy"].tolist()]
    assert len(nameless["strategy"]) == sum(of_games)
