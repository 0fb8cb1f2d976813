"""The published report on Monopoly: its sentences follow from its data, and so do new ones."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pandas as pd
import pytest
from monopoly_sim.measures import MEASURES
from monopoly_sim.program import PROGRAM
from monopoly_sim.reports.report import (
    DATA,
    QUESTIONS,
    Played,
    good_groups,
    headline,
    make_page,
    played,
    statements,
    unfinished_text,
    write_report,
)

PUBLISHED = Path("reports/monopoly")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def published() -> Played:
    tables = [pd.read_csv(PUBLISHED / f"{name}.csv") for name in DATA]
    return Played(dict(zip(DATA, tables, strict=True)), games=0, seed=0, digests=())


def roundings() -> set[str]:
    found = set()
    for name in DATA:
        with (PUBLISHED / f"{name}.csv").open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                factor = MEASURES[row["measure"]].scale if "measure" in row else 100
                for cell in row.values():
                    try:
                        value = abs(float(cell)) * factor
                    except ValueError:
                        continue
                    found |= {f"{value:,.{decimals}f}" for decimals in (0, 1)}
    return found


def test_first_screen_says_what_the_data_say() -> None:
    text = (PUBLISHED / "report.md").read_text(encoding="utf-8")
    data = published()
    for each in (headline(data), unfinished_text(data), *(each.text for each in statements(data))):
        assert each in text.replace("\\", "")


def test_every_number_of_a_sentence_is_in_the_data() -> None:
    known, data = roundings(), published()
    said = [unfinished_text(data), *(each.text for each in statements(data))]
    of_questions = {"500", "2,500"}
    for sentence in said:
        for each in NUMBER.findall(sentence):
            assert each in known | of_questions, sentence


def test_a_rule_that_is_shown_to_do_nothing_anywhere_is_said_to() -> None:
    data = published()
    data.tables["effects"]["p_adjusted"] = 1.0
    data.tables["grades"]["grade"] = "unclear"
    said = [each.text for each in statements(data)]
    assert len([text for text in said if " is not shown to change: " in text]) == len(QUESTIONS)


@pytest.mark.slow
def test_is_made_by_one_command_and_again_the_same(tmp_path: Path) -> None:
    data = played(20, seed=1)
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        write_report(data if folder == "one" else played(20, seed=1), 20, tmp_path / folder)
    one, two = ((tmp_path / folder / "report.html").read_bytes() for folder in ("one", "two"))
    assert one == two
    assert "report" in PROGRAM.commands
    assert make_page(data, 20).data == [f"{name}.csv" for name in DATA]


@pytest.mark.parametrize("table", ["picking", "groups"])
def test_a_group_is_named_only_if_some_deals_pick_it_and_others_confirm_it(table: str) -> None:
    data = published()
    groups = data.tables[table]
    groups.loc[groups["group"] == "orange", "value_low"] = 0.0
    assert set(good_groups(published())) - set(good_groups(data)) == {"orange"}
