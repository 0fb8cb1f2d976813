"""README.md and docs/ show what the program does: all they show is run and compared."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from forsale_sim import View
from forsale_sim.cards import SETS_OF_A_VIEW
from forsale_sim.engine.kernel import OF_SETS
from forsale_sim.for_sale import GAME
from forsale_sim.program import DEFAULT_FIELD, PANEL
from forsale_sim.rules.ruleset import Ruleset
from forsale_strategies.panel import KINDS, VERSION
from monopoly_sim.rules.ruleset import Ruleset as MonopolyRuleset
from strategy_lab.check.rehearsal import QUESTIONS
from strategy_lab.experiments.compare.experiment import STRENGTH
from strategy_lab.plugins.registry import installed_strategies

from tests.strategy_lab.results.made import TABLES
from tests.support.documents import (
    DOCUMENTS,
    ROOT,
    blocks,
    broken_links,
    lines_of,
    matches,
    refreshed,
    run_command,
    run_document,
    tables,
)
from tests.support.made_tables import EXPERIMENTS, MADE, MAKERS, renewed

SLOW = r"-sim check |--scheduler local"
"""Commands that take seconds."""

LONG = (
    *("authors", "compare", "design", "designers", "gallery", "gauntlet", "how-to-bid", "ladder"),
    *("long-runs", "monopoly", "new-game", "panel", "python", "reinforcement-learning", "searches"),
)
"""Pages that take many."""

REPORTS = ROOT / "reports"
PUBLISHED = [path for path in REPORTS.rglob("*.toml") if path.with_suffix("").is_dir()]

documents = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def names_in(cell: str) -> list[str]:
    return re.findall(r"(\w+)(?:\([^)]*\))?(?:, |$)", cell)


def differing(document: Path, folder: Path, skip: str = "") -> list[str]:
    return [
        f"{document.name}:{shown.line}: {shown.what}\nprinted:\n{printed}"
        for shown, printed in run_document(document.read_text(encoding="utf-8"), folder, skip)
        if not matches(lines_of(shown.output), lines_of(printed))
    ]


@pytest.mark.parametrize(
    "document",
    [pytest.param(p, marks=[pytest.mark.thorough] * (p.stem in LONG)) for p in DOCUMENTS],
    ids=lambda path: path.name,
)
def test_what_is_shown_is_printed(document: Path, tmp_path: Path) -> None:
    wrong = differing(document, tmp_path, skip=SLOW)
    assert not wrong, "\n".join([*wrong, "Refresh with: python -m tests.support.documents --write"])


@pytest.mark.slow
@documents
def test_all_that_is_shown_is_printed(document: Path, tmp_path: Path) -> None:
    assert not differing(document, tmp_path)


@documents
def test_links_lead_somewhere(document: Path) -> None:
    assert broken_links(document) == []


@documents
def test_toml_can_be_read(document: Path) -> None:
    for block in blocks(document.read_text(encoding="utf-8")):
        if block.language == "toml":
            tomllib.loads(block.text)


def test_every_page_is_linked_from_the_readme_or_from_a_page_that_is() -> None:
    doors = re.findall(r"\(docs/([\w-]+\.md)", text_of("README.md"))
    linked = {*doors, "index.md"}.union(
        *(re.findall(r"\(([\w-]+\.md)", text_of(f"docs/{door}")) for door in doors)
    )
    assert {path.name for path in DOCUMENTS[1:]} <= linked


def test_the_site_opens_with_findings_of_a_report() -> None:
    quotes = re.findall(r"(?:^> .*\n)+", text_of("docs/index.md"), re.MULTILINE)
    assert quotes
    report = text_of("reports/round-up-or-down/report.md")
    for quote in quotes:
        assert re.sub(r"\s*^> ", " ", quote, flags=re.MULTILINE).strip() in report


@pytest.mark.parametrize("asked", PUBLISHED, ids=lambda path: path.stem)
def test_a_published_page_is_what_its_file_asks_for(asked: Path) -> None:
    folder = asked.with_suffix("")
    words = shlex.split(json.loads((folder / "manifest.json").read_text("utf-8"))["command"])
    given = set(pairwise(words))
    for key, value in tomllib.loads(asked.read_text("utf-8")).items():
        texts = list(map(str, value if isinstance(value, list) else [value]))
        joined = [",".join(texts)] if key == "players" else texts
        usual = value in ("iello-en", "football-de", True)
        assert usual or {(f"--{key}", text) for text in joined} <= given
    headline = (folder / "report.md").read_text("utf-8").partition("\n")[0].removeprefix("# ")
    index = asked.parent if asked.parent.name == "the-for-sale-that-could-be" else REPORTS
    page = f"({(folder / 'report.md').relative_to(index)})"
    rows = (index / "README.md").read_text("utf-8").splitlines()
    assert [row for row in rows if page in row and row.endswith(f"| {headline} |")]


def test_make_has_the_targets_that_are_named() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
    documents = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", documents, re.MULTILINE))
    assert {"run", "test", "bench"} <= named <= targets


@pytest.mark.parametrize("root", ["sim/strategy_lab", "sim/forsale_sim"])
def test_every_package_is_in_the_picture(root: str) -> None:
    rows = tables(text_of("docs/architecture.md"))[f"{root}/", "what it does"]
    shown = {name for row in rows for name in names_in(row[0])}
    packages = {path.parent.name for path in (ROOT / root).glob("*/__init__.py")}
    modules = {path.stem for path in (ROOT / root).glob("*.py")}
    assert packages <= shown <= packages | modules


def test_all_that_a_view_shows_is_listed_with_its_type() -> None:
    rows = tables(text_of("docs/strategies.md"))["name", "type", "meaning"]
    listed = {name: row[1] for row in rows for name in names_in(row[0])}
    shown = {name: value for name, value in vars(View).items() if not name.startswith("_")}
    kinds = {"int": "number", "Cards": "set of cards"}
    getters = {name: getattr(value, "fget", value) for name, value in shown.items()}
    types = {name: get.__annotations__["return"] for name, get in getters.items()}
    assert listed == {name: kinds.get(kind, kind) for name, kind in types.items()}
    assert {name for name, kind in types.items() if kind == "Cards"} == {*SETS_OF_A_VIEW}


def test_all_functions_of_cards_are_listed() -> None:
    rows = tables(text_of("docs/strategies.md"))["function", "returns"]
    listed = {name for row in rows for name in names_in(row[0])}
    assert listed == {each.__name__ for each in OF_SETS} | {"only"}


def test_all_questions_of_a_check_are_listed() -> None:
    rows = tables(text_of("docs/strategies.md"))["question", "a failure means"]
    assert [row[0] for row in rows] == list(QUESTIONS.values())


def test_all_keys_of_a_ruleset_are_listed() -> None:
    rows = tables(text_of("docs/rulesets.md"))["key", "value", "needed"]
    needed = {name: row[2] == "yes" for row in rows for name in names_in(row[0])}
    assert needed == {
        field.alias or key: field.is_required() and key != "name"
        for key, field in Ruleset.model_fields.items()
    }
    assert needed.keys() == Ruleset.allowed().keys()


def test_a_shell_completes_commands_and_options_by_the_line_that_is_shown() -> None:
    assert "_FORSALE_SIM_COMPLETE=bash_source forsale-sim" in text_of("docs/run.md")
    asked = {"COMP_WORDS": "forsale-sim run --pl", "COMP_CWORD": "2"}
    done = subprocess.run(
        [Path(sys.executable).with_name("forsale-sim")],
        env={**os.environ, **asked, "_FORSALE_SIM_COMPLETE": "bash_complete"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "plain,--players" in done.stdout.splitlines()


@documents
def test_tables_are_what_the_code_makes(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert renewed(text) == text, "Make them with: python -m tests.support.made_tables"


def test_all_tables_that_the_code_makes_are_shown_and_all_tables_of_experiments_named() -> None:
    text = "".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
    assert {found[1] for found in MADE.finditer(text)} == MAKERS.keys()
    columns = " ".join(text_of("docs/columns.md").split())
    assert [
        each for each in (STRENGTH, *GAME.measures().traits) if f"`{each}`" not in columns
    ] == []
    assert [
        name for tables in EXPERIMENTS.values() for name in tables if f"`{name}`" not in columns
    ] == []


def test_all_keys_of_the_second_game_are_listed() -> None:
    rows = tables(text_of("docs/monopoly.md"))["key", "value"]
    assert {name for row in rows for name in names_in(row[0])} == set(MonopolyRuleset.allowed())


def test_the_page_of_the_panel_tells_of_every_member() -> None:
    text = text_of("docs/panel.md")
    rows = tables(text)["strategy", "kind", "what it gets wrong", "after"]
    assert {row[0]: row[1] for row in rows} == KINDS
    assert f"version {VERSION}" in text


def test_the_field_of_a_run_is_every_whole_strategy_but_those_that_are_excepted() -> None:
    rows = tables(text_of("docs/ladder.md"))["strategy", "how it decides"]
    words = " ".join(text_of("docs/run.md").split())
    paragraph = words.partition(" Without a lineup")[2].partition("). They are drawn")[0]
    excepted = set(re.findall(r"`([a-z]+)`", paragraph))
    assert excepted == {row[0] for row in rows}
    whole = set(installed_strategies(GAME)) - {"highest-first", "lowest-first", "stranger", *PANEL}
    assert set(DEFAULT_FIELD) == whole - excepted


def test_all_keys_of_a_manifest_are_listed() -> None:
    text, _ = run_command("forsale-sim run --games 4 --players 4 --seed 1 --format json")
    run = json.loads(text)
    shown = tables(text_of("docs/results.md"))
    manifest = run["manifest"]
    assert list(run) == ["manifest", *TABLES]
    assert [name for row in shown["key", "meaning"] for name in names_in(row[0])] == list(manifest)
    (cell,) = manifest["cells"]
    listed = {name for row in shown["key of a cell", "meaning"] for name in names_in(row[0])}
    assert listed == set(cell)


def test_all_lines_of_a_trace_are_listed(tmp_path: Path) -> None:
    header = ("t", "when", "other keys", "what they say")
    rows = tables(text_of("docs/replay.md"))[header]
    keys = {row[0]: names_in(row[2]) for row in rows}
    rules = tmp_path / "all-that-may-be-left-out.toml"
    rules.write_text(
        'extends = "iello-en"\nopening_bid = 2\nrefunded = "first"\nopener = "left"\n'
        "coin_value = 2\npass_gift = 1\nhidden_houses = 1\n"
    )
    game = "--lineup spread,miser,spread --games 1 --seed 1 --game 1 --review --format json"
    text, _ = run_command(f"forsale-sim replay --ruleset {shlex.quote(str(rules))} {game}")
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    for line in lines:
        assert list(line) == ["t", *keys[line["t"]]]
    assert {line["t"] for line in lines} == set(keys)
    for row in rows:
        assert set(names_in(row[2])) - {"round", "seat"} <= set(re.findall(r"\w+", row[3]))
    setup = text_of("docs/replay.md").partition("`rules` holds")[2].partition("meaning is")[0]
    assert set(re.findall(r"`(\w+)`", setup)) == set(lines[0]["rules"])


def test_parts_left_out_match_anything() -> None:
    printed = ["a 1", "b 2", "c 3", "d 4"]
    assert matches(["a …", "…", "d 4"], printed)
    assert matches(["…", "…", "a 1", "b 2", "c 3", "d 4", "…"], printed)
    assert not matches(["a …", "d 4"], printed)
    assert not matches(["b 2", "…"], printed)


def test_what_is_refreshed_leaves_the_same_parts_out() -> None:
    printed = ["run 8", "speed 5", "", "x 21", "y 7", "end"]
    shown = ["run 7", "speed …", "…", "y 6", "…", "end"]
    assert refreshed(shown, printed) == ["run 8", "speed …", "…", "y 7", "…", "end"]
    assert refreshed(["run …", "…"], printed) == ["run …", "…"]
    assert refreshed([], printed) == printed
