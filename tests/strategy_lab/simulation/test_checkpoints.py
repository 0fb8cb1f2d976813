"""A checkpoint holds an experiment, and is not taken for that of another."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from strategy_lab.errors import UsageError
from strategy_lab.results.saved_tables import load_arrays, save_arrays, save_manifest
from strategy_lab.simulation.checkpoints import (
    CHECKPOINT,
    Checkpoint,
    Execution,
    Shard,
    digest_of,
    versions,
)
from strategy_lab.simulation.replaying import leave_unloaded

from tests.strategy_lab.simulation.kept import small_spec
from tests.strategy_lab.simulation.playing import play, sums

SPEC = small_spec(lineup=["spread", "coinflip", "spread", "random"], players=None)


def execution(folder: Path) -> Execution:
    return Execution(
        engine="python",
        threads=3,
        shard=Shard(1, 1),
        table_formats=("csv", "parquet"),
        plot_formats=(),
        games_out=folder / "games.parquet",
    )


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    Checkpoint(SPEC, execution(tmp_path), play(SPEC.experiment()), (5, 7)).save(tmp_path)
    return tmp_path


def test_what_is_saved_is_loaded(saved: Path) -> None:
    loaded, played = Checkpoint.load(saved), play(SPEC.experiment())
    assert loaded.spec == SPEC
    assert loaded.execution == execution(saved)
    assert loaded.games == (5, 7)
    assert loaded.outcome.wanted == loaded.outcome.played == played.played
    assert loaded.outcome.complete
    assert sums(loaded.outcome) == sums(played)
    assert digest_of(loaded.outcome) == digest_of(played)
    assert loaded.outcome.seconds > 0


def test_to_add_up_no_strategy_is_needed(saved: Path) -> None:
    def move(facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        for strategy in facts["spec"]["lineup"]:
            strategy["spec"] = "gone.py:a"

    change(saved, move)
    with pytest.raises(UsageError, match=r"no strategy file .*gone\.py"):
        Checkpoint.load(saved)
    outcome = Checkpoint.load(saved, leave_unloaded).outcome
    assert digest_of(outcome) == digest_of(play(SPEC.experiment()))


Change = Callable[[dict[str, Any], dict[str, Any]], object]


def change(folder: Path, change: Change) -> None:
    """Write another checkpoint, with a checksum that is right."""
    facts, arrays = load_arrays(folder / CHECKPOINT)
    change(facts, arrays)
    save_arrays(folder / CHECKPOINT, facts, arrays)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (lambda f, a: f.pop("versions"), "was written with forsale-sim None, which may play"),
        (lambda f, a: f.pop("played"), "is not the checkpoint of an experiment: 'played'"),
        (lambda f, a: f["spec"].pop("seed"), "is not the checkpoint of an experiment: "),
        (lambda f, a: f["spec"].pop("experiment"), "'experiment' is missing"),
        (
            lambda f, a: f["spec"]["lineup"][0].update(source="0" * 64),
            "spread has changed since games were played",
        ),
        (lambda f, a: f["spec"].update(games=36), "its units do not belong together"),
        (lambda f, a: f.update(played=[[[1, 300]]]), "its units do not belong together"),
        (lambda f, a: f.update(wanted=[[[1, 2]]]), "its units do not belong together"),
        (lambda f, a: f.update(played=[[[1, 5], [5, 9]]]), "5 is there twice"),
        (lambda f, a: f.update(played=[[], []]), "its blocks are of another experiment"),
        (lambda f, a: a.pop("0/tally/run/money"), "its sums are of another experiment"),
        (lambda f, a: a.update({"0/more": np.zeros(3, int)}), "its blocks are of another"),
        (
            lambda f, a: a.update({"0/tally/run/money": a["0/tally/run/money"][:1]}),
            "its sums are of another experiment",
        ),
    ],
)
def test_what_does_not_belong_together_is_refused(
    saved: Path, changed: Change, message: str
) -> None:
    change(saved, changed)
    with pytest.raises(UsageError, match=re.escape(message)) as caught:
        Checkpoint.load(saved)
    assert str(caught.value).startswith(str(saved / CHECKPOINT))


@pytest.mark.parametrize("name", versions())
def test_other_versions_are_refused_to_play_on_and_to_add_up(saved: Path, name: str) -> None:
    change(saved, lambda facts, arrays: facts["versions"].update({name: "0.0.9"}))
    expected = (
        f"{saved / CHECKPOINT} was written with {name} 0.0.9, which may play differently: "
        f"use that version, not {versions()[name]}"
    )
    for options in ((), (leave_unloaded,)):
        with pytest.raises(UsageError, match=f"^{re.escape(expected)}$"):
            Checkpoint.load(saved, *options)


def test_a_folder_without_an_experiment_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no folder .*nowhere"):
        Checkpoint.load(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="holds nothing of forsale-sim: there is no checkpoint"):
        Checkpoint.load(tmp_path)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            "forsale-sim rank --games 4",
            "holds the results of forsale-sim rank, but not the checkpoint.npz that it takes to "
            "read them again: only the tables can be read, or play it again with another --out",
        ),
        (7, "holds nothing of forsale-sim: there is no checkpoint.npz in it"),
    ],
)
def test_a_folder_with_something_else_says_what(tmp_path: Path, command: Any, message: str) -> None:
    save_manifest({"command": command}, tmp_path)
    with pytest.raises(UsageError) as caught:
        Checkpoint.load(tmp_path)
    assert str(caught.value) == f"{tmp_path} {message}"
