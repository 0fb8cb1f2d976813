"""What is written as TOML is read as what it was; what is no file of people is refused."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategy_lab.errors import UsageError
from strategy_lab.files.whole_files import MOST_DEPTH, read_toml, toml_line
from strategy_lab.files.whole_files import MOST_TOML_BYTES as MOST_BYTES

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | TEXTS


@example("größe", "expert,\nspread")
@example("", '\x7f"\\')
@given(TEXTS, VALUES | st.lists(VALUES))
def test_whatever_is_written_comes_back(key: str, value: object) -> None:
    line = toml_line(key, value)
    assert "\n" not in line
    assert tomllib.loads(line) == {key: value}


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("rate", 0.5, "rate = 0.5"),
        ("two words", True, '"two words" = true'),
        ("counts", (3, 4), "counts = [3, 4]"),
    ],
)
def test_it_is_what_people_would_write(key: str, value: object, line: str) -> None:
    assert toml_line(key, value) == line


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The path of a file that is not there yet."""
    return tmp_path / "mine.toml"


def refusal(path: Path) -> str:
    with pytest.raises(UsageError) as caught:
        read_toml(path, "mine")
    return str(caught.value)


def test_a_file_is_read(mine: Path) -> None:
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
        ("#" * (MOST_BYTES + 1), "cannot be read: it is larger than 1000000 bytes"),
    ],
)
def test_what_no_person_would_write_is_refused(mine: Path, content: str, message: str) -> None:
    mine.write_text(content)
    assert refusal(mine).startswith(f"mine: {message}")


def test_as_deep_as_allowed(mine: Path) -> None:
    mine.write_text("a = " + "[" * (MOST_DEPTH - 1) + "]" * (MOST_DEPTH - 1))
    assert read_toml(mine)


def test_not_utf_8(mine: Path) -> None:
    mine.write_bytes('refund = "up"\ntitle = "Häuser"'.encode("latin-1"))
    assert refusal(mine) == "mine: is not UTF-8 text (line 2)"


def test_what_is_no_file(mine: Path) -> None:
    assert refusal(mine) == "mine: there is no such file: check the path"
    mine.mkdir()
    assert refusal(mine) == "mine: cannot be read: it is a folder"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_not_waited_for(mine: Path) -> None:
    os.mkfifo(mine)
    assert refusal(mine) == "mine: cannot be read: it is no regular file but a pipe or a device"
