"""Rulesets at many tables of players: what is counted, and what is said of it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import forsale_sim
import numpy as np
import pandas as pd
import pytest
from strategy_lab.simulation.checkpoints import Checkpoint

from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write
from tests.support.interrupting import interrupt_after

FIELD = ("spread", "miser", "coinflip", "expert", "counter")
FEW: dict[str, Any] = {"players_from": FIELD, "seed": 5, "progress": False, "threads": 1}
RICHER = {
    **{"name": "richer-opener", "extends": "iello-en"},
    "coins": {4: [29, 21, 21, 21]},
}


@pytest.fixture(scope="module")
def richer() -> Any:
    return forsale_sim.compare(
        *("iello-en", RICHER), players=4, games=40_000, drawn_tables=20, **FEW
    )


def about(table: pd.DataFrame, measure: str, seat: int | None = None, **more: Any) -> Any:
    rows = table[table["measure"] == measure]
    if "seat" in rows:
        rows = rows[rows["seat"].isna() if seat is None else rows["seat"] == seat]
    for name, value in more.items():
        rows = rows[rows[name] == value]
    return rows.iloc[0] if len(rows) == 1 else rows


def test_a_table_is_a_run_of_its_lineup() -> None:
    one = ("spread", "expert", "counter")
    compared = forsale_sim.compare(
        *("iello-en", "iello-fr"), players=3, games=600, drawn_tables=1,
        players_from=one, seed=5, progress=False,
    )  # fmt: skip
    lineup = about(compared.tables["tables"], "coins_left", a="iello-en")["lineup"].split(", ")
    assert sorted(lineup) == sorted(one)
    for ruleset, name in (("iello-en", "value_a"), ("iello-fr", "value_b")):
        run = forsale_sim.run(300, lineup=lineup, rulesets=ruleset, seed=5, progress=False)
        coins = about(run.measures, "coins_left")["value"]
        row = about(compared.tables["tables"], "coins_left", a="iello-en")
        assert row[name] == pytest.approx(coins)
        for seat in run.by_seat["seat"]:
            row = about(compared.tables["tables"], "win_rate", seat, a="iello-en")
            rate = run.by_seat[run.by_seat["seat"] == seat]["win_rate"].iloc[0]
            assert row[name] == pytest.approx(rate)
    differences = compared.tables["tables"]
    assert (differences["value_b"] - differences["value_a"]).to_numpy() == pytest.approx(
        differences["difference"].to_numpy(),
        abs=0.05,  # of a gap, what chance adds is taken off
    )


@pytest.mark.thorough
def test_an_error_is_that_of_fresh_deals() -> None:
    found: dict[str, list[tuple[float, float]]] = {}
    for seed in range(60):
        compared = forsale_sim.compare(
            *("iello-en", "iello-fr"), players=3, games=300, drawn_tables=1,
            players_from="spread,expert,counter", seed=seed, progress=False, threads=1,
        )  # fmt: skip
        row = about(compared.tables["tables"], "coins_left", a="iello-en")
        seats = row["lineup"].split(", ")
        next_to = seats[(seats.index("expert") + 1) % 3]  # all rotations are played
        values = found.setdefault(next_to, [])
        values.append((row["difference"], row["standard_error"]))
    for values in found.values():
        differences, errors = np.array(values).T
        assert len(differences) > 20
        assert errors.mean() == pytest.approx(differences.std(ddof=1), rel=0.4)


def test_no_two_tables_share_a_deal(richer: Any) -> None:
    outcome = richer._outcome
    firsts = [block.identity["first_deal"] for block in outcome.experiment.blocks[::2]]
    deals = outcome.experiment.blocks[0].units
    assert firsts == [1 + number * deals for number in range(20)]
    pairs = zip(outcome.experiment.blocks[::2], outcome.experiment.blocks[1::2], strict=True)
    assert all(a.identity["first_deal"] == b.identity["first_deal"] for a, b in pairs)


def test_what_all_tables_show_is_always_so(richer: Any) -> None:
    opener = about(richer.conclusions, "win_rate", 1, a="iello-en")
    assert (opener["word"], opener["tables"], opener["agreeing"]) == ("always", 20, 20) or (
        opener["word"] == "mostly" and opener["agreeing"] >= 19
    )
    assert 0 < opener["low"] <= opener["middle"] <= opener["high"]
    fair = about(richer.conclusions, "win_rate", 1, a="a fair share", b="richer-opener")
    assert fair["middle"] > 0.02
    ranges = about(richer.ranges, "coins_left", ruleset="richer-opener")
    values = about(richer.tables["values"], "coins_left", ruleset="richer-opener")["value"]
    assert values.min() <= ranges["low"] <= ranges["middle"] <= ranges["high"] <= values.max()


def test_the_same_rules_differ_in_nothing() -> None:
    same = {"name": "same", "extends": "iello-en"}
    found = forsale_sim.compare(
        *("iello-en", same), players=3, games=6000, drawn_tables=10, **FEW
    ).conclusions
    found = found[found["a"] == "iello-en"]
    assert set(found["word"]) == {"nothing"}
    assert found[["low", "middle", "high"]].to_numpy() == pytest.approx(0, abs=1e-12)


def test_what_a_rule_fixes_is_no_finding(forsale: Command) -> None:
    asked = ("compare", "iello-en", "--vary", "refund=all", "--players", 3, "--games", 6000)
    said = forsale(*asked, "--players-from", ",".join(FIELD), "--tables", 8, "--format", "json")
    printed = json.loads(said.out)
    fixed = {row["measure"] for row in printed["conclusions"] if row["by_definition"]}
    assert fixed == {"paid_by_passing", "price"}
    assert not any("Passing" in text for text in printed["manifest"]["findings"])


def test_what_no_table_has_by_one_ruleset_is_a_finding_by_the_other() -> None:
    """Nobody shares a win in these few games, unless nobody has a coin to tell them apart."""
    found = forsale_sim.compare(
        *("iello-en", "iello-en[coins=0]"), players=3, games=300, drawn_tables=3, **FEW
    )
    shared = about(found.tables["tables"], "shared_wins")
    assert not shared["value_a"].any() and shared["value_b"].any()
    fixed = found.conclusions[found.conclusions["by_definition"]]["measure"]
    assert set(fixed) == {"coins_left", "paid", "paid_by_passing", "price"}


def test_margins_and_rules_are_those_that_were_asked_for(forsale: Command) -> None:
    asked = (
        *("compare", "iello-en", "--vary", "refund=up,none", "--vary", "coins=+1"),
        *("--games", 500, "--players", "3,4", "--seed", 5, "--margin", "win_rate=2"),
        *("--players-from", "expert,miser,spread", "--tables", 3),
    )
    first = json.loads(forsale(*asked, "--format", "json").out)
    _, *again = shlex.split(first["manifest"]["command"])
    names = ["iello-en", "iello-en[refund=up,coins=+1]", "iello-en[refund=none,coins=+1]"]
    assert first["manifest"]["rulesets"] == names
    assert first["manifest"]["margins"] == {"win_rate": 0.02}
    assert {row["matters"] for row in first["conclusions"] if row["measure"] == "win_rate"} == {
        0.02
    }
    said = " ".join(forsale(*again).out.split())
    for finding in first["manifest"]["findings"]:
        assert finding.partition(" players: ")[2] in said


@pytest.mark.thorough
def test_the_usual_population_has_built_in_players_strangers_and_levels(
    forsale: Command,
) -> None:
    asked = ("compare", "iello-fr", "iello-en", "--games", 1, "--players", 3, "--seed", 1)
    printed = json.loads(forsale(*asked, "--format", "json").out)
    population = printed["manifest"]["population"]["players"]
    drawn = [name for name in population if name.startswith("stranger:number=")]
    assert 10 <= len(drawn) < len(population) - 10
    assert {row["level"] for row in printed["tables"]} == {"", *printed["manifest"]["levels"]}
    alone = json.loads(forsale(*asked, "--players-from", "strong", "--format", "json").out)
    assert {row["level"] for row in alone["tables"]} == {""}
    page = json.loads(
        forsale(
            "report", "--ruleset", asked[1], "--ruleset", asked[2], *asked[3:], "--format", "json"
        ).out
    )
    assert len(page["levels"]) == 2 * 10
    assert {row["level"] for row in page["tables"]} == {row["level"] for row in printed["tables"]}
    other = json.loads(forsale(*asked[:-1], 2, "--format", "json").out)
    assert other["manifest"]["population"]["players"] != population


def test_a_game_by_a_what_if_needs_a_file_to_be_seen(forsale: Command, tmp_path: Path) -> None:
    bid = "return 99 if view.refund(9) == 9 else 0"
    asked = ("--players-from", f"spread,{write(tmp_path, bid=bid)}", "--players", 4)
    said = forsale("compare", "iello-en", "--vary", "refund=all", *asked, "--games", 2000)
    assert said.status == 1
    assert "--ruleset FILE.toml" in said.message
    assert said.message.endswith("where FILE.toml is a file of iello-en[refund=all]")


ANEW = ("compare", "iello-en", "iello-en[refund=none]", "--players", 3, "--games", 600)


@pytest.mark.thorough
def test_players_are_trained_anew_for_each_ruleset(
    forsale: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("strategy_lab.experiments.searching.GENERATIONS", 2)
    asked = (*ANEW, "--players-from", "strong", "--tables", 2, "--training-seeds", 2, "--seed", 5)
    asked = (*asked, "--threads", 1)
    whole, out = forsale(*asked), tmp_path / "out"
    printed = json.loads(forsale(*asked, "--format", "json").out)
    trained = [row for row in printed["values"] if row["level"] == "players trained anew"]
    assert {row["table"] for row in trained} == {"trained anew 1", "trained anew 2"}
    assert not any(row["tables"] > 2 for row in printed["conclusions"])
    with monkeypatch.context() as patched:
        interrupt_after(patched, 60)
        stopped = forsale(*asked, "--out", out, "--checkpoint-every", 0)
    assert stopped.status == 130
    assert type(Checkpoint.load(out).outcome.experiment).__name__ == "TrainingAnew"
    assert forsale("compare", "--resume", out).out == whole.out
    parts = [tmp_path / "1", tmp_path / "2"]
    for part in parts:
        assert forsale(*asked, "--shard", f"{part.name}/2", "--out", part).status == 0
    merged = forsale("merge", *parts, "--out", tmp_path / "merged")
    assert merged.out.partition("digest")[2].split()[0] in whole.out
