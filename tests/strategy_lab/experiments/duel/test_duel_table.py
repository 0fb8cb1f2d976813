from __future__ import annotations

import pytest
from strategy_lab.experiments.duel.experiment import COLUMNS, Duel, duel_table, finding_of
from strategy_lab.results.tables import Columns, records
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.stats.sequential_tests import IntervalEstimate

from tests.strategy_lab.experiments.duel.dueling import duel_of, played
from tests.support.documents import ROOT, tables

TEST = {"elo1": 10.0, "alpha": 0.1, "beta": 0.05, "seed": 4, "max_deals": 20_000}


@pytest.fixture(scope="module")
def duel() -> Duel:
    return duel_of("spread", "expert", "miser", "linear", players=(3, 4), **TEST)


@pytest.fixture(scope="module")
def outcome(duel: Duel) -> Outcome:
    return played(duel)


@pytest.fixture(scope="module")
def table(duel: Duel, outcome: Outcome) -> Columns:
    return duel.tables(outcome)["duels"]


def test_a_row_for_each_match(duel: Duel, outcome: Outcome, table: Columns) -> None:
    assert list(table) == list(COLUMNS)
    rows = records(table)
    assert [(row["ruleset"], row["players"]) for row in rows] == [("iello-en", 3), ("iello-en", 4)]
    for row, match in zip(rows, duel.standings(outcome), strict=True):
        assert (row["strategy_a"], row["strategy_b"]) == ("spread", "expert")
        assert row["verdict"] == "B"
        assert row["finding"] == "expert is stronger"
        assert row["deals"] == match.tally.deals
        assert row["games"] == row["deals"] * 4 * row["players"]
        assert row["llr_b"] >= row["upper"] > 0 > row["lower"]
        assert row["llr"] <= row["lower"]


def test_estimates_lie_in_their_intervals_and_agree(table: Columns) -> None:
    for row in records(table):
        names = [name.removesuffix("_low") for name in row if name.endswith("_low")]
        assert len(names) == 10
        for name in names:
            assert row[f"{name}_low"] < row[name] < row[f"{name}_high"]
        assert row["difference"] == pytest.approx(row["win_rate_a"] - row["win_rate_b"])
        assert abs(row["elo_sequential"]) < abs(row["elo"])
        assert "median-unbiased" in row["estimate"]


def test_the_manifest_says_what_was_played(duel: Duel, outcome: Outcome, table: Columns) -> None:
    facts, rows = duel.facts(outcome), records(table)
    assert outcome.games == sum(row["games"] for row in rows)
    assert duel.deals(outcome) == sum(row["deals"] for row in rows)
    assert (facts["strategies"], facts["field"]) == (["spread", "expert"], ["miser", "linear"])
    assert (facts["elo0"], facts["elo1"], facts["alpha"], facts["beta"]) == (0, 10, 0.1, 0.05)


def test_without_others_mixed_rates_are_unknown() -> None:
    duel = duel_of("spread", "expert", **{**TEST, "max_deals": 200})
    (row,) = records(duel.tables(played(duel))["duels"])
    assert row["win_rate_a_mixed"] is None
    assert row["win_rate_a"] == row["win_rate_a_amid_b"]


@pytest.mark.parametrize(
    ("specs", "most_deals", "finding"),
    [
        (("spread", "miser"), 100, "undecided after 100 deals: spread wins"),
        (("linear:share=0.5", "linear:share=0.501"), 20_000, "neither is stronger by 10 Elo"),
    ],
)
def test_undecided_is_one_of_two_things(
    specs: tuple[str, ...], most_deals: int, finding: str
) -> None:
    duel = duel_of(*specs, players=(3,), **{**TEST, "max_deals": most_deals})
    (standing,) = duel.standings(played(duel))
    (row,) = records(duel_table([standing], duel.names))
    assert row["verdict"] == "undecided"
    assert row["finding"].startswith(finding)
    standing.complete = False
    if "after" in finding:
        (row,) = records(duel_table([standing], duel.names))
        assert row["finding"].startswith("stopped after 100 deals: spread wins")


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.05, 0.082, ": spread wins 5.0 to 8.2 points more"),
        (-0.082, -0.05, ": miser wins 5.0 to 8.2 points more"),
        (-0.01, 0.03, ": spread wins between 1.0 points less and 3.0 more than miser"),
        (float("nan"), float("nan"), ""),
    ],
)
def test_an_undecided_match_says_what_is_known(low: float, high: float, words: str) -> None:
    duel = duel_of("spread", "miser", players=(3,), **{**TEST, "max_deals": 100})
    (standing,) = duel.standings(played(duel))
    estimate = IntervalEstimate((low + high) / 2, low, high)
    assert finding_of(standing, duel.names, estimate) == f"undecided after 100 deals{words}"


def test_all_columns_are_documented() -> None:
    shown = tables((ROOT / "docs/duel.md").read_text(encoding="utf-8"))
    assert shown["column", "unit", "meaning"] == [
        [name, column.unit, column.description]
        for name, column in COLUMNS.items()
        if not name.endswith(("_low", "_high"))
    ]


def test_all_keys_of_the_manifest_are_documented(duel: Duel, outcome: Outcome) -> None:
    text = (ROOT / "docs/duel.md").read_text(encoding="utf-8")
    common = tables((ROOT / "docs/results.md").read_text(encoding="utf-8"))["key", "meaning"]
    known = {name.strip() for row in common for name in row[0].split(",")}
    assert all(key in known or f"`{key}`" in text for key in duel.facts(outcome))
