"""A beginner among players of each level, and tables of equals."""

from __future__ import annotations

from forsale_sim.reports.player_levels import (
    BEGINNER_WINS,
    LEVELS,
    MEASURED,
    OPENER_WINS,
    level_table,
    make_level_tables,
)
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.results.conclusions import Columns
from strategy_lab.results.tables import records, where
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome


def levels() -> Columns:
    tables = make_level_tables(load_ruleset("iello-en"), 4, seed=1, games=4000)
    outcomes = [simulate(Outcome(table), Threads(table, "compiled", 1)) for table in tables]
    return level_table(tables, outcomes)


def test_a_beginner_wins_less_than_a_fair_share_and_equals_are_measured() -> None:
    table = levels()
    beginner = where(table, measure=BEGINNER_WINS)
    assert beginner["level"].tolist() == [*LEVELS][1:]
    assert (beginner["value_high"] < 1 / 4).all()
    for measure in (*MEASURED, OPENER_WINS):
        rows = records(where(table, measure=measure))
        assert [row["level"] for row in rows] == [*LEVELS]
        assert all(row["value_low"] <= row["value"] <= row["value_high"] for row in rows)
