"""What is written as TOML is read as what it was."""

from __future__ import annotations

import tomllib

import pytest
from forsale_sim.toml import toml_line
from hypothesis import example, given
from hypothesis import strategies as st

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
