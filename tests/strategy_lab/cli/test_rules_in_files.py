"""Rules that are code: tried where they are named, and kept as their answers in results."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.rules.test_house_code import PRIZE, written

RUN = (
    *("run", "--ruleset", "house.toml", "--lineup", "spread,linear,spread", "--seed", "3"),
    *("--games", "120", "--engine", "python", "--plot-format", "svg"),
)


def edit(code: str = PRIZE.replace("PRIZE = 10", "PRIZE = 11")) -> None:
    Path("rules.py").write_text(code)


@pytest.fixture
def parts(forsale: Command, folder: Path) -> tuple[str, str]:
    """Both halves of a run by such rules, in the current folder."""
    written(folder, PRIZE)
    for part in "12":
        said = forsale(*RUN, "--shard", f"{part}/2", "--out", f"part-{part}")
        assert said.status == 0, said.err
    return "part-1", "part-2"


@pytest.mark.thorough
def test_parts_that_were_played_in_two_places_add_up(
    forsale: Command, parts: tuple[str, str]
) -> None:
    elsewhere = Path("elsewhere")
    elsewhere.mkdir()
    written(elsewhere, PRIZE)
    run = ["elsewhere/house.toml" if word == "house.toml" else word for word in RUN]
    assert forsale(*run, "--shard", "2/2", "--out", "other").status == 0
    assert forsale("merge", "part-1", "other").status == 0
    (elsewhere / "rules.py").write_text(PRIZE.replace("PRIZE = 10", "PRIZE = 11"))
    assert forsale(*run, "--shard", "2/2", "--out", "edited").status == 0
    said = forsale("merge", "part-1", "edited")
    assert said.status == 2
    assert "edited is no part of the same experiment as part-1: code of house: source" in said.err


@pytest.mark.thorough
def test_a_run_goes_on_by_the_rules_that_it_began_with(
    forsale: Command, parts: tuple[str, str]
) -> None:
    assert forsale("merge", "part-1", "--allow-gaps", "--out", "half").status == 0
    assert forsale(*RUN, "--out", "whole").status == 0
    edit("open('executed', 'w').close()")
    said = forsale("run", "--resume", "half")
    assert said.status == 0, said.err
    assert said.err.startswith("Going on after 60 of 120 games.\n")
    said = forsale("replay", "--out", "part-1", "--game", "2")
    assert (said.status, Path("executed").exists()) == (0, False), said.err
    digests = [
        json.loads(Path(at, "manifest.json").read_text())["digest"] for at in ("whole", "half")
    ]
    assert digests[0] == digests[1]


@pytest.mark.thorough
def test_rules_are_checked_wherever_they_are_named(forsale: Command, folder: Path) -> None:
    written(folder, PRIZE)
    assert "score: " in forsale("check", "iello-en[code=rules.py]").out
    assert "money is conserved" in forsale("check", "iello-en[refund=up]").out
    edit(PRIZE.replace("coins +", "coins -"))
    said = forsale("check", "iello-en[code=rules.py]")
    assert said.status == 2
    assert "line 4: score(cheques=0, coins=0" in said.err
    assert "[code=rules.py]" in forsale("run", "--ruleset", "rules.py", "--games", 4).err


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there is no such signal here")
@pytest.mark.parametrize(
    ("edited", "where"),
    [
        (
            PRIZE.replace("return", "while coins == 9: pass\n    return"),
            "line 6: score(cheques=0, coins=9",
        ),
        ("while True: pass", "rules.py cannot be run: "),
    ],
)
def test_rules_that_hang_are_told(edited: str, where: str, forsale: Command, folder: Path) -> None:
    written(folder, PRIZE)
    edit(edited)
    said = forsale("check", "house.toml", "--seconds", "1")
    assert said.status == 2
    assert "rules.py, line " in said.err
    assert where in said.err
    assert "TimeoutError: no answer after 1 s" in said.err


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there is no such signal here")
def test_a_rule_that_hangs_ends_a_run(
    forsale: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("forsale_sim.rules.house_code.PATIENCE", 1)
    written(folder, PRIZE)
    edit(PRIZE.replace("return", "while coins == 9: pass\n    return"))
    said = forsale("run", "--ruleset", "house.toml", "--games", 300)
    assert said.status == 2
    assert "line 6: score(cheques=0, coins=9" in said.err
    assert said.err.endswith("TimeoutError: no answer after 1 s\n")
