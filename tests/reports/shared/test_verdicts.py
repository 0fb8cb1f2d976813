"""Verdicts on one ruleset against another: where rules differ, for each number of players."""

from __future__ import annotations

from forsale_sim.reports.shared.verdicts import compared
from forsale_sim.results.paired.conclusions import conclusions
from forsale_sim.results.tables import Tables
from forsale_sim.rules.ruleset import Ruleset

from tests.experiments.compare.contrasting import (
    COPY,
    ENGLISH,
    FRENCH,
    difference_table,
    made_comparison,
)

FEWER = ENGLISH.with_changes("fewer", removed={5: 3})


def tables(*others: Ruleset) -> Tables:
    comparison = made_comparison(
        ENGLISH, *others, fields=("strong", "mirrors:expert"), players=[3, 5], games=20000
    )
    differences = difference_table(comparison)
    return {"differences": differences, "conclusions": conclusions(differences)}


def test_a_ruleset_has_its_rules_a_table_and_a_list_for_each_number_of_players() -> None:
    group = compared(tables(FRENCH), ENGLISH, FRENCH, [3, 5])
    assert group.title == "iello-fr against iello-en"
    assert group.text == ["Other rules: refund (down → up)."]
    assert [part.title for part in group.parts] == ["3 players", "5 players"]
    assert all(part.points[0].startswith("Rounding the refund up") for part in group.parts)
    assert group.table is not None
    assert group.table.header == ["change of", "3 players", "5 players"]
    rows = {name: cells for name, *cells in group.table.rows}
    assert all(cell.startswith("less: ") for cell in rows["coins lost in a game"])
    assert rows["seat 5 wins, points"][0] == ""
    assert rows["seat 5 wins, points"][1]
    names = list(rows)
    assert names.index("margin of victory") < names.index("counter wins, points")


def test_numbers_of_players_without_another_rule_are_left_out() -> None:
    group = compared(tables(FEWER), ENGLISH, FEWER, [3, 5])
    assert [part.title for part in group.parts] == ["5 players"]
    assert "The rules for 3 players are the same." in group.text


def test_a_copy_is_the_same_everywhere() -> None:
    group = compared(tables(COPY), ENGLISH, COPY, [3, 5])
    assert group.table is not None
    assert {cell for _, *cells in group.table.rows for cell in cells} == {"same", ""}
