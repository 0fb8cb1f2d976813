"""Pages on how to play."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest
from forsale_sim.reports.results import Results
from forsale_sim.reports.writing import write_report

from tests.reports.conftest import HOW_TO_PLAY, played


@pytest.mark.usefixtures("quick_to_play")
def test_a_page_has_them_with_figures_and_data(how_to_play: Results, tmp_path: Path) -> None:
    write_report(how_to_play, tmp_path)
    twin = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", twin, re.MULTILINE)[:4] == [
        "Buying: what to pay and what to keep",
        "Selling: which house for which cheques",
        "Strength: what expert loses to stronger play",
        "Tuning: is it the rule, or who was made for it?",
    ]
    assert not re.search(r"\bnan\b", twin)
    for path in (tmp_path / "data").glob("*.csv"):
        assert len(pd.read_csv(path)) == len(pd.read_parquet(path.with_suffix(".parquet"))) > 0
    panels = {path.stem for path in (tmp_path / "figures").iterdir()}
    assert {"takers-3-1", "takers-5-2", "kept-5", "sales-3-2", "strength-5-1"} <= panels


@pytest.mark.usefixtures("quick_to_play")
def test_a_single_deal_claims_nothing(tmp_path: Path) -> None:
    write_report(played(HOW_TO_PLAY.model_copy(update={"games": 1})), tmp_path)
    twin = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert not re.search(r"\bnan\b|±\N{EN DASH}", twin)
    assert "No bid for the best house is shown" in twin
    assert " in 0 of 8 cases" in twin
