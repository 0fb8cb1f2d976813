"""Fields that show the same thing twice have one say."""

from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.results.conclusions import Columns, distinct, like_fields, tables_of
from strategy_lab.results.tables import where

from tests.strategy_lab.experiments.compare.contrasting import (
    ENGLISH,
    FRENCH,
    difference_table,
    made_comparison,
)

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


def test_fields_that_bid_and_sell_alike_are_alike(table: Columns) -> None:
    twin = where(table, field="strong")
    twin["field"] = np.full(len(twin["field"]), "again", object)
    both = {name: np.concatenate([table[name], twin[name]]) for name in table}
    assert (
        like_fields(both, [*FIELDS[:2], "miser alone", *FIELDS[3:], "again"])["again"] == "strong"
    )


def test_fields_with_nothing_in_common_are_not_alike() -> None:
    nan = np.nan
    behaviour = np.array([[nan, 1.0], [1.0, nan]])
    assert distinct(behaviour, np.ones(2)).tolist() == [0, 1]
    assert distinct(np.array([[0.0, 5.0], [0.0, 9.0], [0.3, 5.4]]), np.full(2, 0.5)).tolist() == [
        *(0, 1, 0)
    ]
