"""Fields that show the same thing twice have one say."""

from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.independence import tables_of
from strategy_lab.results.tables import where

from tests.experiments.compare.contrasting import ENGLISH, FRENCH, difference_table, made_comparison

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
