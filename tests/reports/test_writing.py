from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from forsale_sim.reports.config import USUAL_SECTIONS, load_config
from forsale_sim.reports.results import Results
from forsale_sim.reports.writing import write_report

from tests.cli.calling import contents
from tests.reports.conftest import SMALL, played

VOID = {"meta", "input", "br"}


class Outline(HTMLParser):
    """What a page has: elements with their attributes, scripts, and whether tags match."""

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


def test_a_page_has_all_sections_after_the_answer(page: str, outline: Outline) -> None:
    names = [section["id"] for section in outline.all("section")]
    assert names[0] == "answer"
    assert names[-1] == "manifest"
    assert names[1:-2] == list(USUAL_SECTIONS)
    assert names[-2:] == ["method", "manifest"]
    assert outline.matched
    assert not outline.open
    links = {a["href"] for a in outline.all("a") if (a["href"] or "").startswith("#")}
    assert links == {f"#{name}" for name in names[1:]}
    assert page.index('id="answer"') < page.index("<nav")


def test_no_element_has_the_name_of_another(outline: Outline) -> None:
    names = [attributes["id"] for _, attributes in outline.elements if "id" in attributes]
    assert len(names) == len(set(names))


def test_a_page_needs_nothing_from_a_network_or_another_file(page: str, outline: Outline) -> None:
    assert not re.search(r"https?:|//\w+\.\w|@import|url\((?!#)", page)
    assert not outline.all("link")
    assert not outline.all("img")
    assert all("src" not in script for script in outline.all("script"))


def test_every_drawing_says_what_it_shows(report: Path, outline: Outline) -> None:
    drawings = outline.all("svg")
    names = {attributes["id"] for attributes in outline.all("title") if "id" in attributes}
    assert len(drawings) == len(list((report / "figures").iterdir()))
    for drawing in drawings:
        assert drawing["role"] == "img"
        assert drawing["aria-labelledby"] in names
    twin = (report / "report.md").read_text(encoding="utf-8")
    images = re.findall(r"^!\[(.*)\]\((figures/[\w-]+\.svg)\)$", twin, re.MULTILINE)
    assert len(images) == len(drawings)
    for alt, path in images:
        assert len(alt) > 40
        assert (report / path).is_file()


def test_every_figure_has_a_finding_and_its_data_twice(
    report: Path, page: str, outline: Outline
) -> None:
    names = [str(figure["id"]).removeprefix("figure-") for figure in outline.all("figure")]
    assert len(names) > 8
    assert len(re.findall(r"<figure [^>]*>\s*<h3>.+</h3>", page)) == len(names)
    found = {path.name for path in (report / "data").iterdir()}
    assert found == {f"{name}.{form}" for name in names for form in ("csv", "parquet")}
    for name in names:
        text = pd.read_csv(report / "data" / f"{name}.csv")
        parquet = pd.read_parquet(report / "data" / f"{name}.parquet")
        assert len(text) == len(parquet) > 0
        assert list(text.columns) == list(parquet.columns)


def test_what_looks_like_code_is_shown_not_run(report: Path, page: str, outline: Outline) -> None:
    assert "<title>A &lt;script&gt;alert(1)&lt;/script&gt; &amp; $x$ report</title>" in page
    assert "<script>alert" not in page
    assert len(outline.all("script")) == 1
    twin = (report / "report.md").read_text(encoding="utf-8")
    assert twin.startswith("# A \\<script\\>alert(1)\\</script\\> \\& \\$x\\$ report\n")
    outside = re.sub(r"```.*?```", "", twin, flags=re.DOTALL)
    assert "<script>" not in outside.replace("\\<script\\>", "")


def test_a_report_says_how_to_make_it_again(report: Path, page: str) -> None:
    assert load_config(report / "report.toml") == SMALL
    manifest = json.loads((report / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["command"] == "forsale-sim report report.toml --out again"
    assert manifest["command"] in page
    assert set(manifest["runs"]) == {"counter,expert,spread", "expert alone"}
    assert manifest["seed"] == SMALL.seed


def test_the_same_again_is_the_same_bytes(report: Path, tmp_path: Path) -> None:
    write_report(played(SMALL, threads=2), tmp_path)
    assert contents(tmp_path) == contents(report)


def test_another_seed_is_another_report(small_results: Results) -> None:
    other = played(SMALL.model_copy(update={"seed": 4}))
    assert other.digests != small_results.digests


def test_a_page_has_the_sections_that_were_asked_for_in_their_order(tmp_path: Path) -> None:
    config = SMALL.model_copy(
        update={"rulesets": ("iello-en", "iello-fr"), "sections": ("luck", "seats")}
    )
    results = played(config)
    assert results.editions is None, "played without need"
    assert results.readings is None, "played without need"
    write_report(results, tmp_path)
    outline = Outline((tmp_path / "report.html").read_text(encoding="utf-8"))
    names = [section["id"] for section in outline.all("section")]
    assert names == ["answer", "luck", "seats", "method", "manifest"]


def test_a_single_deal_makes_a_report_that_claims_nothing(tmp_path: Path) -> None:
    config = SMALL.model_copy(update={"games": 1, "players": (3,), "alternatives": ()})
    write_report(played(config), tmp_path)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert ">nan" not in page
    assert "too few deals to say anything about seats" in page
    assert "differ by seat in 0 of 2 cases" in page
