"""A report from Python is that of the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import forsale_sim
import pandas as pd
import pytest

from tests.cli.calling import call

CONFIG: dict[str, Any] = {
    "rulesets": ["iello-en"],
    "players": [3],
    "fields": ["counter,spread"],
    "seed": 3,
}


def test_a_report_is_written_as_on_the_command_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    report = forsale_sim.report(CONFIG, games=60, out=tmp_path / "mine", threads=1)
    assert report.page.read_text(encoding="utf-8").startswith("<!")
    assert repr(report) == f"<forsale_sim.Report: 60 games, {tmp_path / 'mine' / 'report.html'}>"
    again = tmp_path / "again"
    assert call(capsys, "report", report.folder / "report.toml", "--out", again).status == 0
    assert (again / "report.html").read_bytes() == report.page.read_bytes()
    seats = report.tables["conclusions"]
    assert isinstance(seats, pd.DataFrame)
    assert list(seats["seat"]) == [1, 2, 3]
    assert list(report.tables["measures"]["field"].unique()) == ["counter,spread"]
    named = forsale_sim.report(again / "report.toml", out=tmp_path / "named", threads=1)
    assert named.manifest == report.manifest
