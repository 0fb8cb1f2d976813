"""A report in its folder: a page that stands alone, its twin, and every number behind it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from forsale_sim.reports.experiment import BalanceReport, load_config
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections import write_report

from tests.cli.calling import contents
from tests.reports.conftest import ONE, SMALL, played
from tests.reports.following import checked_findings

VOID = {"meta", "input", "br"}


class Outline(HTMLParser):
    """What a page has: elements with their attributes, and whether tags match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.matched = True
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.matched &= self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def page(report: Path) -> str:
    return (report / "report.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def outline(page: str) -> Outline:
    return Outline(page)


def test_a_page_answers_first_and_ends_with_the_method(outline: Outline) -> None:
    names = [section["id"] for section in outline.all("section")]
    assert names == [
        *("findings", "tables", "auction", "fairness", "what-ifs", "skill", "trust", "method"),
        "manifest",
    ]
    assert outline.matched
    assert not outline.open


def test_a_page_needs_nothing_from_a_network_or_another_file(page: str, outline: Outline) -> None:
    assert not re.search(r"https?:|//\w+\.\w|@import|url\((?!#)", page)
    assert not outline.all("link")
    assert not outline.all("img")
    assert all("src" not in script for script in outline.all("script"))


def test_every_drawing_says_what_it_shows(report: Path, outline: Outline) -> None:
    drawings = outline.all("svg")
    names = {attributes["id"] for attributes in outline.all("title") if "id" in attributes}
    assert len(drawings) == len(list((report / "figures").iterdir())) > 2
    for drawing in drawings:
        assert drawing["role"] == "img"
        assert drawing["aria-labelledby"] in names
    twin = (report / "report.md").read_text(encoding="utf-8")
    images = re.findall(r"^!\[(.*)\]\((figures/[\w-]+\.svg)\)$", twin, re.MULTILINE)
    assert len(images) == len(drawings)
    for alt, path in images:
        assert len(alt) > 40
        assert (report / path).is_file()


def test_what_looks_like_code_is_shown_not_run(report: Path, page: str, outline: Outline) -> None:
    assert "<title>A &lt;script&gt;alert(1)&lt;/script&gt; &amp; $x$ report</title>" in page
    assert "<script>alert" not in page
    assert len(outline.all("script")) == 1
    twin = (report / "report.md").read_text(encoding="utf-8")
    assert "\n*A \\<script\\>alert(1)\\</script\\> \\& \\$x\\$ report*\n" in twin
    outside = re.sub(r"```.*?```", "", twin, flags=re.DOTALL)
    assert "<script>" not in outside.replace("\\<script\\>", "")


def test_the_data_are_one_table_with_a_field_column(report: Path, small_results: Results) -> None:
    data = pd.read_csv(report / "data.csv")
    assert len(data) == len(pd.read_parquet(report / "data.parquet"))
    assert set(data["field"]) == {field.name for field in small_results.experiment.fields}
    one = data[(data["b"] == "iello-fr") & (data["measure"] == "coins_left")]
    assert len(one) == 2 * len(small_results.experiment.fields)
    assert (abs(one["difference"] - (one["value_b"] - one["value_a"])) < 1e-3).all()
    voting = one[(one["estimand"] == "before") & (one["field"] == one["table"])]
    for _, rows in voting.groupby("players"):
        assert abs(rows["difference"].mean() - rows["mean"].iloc[0]) < 1e-3
        assert rows["tables"].iloc[0] == len(rows)


def test_the_findings_follow_from_the_data(report: Path) -> None:
    assert checked_findings(report) >= 1


NAME = re.compile(r"iello-|\w\[|[a-z]_[a-z]|panel:|--|re-tuned|[+\N{MINUS SIGN}]0\.0+\b")
"""What only a machine calls so, and a 0 with a sign."""


def test_what_games_are_like_is_told_for_each_number_of_players(
    report: Path, small_results: Results
) -> None:
    games = pd.read_csv(report / "games.csv")
    assert set(games["measure"]) >= {"margin", "ties", "lead_changes", "length"}
    assert set(games["players"]) == set(SMALL.players or ())
    random = games[games["measure"] != "length"]
    assert (random["low"] < random["mean"]).all()
    assert (random["mean"] < random["high"]).all()
    assert games["tables"].max() == 6, "the field that shares players has no vote"
    text = (report / "report.md").read_text("utf-8")
    row = games[(games["measure"] == "margin") & (games["players"] == 4)].iloc[0]
    assert f"{row['mean']:.1f} ({max(row['low'], 0):.1f} to {row['high']:.1f})" in text


def test_a_report_says_how_to_make_it_again(report: Path, page: str) -> None:
    assert load_config(report / "report.toml") == SMALL
    manifest = json.loads((report / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["command"] == "forsale-sim report report.toml --out again"
    assert manifest["command"] in page
    assert manifest["digest"] in page
    assert manifest["seed"] == SMALL.seed


@pytest.mark.thorough
def test_the_same_again_is_the_same_bytes(report: Path, tmp_path: Path) -> None:
    write_report(played(SMALL, threads=2), tmp_path)
    assert contents(tmp_path) == contents(report)


def test_the_writer_of_a_report_has_the_last_word(small_results: Results, tmp_path: Path) -> None:
    said = {
        "question": "Is it kinder?",
        "headline": "Rounding up is kinder",
        "claims": ("coins_left > 0.3",),
        "print_advice": "Print the French rules.",
        "notes": ("Nobody was harmed.",),
    }
    report = small_results.experiment
    written = BalanceReport(SMALL.model_copy(update=said), report.rulesets, report.fields)
    write_report(replace(small_results, experiment=written), tmp_path)
    twin = (tmp_path / "report.md").read_text(encoding="utf-8")
    for text in ("# Rounding up is kinder", "*Is it kinder?*", "\n- Nobody was harmed.\n"):
        assert text in twin
    assert "## Which should you print?\n\nPrint the French rules.\n" in twin


def test_one_edition_is_held_against_a_fair_share(one_results: Results, tmp_path: Path) -> None:
    write_report(one_results, tmp_path)
    outline = Outline((tmp_path / "report.html").read_text(encoding="utf-8"))
    names = [section["id"] for section in outline.all("section")]
    assert names == [*("findings", "fairness", "skill", "trust", "method", "manifest")]
    data = pd.read_csv(tmp_path / "data.csv")
    assert set(data["a"]) == {"a fair share"}
    assert set(data["measure"]) == {"win_rate"}


@pytest.mark.parametrize("config", [SMALL, ONE])
def test_a_single_deal_makes_a_report_that_claims_nothing(config: object, tmp_path: Path) -> None:
    small = SMALL if config is SMALL else ONE
    write_report(played(small.model_copy(update={"games": 1})), tmp_path)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"\bnan\b", page)
    assert 'class="grade solid"' not in page
    assert 'class="grade likely"' not in page
