"""Advice that is tried: what it is worth, by how far who obeys it wins from a fair share."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from forsale_sim.reports import experiment
from forsale_sim.reports.experiment import OBEYED, OTHERS, Advice, Config
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections import write_report
from forsale_strategies import lore
from strategy_lab.results.tables import where

from tests.reports.conftest import played


@pytest.fixture(scope="module")
def tried() -> Results:
    with pytest.MonkeyPatch.context() as patch:
        few = (
            Advice("Sell at random", "sell", lore.sell_at_random),
            Advice("Never open", "bid", lore.never_open, lore.always_open),
        )
        patch.setattr(experiment, "all_advice", lambda: few)
        return played(
            Config(
                rulesets=("iello-en",),
                players=(4,),
                fields=("reference=mirrors:counter", "counter,expert"),
                advice=True,
                games=20_000,
                seed=1,
            )
        )


@pytest.mark.thorough
def test_each_rule_is_tried_by_each_player_and_both_ways(tried: Results) -> None:
    table = tried.levels["trials"]
    assert len(table["worth"]) == 3 * len(OTHERS)
    assert set(table["player"].tolist()) == set(OTHERS)
    random = where(table, advice="Sell at random")
    assert set(random["way"].tolist()) == {OBEYED}
    assert np.all(table["low"] <= table["worth"])
    assert np.all(table["worth"] <= table["high"])


def test_a_report_on_one_ruleset_answers_with_it(tried: Results, tmp_path: Path) -> None:
    write_report(tried, tmp_path)
    twin = (tmp_path / "report.md").read_text("utf-8")
    assert re.search(
        r"\*\*(solid|likely):\*\* A player who (obeys|does the opposite of) “.+” wins [\d. to]+ "
        r"percentage points less often at a table of 4\.",
        twin,
    )
    assert "# No simple rule is shown to make a player win more" in twin
    assert "## Advice that was tried" in twin
    assert twin.count("figures/advice.svg") == 1
    data = pd.read_csv(tmp_path / "advice.csv")
    assert set(data["advice"]) == {"Sell at random", "Never open"}
