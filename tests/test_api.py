"""Runs from Python find what the command line finds, and are pleasant in a notebook."""

from __future__ import annotations

import copy
import json
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import forsale_sim
import numpy as np
import pandas as pd
import pytest
from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import highest, lowest
from forsale_sim.display.plots.of_run import RUN_PLOTS
from forsale_sim.errors import ForSaleError, UsageError
from forsale_sim.plugins.starter import starter
from forsale_sim.results.schema import TABLES

from tests.cli.calling import call, contents
from tests.support.interrupting import interrupt_after

FIELD = ("spread", "expert")


def run(games: Any = 600, **options: Any) -> forsale_sim.Result:
    return forsale_sim.run(games, **{"players": 3, "strategies": FIELD, "seed": 5, **options})


@strategy("timid")
class Timid:
    """Bids low."""

    limit = Parameter(3, low=0, high=9, meaning="the most it bids")

    def bid(view: View, limit: int) -> int:
        return view.least_bid if view.least_bid <= limit else 0

    def sell(view: View) -> int:
        return highest(view.hand)


@pytest.fixture(scope="module")
def result() -> forsale_sim.Result:
    return run()


def test_tables_and_digest_are_those_of_the_command_line(
    result: forsale_sim.Result, capsys: pytest.CaptureFixture[str]
) -> None:
    said = call(
        capsys,
        *("run", "--games", 600, "--players", 3, "--seed", 5, "--format", "json"),
        *("--strategy", "spread", "--strategy", "expert"),
    )
    printed = json.loads(said.out)
    times = {"seconds", "threads"}
    assert result.manifest.keys() == printed["manifest"].keys()
    for key in result.manifest.keys() - times:
        assert result.manifest[key] == printed["manifest"][key], key
    for name in TABLES:
        table = getattr(result, name)
        pd.testing.assert_frame_equal(table, pd.DataFrame(printed[name]).astype(table.dtypes))


def test_the_command_in_the_manifest_plays_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = run(
        lineup=["spread:share=0.3", "bid=spread,sell=matcher", "spread"],
        strategies=None,
        rotate=False,
    )
    program, *arguments = found.manifest["command"].split()
    assert program == "forsale-sim"
    assert found.manifest["digest"] in call(capsys, *arguments).out


def test_arguments_may_be_written_in_several_ways(result: forsale_sim.Result) -> None:
    for options in (
        {"games": 6e2, "players": [3]},
        {"games": np.int64(600), "players": (3, 3)},
        {"players": np.int64(3)},
        {"players": 3.0},
        {"players": "3"},
        {"players": ["3-3", 3]},
        {"threads": 2.0},
        {"rulesets": ["iello-en"], "strategies": list(FIELD), "seed": np.uint64(5)},
    ):
        assert run(**options).manifest["digest"] == result.manifest["digest"]


def test_a_lineup_may_be_a_text_or_a_list() -> None:
    listed = run(strategies=None, lineup=["spread", "expert", "spread"])
    text = run(strategies=None, lineup="spread,expert,spread")
    assert listed.manifest["digest"] == text.manifest["digest"]
    assert listed.manifest["command"] == text.manifest["command"]


def test_a_seed_is_drawn_and_told() -> None:
    seeds = {run(6, seed=None).manifest["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_a_result_says_what_it_is(result: forsale_sim.Result) -> None:
    said = repr(result)
    assert said.startswith(
        "<forsale_sim.Result: 600 games of 200 deals, seed 5, iello-en for 3 players, digest "
    )
    assert "\n" not in said
    assert {"by_strategy", "tables", "plot", "save", "manifest"} <= set(dir(result))
    assert list(result.tables) == list(TABLES)
    with pytest.raises(AttributeError, match="a result has no 'by_set'; its tables: by_strategy"):
        result.by_set  # noqa: B018


def test_nothing_is_printed_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    run(601)
    assert capfd.readouterr() == ("", "")


def test_a_strategy_of_the_session_plays() -> None:
    found = run(strategies=["spread", Timid])
    assert list(found.by_strategy["strategy"]) == ["spread", "timid"]
    assert run(strategies=[Timid, "spread"], engine="python", games=60).manifest["complete"]
    assert "--strategy '<timid>'" in found.manifest["command"]
    assert found.manifest["specs"] == ["spread", "<timid>"]


def test_the_engines_agree_on_a_strategy_of_the_session() -> None:
    digests = {
        run(60, strategies=["random", Timid], engine=engine).manifest["digest"]
        for engine in ("compiled", "python")
    }
    assert len(digests) == 1


def test_a_strategy_of_the_session_is_not_loaded_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "saved"
    run(strategies=["spread", Timid]).save(folder)
    said = call(capsys, "replay", "--out", folder, "--game", 1)
    assert said.status == 2
    assert "'timid' was defined in a Python session and cannot be loaded again" in said.message
    said = call(capsys, "run", "--resume", folder)
    assert said.status == 2
    assert "'timid' was defined in a Python session and cannot be loaded again" in said.message
    assert call(capsys, "merge", folder).status == 0


def test_two_strategies_of_one_name_are_refused() -> None:
    @strategy("timid")
    class Other:
        def bid(view: View) -> int:
            return 0

        def sell(view: View) -> int:
            return lowest(view.hand)

    with pytest.raises(UsageError, match="two strategies are called 'timid'"):
        run(strategies=[Timid, Other])
    assert run(strategies=[Timid, Timid, "spread"]).manifest["strategies"] == ["timid", "spread"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "the number of games must be 1 to"),
        ({"games": 1.5}, "games: 1.5 is not a whole number"),
        ({"games": "many"}, "games: 'many' is not a whole number"),
        ({"seed": 2**64}, "a seed is a whole number from 0 to"),
        ({"players": 7}, "For Sale is played by 3 to 6 players, not by 7"),
        ({"players": 3.5}, "players: 3.5 is not a whole number"),
        ({"players": [3.5]}, "players: 3.5 is not a whole number"),
        ({"strategies": "sprad"}, "unknown strategy 'sprad': did you mean 'spread'?"),
        ({"rulesets": "iello"}, "no ruleset is called 'iello'"),
        (
            {"lineup": "spread,spread,spread"},
            "a lineup and a field of strategies exclude each other",
        ),
        ({"engine": "fast"}, "there is no engine 'fast'; there are: "),
        ({"threads": 0}, "the number of threads must be 1 to"),
        ({"precision": 0.01}, "a number of games (--games) and a precision"),
        ({"max_games": 100}, "a limit of games (--max-games) goes with a precision"),
        ({"games": None, "precision": "1e-2"}, "precision: '1e-2' is not a number"),
        ({"games": None, "precision": 0.1, "max_games": 1.5}, "max_games: 1.5 is not a whole"),
        ({"threads": "two"}, "threads: 'two' is not a whole number"),
        ({"players": "3;4"}, "'3;4' is not a list of player counts, such as 3,4 or 3-6"),
        ({"rulesets": None}, "rulesets: None is no ruleset: give the name of an edition"),
        ({"rulesets": ["iello-en", 7]}, "rulesets: 7 is no ruleset"),
        ({"strategies": None, "lineup": 3}, "3 is no strategy: put @strategy"),
        ({"rulesets": []}, "rulesets is empty: name at least one, or leave rulesets out"),
        ({"players": []}, "players is empty"),
        ({"strategies": iter(())}, "strategies is empty"),
        ({"strategies": None, "lineup": []}, "lineup is empty"),
        ({"games": None, "precision": 1}, "the precision must be more than 0 and less than 1"),
    ],
)
def test_what_cannot_be_is_an_exception(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        run(**options)
    assert str(caught.value).startswith(message)


def test_an_illegal_move_is_an_exception() -> None:
    @strategy("cheat")
    class Cheat:
        def bid(view: View) -> int:
            return view.coins + 1

        def sell(view: View) -> int:
            return lowest(view.hand)

    with pytest.raises(ForSaleError, match=r"(?s)cheat.*See the game: forsale-sim replay"):
        run(strategies=[Cheat, "spread"])


def test_a_precision_may_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    found = run(None, precision=0.03)
    assert (found.manifest["precision"], found.manifest["max_games"]) == (0.03, 10**9)
    assert found.manifest["precision_reached"] is True
    seats = found.by_seat
    assert (seats["win_rate_high"] - seats["win_rate"]).max() <= 0.03
    short = run(None, precision=0.001, max_games=3000)
    assert short.manifest["games"] == 3000
    assert "precision not reached" in repr(short)


def test_a_result_can_be_saved(result: forsale_sim.Result, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    result.save(folder, plot_formats=["svg"])
    assert json.loads((folder / "manifest.json").read_text()) == result.manifest
    saved = pd.read_parquet(folder / "by_seat.parquet")
    pd.testing.assert_frame_equal(saved, result.by_seat, check_dtype=False)
    assert (folder / "win_rate_by_seat_iello-en.svg").exists()
    with pytest.raises(ForSaleError, match="saved"):
        result.save(folder)


def test_what_is_saved_can_be_gone_on_with_and_merged(
    capsys: pytest.CaptureFixture[str], result: forsale_sim.Result, tmp_path: Path
) -> None:
    folder = tmp_path / "saved"
    result.save(folder)
    before = contents(folder)
    said = call(capsys, "run", "--resume", folder)
    assert (said.status, said.err) == (
        0,
        f"The run in {folder} is complete: there was nothing left to do.\n",
    )
    assert contents(folder) == before
    assert result.manifest["digest"] in call(capsys, "merge", folder).out


def test_what_was_interrupted_can_be_gone_on_with(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as patched:
        interrupt_after(patched, chunks=1)
        with pytest.raises(forsale_sim.Interrupted) as caught:
            run(10_000)
    folder = tmp_path / "saved"
    caught.value.result.save(folder, table_formats="csv", plot_formats=[])
    said = call(capsys, "run", "--resume", folder)
    assert run(10_000).manifest["digest"] in said.out
    assert json.loads((folder / "manifest.json").read_text())["complete"]


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
    ("options", "message"),
    [
        ({"table_formats": "xlsx"}, "table_formats: there is no 'xlsx'; there are: parquet, csv"),
        ({"table_formats": ["csv", "xlsx"]}, "table_formats: there is no 'xlsx'"),
        ({"plot_formats": ["jpeg"]}, "plot_formats: there is no 'jpeg'; there are: png, svg"),
    ],
)
def test_an_unknown_format_is_refused_before_anything_is_written(
    result: forsale_sim.Result, tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        result.save(tmp_path / "saved", **options)
    assert str(caught.value).startswith(message)
    assert list(tmp_path.iterdir()) == []


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
    assert [ticks.get_text() for ticks in result.plot("players").axes[0].get_yticklabels()]
    assert {text.get_text() for text in result.plot("opponents").axes[0].get_yticklabels()} == {
        *("expert", "spread")
    }
    with pytest.raises(UsageError, match=f"no plot 'houses'; there are: {', '.join(RUN_PLOTS)}"):
        result.plot("houses")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="the run has no ruleset 'iello-fr'; it has: iello-en"):
        result.plot("seats", "iello-fr")
    both = run(60, rulesets=["iello-en", "iello-fr"])
    with pytest.raises(UsageError, match="name a ruleset for the plot: iello-en, iello-fr"):
        both.plot("seats")
    assert both.plot("seats", "iello-fr").axes


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


def test_an_interrupt_before_anything_was_played_is_just_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    interrupt_after(monkeypatch, chunks=0)
    with pytest.raises(KeyboardInterrupt) as caught:
        run(10_000)
    assert not isinstance(caught.value, forsale_sim.Interrupted)


Bundles = list[dict[str, str]]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Bundles:
    """What is shown in a notebook, which this is made to look like."""
    bundles: Bundles = []

    class Handle:
        def update(self, bundle: dict[str, str], *, raw: bool) -> None:
            bundles.append(bundle)

    def display(bundle: dict[str, str], *, raw: bool, display_id: bool) -> Handle:
        bundles.append(bundle)
        return Handle()

    kernel = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: kernel))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    return bundles


def test_a_notebook_shows_progress_and_leaves_nothing(shown: Bundles) -> None:
    run(600)
    assert shown[0]["text/plain"].startswith("Getting ready")
    first = next(bundle for bundle in shown if "games" in bundle["text/plain"])
    assert first["text/plain"] == "Playing 3 of 600 games"
    assert first["text/html"].startswith('<progress max="600" value="3"></progress> Playing 3 of')
    assert shown[-1] == {"text/plain": ""}


def test_a_notebook_shows_how_many_games_a_precision_may_take(shown: Bundles) -> None:
    run(None, precision=0.03)
    (first,) = (bundle for bundle in shown if "Playing 3 of" in bundle["text/plain"])
    games = int(first["text/plain"].split()[3].replace(",", ""))
    assert 1000 < games < 10_000


def test_a_strategy_may_be_given_by_the_path_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(starter("mine", path))
    named = forsale_sim.run(12, players=3, strategies=[path, "spread"], seed=1)
    assert (
        named.manifest["digest"]
        == (
            forsale_sim.run(12, players=3, strategies=[str(path), "spread"], seed=1).manifest[
                "digest"
            ]
        )
    )


class Undecorated:
    def bid(view: View) -> int:
        return 0

    def sell(view: View) -> int:
        return view.hand


@pytest.mark.parametrize("given", [Undecorated, Undecorated(), 7, None])
def test_what_is_no_strategy_is_refused(given: Any) -> None:
    with pytest.raises(UsageError, match="is no strategy: put @strategy"):
        forsale_sim.run(12, players=3, strategies=[given, "spread"])
    with pytest.raises(UsageError, match="is no strategy"):
        forsale_sim.run(12, lineup=[given, "spread", "spread"])
