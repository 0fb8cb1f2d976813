"""What moves what: single rules of one edition, by each measure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from forsale_sim.reports.answer import is_on_rules, moves, rules_advice
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections import write_report
from strategy_lab.stats.evidence import LIKELY, SOLID

from tests.reports.conftest import ONE, played

CHANGES = {
    "giving nothing back",
    "giving the whole bid back",
    "letting bids match",
    "beginning with 22 coins",
}


@pytest.fixture(scope="module")
def moved() -> Results:
    what_ifs = ("refund=none,all", "raise=match", "coins=+1")
    return played(ONE.model_copy(update={"what_ifs": what_ifs, "players": (4,)}))


def test_each_change_has_its_effects_the_best_supported_first(moved: Results) -> None:
    assert is_on_rules(moved)
    found = moves(moved)
    assert {move.words for move in found} == CHANGES
    grades = {topic.grade for topic in found[0].topics}
    assert grades & {SOLID, LIKELY}


def test_the_page_has_a_row_for_each_change_and_a_column_for_each_measure(
    moved: Results, tmp_path: Path
) -> None:
    write_report(moved, tmp_path)
    text = (tmp_path / "report.md").read_text("utf-8")
    assert re.match(r"# \d of 4 changes of a rule are shown to matter at other tables\n", text)
    for change in CHANGES:
        row = re.search(rf"^\| {change} \| .*\|$", text, re.M)
        assert row is not None
        assert re.search(r"\(.*to.*\)", row[0]), "intervals"
    (head,) = re.findall(r"^\| change \| .*coins that a player keeps.*\|$", text, re.M)
    assert "gap between seats" in head
    assert "the opener" in head


def test_advice_names_the_change_that_grants_a_wish(moved: Results) -> None:
    (said,) = rules_advice(moves(moved))
    assert "kinder auction, giving the whole bid back" in said


def test_a_comparison_of_two_editions_is_about_these(small_results: Results) -> None:
    assert not is_on_rules(small_results)
