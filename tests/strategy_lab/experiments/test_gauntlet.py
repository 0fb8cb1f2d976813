"""The gauntlet: who is met, what a table wins, and what the estimates of strength are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from forsale_sim.for_sale import GAME
from forsale_sim.program import FOR_SALE, PANEL
from forsale_sim.strangers import KINDS_OF_PART
from forsale_strategies.panel import KINDS
from forsale_strategies.strangers import KINDS as KINDS_OF_STRANGERS
from strategy_lab.experiments.gauntlet.experiment import (
    TABLES,
    Gauntlet,
    gauntlet_tables,
)
from strategy_lab.experiments.population import GAUNTLET_PARTS
from strategy_lab.experiments.specs import GauntletSpec, RunSpec
from strategy_lab.results.accumulators import TableWins
from strategy_lab.results.tables import Tables, where
from strategy_lab.rows import whole_win

from tests.cli.calling import call
from tests.experiments.contract import play
from tests.support.documents import ROOT
from tests.support.documents import tables as documented

QUICK = ("--players", "3", "--deals", "4", "--strangers", "0", "--mixed", "2", "--seed", "1")


@pytest.mark.thorough
def test_the_worst_tables_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "gauntlet", "expert", *QUICK)
    assert said.out.startswith("expert, beside counter, quick and solver, among 4 opponents")
    assert "\n288 games of 4 deals" in said.out
    order = ("worst tenth", "worst tables", "\nkind ", "below: tables")
    places = [said.out.index(text) for text in order]
    assert places == sorted(places)
    again = said.out.rstrip().splitlines()[-1].removeprefix("again   ")
    assert call(capsys, *again.split()[1:]).out == said.out
    both = call(capsys, "gauntlet", "expert", "miser", *QUICK).out
    assert "more than expert" in both and "worst tables of miser" in both
    assert "worst tables of quick" not in both


def gauntlet_of(*strategies: str, **asked: Any) -> Gauntlet:
    usual: dict[str, Any] = {"strangers": 2, "mixed": 2, "players": (4,), "deals": 6, "seed": 3}
    spec = GauntletSpec.in_program(FOR_SALE)
    return spec.of(strategies=strategies, **{**usual, **asked}).experiment()


def test_a_strategy_sits_at_every_table_on_the_same_deals() -> None:
    gauntlet = gauntlet_of("expert", "copycat")
    assert "copycat" not in gauntlet.opponents, "who is tried is not met"
    (setting,) = gauntlet.settings
    copies, mixed = setting.scenarios[:-2], setting.scenarios[-2:]
    assert [len(set(each.opponents)) for each in copies] == [1] * 5
    assert all(len(set(each.opponents)) == 3 for each in mixed)
    assert gauntlet.names == ["expert", "copycat", "counter", "quick", "solver"]
    lineups = [planned.lineup for planned in gauntlet.plan.cells]
    tables = [each.opponents for each in setting.scenarios]
    assert lineups == [(strategy, *met) for strategy in range(5) for met in tables]
    assert {planned.deals for planned in gauntlet.plan.cells} == {6}


@pytest.mark.thorough
def test_a_table_wins_what_a_run_of_its_lineup_wins() -> None:
    spec = GauntletSpec.in_program(FOR_SALE).of(
        strategies=["expert", "counter"], strangers=1, mixed=1, players=(4,), deals=5, seed=3
    )
    outcome = play(spec)
    tables = outcome.experiment.tables(outcome)["tables"]
    (row,) = where(tables, strategy="counter", opponents="copycat")["times"]
    lineup = ("counter", "copycat", "copycat", "copycat")
    run = play(RunSpec.in_program(FOR_SALE).of(lineup=lineup, games=20, seed=3))
    wins = where(run.experiment.tables(run)["by_strategy"], strategy="counter")["win_rate"]
    assert row == pytest.approx(4 * wins[0])


def test_no_two_parts_share_an_opponent_or_a_kind_of_the_panel_whatever_the_seed() -> None:
    kinds = [kind for part in GAUNTLET_PARTS for kind in KINDS_OF_PART[part]]
    assert sorted(kinds) == sorted(set(KINDS.values()))
    known = GAME.strangers
    assert known is not None
    met = [
        {name for seed in range(50) for name in known.met(part, 24, seed)}
        for part in GAUNTLET_PARTS
    ]
    assert not met[0] & met[1] and not met[0] & met[2] and not met[1] & met[2]
    assert set().union(*met) >= set(PANEL)
    one, other = known.met("train", 12, 1), known.met("train", 12, 2)
    drawn = [name for name in one if name.startswith("stranger")]
    assert len(set(drawn)) == 12 and not set(drawn) & set(other)
    kinds = [known.kind(name) for name in drawn]
    assert all(kinds.count(f"{kind} (stranger)") == 2 for kind in KINDS_OF_STRANGERS)
    names = ("copycat", "flat-monte-carlo:budget=400", "stranger", "stranger:number=17")
    assert [known.kind(name) for name in names] == [
        *("imitation", "search (budget=400)", "values (stranger)", "feints (stranger)")
    ]


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
    return gauntlet_tables(gauntlet.settings, gauntlet.names[: len(times)], [tally])


def test_times_are_shares_of_the_win_beside_a_fair_one() -> None:
    tables = made([[2.0, 1.0, 0.5, 1.5]])
    assert {name: tuple(table) for name, table in tables.items()} == TABLES
    rows, kinds = tables["tables"], tables["kinds"]
    np.testing.assert_allclose(rows["times"], [2.0, 1.0, 0.5, 1.5], atol=0.12)
    assert rows["verdict"].tolist() == ["above", "not shown", "below", "above"]
    strength = tables["strength"]
    assert strength["times"][0] == pytest.approx(1.25, abs=0.06)
    assert strength["below"].tolist() == [1] and strength["tables"].tolist() == [4]
    assert (strength["times_low"] < strength["times"]).all()
    for kind in kinds["kind"].tolist():
        row, own = where(kinds, kind=kind), where(rows, kind=kind)
        assert row["times"][0] == pytest.approx(own["times"].mean())
        assert row["worst"][0] == own["times"].min()
    assert where(kinds, kind="misreading")["tables"].tolist() == [2]


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


def test_all_parts_and_kinds_are_documented() -> None:
    shown = documented((ROOT / "docs/gauntlet.md").read_text(encoding="utf-8"))
    parts = {
        row[0]: tuple(row[1].split(", ")) for row in shown["part", "kinds of the [panel](panel.md)"]
    }
    assert parts == KINDS_OF_PART
    assert [row[1] for row in shown["remainder", "kind", "bids"]] == list(KINDS_OF_STRANGERS)
