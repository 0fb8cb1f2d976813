from __future__ import annotations

import csv
import io
import json

import pytest
from strategy_lab.results.saved_tables import to_csv, to_json, to_one_csv
from strategy_lab.results.tables import Tables, records, tables

from tests.strategy_lab.results.made import COLUMNS, made_cell, made_tally


@pytest.fixture(scope="module")
def made() -> Tables:
    return tables({made_cell(4): made_tally(made_cell(4), 1)})


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_json_is_one_object_with_the_manifest_and_the_tables(made: Tables) -> None:
    found = json.loads(to_json({"seed": 7}, made))
    assert found["manifest"] == {"seed": 7}
    assert {name: found[name] for name in made} == {name: records(made[name]) for name in made}
    assert found["by_seat"][0]["win_rate_low"] is None, "one deal has no interval"


def test_csv_has_a_line_for_each_row_and_blanks_for_what_is_not_known(made: Tables) -> None:
    found = rows(to_csv(made["by_seat"]))
    assert list(found[0]) == list(made["by_seat"])
    assert [row["seat"] for row in found] == ["1", "2", "3", "4"]
    assert [float(row["win_rate"]) for row in found] == made["by_seat"]["win_rate"].tolist()
    assert found[0]["win_rate_low"] == ""


def test_labels_with_commas_are_quoted() -> None:
    cell = made_cell(4, ("bid=expert,sell=matcher", "b", "c", "d"))
    found = rows(to_csv(tables({cell: made_tally(cell, 2)})["by_strategy"]))
    assert found[0]["strategy"] == "bid=expert,sell=matcher"


def test_one_csv_holds_every_row_of_every_table(made: Tables) -> None:
    found = rows(to_one_csv(made, COLUMNS))
    assert list(found[0])[:7] == [
        *("table", "ruleset", "players", "strategy", "opponent", "seat", "games")
    ]
    for name, table in made.items():
        own = [row for row in found if row["table"] == name]
        assert len(own) == len(table["games"])
        for row, record in zip(own, records(table), strict=True):
            assert {key for key, value in row.items() if value} == {
                "table",
                *(key for key, value in record.items() if value is not None),
            }
