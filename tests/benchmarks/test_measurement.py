from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import measurement
from benchmarks.measurement import Measurement, keep_ratios, kept_ratios, paired


def test_a_ratio_is_the_median_over_pairs() -> None:
    case = paired("kernel", "s", [1.0, 9.0, 2.0], yardstick=[2.0, 3.0, 2.0])
    assert case.value == 2.0
    assert case.ratios == {"yardstick": 1.0}


def test_a_line_shows_the_change_since_the_kept_ratio() -> None:
    case = Measurement("kernel", 1.5, "µs a game", {"yardstick": 1.1, "limit": 2.0}, "quiet")
    line = case.line({"kernel": {"yardstick": 1.0}})
    assert "1.10 x yardstick (+10 %)" in line
    assert "2.00 x limit" in line
    assert line.count("%") == 1
    assert line.endswith("quiet")


def test_what_is_kept_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measurement, "KEPT", tmp_path / "ratios.json")
    keep_ratios("1.2", [Measurement("a", 1.0, "s", {"limit": 1.234}), Measurement("b", 1.0, "s")])
    assert kept_ratios() == {"a": {"limit": 1.23}}
