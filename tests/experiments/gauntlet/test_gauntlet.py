from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from forsale_sim.experiments.gauntlet.experiment import (
    COLUMNS,
    KINDS_OF_PART,
    TABLES,
    Gauntlet,
    gauntlet_tables,
)
from forsale_sim.experiments.gauntlet.spec import GauntletSpec
from forsale_sim.program import FOR_SALE
from forsale_strategies.strangers import KINDS
from strategy_lab.errors import UsageError
from strategy_lab.experiments.run.spec import RunSpec
from strategy_lab.results.accumulators import TableWins
from strategy_lab.results.tables import Tables, where
from strategy_lab.rows import whole_win

from tests.experiments.contract import play
from tests.support.documents import ROOT
from tests.support.documents import tables as documented


def gauntlet_of(*strategies: str, **asked: Any) -> Gauntlet:
    usual: dict[str, Any] = {"strangers": 2, "mixed": 2, "players": (4,), "deals": 6, "seed": 3}
    return GauntletSpec.of(strategies=strategies, **{**usual, **asked}).experiment()


def made(times: list[list[float]], deals: int = 40, spread: float = 0.2) -> Tables:
    """The tables of strategies that win so many fair shares at each table, with noise by deal."""
    gauntlet = gauntlet_of(*("expert", "counter")[: len(times)], strangers=0, mixed=0)
    (setting,) = gauntlet.settings
    random, whole = np.random.default_rng(1), whole_win(4)
    tally = TableWins.empty(len(times), len(setting.scenarios))
    for deal in range(deals):
        noise = random.normal(0, spread, (len(times), len(setting.scenarios)))
        shares = np.rint(whole * (np.array(times) + noise)).astype(np.int64).ravel()
        tally.deals[deal % 2] += 1
        tally.sums[deal % 2] += shares
        tally.products[deal % 2] += np.outer(shares, shares)
    return gauntlet_tables(gauntlet.settings, gauntlet.names, [tally])


def test_a_strategy_sits_at_every_table_on_the_same_deals() -> None:
    gauntlet = gauntlet_of("expert", "counter")
    (setting,) = gauntlet.settings
    copies, mixed = setting.scenarios[:-2], setting.scenarios[-2:]
    assert [len(set(each.opponents)) for each in copies] == [1] * 6
    assert all(len(set(each.opponents)) == 3 for each in mixed)
    lineups = [planned.lineup for planned in gauntlet.plan.cells]
    tables = [each.opponents for each in setting.scenarios]
    assert lineups == [(strategy, *met) for strategy in (0, 1) for met in tables]
    assert {planned.deals for planned in gauntlet.plan.cells} == {6}


def test_who_is_tried_is_not_met() -> None:
    gauntlet = gauntlet_of("copycat")
    assert "copycat" not in gauntlet.opponents and "analyst" in gauntlet.opponents
    with pytest.raises(UsageError, match="nobody is left to meet in the part test"):
        gauntlet_of(*("dabbler", "escalator", "conservative", "spoiler"), part="test", strangers=0)


def test_a_table_wins_what_a_run_of_its_lineup_wins() -> None:
    spec = GauntletSpec.of(
        strategies=["expert", "counter"], strangers=1, mixed=1, players=(4,), deals=5, seed=3
    )
    outcome = play(spec)
    tables = outcome.experiment.tables(outcome)["tables"]
    (row,) = where(tables, strategy="counter", opponents="copycat")["times"]
    lineup = ("counter", "copycat", "copycat", "copycat")
    run = play(RunSpec.in_program(FOR_SALE).of(lineup=lineup, games=20, seed=3))
    wins = where(run.experiment.tables(run)["by_strategy"], strategy="counter")["win_rate"]
    assert row == pytest.approx(4 * wins[0])


def test_times_are_shares_of_the_win_beside_a_fair_one() -> None:
    tables = made([[2.0, 1.0, 0.5, 1.5]])
    rows = tables["tables"]
    np.testing.assert_allclose(rows["times"], [2.0, 1.0, 0.5, 1.5], atol=0.12)
    assert rows["verdict"].tolist() == ["above", "not shown", "below", "above"]
    strength = tables["strength"]
    assert strength["times"][0] == pytest.approx(1.25, abs=0.06)
    assert strength["below"].tolist() == [1] and strength["tables"].tolist() == [4]
    assert (strength["times_low"] < strength["times"]).all()


def test_the_worst_tenth_is_chosen_by_other_deals_than_measure_it() -> None:
    alike = [made([[1.0] * 4], spread=3.0, deals=deals)["strength"] for deals in (10, 11, 12, 13)]
    worst = np.mean([each["worst_tenth"][0] for each in alike])
    lowest = np.mean([each["worst"][0] for each in alike])
    assert lowest < 0.5
    assert 0.75 < worst < 1.6


def test_strategies_are_compared_with_the_first_on_common_deals() -> None:
    strength = made([[2.0, 1.0, 1.0, 1.2], [2.0, 1.5, 1.5, 0.6]])["strength"]
    assert strength["more"][0] == strength["more_worst"][0] == 0
    assert strength["more"][1] == pytest.approx(0.1, abs=0.06)
    assert strength["more_worst"][1] == pytest.approx(-0.4, abs=0.12)
    assert strength["more_low"][1] < strength["more"][1] < strength["more_high"][1]


def test_tables_have_the_columns_that_are_described() -> None:
    tables = made([[2.0, 1.0, 0.5, 1.5]])
    assert {name: tuple(table) for name, table in tables.items()} == TABLES
    assert {column for columns in TABLES.values() for column in columns} == COLUMNS.keys()


def test_a_kind_is_the_mean_of_its_tables() -> None:
    tables = made([[2.0, 1.0, 0.5, 1.5]])
    kinds, single = tables["kinds"], tables["tables"]
    for kind in kinds["kind"].tolist():
        row, own = where(kinds, kind=kind), where(single, kind=kind)
        assert row["times"][0] == pytest.approx(own["times"].mean())
        assert row["worst"][0] == own["times"].min()
    assert where(kinds, kind="misreading")["tables"].tolist() == [2]


def test_all_tables_columns_and_keys_are_documented() -> None:
    text = (ROOT / "docs/gauntlet.md").read_text(encoding="utf-8")
    shown = documented(text)
    assert shown["column", "unit", "meaning"] == [
        [name, column.unit, column.description]
        for name, column in COLUMNS.items()
        if not name.endswith(("_low", "_high"))
    ]
    assert [row[0] for row in shown["table", "a row for each"]] == list(TABLES)
    parts = {
        row[0]: tuple(row[1].split(", ")) for row in shown["part", "kinds of the [panel](panel.md)"]
    }
    assert parts == KINDS_OF_PART
    assert [row[1] for row in shown["remainder", "kind", "bids"]] == list(KINDS)
