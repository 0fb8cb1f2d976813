"""A checkpoint holds a run, and is not taken for that of another."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from forsale_sim.errors import UsageError
from forsale_sim.results.files.checkpoint import load_checkpoint, save_checkpoint
from forsale_sim.results.files.saving import save_manifest
from forsale_sim.simulation.checkpoints import Asked, Checkpoint
from forsale_sim.simulation.describing import describe
from forsale_sim.simulation.manifest import run_digest
from forsale_sim.simulation.sharding import Shard
from forsale_sim.simulation.versions import versions

from tests.simulation.long_runs.kept import small_plan
from tests.simulation.playing import play, sums

PLAN = small_plan(lineup=(0, 1, 0, 2), players=())


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    asked = Asked(
        describe(PLAN),
        {"seed": 9, "lineup": "a,b"},
        run_options=("--shard", "1/1"),
        engine="python",
        played_by="specialised",
        threads=3,
        shard=Shard(1, 1),
        table_formats=("csv", "parquet"),
        games_out=tmp_path / "games.parquet",
    )
    Checkpoint(asked, play(PLAN), (5, 7)).save(tmp_path)
    return tmp_path


def test_what_is_saved_is_loaded(saved: Path) -> None:
    loaded, played = Checkpoint.load(saved), play(PLAN)
    assert loaded.asked == Asked(
        describe(PLAN),
        {"seed": 9, "lineup": "a,b"},
        run_options=("--shard", "1/1"),
        engine="python",
        played_by="specialised",
        threads=3,
        shard=Shard(1, 1),
        table_formats=("csv", "parquet"),
        games_out=saved / "games.parquet",
    )
    assert loaded.games == (5, 7)
    assert loaded.outcome.plan == PLAN
    assert loaded.outcome.played == played.played
    assert loaded.outcome.complete
    assert sums(loaded.outcome) == sums(played)
    assert run_digest(loaded.outcome) == run_digest(played)
    assert loaded.outcome.seconds > 0


def test_to_add_up_no_strategy_is_needed(saved: Path) -> None:
    change(saved, lambda facts, arrays: facts["plan"].update(specs=["gone.py:a"] * 3))
    with pytest.raises(UsageError, match=r"no strategy file .*gone\.py"):
        Checkpoint.load(saved)
    outcome = Checkpoint.load(saved, loaded=False).outcome
    assert run_digest(outcome) == run_digest(play(PLAN))
    with pytest.raises(NotImplementedError):
        outcome.plan.field[0].bid(None)  # type: ignore[arg-type]


def change(folder: Path, change: Callable[[dict[str, Any], dict[str, Any]], object]) -> None:
    """Write another checkpoint, with a checksum that is right."""
    facts, arrays = load_checkpoint(folder / "checkpoint.bin")
    change(facts, arrays)
    save_checkpoint(folder / "checkpoint.bin", facts, arrays)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (lambda f, a: f.pop("versions"), "was written with forsale-sim None, which may play"),
        (lambda f, a: f.pop("played"), "is not the checkpoint of a run: 'played'"),
        (lambda f, a: f["plan"].pop("seed"), "is not the checkpoint of a run: 'seed' is missing"),
        (lambda f, a: f["plan"]["sources"].reverse(), "spread has changed since games were played"),
        (lambda f, a: f["plan"].update(specs=["spread"] * 3), "are not the same strategies"),
        (
            lambda f, a: f["plan"]["cells"][0].update(deals_planned=9),
            "deals do not belong together",
        ),
        (lambda f, a: f.update(played=[[[1, 2]]]), "its deals do not belong together"),
        (lambda f, a: f.update(wanted=[[[1, 2]]]), "its deals do not belong together"),
        (lambda f, a: f.update(played=[[[1, 5], [5, 9]]]), "deal 5 is there twice"),
        (lambda f, a: f.update(played=[]), "is not the checkpoint of a run: "),
        (lambda f, a: a.pop("0/money"), "its sums are of another run"),
        (lambda f, a: a.update({"0/more": np.zeros(3, int)}), "its sums are of another run"),
        (lambda f, a: a.update({"0/money": a["0/money"][:1]}), "its sums are of another run"),
    ],
)
def test_what_does_not_belong_together_is_refused(
    saved: Path, changed: Callable[[dict[str, Any], dict[str, Any]], object], told: str
) -> None:
    change(saved, changed)
    with pytest.raises(UsageError, match=re.escape(told)) as caught:
        Checkpoint.load(saved)
    assert str(caught.value).startswith(str(saved / "checkpoint.bin"))


@pytest.mark.parametrize("name", versions())
@pytest.mark.parametrize("loaded", [True, False])
def test_other_versions_are_refused_to_play_on_and_to_add_up(
    saved: Path, name: str, loaded: bool
) -> None:
    change(saved, lambda facts, arrays: facts["versions"].update({name: "0.0.9"}))
    with pytest.raises(UsageError) as caught:
        Checkpoint.load(saved, loaded=loaded)
    assert str(caught.value) == (
        f"{saved / 'checkpoint.bin'} was written with {name} 0.0.9, which may play differently: "
        f"use that version, not {versions()[name]}"
    )


@pytest.mark.parametrize("version", ["0.0", versions()["forsale-sim"]])
def test_an_earlier_checkpoint_says_which_forsale_sim_wrote_it(saved: Path, version: str) -> None:
    def as_before(facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        del facts["versions"]
        facts["version"] = version

    change(saved, as_before)
    if version == "0.0":
        with pytest.raises(UsageError, match=r"was written with forsale-sim 0\.0, which may play"):
            Checkpoint.load(saved)
    else:
        assert Checkpoint.load(saved).outcome.complete


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no folder .*nowhere"):
        Checkpoint.load(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="holds no run of forsale-sim: there is no checkpoint"):
        Checkpoint.load(tmp_path)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            "forsale-sim run --games 4",
            "holds the results of a run, but not the checkpoint.bin that it takes to go on with it "
            "or to merge it: plot and replay read it, or play it again with another --out",
        ),
        (
            "forsale-sim rank",
            "holds what forsale-sim rank has found, and only a run can be gone on with or merged: "
            "plot and replay read it",
        ),
        (
            "forsale-sim compare iello-en iello-fr",
            "holds what forsale-sim compare has found, and only a run can be gone on with or "
            "merged: its tables can be read",
        ),
        (7, "holds no run of forsale-sim: there is no checkpoint.bin in it"),
    ],
)
def test_a_folder_with_something_else_says_what(tmp_path: Path, command: Any, told: str) -> None:
    save_manifest({"command": command}, tmp_path)
    with pytest.raises(UsageError) as caught:
        Checkpoint.load(tmp_path)
    assert str(caught.value) == f"{tmp_path} {told}"
