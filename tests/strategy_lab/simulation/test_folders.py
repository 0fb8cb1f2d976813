"""A run that is killed, wherever that is, goes on to the same end, and leaves nothing else."""

from __future__ import annotations

import errno
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet
from strategy_lab.errors import LaboratoryError, StoppedError, UsageError
from strategy_lab.results import saved_tables
from strategy_lab.results.saved_games import GameParts
from strategy_lab.results.saved_tables import load_arrays, save_arrays
from strategy_lab.simulation import sessions
from strategy_lab.simulation.checkpoints import (
    CHECKPOINT,
    Checkpoint,
    Execution,
    Shard,
    digest_of,
    versions,
)
from strategy_lab.simulation.experiment import Outcome, PlayedPiece
from strategy_lab.simulation.replaying import leave_unloaded
from strategy_lab.simulation.sessions import resumed

from tests.strategy_lab.simulation.kept import (
    Snapshots,
    go_on,
    play_on,
    played_games,
    small_spec,
    start,
)
from tests.strategy_lab.simulation.playing import play, sums

SPEC = small_spec()
RUN = SPEC.experiment()


def numbers(path: Path) -> list[int]:
    games: list[int] = parquet.read_table(path, columns=["game"])["game"].to_pylist()
    return games


@pytest.mark.thorough
@pytest.mark.parametrize("every", [0, 1e6])
def test_what_is_killed_goes_on_to_the_same_end(tmp_path: Path, every: float) -> None:
    # With a million seconds between checkpoints there is only that of the beginning.
    expected = play(RUN)
    place = tmp_path / "place"
    place.mkdir()
    snapshots = Snapshots(place, tmp_path)
    whole = start(place / "run", SPEC, snapshots, every=every, games_out=place / "games.parquet")
    assert sums(whole) == sums(expected)
    games = parquet.read_table(place / "games.parquet")
    assert len(snapshots.taken) > 20
    for copy, played in snapshots.taken[::30]:
        shutil.rmtree(place)
        copy.rename(place)
        assert not (place / "games.parquet").exists()
        assert played_games(place / "run") == (played if every == 0 else 0)
        outcome = go_on(place / "run", piece_games=60, games_out=place / "games.parquet")
        assert outcome.complete
        assert sums(outcome) == sums(expected)
        assert digest_of(outcome) == digest_of(expected)
        assert parquet.read_table(place / "games.parquet").equals(games)
        assert {path.name for path in place.iterdir()} == {"run", "games.parquet"}


def test_a_disk_that_is_full_keeps_the_last_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(outcome: Outcome, played: PlayedPiece) -> None:
        if outcome.games >= 400 and not kept:
            kept.append(outcome.games)
            monkeypatch.setattr(saved_tables, "atomic_write", full)

    def full(*_: object) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    kept: list[int] = []
    with monkeypatch.context() as limited:
        monkeypatch = limited
        with pytest.raises(LaboratoryError) as caught:
            start(tmp_path / "run", SPEC, fill, games_out=tmp_path / "games.parquet")
    assert str(caught.value).splitlines() == [
        f"cannot write {tmp_path}/run/checkpoint.npz: No space left on device. "
        "Is there room, and the right to?",
        f"{kept[0]} games are kept. Go on with: forsale-sim run --resume "
        f"{shlex.quote(f'{tmp_path}/run')} --games-out {shlex.quote(f'{tmp_path}/games.parquet')}",
    ]
    assert played_games(tmp_path / "run") == kept[0]
    assert digest_of(go_on(tmp_path / "run", games_out=tmp_path / "games.parquet")) == digest_of(
        play(RUN)
    )
    assert numbers(tmp_path / "games.parquet") == list(range(1, RUN.games + 1))


def fail_at_once(folder: Path, failure: BaseException) -> None:
    def fail(*_: object) -> None:
        raise failure

    with pytest.raises(type(failure)):
        start(folder, SPEC, fail, every=1e6)


def test_nothing_is_left_of_what_failed_before_its_first_checkpoint(tmp_path: Path) -> None:
    fail_at_once(tmp_path / "a" / "b", UsageError("no"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("at", ["start", "join"])
def test_the_games_of_a_process_killed_around_its_play_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    class KilledError(BaseException):
        pass

    def kill(parts: GameParts) -> None:
        raise KilledError

    place, games = tmp_path / "run", tmp_path / "games.parquet"
    with monkeypatch.context() as patched:
        patched.setattr(GameParts, at, kill)
        patched.setattr(GameParts, "discard", lambda parts: None)
        patched.setattr(Path, "unlink", lambda *_, **more: None)
        with pytest.raises(KilledError):
            start(place, SPEC, games_out=games)
    with resumed(place, command="run", games_out=games) as session:
        if not session.outcome.complete:
            play_on(session)
    assert numbers(games) == list(range(1, RUN.games + 1))
    assert {path.name for path in tmp_path.iterdir()} == {"run", "games.parquet"}


def test_the_games_of_others_are_left_alone(tmp_path: Path) -> None:
    parts = tmp_path / "games.parquet.parts"
    parts.mkdir()
    (parts / "000001.parquet").write_text("another run's")
    with pytest.raises(UsageError, match=r"games\.parquet\.parts, for the games until"):
        start(tmp_path / "run", SPEC, games_out=tmp_path / "games.parquet")
    assert (parts / "000001.parquet").read_text() == "another run's"
    assert not (tmp_path / "run").exists()


def test_a_folder_that_holds_a_run_is_gone_on_with(tmp_path: Path) -> None:
    start(tmp_path / "run", SPEC)
    with pytest.raises(UsageError, match=r"not empty.*go on with .*run --resume .*run'?$"):
        start(tmp_path / "run", SPEC)


def test_what_a_killed_process_was_writing_is_removed(tmp_path: Path) -> None:
    start(tmp_path / "run", SPEC)
    (tmp_path / "run" / ".checkpoint.npz.123.forsale-sim.part").write_text("half")
    (tmp_path / "run" / ".123.forsale-sim.part").mkdir()
    (tmp_path / "run" / ".123.forsale-sim.part" / "by_seat.csv").write_text("half")
    go_on(tmp_path / "run")
    assert not list((tmp_path / "run").glob("*.part"))


def test_a_process_killed_before_its_first_checkpoint_is_in_nobody_s_way(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / ".lock").write_text("")
    (folder / ".checkpoint.npz.123.forsale-sim.part").write_text("half")
    start(folder, SPEC)
    assert {path.name for path in folder.iterdir()} == {".lock", "checkpoint.npz", "manifest.json"}


def killed(folder: Path, games: Path) -> None:
    """Leave a run in a folder, with games in parts, as a process that is killed does."""

    def kill(outcome: Outcome, played: PlayedPiece) -> None:
        if outcome.games > 300:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        start(folder, SPEC, kill, games_out=games)


def test_where_games_go_is_not_left_to_the_folder(tmp_path: Path) -> None:
    folder, games = tmp_path / "run", tmp_path / "games.parquet"
    killed(folder, games)
    before = {path.name for path in (tmp_path / "games.parquet.parts").iterdir()}
    with pytest.raises(UsageError, match=r"outside of it: name that file .* --games-out"):
        go_on(folder)
    assert {path.name for path in (tmp_path / "games.parquet.parts").iterdir()} == before
    moved = tmp_path / "elsewhere" / "moved.parquet"
    moved.parent.mkdir()
    with pytest.raises(UsageError, match=r"so far are in .*games\.parquet\.parts, and stay there"):
        go_on(folder, games_out=moved)
    (tmp_path / "games.parquet.parts").rename(moved.with_name("moved.parquet.parts"))
    assert go_on(folder, games_out=moved).complete
    assert numbers(moved) == list(range(1, RUN.games + 1))
    assert not games.exists()


@pytest.mark.parametrize("name", ["by_seat.parquet", "BY_SEAT.parquet"])
def test_games_are_not_replaced_by_a_table(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="is a file that results are saved in"):
        start(tmp_path / "run", SPEC, games_out=tmp_path / "run" / name)
    assert list(tmp_path.iterdir()) == []


def test_files_of_others_are_left_where_games_are(tmp_path: Path) -> None:
    folder, games = tmp_path / "run", tmp_path / "games.parquet"
    killed(folder, games)
    parts = tmp_path / "games.parquet.parts"
    for name in ("notes.txt", "mine.parquet", ".mine.part"):
        (parts / name).write_text("mine")
    assert go_on(folder, games_out=games).complete
    assert {path.name for path in parts.iterdir()} == {"notes.txt", "mine.parquet", ".mine.part"}


def test_a_link_in_the_place_of_parts_is_not_followed(tmp_path: Path) -> None:
    folder, precious = tmp_path / "run", tmp_path / "precious"
    killed(folder, folder / "games.parquet")
    shutil.move(folder / "games.parquet.parts", precious)
    (precious / "000099.parquet").write_text("mine")
    (folder / "games.parquet.parts").symlink_to(precious)
    with pytest.raises(UsageError, match="is a link to another folder"):
        go_on(folder)
    assert (precious / "000099.parquet").read_text() == "mine"


def test_one_process_at_a_time_writes_a_file_of_games(tmp_path: Path) -> None:
    def another(outcome: Outcome, played: PlayedPiece) -> None:
        for folder in (tmp_path / "other", None):
            with pytest.raises(UsageError, match=r"another process is writing .*games\.parquet"):
                start(folder, SPEC, games_out=tmp_path / "games.parquet")
        tried.append(1)

    tried: list[int] = []
    for folder in (tmp_path / "run", None):
        start(folder, SPEC, another, games_out=tmp_path / "games.parquet")
        assert numbers(tmp_path / "games.parquet") == list(range(1, RUN.games + 1))
        (tmp_path / "games.parquet").unlink()
    assert tried
    assert {path.name for path in tmp_path.iterdir()} == {"run"}


LINEUP = small_spec(lineup=["spread", "coinflip", "spread", "random"], players=None)


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
    Checkpoint(LINEUP, execution(tmp_path), play(LINEUP.experiment()), (5, 7)).save(tmp_path)
    return tmp_path


def test_what_is_saved_is_loaded(saved: Path) -> None:
    loaded, played = Checkpoint.load(saved), play(LINEUP.experiment())
    assert loaded.spec == LINEUP
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
    assert digest_of(outcome) == digest_of(play(LINEUP.experiment()))


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
        (
            lambda f, a: f.pop("played"),
            "is not the checkpoint of an experiment: played: field required",
        ),
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
        (lambda f, a: a.pop("0/tally/totals"), "its sums are of another experiment"),
        (lambda f, a: a.update({"0/more": np.zeros(3, int)}), "its blocks are of another"),
        (
            lambda f, a: a.update({"0/tally/totals": a["0/tally/totals"][:1]}),
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


def test_ctrl_c_while_strategies_are_compiled_leaves_what_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compile_for_long(*_: object, **more: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(sessions, "Threads", compile_for_long)
        with pytest.raises(StoppedError, match=r"made ready\. Go on with: .* --resume .*run'?$"):
            start(tmp_path / "run", SPEC)
    assert digest_of(go_on(tmp_path / "run")) == digest_of(play(SPEC.experiment()))
