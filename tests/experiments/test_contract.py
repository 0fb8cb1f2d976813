"""What holds for every experiment: how it is played changes nothing, and nothing is lost."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import forsale_sim
import pytest
from pyarrow import parquet
from strategy_lab.errors import StoppedError, UsageError
from strategy_lab.simulation.checkpoints import CHECKPOINT, Checkpoint, Execution, Shard, merged
from strategy_lab.simulation.sessions import begun
from strategy_lab.simulation.spec import Spec, spec_from

from tests.cli.calling import call, contents
from tests.experiments.contract import (
    ADAPTIVE,
    FIXED_SIZE,
    REQUESTS,
    SEARCHES,
    VARIANTS,
    Result,
    play,
    play_on,
    result_of,
    spec_of,
)
from tests.strategy_lab.check.trying import write
from tests.support.interrupting import interrupt_after


def each(*names: str, long: tuple[str, ...] = VARIANTS) -> pytest.MarkDecorator:
    """Ask for each of some requests; for what only varies another, in the second tier."""
    found = [pytest.param(name, marks=[pytest.mark.thorough] * (name in long)) for name in names]
    return pytest.mark.parametrize("request_name", found)


every_request = each(*REQUESTS)

PATIENCE = 60


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Result]:
    """Give what comes of a request that is played undisturbed on one thread."""
    results: dict[str, Result] = {}

    def result(request_name: str) -> Result:
        if request_name not in results:
            folder = tmp_path_factory.mktemp("whole")
            results[request_name] = result_of(play(spec_of(request_name, folder)))
        return results[request_name]

    return result


def command(spec: Spec) -> list[str]:
    """Return the arguments that ask for a spec."""
    return shlex.split(spec.command_line())[1:]


@each(*REQUESTS, long=(*VARIANTS, "design"))
def test_the_engines_agree(request_name: str, tmp_path: Path) -> None:
    spec = spec_of(request_name, tmp_path, size=1)
    assert result_of(play(spec, engine="python")) == result_of(play(spec))


@every_request
@pytest.mark.parametrize("pieces", [pytest.param(1, marks=pytest.mark.thorough), 20])
def test_an_interrupted_experiment_ends_as_if_it_had_not_been(
    request_name: str, pieces: int, tmp_path: Path, whole: Callable[[str], Result]
) -> None:
    spec, folder = spec_of(request_name, tmp_path), tmp_path / "out"
    with pytest.MonkeyPatch.context() as patch:
        interrupt_after(patch, pieces)
        with suppress(StoppedError):  # before there was anything to make tables of
            play(spec, folder)
    assert not Checkpoint.load(folder).outcome.complete
    assert result_of(play_on(folder, spec.command)) == whole(request_name)


def kill_and_resume(spec: Spec, folder: Path, seconds: float) -> Result:
    """Kill a process some time after it has begun to play, and play on in this one."""
    arguments = [*command(spec), "--out", str(folder), "--checkpoint-every", "0", "--threads", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "forsale_sim", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        end = time.monotonic() + PATIENCE
        while not (folder / CHECKPOINT).exists():
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < end
            time.sleep(0.01)
        time.sleep(seconds)
        process.kill()
    return result_of(play_on(folder, spec.command))


@pytest.mark.thorough
@pytest.mark.parametrize("request_name", ["run", "duel", "report", "psro"])
def test_a_killed_experiment_ends_as_if_it_had_not_been(
    request_name: str, tmp_path: Path, whole: Callable[[str], Result]
) -> None:
    seconds = random.Random(request_name).uniform(0, 2)
    spec = spec_of(request_name, tmp_path)
    assert kill_and_resume(spec, tmp_path / "out", seconds) == whole(request_name)


@pytest.mark.slow
@every_request
def test_nothing_is_lost_at_whatever_moment_it_is_killed(
    request_name: str, tmp_path: Path, whole: Callable[[str], Result]
) -> None:
    moments, spec = random.Random(request_name), spec_of(request_name, tmp_path)
    for number in range(20):
        folder = tmp_path / f"out-{number}"
        assert kill_and_resume(spec, folder, moments.uniform(0, 2)) == whole(request_name)


@every_request
def test_neither_threads_nor_pieces_nor_json_nor_a_folder_change_anything(
    request_name: str, tmp_path: Path, whole: Callable[[str], Result]
) -> None:
    asked, folder = spec_of(request_name, tmp_path), tmp_path / "out"
    spec = spec_from(json.loads(json.dumps(asked.to_json())))
    assert type(spec) is type(asked)
    assert spec.to_json() == asked.to_json()
    assert spec.command_line() == asked.command_line()
    outcome = play(spec, folder, threads=2, piece_games=17)
    assert outcome.complete
    assert result_of(outcome) == whole(request_name)
    checkpoint = Checkpoint.load(folder)
    assert checkpoint.outcome.complete
    assert checkpoint.spec.to_json() == spec.to_json()
    assert result_of(checkpoint.outcome) == whole(request_name)
    result = forsale_sim.load(folder)
    assert result.manifest["digest"] == whole(request_name).digest
    assert json.loads(json.dumps(result.manifest)) == result.manifest


@every_request
def test_the_command_that_is_printed_plays_the_same_again(
    request_name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    whole: Callable[[str], Result],
) -> None:
    first = call(capsys, *command(spec_of(request_name, tmp_path)))
    digest, again = (
        re.search(rf"^{label} +(.*)$", first.out, re.MULTILINE)[1] for label in ("digest", "again")
    )
    assert digest == whole(request_name).digest
    printed = call(capsys, *shlex.split(again)[1:], "--format", "json")
    assert printed.status == 0
    manifest, *tables = (values := json.loads(printed.out))
    assert manifest == "manifest"
    assert values["manifest"]["digest"] == digest
    assert values["manifest"]["complete"] is True
    assert values["manifest"]["command"] == again
    expected = json.loads(whole(request_name).tables)
    assert {name: values[name] for name in tables} == {
        name: table for name, table in expected.items() if name != "manifest"
    }


def texts(rows: list[dict[str, object]]) -> list[dict[str, str]]:
    """Return rows as CSV has them: blanks where nothing is known."""
    return [
        {name: "" if value is None else str(value) for name, value in row.items()} for row in rows
    ]


@every_request
def test_what_is_printed_is_saved_with_units_and_as_csv(
    request_name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, folder = spec_of(request_name, tmp_path), tmp_path / "out"
    saved = ("--out", folder, "--out-format", "csv", "--out-format", "parquet")
    printed = json.loads(call(capsys, *command(spec), "--format", "json", *saved).out)
    manifest, tables = printed.pop("manifest"), printed
    kept = json.loads((folder / "manifest.json").read_text())
    assert set(kept.pop("tables")) == {
        f"{name}.{ending}" for name in tables for ending in ("csv", "parquet")
    }
    assert kept == {name: each for name, each in manifest.items() if name != "findings"}
    columns = Checkpoint.load(folder).outcome.experiment.columns
    for name, rows in tables.items():
        table = parquet.read_table(folder / f"{name}.parquet")
        assert table.to_pylist() == rows
        for field in table.schema:
            assert field.metadata[b"unit"].decode() == columns[field.name].unit
            assert field.metadata[b"description"].decode() == columns[field.name].description
        assert list(csv.DictReader(io.StringIO((folder / f"{name}.csv").read_text()))) == texts(
            rows
        )
    as_csv = call(capsys, spec.command, "--resume", folder, "--format", "csv").out
    if spec.command in ("compare", "report"):  # which have their own columns of one table
        assert as_csv == (folder / "conclusions.csv").read_text()
        return
    rows = csv.reader(io.StringIO(as_csv))
    header = next(rows)
    assert len(set(header)) == len(header)
    for table, *values in rows:
        row = dict(zip(header[1:], values, strict=True))
        names = {"table": "at_table"}
        assert row in [
            dict.fromkeys(header[1:], "")
            | {names.get(name, name): text for name, text in each.items()}
            for each in texts(tables[table])
        ]


@pytest.mark.parametrize("request_name", [*FIXED_SIZE, "meta", "report"])
def test_parts_add_up_to_the_whole(
    request_name: str, tmp_path: Path, whole: Callable[[str], Result]
) -> None:
    spec = spec_of(request_name, tmp_path)
    parts = {}
    for number in (3, 1, 2):
        folder = tmp_path / f"part-{number}"
        execution = Execution(shard=Shard(number, 3))
        with (
            begun(spec, execution, folder) as session,
            session.executor(1, None) as executor,
            suppress(StoppedError),  # a part of a report has no page
        ):
            session.play(executor)
        parts[folder] = Checkpoint.load(folder)
    games = [part.outcome.games for part in parts.values()]
    together = merged(parts).outcome
    assert together.complete
    assert sum(games) == together.games
    assert min(games) > 0
    assert result_of(together) == whole(request_name)


@each("run", "compare", "meta", long=("compare", "meta"))
def test_folders_of_parts_are_merged(
    request_name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    whole: Callable[[str], Result],
) -> None:
    arguments = command(spec_of(request_name, tmp_path))
    folders = [tmp_path / "1", tmp_path / "2"]
    for folder in folders:
        shard = f"{folder.name}/2"
        assert call(capsys, *arguments, "--shard", shard, "--out", folder).status == 0
    refusal = call(capsys, "merge", folders[0])
    assert refusal.status == 2
    assert "of 2 parts there is no 2" in refusal.message
    printed = call(capsys, "merge", *folders, "--out", tmp_path / "all", "--format", "json")
    assert json.loads(printed.out)["manifest"]["digest"] == whole(request_name).digest
    assert result_of(Checkpoint.load(tmp_path / "all").outcome) == whole(request_name)


def test_a_report_of_merged_parts_is_that_of_the_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = command(spec_of("report", tmp_path, size=10))
    assert call(capsys, *arguments, "--out", tmp_path / "whole").status == 0
    folders = [tmp_path / "1", tmp_path / "2"]
    for folder in folders:
        part = call(capsys, *arguments, "--shard", f"{folder.name}/2", "--out", folder)
        assert part.status == 0
        assert not (folder / "report.html").exists()
    assert call(capsys, "merge", *folders, "--out", tmp_path / "all").status == 0
    for name in ("report.md", "report.html"):
        assert (tmp_path / "all" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize("request_name", ADAPTIVE)
def test_what_depends_on_its_counts_has_no_parts(
    request_name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = command(spec_of(request_name, tmp_path))
    refusal = call(capsys, *arguments, "--shard", "1/2", "--out", tmp_path / "out")
    assert refusal.status == 2
    fixed = "--shard is for experiments of a fixed size"
    assert fixed in refusal.message or "No such option '--shard' here" in refusal.message
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("request_name", [name for name in REQUESTS if name not in SEARCHES])
def test_a_failing_strategy_is_named_with_a_command_that_shows_the_game(
    request_name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, bid="if view.random_below(300) == 0: return 99")
    spec, folder = spec_of(request_name, tmp_path, strategy=path), tmp_path / "out"
    failure = call(capsys, *command(spec), "--out", folder)
    assert failure.status == 1
    message, _, see = failure.err.partition("\nSee the game: ")
    assert message.count("forsale-sim: error: ") == 1
    assert "a bid of 99 is illegal" in message
    assert not folder.exists()
    replayed = call(capsys, *shlex.split(see)[1:])
    assert replayed.status == 1
    assert "a bid of 99 is illegal" in replayed.err


@pytest.mark.parametrize("request_name", ["run", "duel", "meta"])
def test_a_damaged_checkpoint_is_refused(
    request_name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, folder = spec_of(request_name, tmp_path, size=1), tmp_path / "out"
    play(spec, folder)
    content = (folder / CHECKPOINT).read_bytes()
    cut_short = [content[:-1], content[: len(content) // 2], b""]
    altered = [content.replace(b'"seconds"', b'"sEconds"', 1), content[:200] + b"?" + content[201:]]
    for damaged in (*cut_short, *altered):
        (folder / CHECKPOINT).write_bytes(damaged)
        before = contents(folder)
        refusal = call(capsys, spec.command, "--resume", folder)
        assert refusal.status == 2
        assert str(folder / CHECKPOINT) in refusal.message
        assert contents(folder) == before
        with pytest.raises(UsageError, match=CHECKPOINT):
            forsale_sim.load(folder)
