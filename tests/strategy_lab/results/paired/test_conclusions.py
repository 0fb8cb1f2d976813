"""Conclusions: a grade for each thing that was compared, from the fields that count."""

from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.conclusions import conclusions, like_fields
from strategy_lab.results.paired.families import PLAYER_COUNTS
from strategy_lab.results.paired.schema import EITHER, KEYS, RETUNED, TABLES, UNCHANGED
from strategy_lab.results.tables import records, where
from strategy_lab.stats.evidence import CREDIBLE, GRADES, NO_EFFECT, REFERENCE, SOLID, STRESS

from tests.experiments.compare.contrasting import (
    COPY,
    ENGLISH,
    FRENCH,
    RAVENSBURGER,
    difference_table,
    made_comparison,
)

RICHER = ENGLISH.with_changes("richer", coins={3: [31, 28, 28], 4: [24, 21, 21, 21]})
"""Seat 1 has three coins more than the others."""

FIELDS = ("reference=mirrors:counter", "strong", "counter,expert", "all")


@pytest.fixture(scope="module")
def table() -> Columns:
    return difference_table(
        made_comparison(ENGLISH, FRENCH, RICHER, fields=FIELDS, players=[3, 4], games=96_000)
    )


def rows(table: Columns, chosen: np.ndarray) -> Columns:
    return {name: column[chosen] for name, column in table.items()}


def also(table: Columns, again: str, /, **changes: object) -> Columns:
    """A table with a field once more, under another name."""
    of_field = where(table, field=again)
    for name, value in {"field": "again", **changes}.items():
        of_field[name] = np.full(len(of_field["field"]), value, object)
    return {name: np.concatenate([table[name], of_field[name]]) for name in table}


def grades(table: Columns) -> dict[tuple[object, ...], str]:
    return {tuple(row[name] for name in KEYS): row["grade"] for row in records(conclusions(table))}


def test_each_thing_has_a_grade(table: Columns) -> None:
    found = conclusions(table)
    assert tuple(found) == TABLES["conclusions"]
    assert set(found["grade"].tolist()) <= set(GRADES)
    assert set(found["play"].tolist()) == {EITHER}
    things = {tuple(row[name] for name in KEYS) for row in records(table)}
    assert {tuple(row[name] for name in KEYS) for row in records(found)} == things
    assert len(found["grade"]) == len(things)
    assert found["games"].sum() == table["games"].sum()


def test_what_is_planted_is_solid(table: Columns) -> None:
    found = where(conclusions(table), b="richer", players=4)
    assert where(found, measure="money", seat=1)["grade"] == [SOLID]
    assert where(found, measure="win_rate", seat=1)["reference"] > 0


def test_an_edition_that_is_a_copy_has_no_effect() -> None:
    found = conclusions(difference_table(made_comparison(ENGLISH, COPY, fields=FIELDS, games=4000)))
    of_games = np.array([strategy is None for strategy in found["strategy"]])
    assert set(found["grade"][of_games].tolist()) == {NO_EFFECT}


def test_a_field_that_is_played_again_changes_nothing(table: Columns) -> None:
    for field in ("counter alone", "strong", "counter,expert"):
        assert grades(also(table, field, role=CREDIBLE)) == grades(table)
    doubled = conclusions(also(table, "strong"))
    assert set(where(doubled, measure="coins_left")["alike"].tolist()) == {1}


def test_a_field_of_fools_changes_nothing(table: Columns) -> None:
    without = grades(rows(table, table["field"] != "all"))
    found = grades(table)
    assert {key: found[key] for key in without} == without
    fools = table["field"] == "all"
    wild = np.random.default_rng(1).normal(0, 30, len(fools))
    changed = {"difference": np.where(fools, wild, table["difference"])}
    changed |= {name: np.where(fools, 0.0, table[name]) for name in ("p", "p_small")}
    of_others = grades(table | changed)
    assert {key: of_others[key] for key in without} == without


def test_a_grade_does_not_depend_on_what_else_is_looked_at(table: Columns) -> None:
    found = grades(table)
    for part in (
        table["players"] == 4,
        table["b"] == "richer",
        np.array([strategy is None for strategy in table["strategy"]]),
    ):
        for key, grade in grades(rows(table, part)).items():
            assert found[key] == grade


def test_p_values_are_corrected_over_what_is_asked_of_the_game(table: Columns) -> None:
    found = where(conclusions(table), b="iello-fr", players=4)
    of_games = np.array([strategy is None for strategy in found["strategy"]])
    for seat in range(1, 5):
        same = (found["measure"] == "win_rate") & (found["seat"] == seat)
        (raw,) = where(
            table, b="iello-fr", players=4, field="counter alone", measure="win_rate", seat=seat
        )["p"]
        least = found["p"][same][0]
        assert raw <= least <= PLAYER_COUNTS * of_games.sum() * raw + 1e-12
    known = np.isfinite(found["p_all"])
    assert np.all(found["p"][known] <= found["p_all"][known] + 1e-12)


def test_play_that_is_retuned_has_conclusions_of_its_own(table: Columns) -> None:
    of_reference = table["field"] == "counter alone"
    play = np.where(of_reference, UNCHANGED, EITHER).astype(object)
    both = also(
        table | {"play": play}, "counter alone", field="tuned", role=REFERENCE, play=RETUNED
    )
    tuned = both["field"] == "tuned"
    both["difference"] = np.where(tuned, -both["difference"], both["difference"])
    found = conclusions(both)
    for key in ({"measure": "coins_left"}, {"measure": "margin"}):
        (one,) = records(where(found, b="iello-fr", players=4, play=UNCHANGED, **key))
        (two,) = records(where(found, b="iello-fr", players=4, play=RETUNED, **key))
        assert one["reference"] == -two["reference"]
        assert one["median"] == two["median"]


def test_fields_that_bid_and_sell_alike_are_alike(table: Columns) -> None:
    pair = where(also(table, "strong", role=STRESS), a="iello-en", b="iello-fr", players=3)
    like = like_fields(pair)
    assert like["again"] == "strong"
    assert like["strong"] == "strong"


def test_rulesets_that_share_no_deal_are_graded() -> None:
    found = conclusions(
        difference_table(made_comparison(ENGLISH, RAVENSBURGER, fields=FIELDS, games=40_000))
    )
    assert "paid_share" in set(found["measure"])
    assert SOLID in set(found["grade"])


def test_how_much_hangs_on_the_seed_that_play_was_trained_from(table: Columns) -> None:
    one = rows(table, np.isin(table["field"].astype(str), ["counter alone"]))
    once = also(one, "counter alone", role=STRESS)
    assert np.isnan(conclusions(once)["reference_sd"]).all()
    again = also(one, "counter alone")
    shifted = again["field"] == "again"
    for name in ("difference", "value_b"):
        again[name] = again[name].astype(float) + np.where(shifted, 4 * again["matters"], 0)
    found = where(conclusions(again), measure="coins_left", b="iello-fr", players=4)
    row = where(again, measure="coins_left", b="iello-fr", players=4)
    noise = np.mean(row["standard_error"] ** 2)
    expected = np.sqrt((4 * row["matters"][0]) ** 2 / 2 - noise)
    assert found["reference_sd"] == pytest.approx(expected)
    gaps = where(conclusions(again), measure="seat_gap")
    assert np.isnan(gaps["reference_sd"]).all(), "no standard error, so noise cannot be told"


def test_seeds_that_play_alike_differ_by_nothing(table: Columns) -> None:
    one = rows(table, np.isin(table["field"].astype(str), ["counter alone"]))
    found = conclusions(also(one, "counter alone"))
    assert where(found, measure="coins_left")["reference_sd"].tolist() == [0.0] * 4
