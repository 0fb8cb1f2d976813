"""A result is read, saved, copied, plotted and gone on with."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import forsale_sim
import pandas as pd
import pytest
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.plugins.strategies import PLAYED

from tests.cli.calling import call
from tests.strategy_lab.api.playing import FIELD, Timid, run
from tests.strategy_lab.results.made import TABLES
from tests.support.interrupting import interrupt_after


def test_a_result_says_what_it_is(result: forsale_sim.Result) -> None:
    said = repr(result)
    assert said.startswith(
        "<forsale_sim.Result: 600 games of 200 deals, seed 5, iello-en for 3 players, digest "
    )
    assert "\n" not in said
    assert {"by_strategy", "tables", "plot", "save", "manifest"} <= set(dir(result))
    assert list(result.tables) == list(TABLES)
    with pytest.raises(AttributeError, match=r"no 'by_set': did you mean 'by_seat'\? Known: "):
        result.by_set  # type: ignore[attr-defined]  # noqa: B018


def test_a_result_can_be_saved(result: forsale_sim.Result, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    result.save(folder, plot_formats=["svg"])
    held = json.loads((folder / "manifest.json").read_text())
    assert result.manifest | {"tables": held["tables"]} == held
    saved = pd.read_parquet(folder / "by_seat.parquet")
    pd.testing.assert_frame_equal(result.by_seat, saved, check_dtype=False)
    assert (folder / "win_rate_by_seat_iello-en.svg").exists()
    with pytest.raises(LaboratoryError, match="saved"):
        result.save(folder)


def test_an_interrupted_experiment_is_gone_on_with_from_python(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole, folder = run(10_000), tmp_path / "interrupted"
    with monkeypatch.context() as patched:
        interrupt_after(patched, chunks=1)
        with pytest.raises(KeyboardInterrupt):
            run(10_000, out=folder)
    on = forsale_sim.resume(folder)
    assert on.manifest["digest"] == whole.manifest["digest"]
    assert on == whole
    assert forsale_sim.resume(folder) == on
    assert forsale_sim.load(folder) == on


@pytest.mark.parametrize(
    ("options", "tables"),
    [
        ({"table_formats": "csv"}, {".csv"}),
        ({"table_formats": iter(["csv", "parquet"]), "plot_formats": "svg"}, {".csv", ".parquet"}),
        ({"table_formats": []}, set()),
    ],
)
def test_a_format_may_be_given_as_one_or_as_several(
    result: forsale_sim.Result, tmp_path: Path, options: dict[str, Any], tables: set[str]
) -> None:
    result.save(tmp_path, **options)
    saved = {(path.stem, path.suffix) for path in tmp_path.iterdir()}
    assert {suffix for name, suffix in saved if name in TABLES} == tables
    assert {(name, suffix) for name in TABLES for suffix in tables} <= saved


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda result: pickle.loads(pickle.dumps(result))]
)
def test_a_result_can_be_copied(
    result: forsale_sim.Result, copied: Callable[[forsale_sim.Result], forsale_sim.Result]
) -> None:
    other = copied(result)
    assert other.manifest == result.manifest
    pd.testing.assert_frame_equal(other.by_strategy, result.by_strategy)
    assert str(other.replay(7)) == str(result.replay(7))


def test_a_result_can_be_plotted(result: forsale_sim.Result) -> None:
    assert [label.get_text() for label in result.plot("seats").axes[0].get_xticklabels()] == [
        *("seat 1", "seat 2", "seat 3")
    ]
    assert [label.get_text() for label in result.plot().axes[0].get_yticklabels()] == [
        *("expert", "spread")
    ]
    with pytest.raises(
        UsageError, match=r"no plot 'houses'.*opponents, players, seats, strategies"
    ):
        result.plot("houses")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"there is no ruleset 'iello-fr'.*: iello-en"):
        result.plot("seats", "iello-fr")
    both = run(60, rulesets=["iello-en", "iello-fr"])
    for shown, name in (
        (both.plot("seats"), "iello-en"),
        (both.plot("seats", "iello-fr"), "iello-fr"),
    ):
        _, told = shown._repr_png_()  # type: ignore[attr-defined]
        assert told["alt"].startswith(f"Win rate by seat, {name}. 3 players: ")


def test_results_are_equal_if_they_are_of_the_same_games(result: forsale_sim.Result) -> None:
    again = run()
    assert (result == again, result != again, hash(result)) == (True, False, hash(again))
    assert result != run(seed=6)
    assert result != forsale_sim.rank(600, players=3, strategies=FIELD, seed=5)
    assert result != 5


def test_a_summary_is_what_the_command_line_prints(
    capsys: pytest.CaptureFixture[str], result: forsale_sim.Result
) -> None:
    _, *arguments = result.manifest["command"].split()
    printed = call(capsys, *arguments).out.splitlines()
    told = [line.rstrip() for line in result.summary().splitlines()]
    assert [told[0], *told[2:]] == [printed[0], *(line.rstrip() for line in printed[2 : len(told)])]


def test_the_games_are_those_of_the_file(
    capsys: pytest.CaptureFixture[str], result: forsale_sim.Result, tmp_path: Path
) -> None:
    path = tmp_path / "games.parquet"
    _, *arguments = result.manifest["command"].split()
    call(capsys, *arguments, "--games-out", path)
    pd.testing.assert_frame_equal(
        result.games, pd.read_parquet(path, dtype_backend="numpy_nullable")
    )
    wins = result.games["win_share_1"].mean()
    assert wins == pytest.approx(result.by_seat["win_rate"][0])


def test_only_games_with_numbers_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = forsale_sim.duel("spread", "miser", field=None, players=3, max_deals=4, seed=1)
    with pytest.raises(UsageError, match="games of duel cannot be listed"):
        duel.games  # noqa: B018
    monkeypatch.setattr("strategy_lab.api.result.MOST_GAMES", 599)
    with pytest.raises(UsageError, match="600 games are too many for a DataFrame"):
        run().games  # noqa: B018


def test_an_interrupt_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(monkeypatch, chunks=1)
    with pytest.raises(KeyboardInterrupt) as caught:
        run(10_000)
    assert isinstance(caught.value, forsale_sim.Interrupted)
    partial = caught.value.result
    assert 0 < partial.manifest["games"] < 10_000
    assert not partial.manifest["complete"]
    assert repr(partial).startswith("<forsale_sim.Result: PARTIAL, interrupted: ")
    assert len(partial.by_seat) == 3


def test_an_interrupt_after_the_last_game_keeps_the_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("strategy_lab.display.presentations.save_results", interrupted)
        with pytest.raises(forsale_sim.Interrupted) as caught:
            run(out=tmp_path / "kept")
    assert caught.value.result.manifest["complete"]
    assert forsale_sim.resume(tmp_path / "kept").manifest == caught.value.result.manifest


def lowest_sold(view: forsale_sim.View) -> int:
    return forsale_sim.cards.lowest(view.hand)


def test_a_strategy_of_the_session_is_resumed_where_it_is_defined(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, field = tmp_path / "kept", ["spread", Timid(limit=6)]
    with monkeypatch.context() as patched:
        interrupt_after(patched, chunks=1)
        with pytest.raises(forsale_sim.Interrupted):
            run(50_000, strategies=field, out=folder)
    with pytest.raises(UsageError) as refused:
        run(50_000, strategies=field, out=folder)
    assert f"resume({str(folder)!r})" in str(refused.value)
    with monkeypatch.context() as patched:
        patched.setattr("strategy_lab.plugins.entrants.PLAYED", {})
        said = call(capsys, "run", "--resume", folder)
        assert said.status == 2
        assert "cannot be loaded again where that was not run: save it in a file" in said.message
    with monkeypatch.context() as patched:
        other = replace(Timid, decisions={**Timid.decisions, "sell": lowest_sold})
        patched.setitem(PLAYED, "timid", other)
        with pytest.raises(UsageError, match="timid"):
            forsale_sim.resume(folder, progress=False)
    whole = forsale_sim.resume(folder, progress=False)
    assert whole.manifest["digest"] == run(50_000, strategies=field).manifest["digest"]


def test_a_strategy_of_the_session_is_not_loaded_elsewhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "saved"
    run(strategies=["spread", Timid]).save(folder)
    monkeypatch.setattr("strategy_lab.plugins.entrants.PLAYED", {})
    said = call(capsys, "replay", "--out", folder, "--game", 1)
    assert said.status == 2
    assert (
        "'timid' was defined where it is run, in a notebook, a session or a script, and"
        in said.message
    )
    assert call(capsys, "run", "--resume", folder).status == 0  # there is nothing left to play
    assert call(capsys, "merge", folder).status == 0
