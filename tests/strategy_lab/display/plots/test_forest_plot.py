"""Forest plots: a row for each table, and what to expect of a table not met."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from strategy_lab.display.plots.meta_plot import (
    LEFT_OUT,
    NEW_TABLE,
    forest_rows,
    save_forest_plots,
    tables_with_a_say,
)
from strategy_lab.results.conclusions import conclusions
from strategy_lab.results.tables import Tables, records, where
from strategy_lab.stats.evidence import PREDICTION_ERROR, new_table

from tests.strategy_lab.experiments.compare.contrasting import (
    ENGLISH,
    FRENCH,
    difference_table,
    made_comparison,
)

FIELDS = ("strong", "counter,expert", "credible=mirrors:miser,spread", "all")
SAY = ["strong", "miser alone", "spread alone"]


@pytest.fixture(scope="module")
def tables() -> Tables:
    table = difference_table(
        made_comparison(ENGLISH, FRENCH, fields=FIELDS, players=[4], games=20_000)
    )
    return {"differences": table, "conclusions": conclusions(table, MEASURES.asked)}


def test_the_interval_is_that_of_the_tables_that_speak_for_themselves(tables: Tables) -> None:
    (row,) = records(where(tables["conclusions"], measure="coins_left"))
    shown = tables_with_a_say(tables["differences"], MEASURES, row)
    assert [each["field"] for each in shown] == SAY
    drawn = forest_rows(shown)
    assert [each.label for each in drawn] == [*SAY, NEW_TABLE, LEFT_OUT]
    known = new_table(
        np.array([each["difference"] for each in shown]),
        np.array([each["standard_error"] for each in shown]),
        PREDICTION_ERROR,
    )
    (mark,) = drawn[-2].marks
    assert (mark.value, mark.low, mark.high) == pytest.approx((known.mean, known.low, known.high))
    (left_out,) = drawn[-1].marks
    assert left_out.low < mark.low
    assert left_out.high > mark.high


def test_the_best_findings_are_plotted(tables: Tables, tmp_path: Path) -> None:
    save_forest_plots(tables, MEASURES, tmp_path, ["svg"])
    names = {path.name for path in tmp_path.iterdir()}
    assert "tables_coins_left_4_iello-fr.svg" in names
    assert len(names) == 3


def test_two_tables_are_too_few_to_plot(tmp_path: Path) -> None:
    fields = ("strong", "counter,expert", "all")
    table = difference_table(made_comparison(ENGLISH, FRENCH, fields=fields, games=400))
    few = {"differences": table, "conclusions": conclusions(table, MEASURES.asked)}
    save_forest_plots(few, MEASURES, tmp_path, ["svg"])
    assert list(tmp_path.iterdir()) == []
