"""The standard streams may be closed, or have few letters: what was asked for is done."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.strategy_lab.check.trying import write
from tests.strategy_lab.cli.test_main import MODULE, RUN


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-"])
def test_a_stream_may_be_closed(tmp_path: Path, closed: str) -> None:
    command = f"{shlex.join([*MODULE, *RUN, '--out', 'saved'])} {closed}"
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "rror" not in done.stderr
    assert (closed == ">&-") is (done.stdout == "")
    assert json.loads((tmp_path / "saved" / "manifest.json").read_text())["complete"] is True


@pytest.mark.thorough
def test_what_cannot_be_written_in_an_encoding_stops_nothing(tmp_path: Path) -> None:
    asked = ("compare", "iello-en", "iello-fr", "--games", "12", "--players", "3", "--seed", "1")
    done = subprocess.run(
        [*MODULE, *asked, "--players-from", "spread,random", "--out", "saved"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"digest " in done.stdout
    assert (tmp_path / "saved" / "manifest.json").exists()


def test_json_holds_every_letter_in_any_encoding(tmp_path: Path) -> None:
    (tmp_path / "λ.toml").write_text('extends = "iello-en"\n', encoding="utf-8")
    done = subprocess.run(
        [*MODULE, "rulesets", "show", "λ.toml", "--format", "json"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["name"] == "λ"
    assert b"\\u03bb" in done.stdout


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("meddles", "error"),
    [
        ("sys.stdout.close()", "standard output or standard error was closed"),
        ("sys.__stdout__.close()", "standard output or standard error was closed"),
        ("sys.stdout.detach()", "standard output or standard error was closed"),
        ("sys.stdout = None", "standard output or standard error was closed"),
        ("sys.stderr.close()", ""),
    ],
)
def test_a_strategy_that_closes_a_stream_is_one_message(
    tmp_path: Path, meddles: str, error: str
) -> None:
    spec = write(tmp_path, bid="pass", top=f"import sys\n{meddles}")
    asked = ("run", "--games", "6", "--engine", "python", "--lineup", f"{spec},spread,miser")
    done = subprocess.run([*MODULE, *asked], capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == (1 if error else 0), done.stderr
    assert error in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no ulimit")
def test_little_memory_to_compile_in_is_one_message(tmp_path: Path) -> None:
    command = shlex.join([*MODULE, "run", "--games", "6", "--lineup", "miser,spread,spread"])
    done = subprocess.run(
        ["sh", "-c", f"ulimit -v 750000; {command}"],
        env={**os.environ, "FORSALE_SIM_CACHE": str(tmp_path)},
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    *_, said = done.stderr.splitlines()  # before it, where compiling takes long, that it does
    assert said.startswith("forsale-sim: error: ulimit -v allows 0.8 GB of memory, and ")
    assert "Traceback" not in done.stderr
