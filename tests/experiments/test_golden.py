"""Results that an earlier version printed: what is played and shown has not changed since."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import call
from tests.support.documents import ROOT

GOLDEN = sorted((ROOT / "tests" / "golden" / "experiments").glob("*.json"))

SOLVER_TOLERANCE = 1e-9
"""Relative: the linear algebra of other machines rounds otherwise, and files have 12 digits."""


def approximately(value: Any) -> Any:
    """Return what compares equal to a value: all but floats exactly."""
    if isinstance(value, float):
        return pytest.approx(value, rel=SOLVER_TOLERANCE, abs=1e-12)
    return value


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_an_earlier_version_printed_the_same(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    printed = json.loads(call(capsys, *golden["arguments"], "--format", "json").out)
    for key, value in golden["manifest"].items():
        assert printed["manifest"][key] == value, key
    assert set(printed) == {"manifest", *golden["tables"]}
    for name, table in golden["tables"].items():
        assert len(printed[name]) == table["rows"], name
        rows = printed[name][:: table["every"]]
        for column, values in table["columns"].items():
            values_now = [row[column] for row in rows]
            assert values_now == [approximately(value) for value in values], (name, column)
