"""A checkpoint is read back as it was written, or not at all."""

from __future__ import annotations

import errno
import random
from pathlib import Path

import numpy as np
import pytest
from forsale_sim.errors import ForSaleError, UsageError
from forsale_sim.results.files.checkpoint import MAGIC, load_checkpoint, save_checkpoint

FACTS = {"seed": 2**64 - 1, "names": ["a", "ü"], "seconds": 0.1 + 0.2, "nothing": None}
ARRAYS = {
    "none": np.array(7),
    "cube": np.arange(-12, 12).reshape(2, 3, 4),
    "extreme": np.array([np.iinfo(np.int64).min, np.iinfo(np.int64).max]),
    "strided": np.arange(20).reshape(4, 5)[:, 1],
    "empty": np.zeros((0, 3), np.int64),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save_checkpoint(tmp_path / "run.bin", FACTS, ARRAYS)
    return tmp_path / "run.bin"


def test_what_is_written_is_read(path: Path) -> None:
    facts, arrays = load_checkpoint(path)
    assert facts == FACTS
    assert list(arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == np.int64
        assert arrays[name].shape == array.shape
        np.testing.assert_array_equal(arrays[name], array)
        arrays[name] += 0  # they can be written


def damaged(content: bytes, number: int) -> tuple[str, bytes]:
    """One of three damages at a random place: a changed byte, an end cut off, a piece cut out."""
    chance = random.Random(number)
    place = chance.randrange(len(content))
    match number % 3:
        case 0:
            changed = content[place] ^ chance.randrange(1, 256)
            return f"byte {place}", content[:place] + bytes([changed]) + content[place + 1 :]
        case 1:
            return f"cut at {place}", content[:place]
    until = chance.randrange(place + 1, len(content) + 1)
    return f"{place} to {until} cut out", content[:place] + content[until:]


@pytest.mark.parametrize("number", range(60))
def test_what_is_damaged_is_refused(path: Path, number: int) -> None:
    what, content = damaged(path.read_bytes(), number)
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"run\.bin (is damaged: its checksum|is not a check)"):
        pytest.fail(f"{what}: {load_checkpoint(path)}")


def test_no_byte_can_change_and_none_be_missing(path: Path) -> None:
    content = path.read_bytes()
    for place in range(len(content)):
        for wrong in (
            content[:place],
            content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :],
        ):
            path.write_bytes(wrong)
            with pytest.raises(UsageError):
                load_checkpoint(path)


@pytest.mark.parametrize("added", [b"\0", b"more", MAGIC])
def test_what_has_grown_is_refused(path: Path, added: bytes) -> None:
    path.write_bytes(path.read_bytes() + added)
    with pytest.raises(UsageError, match="is damaged"):
        load_checkpoint(path)


@pytest.mark.parametrize("content", [b"", b"\0", b"PAR1 and so on", MAGIC[:-1], MAGIC, MAGIC * 9])
def test_another_file_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"run\.bin is "):
        load_checkpoint(path)


def test_a_file_that_is_not_there_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.bin cannot be read: No such file"):
        load_checkpoint(tmp_path / "none.bin")


def test_a_full_disk_leaves_the_checkpoint_before(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ForSaleError, match=r"cannot write .*run\.bin: No space left on device"):
        save_checkpoint(path, {"later": True}, {})
    assert load_checkpoint(path)[0] == FACTS
    assert list(path.parent.iterdir()) == [path]


def test_only_integers_are_kept(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON"):
        save_checkpoint(tmp_path / "run.bin", {"mean": float("nan")}, {})
    assert list(tmp_path.iterdir()) == []
