from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.support.program import main


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with runs: of one ruleset, of two as CSV, a ranking, and a file of games."""
    folder = tmp_path_factory.mktemp("saved")
    few = ("--games", "400", "--seed", "3", "--players", "4", "--engine", "compiled")
    two = ("--ruleset", "iello-en", "--ruleset", "iello-fr")
    here = Path.cwd()
    os.chdir(folder)
    try:
        for arguments in (
            ["run", *few, "--out", "one", "--games-out", "games.parquet"],
            ["run", *few, *two, "--out", "two", "--out-format", "csv"],
            ["rank", *few, "--out", "ranked"],
        ):
            with pytest.raises(SystemExit) as ended:
                main(arguments)
            assert ended.value.code == 0
    finally:
        os.chdir(here)
    return folder


@pytest.mark.parametrize("kind", ["seats", "strategies", "players", "opponents"])
def test_a_folder_is_plotted(forsale: Command, saved: Path, folder: Path, kind: str) -> None:
    said = forsale("plot", saved / "one", "--kind", kind)
    assert (said.status, said.out) == (0, "")
    assert said.err == f"Saved {kind}_iello-en.png.\n"
    (drawn,) = folder.iterdir()
    assert drawn.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("one", ["strategies", "seats", "players", "measures", "opponents"]),
        ("ranked", ["ratings", "opponents"]),
        ("games.parquet", ["prices", "cheques", "worth"]),
    ],
)
def test_without_a_kind_those_that_there_are_are_listed(
    forsale: Command, saved: Path, folder: Path, source: str, kinds: list[str]
) -> None:
    said = forsale("plot", saved / source)
    assert said.status == 0
    assert [line.split()[0] for line in said.out.splitlines()] == kinds
    assert not list(folder.iterdir())
    assert forsale("plot", saved / source, "--out", "x.png").status == 2


@pytest.mark.parametrize("kind", ["seat", "strategy"])
def test_a_plot_is_the_one_that_the_run_saved(
    forsale: Command, saved: Path, folder: Path, kind: str
) -> None:
    forsale(
        "plot", saved / "one", "--kind", {"seat": "seats"}.get(kind, "strategies"), "--out", "x.png"
    )
    whole = saved / "one" / f"win_rate_by_{kind}_iello-en.png"
    assert (folder / "x.png").read_bytes() == whole.read_bytes()


def test_tables_may_be_csv_and_of_several_rulesets(
    forsale: Command, saved: Path, folder: Path
) -> None:
    for ruleset in ("iello-en", "iello-fr"):
        options = ("--kind", "seats", "--ruleset", ruleset)
        assert forsale("plot", saved / "two", *options).status == 0
        whole = saved / "two" / f"win_rate_by_seat_{ruleset}.png"
        assert (folder / f"seats_{ruleset}.png").read_bytes() == whole.read_bytes()


def test_the_format_is_what_is_said_or_what_the_name_says(
    forsale: Command, saved: Path, folder: Path
) -> None:
    forsale("plot", saved / "one", "--kind", "seats", "--format", "svg")
    forsale("plot", saved / "one", "--kind", "seats", "--out", "named.svg")
    forsale("plot", saved / "one", "--kind", "seats", "--format", "svg", "--out", "other")
    drawn = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert set(drawn) == {"seats_iello-en.svg", "named.svg", "other"}
    assert len(set(drawn.values())) == 1


@pytest.mark.parametrize("form", ["png", "svg"])
def test_a_plot_is_replaced(forsale: Command, saved: Path, folder: Path, form: str) -> None:
    for kind in ("seats", "players"):
        assert forsale("plot", saved / "one", "--kind", kind, "--out", f"x.{form}").status == 0
    forsale("plot", saved / "one", "--kind", "players", "--out", f"fresh.{form}")
    assert (folder / f"x.{form}").read_bytes() == (folder / f"fresh.{form}").read_bytes()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("game.jsonl", "--format png --out game.jsonl"),
        ("game.png", "--out game.png"),
        ("game.svg", "--out game.svg"),
        ("game", "--out game --format svg"),
        ("seats_iello-en.png", ""),
    ],
)
def test_no_other_file_is_replaced(
    forsale: Command, saved: Path, folder: Path, name: str, options: str
) -> None:
    (folder / name).write_text('{"t": "setup"}\n', encoding="utf-8")
    said = forsale("plot", saved / "one", "--kind", "seats", *options.split())
    assert said.status == 2
    assert said.message.startswith(name)
    assert (folder / name).read_text(encoding="utf-8") == '{"t": "setup"}\n'


def test_a_plot_of_the_other_format_is_not_replaced(
    forsale: Command, saved: Path, folder: Path
) -> None:
    for form, status in [("png", 0), ("svg", 2)]:
        said = forsale("plot", saved / "one", "--kind", "seats", "--out", "x", "--format", form)
        assert said.status == status
    assert said.message.startswith("x exists already and is no SVG")


def test_what_has_no_rows_is_one_message(forsale: Command, folder: Path) -> None:
    alone = ("--games", "8", "--players", "4", "--lineup", "expert,expert,expert,expert")
    forsale("run", *alone, "--out", "alone")
    assert "says nothing about opponents" in forsale("plot", "alone", "--kind", "opponents").message


def test_a_ranking_is_plotted(forsale: Command, saved: Path, folder: Path) -> None:
    forsale("plot", saved / "ranked", "--kind", "ratings")
    whole = saved / "ranked" / "ratings_iello-en.png"
    assert (folder / "ratings_iello-en.png").read_bytes() == whole.read_bytes()
    assert forsale("plot", saved / "ranked", "--kind", "opponents").status == 0


@pytest.mark.parametrize("kind", ["prices", "cheques", "worth"])
def test_a_file_of_games_is_plotted(forsale: Command, saved: Path, folder: Path, kind: str) -> None:
    for out in ("a.svg", "b.svg"):
        said = forsale("plot", saved / "games.parquet", "--kind", kind, "--out", out)
        assert said.status == 0
    assert (folder / "a.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert (folder / "a.svg").read_bytes() == (folder / "b.svg").read_bytes()


def test_every_ruleset_is_drawn_unless_one_is_named(
    forsale: Command, saved: Path, folder: Path
) -> None:
    said = forsale("plot", saved / "two", "--kind", "seats")
    assert said.status == 0
    names = {f"seats_{ruleset}.png" for ruleset in ("iello-en", "iello-fr")}
    assert {path.name for path in folder.iterdir()} == names


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        ("one", "--kind seat", "there is no plot of 'seat': did you mean 'seats'?"),
        (
            "one",
            "--kind ratings",
            "has no tables for ratings; there are plots of: strategies, seats, players, measures",
        ),
        ("one", "--kind prices", "prices need the file that run --games-out writes"),
        ("ranked", "--kind seats", "there are plots of: ratings, opponents"),
        ("games.parquet", "--kind seats", "of a file of games there are prices, cheques"),
        ("one/by_seat.parquet", "--kind prices", "no file of games, from --games-out"),
        ("one/manifest.json", "--kind prices", "cannot be read"),
        ("two", "--kind seats --out x.png", "say which with --ruleset, or leave out --out"),
        ("two", "--kind seats --ruleset iello-f", "did you mean 'iello-fr'"),
        ("one", "--kind seats --out plot.pdf", "plot.pdf: name it .png or .svg"),
        ("one", "--kind seats --out plot.pdf --format svg", "plot.pdf: name it .svg"),
        ("one", "--kind seats --out plot.svg --format png", "plot.svg: name it .png"),
        ("one", "--kind seats --out plot", "plot: name it .png or .svg, or say which with"),
        ("one", "--kind seats --out nowhere/x.png", "there is no folder nowhere for x.png: make"),
        ("games.parquet", "--kind prices --out nowhere/x.png", "there is no folder nowhere"),
        (".", "--kind seats", "holds no saved run"),
    ],
)
def test_what_cannot_be_plotted_is_one_message(
    forsale: Command, saved: Path, folder: Path, source: str, options: str, message: str
) -> None:
    said = forsale("plot", saved / source, *options.split())
    assert said.status == 2
    assert message in said.message
    assert not list(folder.iterdir())


@pytest.mark.parametrize("command", ["compare", "meta", "report"])
def test_a_folder_of_no_tournament_is_one_message(
    forsale: Command, folder: Path, command: str
) -> None:
    manifest = {"schema": 1, "command": f"forsale-sim {command} --seed 1"}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    said = forsale("plot", folder, "--kind", "seats")
    assert said.status == 2
    assert said.message == (
        f"{folder} was saved by forsale-sim {command}: there are plots of the folders of run, "
        "merge, rank and meta, and of files of games"
    )


def test_a_damaged_folder_is_one_message(forsale: Command, folder: Path) -> None:
    broken = folder / "broken"
    broken.mkdir()
    for text in ("nonsense", "[]"):
        (broken / "manifest.json").write_text(text, encoding="utf-8")
        assert "manifest.json" in forsale("plot", broken, "--kind", "seats").message
    (broken / "manifest.json").write_text(json.dumps({"schema": 1}), encoding="utf-8")
    (broken / "by_players.parquet").write_text("nonsense", encoding="utf-8")
    message = forsale("plot", broken, "--kind", "seats").message
    assert "by_players.parquet is not the table that was saved" in message
