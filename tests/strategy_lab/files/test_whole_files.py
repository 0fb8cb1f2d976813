"""Files are read if they are files, whole, and no larger than they may be."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.files.whole_files import MOST_TOML_BYTES as MOST_BYTES
from strategy_lab.files.whole_files import (
    atomic_write,
    atomic_write_together,
    check_regular,
    check_writable,
    made_folder,
    read_regular,
    read_toml,
    remove_leftovers,
    toml_line,
    write_text,
)


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


def test_an_old_file_is_replaced_and_not_written_over(tmp_path: Path) -> None:
    path, reader = tmp_path / "a.txt", tmp_path / "link"
    path.write_text("old")
    reader.hardlink_to(path)  # as somebody has it who reads it meanwhile
    write_text(path, "new")
    assert (path.read_text(), reader.read_text()) == ("new", "old")


def test_where_a_file_can_be_written_is_known_before(tmp_path: Path) -> None:
    check_writable(tmp_path / "a.txt")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UsageError, match=r"there is no folder .*nowhere for a\.txt: make it first"):
        check_writable(tmp_path / "nowhere" / "a.txt")


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


def test_one_that_is_larger_than_it_may_be_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"all of it")
    with pytest.raises(OSError, match="it is larger than 8 bytes"):
        read_regular(path, most=8)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_pipes_devices_and_folders_are_refused_at_once(tmp_path: Path) -> None:
    pipe, device = tmp_path / "pipe", tmp_path / "device"
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    for path, reason in ((pipe, "no regular file"), (device, "no regular"), (tmp_path, "a folder")):
        for look in (read_regular, check_regular):
            with pytest.raises(OSError, match=reason):
                look(path)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | TEXTS


@example("größe", "expert,\nspread")
@example("", '\x7f"\\')
@given(TEXTS, VALUES | st.lists(VALUES))
def test_whatever_is_written_comes_back(key: str, value: object) -> None:
    line = toml_line(key, value)
    assert "\n" not in line
    assert tomllib.loads(line) == {key: value}


def test_a_file_is_read(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(f"seed = {2**64 - 1}\nleast = {-(2**63)}\n[made]\nat = [1979-05-27]")
    read = read_toml(mine)
    assert (read["seed"], read["least"]) == (2**64 - 1, -(2**63))
    assert len(read["made"]["at"]) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('refund = "up"\nraise == "strict"\n', "is not valid TOML: Invalid value (at line 2"),
        ('refund = "up"\nrefund = "down"\n', "is not valid TOML: Cannot overwrite a value"),
        ("a = " + "[" * 50_000, "is not valid TOML: tables and lists are more than 20 deep"),
        ("a = " + "[" * 300 + "]" * 300, "is not valid TOML: tables and lists are more than 20"),
        ("a" + ".a" * 50_000 + " = 1", "is not valid TOML: tables and lists are more than 20 deep"),
        ("a = " + "9" * 5000, "is not valid TOML: Exceeds the limit"),
        ("a = 0x" + "f" * 5000, "is not valid TOML: a whole number has more than 64 bits"),
        (f"a = [[{2**64}]]", "is not valid TOML: a whole number has more than 64 bits"),
        ('refund = "up"\ntitle = "Häuser"', "is not UTF-8 text (line 2)"),
        ("#" * (MOST_BYTES + 1), "cannot be read: it is larger than 1000000 bytes"),
    ],
)
def test_what_no_person_would_write_is_refused(tmp_path: Path, content: str, message: str) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes(content.encode("latin-1"))
    with pytest.raises(UsageError) as caught:
        read_toml(mine, "mine")
    assert str(caught.value).startswith(f"mine: {message}")
