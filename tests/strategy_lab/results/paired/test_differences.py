"""The table of differences: what its columns say of each other, and when nothing is certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from forsale_sim.program import FOR_SALE
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Ruleset
from strategy_lab.experiments.compare.experiment import Comparison
from strategy_lab.experiments.fields import choose_fields, different_fields
from strategy_lab.plugins.entrants import MixtureFile, write_mixture
from strategy_lab.results.conclusions import ADAPTED, BEFORE, COLUMNS, TABLES
from strategy_lab.results.paired_differences import differences
from strategy_lab.results.tables import Columns, records, where
from strategy_lab.stats.differences import DIFFERS, NOT_SHOWN, SMALL, holm

from tests.strategy_lab.simulation.playing import play

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


def test_each_row_is_about_something_of_its_own(table: Columns) -> None:
    keys = ("players", "field", "a", "b", "measure", "seat", "strategy", "house")
    rows = [tuple(row[key] for key in keys) for row in records(table)]
    assert len(set(rows)) == len(rows)
    assert {row[2:4] for row in rows} == {
        ("iello-en", "iello-fr"),
        ("iello-en", "ravensburger-1997"),
    }


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


def test_one_deal_tells_nothing() -> None:
    table = compared(ENGLISH, FRENCH, games=8)
    assert set(table["verdict"]) == {NOT_SHOWN}
    assert np.isnan(table["p"][table["unit"] != "rank"].astype(float)).all()


def test_what_was_not_played_has_no_row() -> None:
    comparison = Comparison(
        (ENGLISH, FRENCH),
        different_fields(choose_fields(["all"], program=FOR_SALE)),
        {},
        players=[3, 4],
        seed=1,
        games=8000,
    )
    outcome = play(comparison)
    del outcome.tallies[0]
    assert set(comparison.tables(outcome)["differences"]["players"]) == {4}


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
