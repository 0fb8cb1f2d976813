"""``forsale-sim design``: finds what was planted, judges it at fresh tables, and says so."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import forsale_sim
import numpy as np
import pytest
from strategy_lab.experiments.design.experiment import balance

from tests.cli.calling import call

FIELD = "spread,miser,coinflip,expert,counter"
QUICK = ("--players", 3, "--players-from", FIELD, "--tables", 20, "--seed", 1, "--threads", 1)
FEWER = ("design", "--vary", "coins=20,24,28", "--minimise", "coins_left", *QUICK)
FEW: dict[str, Any] = {
    **{"players_from": FIELD, "players": 3, "drawn_tables": 12, "games": 4_000, "seed": 1},
    **{"threads": 1, "progress": False},
}


@pytest.mark.thorough
def test_it_finds_what_was_planted_and_says_at_how_many_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    said = call(capsys, *FEWER, "--beyond", 0, "--games", 8_000, "--out", out)
    assert said.status == 0, said.err
    text = " ".join(said.out.split())
    assert re.search(
        r"- Beginning with \d+ coins means that each player keeps [\d.]+ to [\d.]+ fewer coins",
        text,
    )
    assert "at all 20 tables" in text
    assert "Which should you print? For 3 players, the only number that was searched" in text
    recommended = json.loads((out / "manifest.json").read_text())["recommended"]
    assert recommended == "iello-en[coins=20]"
    again = forsale_sim.ruleset(out / "recommended.toml")
    assert again.rules(3).settings() == forsale_sim.ruleset(recommended).rules(3).settings()
    page = (out / "report.md").read_text()
    links = re.findall(r"\]\(([\w./-]+)\)", page)
    assert links and all((out / link).is_file() for link in links)
    printed = json.loads(call(capsys, "design", "--resume", out, "--format", "json").out)
    findings = printed["manifest"]["findings"]
    assert all(finding in text for finding in findings), "one list for all"
    assert findings[0].startswith(page.splitlines()[0].removeprefix("# "))


@pytest.mark.thorough
def test_a_search_goes_on_beyond_the_last_number(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, *FEWER[:2], "coins=26..28", *FEWER[3:], "--games", 20_000)
    coins = int(re.search(r"iello-en\[coins=(\d+)\]\)", said.out)[1])
    assert coins < 26
    assert f"No lower number of coins than {coins} was tried" in " ".join(said.out.split())


@pytest.mark.thorough
def test_what_breaks_a_condition_is_not_recommended() -> None:
    kept = forsale_sim.design(
        vary=["coins=14..28"], minimise="coins_left", keep=["coins_left>=0.6*base"], beyond=0, **FEW
    )
    outcomes = dict(zip(kept.candidates["coins"], kept.candidates["outcome"], strict=True))
    assert outcomes[14] == "breaks a condition"
    first = kept.manifest["first"]
    assert 6 <= kept.conditions["keeping"].tolist()[0] <= 12
    assert 14 < forsale_sim.ruleset(first).rules(3).coins[0] < 28
    nothing = forsale_sim.design(
        vary=["coins=20..21"], minimise="coins_left", keep=["money<=1"], beyond=0, **FEW
    )
    assert nothing.manifest["first"] is nothing.manifest["recommended"] is None


def test_rules_that_change_nothing_are_not_recommended() -> None:
    found = forsale_sim.design(
        ruleset={"name": "same", "extends": "iello-en", "coins": {3: 28}},
        vary=["opener=winner,left"], minimise="coins_left", **FEW,
    )  # fmt: skip
    assert found.manifest["recommended"] is None


@pytest.mark.thorough
def test_a_front_has_rules_that_no_other_beats_in_every_goal() -> None:
    front = forsale_sim.design(
        vary=["coins=20..28"], minimise="coins_left", maximise="money", beyond=0, **FEW
    ).candidates
    kept = front[front["outcome"].isin(["on the front", "first", "recommended"])]
    assert len(kept) > 1
    last = kept[kept["round"] == kept["round"].max()]
    for _, row in last.iterrows():
        better = (last["coins_left"] < row["coins_left"]) & (last["money"] > row["money"])
        assert not better.any()


@pytest.mark.thorough
def test_seats_are_made_fair_or_left_alone(tmp_path: Path) -> None:
    asked = {**FEW, "games": 60_000, "out": tmp_path / "fair"}
    rows = forsale_sim.design(fair_seats=True, **asked).fair_coins
    assert (tmp_path / "fair" / "candidates.parquet").exists()
    assert rows["seat"].tolist() == [1, 2, 3]
    assert (rows["low"] <= rows["middle"]).all()
    assert (rows["agreeing"] <= rows["tables"]).all()


def test_what_seats_need_is_found_in_a_plane() -> None:
    chance = np.random.default_rng(3)
    owed, slopes = np.array([1.0, -0.5, -0.5]), np.array([[2, -1, -1], [-1, 2, -1], [-1, -1, 2]])
    more = np.vstack([np.zeros(3), np.eye(3), 1 - np.eye(3)])
    rates = 1 / 3 + (more - owed) @ (0.02 * slopes.T)
    assert balance(rates, more) == pytest.approx(owed)
    noisy = rates + chance.normal(0, 1e-4, (50, *rates.shape))
    assert balance(noisy, more).mean(axis=0) == pytest.approx(owed, abs=0.01)


@pytest.mark.thorough
def test_a_file_says_what_is_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wishes.toml"
    path.write_text(
        f'players = 3\nvary = ["coins=24..26"]\nmaximise = "drama"\nplayers-from = "{FIELD}"\n'
        "games = 3000\nseed = 1\ntables = 20\n"
    )
    by_file = call(capsys, "design", path, "--threads", 1)
    asked = ("--vary", "coins=24..26", "--maximise", "drama", "--games", 3000)
    assert by_file.out == call(capsys, "design", *asked, *QUICK).out
