"""A file of arrays is read back as it was written, or refused; nothing in it is ever executed."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.results import saved_tables
from strategy_lab.results.saved_tables import load_arrays, save_arrays

FACTS = {"seed": 2**64 - 1, "names": ["a", "ü"], "seconds": 0.1 + 0.2, "nothing": None}
ARRAYS = {
    "0/none": np.array(7),
    "cube": np.arange(-12, 12).reshape(2, 3, 4),
    "extreme": np.array([np.iinfo(np.int64).min, np.iinfo(np.int64).max]),
    "strided": np.arange(20).reshape(4, 5)[:, 1],
    "empty": np.zeros((0, 3), np.int64),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save_arrays(tmp_path / "run.npz", FACTS, ARRAYS)
    return tmp_path / "run.npz"


def assert_as_written(facts: object, arrays: dict[str, NDArray[np.int64]]) -> None:
    assert facts == FACTS
    assert list(arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == np.int64
        np.testing.assert_array_equal(arrays[name], array, strict=True)


def test_what_is_written_is_read(path: Path) -> None:
    facts, arrays = load_arrays(path)
    assert_as_written(facts, arrays)
    assert all(array.flags.writeable for array in arrays.values())


def test_numpy_can_read_the_file_itself(path: Path) -> None:
    with np.load(path, allow_pickle=False) as members:
        expected = np.concatenate([array.ravel() for array in ARRAYS.values()])
        np.testing.assert_array_equal(members["sums"], expected)


def damaged(content: bytes) -> Iterator[bytes]:
    """Yield the content with one byte changed, one missing, or all missing from there on."""
    for place in range(len(content)):
        before, after = content[:place], content[place + 1 :]
        for flipped in (0x01, 0x02, 0x0C, 0x80, 0xFF):
            yield before + bytes([content[place] ^ flipped]) + after
        yield before + after
        yield before


def test_damage_anywhere_is_refused_or_changes_nothing(tmp_path: Path) -> None:
    path, refused = tmp_path / "run.npz", 0
    written = {"a": np.arange(3), "b": np.zeros(2, np.int64)}
    save_arrays(path, {"seed": 7}, written)
    for content in damaged(path.read_bytes()):
        path.write_bytes(content)
        try:
            facts, arrays = load_arrays(path)
        except UsageError as error:
            assert str(error).startswith(f"{path} is damaged")
            refused += 1
        else:
            assert facts == {"seed": 7}
            assert list(arrays) == ["a", "b"]
            for name, array in written.items():
                np.testing.assert_array_equal(arrays[name], array, strict=True)
    assert refused > len(content)


@pytest.mark.parametrize("content", [b"", b"\0", b"PAR1 and so on", b"PK\x03\x04", b"\x80\x04K*."])
def test_another_file_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"run\.npz is damaged, or not a file of forsale-sim"):
        load_arrays(path)


def test_other_arrays_of_numpy_are_refused(path: Path) -> None:
    np.savez(path, cube=ARRAYS["cube"])
    with pytest.raises(UsageError, match=r"run\.npz is damaged, or not a file of forsale-sim"):
        load_arrays(path)
    with path.open("wb") as file:
        np.save(file, ARRAYS["cube"])
    with pytest.raises(UsageError, match=r"run\.npz is damaged, or not a file of forsale-sim"):
        load_arrays(path)


def test_no_pickle_is_loaded(path: Path) -> None:
    class Touch:
        def __reduce__(self) -> tuple[object, ...]:
            return Path.touch, (path.with_name("executed"),)

    np.savez(path, facts=np.array([Touch()], dtype=object))
    with pytest.raises(UsageError, match="is damaged, or not a file of forsale-sim"):
        load_arrays(path)
    assert not path.with_name("executed").exists()


def test_a_checksum_covers_names_shapes_and_values(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with np.load(path) as members:
        checksum = members["checksum"]
    cube = ARRAYS["cube"]
    for name, array in [("cubes", cube), ("cube", cube.reshape(3, 2, 4)), ("cube", cube + 1)]:
        others = {key: each for key, each in ARRAYS.items() if key != "cube"} | {name: array}
        with monkeypatch.context() as forging:
            forging.setattr(saved_tables, "_checksum", lambda *_: checksum)
            save_arrays(path, FACTS, others)
        with pytest.raises(UsageError, match="its checksum is wrong"):
            load_arrays(path)


def test_a_file_that_is_not_there_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.npz cannot be read: No such file"):
        load_arrays(tmp_path / "none.npz")


def test_a_full_disk_leaves_the_file_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(LaboratoryError, match=r"cannot write .*run\.npz: No space left on device"):
        save_arrays(path, {"later": True}, {})
    assert_as_written(*load_arrays(path))
    assert list(path.parent.iterdir()) == [path]


def test_facts_that_json_cannot_hold_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON"):
        save_arrays(tmp_path / "run.npz", {"mean": float("nan")}, {})
    assert list(tmp_path.iterdir()) == []
