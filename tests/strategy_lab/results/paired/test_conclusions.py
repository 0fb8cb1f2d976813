"""Conclusions: a grade for each thing that was compared, from the tables that have a say."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from strategy_lab.results.conclusions import KEYS, RETUNED, TABLES, UNCHANGED, Columns, conclusions
from strategy_lab.results.tables import records, where
from strategy_lab.stats.evidence import DISAGREE, FEW_TABLES, GRADES, NO_EFFECT, SOLID

from tests.strategy_lab.experiments.compare.contrasting import (
    COPY,
    ENGLISH,
    FRENCH,
    RAVENSBURGER,
    SIX_TABLES,
    difference_table,
    made_comparison,
)

RICHER = ENGLISH.with_changes("richer", coins={3: [31, 28, 28], 4: [24, 21, 21, 21]})
"""Seat 1 has three coins more than the others."""

FIELDS = (*SIX_TABLES, "all")


@pytest.fixture(scope="module")
def table() -> Columns:
    return difference_table(
        made_comparison(ENGLISH, FRENCH, RICHER, fields=FIELDS, players=[3, 4], games=96_000)
    )


def concluded(table: Columns) -> Columns:
    return conclusions(table, MEASURES.asked)


def rows(table: Columns, chosen: np.ndarray) -> Columns:
    return {name: column[chosen] for name, column in table.items()}


def also(table: Columns, again: str, /, **changes: object) -> Columns:
    """A table with a field once more, under another name."""
    of_field = where(table, field=again)
    for name, value in {"field": "again", **changes}.items():
        of_field[name] = np.full(len(of_field["field"]), value, object)
    return {name: np.concatenate([table[name], of_field[name]]) for name in table}


def grades(table: Columns) -> dict[tuple[object, ...], str]:
    return {tuple(row[name] for name in KEYS): row["grade"] for row in records(concluded(table))}


def test_each_thing_has_a_grade(table: Columns) -> None:
    found = concluded(table)
    assert tuple(found) == TABLES["conclusions"]
    assert set(found["grade"].tolist()) <= set(GRADES)
    assert set(found["play"].tolist()) == {UNCHANGED}
    things = {tuple(row[name] for name in KEYS) for row in records(table) if not row["strategy"]}
    assert {tuple(row[name] for name in KEYS) for row in records(found)} == things
    assert len(found["grade"]) == len(things)


def test_what_is_planted_is_shown(table: Columns) -> None:
    less = where(concluded(table), b="iello-fr", players=4, measure="paid_by_passing")
    assert less["grade"] == [SOLID]
    found = where(concluded(table), b="richer", players=4)
    (row,) = records(where(found, measure="win_rate", seat=1))
    assert row["mean"] > row["matters"]
    assert row["tables"] == 6
    assert row["agreeing"] == 1


def test_an_edition_that_is_a_copy_has_no_effect() -> None:
    found = concluded(difference_table(made_comparison(ENGLISH, COPY, fields=FIELDS, games=4000)))
    assert set(found["grade"].tolist()) == {NO_EFFECT}


def test_a_field_that_depends_on_another_changes_nothing(table: Columns) -> None:
    assert grades(also(table, "counter alone", table="counter alone")) == grades(table)


def test_a_field_of_fools_changes_nothing(table: Columns) -> None:
    without = grades(rows(table, table["field"] != "all"))
    fools = table["field"] == "all"
    wild = np.random.default_rng(1).normal(0, 30, len(fools))
    changed = table | {"difference": np.where(fools, wild, table["difference"])}
    assert grades(changed) == without


def test_a_grade_does_not_depend_on_what_else_is_looked_at(table: Columns) -> None:
    found = grades(table)
    for part in (table["players"] == 4, table["b"] == "richer"):
        for key, grade in grades(rows(table, part)).items():
            assert found[key] == grade


def test_ranges_are_of_each_kind_of_players(table: Columns) -> None:
    strangers = np.isin(table["field"].astype(str), ["copycat alone", "noisy alone"])
    estimand = np.where(strangers, "strangers", table["estimand"])
    (row,) = records(
        where(
            concluded(table | {"estimand": estimand}), measure="coins_left", b="iello-fr", players=4
        )
    )
    of_rows = where(table, measure="coins_left", b="iello-fr", players=4)
    value = dict(zip(of_rows["field"].tolist(), of_rows["difference"].tolist(), strict=True))
    few = [value[name] for name in ("copycat alone", "noisy alone")]
    assert (row["strangers_least"], row["strangers_most"]) == (min(few), max(few))
    known = [value[f"{name} alone"] for name in ("counter", "expert", "free-rider", "budgeter")]
    assert (row["before_least"], row["before_most"]) == (min(known), max(known))
    assert row["adapted_least"] is None


def test_play_that_is_trained_anew_has_conclusions_of_its_own(table: Columns) -> None:
    both = table
    for seed, name in enumerate(("counter", "expert", "noisy"), start=1):
        label = f"seed {seed}"
        both = also(both, f"{name} alone", field=label, table=label, estimand="adapted")
    tuned = both["estimand"] == "adapted"
    both["difference"] = np.where(tuned, -both["difference"], both["difference"])
    found = where(concluded(both), b="iello-fr", players=4, measure="coins_left")
    (one,) = records(where(found, play=UNCHANGED))
    (two,) = records(where(found, play=RETUNED))
    assert (one["tables"], two["tables"]) == (6, 3)
    assert two["mean"] < 0 < one["mean"]
    assert two["before_least"] is None


def test_tables_that_disagree_are_named(table: Columns) -> None:
    other = table["field"] == "noisy alone"
    changed = table | {"difference": np.where(other, -3.0, table["difference"])}
    (row,) = records(where(concluded(changed), b="iello-fr", players=4, measure="coins_left"))
    assert (row["reason"], row["against"]) == (DISAGREE, "noisy alone")


def test_the_fewer_tables_are_named_whatever_sign_the_mean_has(table: Columns) -> None:
    other = table["field"] == "noisy alone"
    small = np.where(table["difference"] > 0, 0.01, -0.01)
    changed = table | {"difference": np.where(other, -100.0, small)}
    (row,) = records(where(concluded(changed), b="iello-fr", players=4, measure="coins_left"))
    assert row["mean"] < 0
    assert (row["reason"], row["against"]) == (DISAGREE, "noisy alone")


def test_two_tables_say_nothing_of_another(table: Columns) -> None:
    two = rows(table, np.isin(table["field"].astype(str), ["counter alone", "expert alone"]))
    assert set(concluded(two)["reason"].tolist()) == {FEW_TABLES}


def test_rulesets_that_share_no_deal_are_graded() -> None:
    found = concluded(
        difference_table(made_comparison(ENGLISH, RAVENSBURGER, fields=FIELDS, games=40_000))
    )
    assert "paid_share" in set(found["measure"])
    (row,) = records(where(found, measure="paid_share"))
    assert row["tables"] == 6
