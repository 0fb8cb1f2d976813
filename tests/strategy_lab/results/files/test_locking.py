"""One process at a time writes a folder, and one that was killed does not keep others out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from strategy_lab.errors import UsageError
from strategy_lab.files.whole_files import locked, locked_file

HOLD = """
import sys, time
from pathlib import Path
from strategy_lab.files.whole_files import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_folder_is_locked_once(tmp_path: Path) -> None:
    told = pytest.raises(UsageError, match=r"another process is writing .*: wait until")
    with locked(tmp_path), told, locked(tmp_path):
        pytest.fail("two hold the lock")
    with locked(tmp_path):
        pass


def test_a_process_that_is_killed_lets_go(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        try:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
            with pytest.raises(UsageError, match="another process"), locked(tmp_path):
                pytest.fail("two hold the lock")
        finally:
            holder.kill()
    with locked(tmp_path):
        pass


def test_a_failure_lets_go(tmp_path: Path) -> None:
    with pytest.raises(KeyError), locked(tmp_path):
        raise KeyError
    with locked(tmp_path):
        pass


def test_a_folder_that_is_gone_is_one_message(tmp_path: Path) -> None:
    gone = tmp_path / "file" / "gone"
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"cannot write in .*gone: "), locked(gone):
        pytest.fail("nothing is there")


def test_nothing_stays_of_the_lock_of_a_file(tmp_path: Path) -> None:
    told = pytest.raises(UsageError, match=r"another process is writing .*games")
    with locked_file(tmp_path / "games"), told, locked_file(tmp_path / "games"):
        pytest.fail("two hold the lock")
    assert list(tmp_path.iterdir()) == []


def test_what_a_link_names_is_not_emptied(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (tmp_path / ".lock").symlink_to(precious)
    with pytest.raises(UsageError, match="is a link, and no lock"), locked(tmp_path):
        pytest.fail("the link was followed")
    assert precious.read_text() == "mine"
