from __future__ import annotations

from pathlib import Path

import pytest
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.files.whole_files import (
    atomic_write,
    atomic_write_together,
    check_writable,
    made_folder,
    remove_leftovers,
    write_errors,
    write_text,
)


def test_a_file_is_not_there_before_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with atomic_write(path) as aside:
        aside.write_text("half")
        assert not path.exists()
    assert path.read_text() == "half"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, ValueError])
def test_an_interruption_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, interruption: type[BaseException]
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(interruption), atomic_write(path) as aside:
        aside.write_text("half")
        raise interruption
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_text_is_written_as_it_is(tmp_path: Path) -> None:
    write_text(tmp_path / "a.csv", "ä\nb\n")
    assert (tmp_path / "a.csv").read_bytes() == "ä\nb\n".encode()


def test_what_cannot_be_written_is_told_in_one_message(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "a.txt"
    with pytest.raises(LaboratoryError, match=r"cannot write .*nowhere.a\.txt: No such file"):
        write_text(path, "text")


def test_where_a_file_can_be_written_is_known_before(tmp_path: Path) -> None:
    check_writable(tmp_path / "a.txt")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UsageError, match=r"there is no folder .*nowhere for a\.txt: make it first"):
        check_writable(tmp_path / "nowhere" / "a.txt")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no folder like that")
def test_where_no_file_can_be_written_is_known_before() -> None:
    with pytest.raises(UsageError, match=r"cannot write in /proc: .*\. Name another folder\."):
        check_writable(Path("/proc/a.txt"))


def test_a_full_disk_is_a_failure_of_the_file() -> None:
    told = pytest.raises(LaboratoryError, match=r"cannot write games\.parquet: No space left")
    with told, write_errors(Path("games.parquet")):
        raise OSError(28, "No space left on device")


def test_a_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    with made_folder(tmp_path / "a" / "b"):
        assert list((tmp_path / "a" / "b").iterdir()) == []
    with made_folder(tmp_path / "a" / "b"):
        (tmp_path / "a" / "b" / "kept").write_text("")
    assert (tmp_path / "a" / "b" / "kept").exists()


def test_a_folder_that_holds_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("")
    with pytest.raises(UsageError, match="is not empty"), made_folder(tmp_path):
        pytest.fail("nothing may be played")
    assert (tmp_path / "kept").exists()


def test_nothing_is_left_of_a_folder_whose_run_fails(tmp_path: Path) -> None:
    with pytest.raises(LaboratoryError), made_folder(tmp_path / "a" / "b"):
        raise LaboratoryError("the run fails")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "folder"
    with pytest.raises(UsageError, match=r"cannot write in .*Name another"), made_folder(folder):
        pytest.fail("nothing may be played")


def test_files_that_belong_together_are_replaced_together(tmp_path: Path) -> None:
    for name in ("a", "b", "last"):
        (tmp_path / name).write_text("old")
    with atomic_write_together(tmp_path, last="last") as aside:
        for name in ("last", "a", "c"):
            (aside / name).write_text("new")
        assert not (tmp_path / "c").exists()
    found = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert found == {"a": "new", "b": "old", "c": "new", "last": "new"}


def test_the_file_that_vouches_for_the_others_is_moved_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace, moved = Path.replace, []

    def told(self: Path, target: Path) -> Path:
        moved.append(self.name)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", told)
    with atomic_write_together(tmp_path, last="last") as aside:
        for name in ("last", "zebra", "ape"):
            (aside / name).write_text("new")
    assert moved[-1] == "last"
    assert sorted(moved) == ["ape", "last", "zebra"]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, OSError])
def test_files_that_cannot_all_be_written_leave_the_old_ones(
    tmp_path: Path, interruption: type[BaseException]
) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(interruption), atomic_write_together(tmp_path, last="b") as aside:
        (aside / "a").write_text("new")
        raise interruption
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_text() == "old"


def test_what_was_written_aside_is_cleared(tmp_path: Path) -> None:
    others = {"kept.part", ".kept", ".mine.12.part", ".x.forsale-sim.part", ".12.part"}
    for name in (".games.parquet.12.forsale-sim.part", ".other.12.forsale-sim.part", *others):
        (tmp_path / name).write_text("")
    (tmp_path / ".12.forsale-sim.part").mkdir()
    (tmp_path / ".12.forsale-sim.part" / "a").write_text("")
    remove_leftovers(tmp_path, "games.parquet")
    assert not (tmp_path / ".games.parquet.12.forsale-sim.part").exists()
    assert (tmp_path / ".other.12.forsale-sim.part").exists()
    remove_leftovers(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == others


def test_leavings_of_a_killed_process_do_not_fill_a_folder(tmp_path: Path) -> None:
    for name in (".lock", ".run.12.forsale-sim.part"):
        (tmp_path / name).write_text("")
    with made_folder(tmp_path, ignored=".lock"):
        pass
    with pytest.raises(UsageError, match="is not empty"), made_folder(tmp_path):
        pytest.fail("nothing may be played")


def test_what_has_come_to_be_there_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with (
        pytest.raises(UsageError, match="has come to be there"),
        atomic_write(path, replace=False) as aside,
    ):
        aside.write_text("new")
        path.write_text("mine")
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]
