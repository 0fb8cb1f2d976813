from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from strategy_lab.results.conclusions import (
    KEYS,
    RETUNED,
    TABLES,
    UNCHANGED,
    Columns,
    conclusions,
    tables_of,
)
from strategy_lab.results.tables import records, where
from strategy_lab.stats.evidence import DISAGREE, FEW_TABLES, GRADES, NO_EFFECT, SOLID

from tests.strategy_lab.experiments.compare.contrasting import (
    COPY,
    ENGLISH,
    FRENCH,
    SIX_TABLES,
    difference_table,
    made_comparison,
)

# independence

FIELDS = ("strong", "counter,expert", "mirrors:miser", "spread,coinflip", "all")
PLAYERS = {
    "strong": frozenset(("counter", "expert", "matcher", "linear")),
    "counter,expert": frozenset(("counter", "expert")),
    "miser alone": frozenset(("miser",)),
    "spread,coinflip": frozenset(("spread", "coinflip")),
    "all": frozenset(("counter", "miser", "spread")),
}


@pytest.fixture(scope="module")
def table() -> Columns:
    return difference_table(
        made_comparison(ENGLISH, FRENCH, fields=FIELDS, players=[3], games=4000)
    )


def spoken_for(table: Columns) -> dict[str, str]:
    return dict(zip(table["field"].tolist(), table["table"].tolist(), strict=True))


def test_who_shares_a_player_with_an_earlier_field_has_no_say_of_its_own(table: Columns) -> None:
    assert spoken_for(table) == {
        "strong": "strong",
        "counter,expert": "strong",
        "miser alone": "miser alone",
        "spread,coinflip": "spread,coinflip",
        "all": "strong",
    }


def test_a_stress_field_speaks_for_no_other(table: Columns) -> None:
    last_first = {name: column[::-1] for name, column in table.items()}
    found = tables_of(last_first, PLAYERS)
    assert "all" not in set(found[last_first["field"] != "all"].tolist())


def test_fields_of_others_who_play_alike_have_one_say(table: Columns) -> None:
    twin = where(table, field="spread,coinflip")
    twin["field"] = np.full(len(twin["field"]), "twins", object)
    both = {name: np.concatenate([table[name], twin[name]]) for name in table}
    found = tables_of(both, PLAYERS | {"twins": frozenset(("new",))})
    assert set(found[both["field"] == "twins"].tolist()) == {"spread,coinflip"}


def test_trainings_that_play_alike_are_a_sample_all_the_same(table: Columns) -> None:
    seeds = []
    for seed in ("seed 1", "seed 2"):
        rows = where(table, field="spread,coinflip")
        rows |= {
            name: np.full(len(rows["field"]), value, object)
            for name, value in (("field", seed), ("estimand", "adapted"))
        }
        seeds.append(rows)
    both = {name: np.concatenate([each[name] for each in (table, *seeds)]) for name in table}
    trained = {"seed 1": frozenset(("a",)), "seed 2": frozenset(("b",))}
    found = tables_of(both, PLAYERS | trained)
    assert found[both["field"] == "seed 2"][0] == "seed 2"
    same = tables_of(both, PLAYERS | trained | {"seed 2": frozenset(("a",))})
    assert same[both["field"] == "seed 2"][0] == "seed 1"


# conclusions

RICHER = ENGLISH.with_changes("richer", coins={3: [31, 28, 28], 4: [24, 21, 21, 21]})
"""Seat 1 has three coins more than the others."""

ALL_FIELDS = (*SIX_TABLES, "all")


@pytest.fixture(scope="module")
def graded() -> Columns:
    table = difference_table(
        made_comparison(ENGLISH, FRENCH, RICHER, fields=ALL_FIELDS, players=[3, 4], games=96_000)
    )
    return rows(table, np.isin(table["house"].astype(str), ["None", "1", "30"]))  # few are enough


def concluded(graded: Columns) -> Columns:
    return conclusions(graded, MEASURES.asked)


def rows(graded: Columns, chosen: np.ndarray) -> Columns:
    return {name: column[chosen] for name, column in graded.items()}


def also(graded: Columns, again: str, /, **changes: object) -> Columns:
    """A graded with a field once more, under another name."""
    of_field = where(graded, field=again)
    for name, value in {"field": "again", **changes}.items():
        of_field[name] = np.full(len(of_field["field"]), value, object)
    return {name: np.concatenate([graded[name], of_field[name]]) for name in graded}


def grades(graded: Columns) -> dict[tuple[object, ...], str]:
    return {tuple(row[name] for name in KEYS): row["grade"] for row in records(concluded(graded))}


def test_each_thing_has_a_grade(graded: Columns) -> None:
    found = concluded(graded)
    assert tuple(found) == TABLES["conclusions"]
    assert set(found["grade"].tolist()) <= set(GRADES)
    assert set(found["play"].tolist()) == {UNCHANGED}
    things = {tuple(row[name] for name in KEYS) for row in records(graded) if not row["strategy"]}
    assert {tuple(row[name] for name in KEYS) for row in records(found)} == things
    assert len(found["grade"]) == len(things)


def test_what_is_planted_is_shown(graded: Columns) -> None:
    less = where(concluded(graded), b="iello-fr", players=4, measure="paid_by_passing")
    assert less["grade"] == [SOLID]
    found = where(concluded(graded), b="richer", players=4)
    (row,) = records(where(found, measure="win_rate", seat=1))
    assert row["mean"] > row["matters"]
    assert row["tables"] == 6
    assert row["agreeing"] == 1


def test_an_edition_that_is_a_copy_has_no_effect() -> None:
    table = difference_table(made_comparison(ENGLISH, COPY, fields=ALL_FIELDS, games=4000))
    found = concluded(rows(table, np.isin(table["house"].astype(str), ["None", "1", "30"])))
    assert set(found["grade"].tolist()) == {NO_EFFECT}


def test_a_field_that_depends_on_another_changes_nothing(graded: Columns) -> None:
    assert grades(also(graded, "counter alone", table="counter alone")) == grades(graded)


def test_a_field_of_fools_changes_nothing(graded: Columns) -> None:
    without = grades(rows(graded, graded["field"] != "all"))
    fools = graded["field"] == "all"
    wild = np.random.default_rng(1).normal(0, 30, len(fools))
    changed = graded | {"difference": np.where(fools, wild, graded["difference"])}
    assert grades(changed) == without


def test_a_grade_does_not_depend_on_what_else_is_looked_at(graded: Columns) -> None:
    found = grades(graded)
    for part in (graded["players"] == 4, graded["b"] == "richer"):
        for key, grade in grades(rows(graded, part)).items():
            assert found[key] == grade


def test_ranges_are_of_each_kind_of_players(graded: Columns) -> None:
    strangers = np.isin(graded["field"].astype(str), ["copycat alone", "noisy alone"])
    estimand = np.where(strangers, "strangers", graded["estimand"])
    (row,) = records(
        where(
            concluded(graded | {"estimand": estimand}),
            measure="coins_left",
            b="iello-fr",
            players=4,
        )
    )
    of_rows = where(graded, measure="coins_left", b="iello-fr", players=4)
    value = dict(zip(of_rows["field"].tolist(), of_rows["difference"].tolist(), strict=True))
    few = [value[name] for name in ("copycat alone", "noisy alone")]
    assert (row["strangers_least"], row["strangers_most"]) == (min(few), max(few))
    known = [value[f"{name} alone"] for name in ("counter", "expert", "free-rider", "budgeter")]
    assert (row["before_least"], row["before_most"]) == (min(known), max(known))
    assert row["adapted_least"] is None


def test_play_that_is_trained_anew_has_conclusions_of_its_own(
    graded: Columns,
) -> None:
    both = graded
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


def test_tables_that_disagree_are_named(graded: Columns) -> None:
    other = graded["field"] == "noisy alone"
    changed = graded | {"difference": np.where(other, -3.0, graded["difference"])}
    (row,) = records(where(concluded(changed), b="iello-fr", players=4, measure="coins_left"))
    assert (row["reason"], row["against"]) == (DISAGREE, "noisy alone")


def test_two_tables_say_nothing_of_another(graded: Columns) -> None:
    two = rows(
        graded,
        np.isin(graded["field"].astype(str), ["counter alone", "expert alone"]),
    )
    assert set(concluded(two)["reason"].tolist()) == {FEW_TABLES}
