from __future__ import annotations

import json

import pytest
from forsale_sim.experiments.duel.plan import make_duel
from forsale_sim.experiments.duel.playing import DuelOutcome, play_duel
from forsale_sim.experiments.duel.results import COLUMNS, duel_manifest, duel_table
from forsale_sim.plugins.entrant import load_field
from forsale_sim.results.files.texts import to_json
from forsale_sim.results.tables import records
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.engines import ENGINES
from forsale_sim.stats.sequential.two_sided import TwoSidedTest

from tests.support.documents import ROOT, tables


def new_test() -> TwoSidedTest:
    return TwoSidedTest(0, 10, 0.1, 0.05)


def duel_of(
    *specs: str, players: tuple[int, ...] = (3, 4), most_deals: int = 20_000
) -> DuelOutcome:
    a, b, *others = load_field(specs)
    duel = make_duel(
        a,
        b,
        others,
        rulesets=[load_ruleset("iello-en")],
        players=players,
        seed=4,
        most_deals=most_deals,
    )
    return play_duel(duel, ENGINES["compiled"](duel.plan), new_test)


@pytest.fixture(scope="module")
def outcome() -> DuelOutcome:
    return duel_of("spread", "expert", "miser", "linear")


def test_a_row_for_each_match(outcome: DuelOutcome) -> None:
    table = duel_table(outcome)
    assert list(table) == list(COLUMNS)
    rows = records(table)
    assert [(row["ruleset"], row["players"]) for row in rows] == [("iello-en", 3), ("iello-en", 4)]
    for row, match in zip(rows, outcome.matches, strict=True):
        assert (row["strategy_a"], row["strategy_b"]) == ("spread", "expert")
        assert row["verdict"] == "B"
        assert row["finding"] == "expert is stronger"
        assert row["deals"] == match.tally.deals
        assert row["games"] == row["deals"] * 4 * row["players"]
        assert row["llr_b"] >= row["upper"] > 0 > row["lower"]
        assert row["llr"] <= row["lower"]


def test_estimates_lie_in_their_intervals_and_agree(outcome: DuelOutcome) -> None:
    for row in records(duel_table(outcome)):
        names = [name.removesuffix("_low") for name in row if name.endswith("_low")]
        assert len(names) == 10
        for name in names:
            assert row[f"{name}_low"] < row[name] < row[f"{name}_high"]
        assert row["difference"] == pytest.approx(row["win_rate_a"] - row["win_rate_b"])
        assert abs(row["elo_sequential"]) < abs(row["elo"])
        assert "median-unbiased" in row["estimate"]


def test_the_manifest_says_what_was_played(outcome: DuelOutcome) -> None:
    facts = duel_manifest(outcome, new_test(), command="…", engine="compiled", threads=1)
    rows = records(duel_table(outcome))
    assert facts["games"] == sum(row["games"] for row in rows)
    assert facts["deals"] == sum(row["deals"] for row in rows)
    assert (facts["strategies"], facts["field"]) == (["spread", "expert"], ["miser", "linear"])
    assert (facts["elo0"], facts["elo1"], facts["alpha"], facts["beta"]) == (0, 10, 0.1, 0.05)
    assert facts["complete"] is True
    run = json.loads(to_json(facts, {"duels": duel_table(outcome)}))
    assert run == {"manifest": facts, "duels": rows}


def test_without_others_mixed_rates_are_unknown() -> None:
    (row,) = records(duel_table(duel_of("spread", "expert", players=(4,), most_deals=200)))
    assert row["win_rate_a_mixed"] is None
    assert row["win_rate_a"] == row["win_rate_a_amid_b"]


@pytest.mark.parametrize(
    ("specs", "most_deals", "finding"),
    [
        (("spread", "miser"), 100, "not known after all deals allowed"),
        (("linear:share=0.5", "linear:share=0.501"), 20_000, "neither is stronger by 10 Elo"),
    ],
)
def test_undecided_is_one_of_two_things(
    specs: tuple[str, ...], most_deals: int, finding: str
) -> None:
    outcome = duel_of(*specs, players=(3,), most_deals=most_deals)
    (row,) = records(duel_table(outcome))
    assert (row["verdict"], row["finding"]) == ("undecided", finding)
    outcome.matches[0].complete = False
    if "not known" in finding:
        assert records(duel_table(outcome))[0]["finding"] == "not known: stopped early"


def test_all_columns_are_documented() -> None:
    shown = tables((ROOT / "docs/duel.md").read_text(encoding="utf-8"))
    assert shown["column", "unit", "meaning"] == [
        [name, column.unit, column.description]
        for name, column in COLUMNS.items()
        if not name.endswith(("_low", "_high"))
    ]


def test_all_keys_of_the_manifest_are_documented(outcome: DuelOutcome) -> None:
    facts = duel_manifest(outcome, new_test(), command="…", engine="compiled", threads=1)
    text = (ROOT / "docs/duel.md").read_text(encoding="utf-8")
    common = tables((ROOT / "docs/results.md").read_text(encoding="utf-8"))["key", "meaning"]
    known = {name.strip() for row in common for name in row[0].split(",")}
    assert all(key in known or f"`{key}`" in text for key in facts)
