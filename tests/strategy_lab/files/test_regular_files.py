"""Files are read if they are files, whole, and no larger than they may be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from strategy_lab.files.whole_files import check_regular, read_regular


def test_a_file_and_a_link_to_one_are_read(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"all of it")
    link.symlink_to(path)
    assert read_regular(path) == read_regular(link, most=9) == b"all of it"
    check_regular(link)


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


def test_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    for look in (read_regular, check_regular):
        with pytest.raises(FileNotFoundError):
            look(tmp_path / "none")
    with pytest.raises(OSError, match="null byte"):
        read_regular(Path("a\0"))
