from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from forsale_sim.cli.commands.rulesets import rulesets
from forsale_sim.rules.loading import load_ruleset, ruleset_names


def run(*arguments: str) -> str:
    result = CliRunner().invoke(rulesets, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def run_json(*arguments: str) -> dict[str, Any]:
    facts = json.loads(run(*arguments))
    assert isinstance(facts, dict)
    return facts


def cells(table: str) -> list[list[str]]:
    """The rows of a printed table: cells are two or more spaces apart."""
    lines = [line.strip() for line in table.splitlines()]
    return [
        [cell.strip() for cell in line.split("  ") if cell]
        for line in lines
        if line and set(line) != {"─"}
    ]


def test_the_list_has_a_line_for_every_ruleset() -> None:
    header, *rows = cells(run())
    assert header[0] == "name"
    assert [row[0] for row in rows] == ruleset_names()
    assert [
        "iello-en-variant",
        "3-6",
        "1-30",
        "2 x 0, 2 x 2-15",
        "28/21/16/14",
        "10/0/2/0",
        "strict",
        "down",
        "players - 1",
    ] in rows


def test_a_narrow_list_keeps_its_words_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategy_lab.cli.printing.UNLIMITED_WIDTH", 80)
    lines = [line.rstrip() for line in run().splitlines()]
    assert max(map(len, lines)) <= 80
    (line,) = [line for line in lines if line.startswith("iello-en-variant")]
    assert cells(line) == [["iello-en-variant", "3-6", "28/21/16/14", "10/0/2/0", "strict", "down"]]
    assert lines[-1] == "Left out, as it would be too wide: houses, cheques, houses per round."


@pytest.mark.parametrize("width", [36, 48, 60, 72, 90, 100, 110, 200])
def test_a_header_is_never_broken_inside_a_word(
    monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setattr("strategy_lab.cli.printing.UNLIMITED_WIDTH", width)
    table, _, left_out = run().partition("\nLeft out, as it would be too wide:")
    assert max(map(len, table.splitlines())) <= width
    header, *_ = cells(table)
    assert header[:2] == ["name", "players"]
    columns = {"name", "players", "houses", "cheques", "coins", "removed", "raise", "refund"}
    assert set(header) <= {*columns, "houses per round"}
    missing = [name.strip() for name in left_out.replace("\n", " ").strip(" .").split(",") if name]
    assert sorted([*header, *missing]) == sorted([*columns, "houses per round"])


@pytest.mark.parametrize("width", [20, 30, 40, 50, 60])
def test_a_table_that_is_too_wide_keeps_words_of_headers_and_all_else(
    monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setattr("strategy_lab.cli.printing.UNLIMITED_WIDTH", width)
    words = set(run("show", "iello-en").split())
    assert {"players", "coins", "removed", "dealt", "houses", "round", "rounds"} <= words
    assert {"28", "21", "16", "14", "30", "10", "7"} <= words


def test_the_list_as_json() -> None:
    facts = run_json("--format", "json")["rulesets"]
    assert [ruleset["name"] for ruleset in facts] == ruleset_names()


def test_show_tells_rules_source_and_every_reading() -> None:
    output = run("show", "iello-de-variant")
    words = " ".join(output.split())
    ruleset = load_ruleset("iello-de-variant")
    assert ruleset.title
    assert ruleset.source
    readings = [reading.text for reading in ruleset.readings]
    for text in (ruleset.title, ruleset.source, *readings, "rounded up"):
        assert text in words
    assert ["5", "16", "3", "27", "4", "6 and one of 3"] in cells(output)
    assert max(map(len, output.splitlines())) <= 96


def test_show_as_json() -> None:
    facts = run_json("show", "ravensburger-1997", "--format", "json")
    assert facts["raise"] == "match"
    assert facts["players"] == [3, 4, 5]
    assert facts["by_players"][0] == {
        "players": 3,
        "coins": [15, 15, 15],
        "removed": 2,
        "cards_dealt": 18,
        "houses_per_round": 3,
    }
    readings = load_ruleset("ravensburger-1997").readings
    assert facts["readings"] == [reading.text for reading in readings]


def test_show_tells_no_reading_of_a_rule_that_a_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "hard-times.toml"
    path.write_text('extends = "iello-en"\nrefund = "none"\n', encoding="utf-8")
    words = " ".join(run("show", str(path)).split())
    assert "none: who passes gets nothing back" in words
    assert "half of the bid" not in words
    assert "a bid must exceed the highest on the table. - " in words


def test_show_tells_the_rules_that_no_edition_prints() -> None:
    changes = "refund=1/3 up,raise=2,opening_bid=3,opener=left"
    words = " ".join(run("show", f"iello-en[{changes}]").split())
    assert "1/3 up: who passes gets 1/3 of the bid back, rounded up" in words
    assert "2: a bid must exceed the highest on the table by at least 2" in words
    assert "opening bid 3" in words
    assert "left: the player left of the one who took the last house opens the next" in words
    assert "only the first player to take a house" not in words
    words = " ".join(run("show", "iello-en[refunded=first,opener=lot]").split())
    assert "first: only the first player to take a house in an auction gets something back" in words
    assert "lot: lots decide who opens the next auction" in words
    plain = run("show", "iello-en").split()
    assert not {"opener", "refunded", "opening"} & {word.strip(":") for word in plain[:60]}


def test_show_a_file_with_text_that_looks_like_markup(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "iello-en"\ntitle = "[bold]Mine[/bold]"\ncoins = {4 = [20, 21, 21, 22]}',
        encoding="utf-8",
    )
    output = run("show", str(path))
    assert "[bold]Mine[/bold]" in output
    assert ["4", "20,21,21,22", "2", "28", "4", "7"] in cells(output)


def test_diff_shows_only_what_differs() -> None:
    assert cells(run("diff", "iello-de-variant", "iello-en-variant")) == [
        ["parameter", "players", "iello-de-variant", "iello-en-variant"],
        ["removed", "5", "3", "2"],
        ["refund", "all", "up", "down"],
    ]


def test_diff_of_decks_and_player_counts() -> None:
    rows = cells(run("diff", "ravensburger-1997", "iello-de"))
    assert ["players", "all", "3-5", "3-6"] in rows
    assert ["cheques", "all", "2 x 0, 3-20", "2 x 0, 2 x 2-15"] in rows
    assert ["coins", "6", "-", "14"] in rows


def test_diff_of_the_same_rules() -> None:
    assert run("diff", "iello-de", "iello-fr") == "no difference\n"
    assert run_json("diff", "iello-de", "iello-fr", "--format", "json")["differences"] == []


def test_diff_as_json() -> None:
    assert run_json("diff", "iello-de", "iello-en", "--format", "json") == {
        "a": "iello-de",
        "b": "iello-en",
        "differences": [{"parameter": "refund", "players": None, "a": "up", "b": "down"}],
    }


@pytest.mark.parametrize("command", [["show", "iello-en"], ["diff", "iello-en", "iello-de"]])
def test_the_format_may_stand_before_the_command(command: list[str]) -> None:
    assert run("--format", "json", *command) == run(*command, "--format", "json")
    assert run("--format", "json", *command, "--format", "table") == run(*command)


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys, forsale_sim.cli.commands.rulesets; "
        "sys.exit(bool({'pydantic', 'rich', 'numpy', 'pandas'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
