"""The published report on Monopoly: its sentences follow from its data, and so do new ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from monopoly_sim.program import PROGRAM
from monopoly_sim.reports.page import DATA, make_page
from monopoly_sim.reports.playing import played
from monopoly_sim.reports.writing import write_report


@pytest.mark.slow
def test_is_made_by_one_command_and_again_the_same(tmp_path: Path) -> None:
    data = played(20, seed=1)
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        write_report(data if folder == "one" else played(20, seed=1), 20, tmp_path / folder)
    one, two = ((tmp_path / folder / "report.html").read_bytes() for folder in ("one", "two"))
    assert one == two
    assert "report" in PROGRAM.commands
    assert make_page(data, 20).data == [f"{name}.csv" for name in DATA]
