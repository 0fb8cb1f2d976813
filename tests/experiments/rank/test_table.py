from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.experiments.rank.table import COLUMNS, TABLES, Ranking
from forsale_sim.plugins.entrant import load_field
from forsale_sim.results.tables import Tables, where
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.driver import Outcome
from forsale_sim.simulation.engines import CompiledEngine, PlainEngine
from forsale_sim.simulation.executors import PlayedChunk
from forsale_sim.simulation.plan import Plan, make_plan

from tests.results.made import made_rows
from tests.simulation.playing import play
from tests.support.documents import ROOT
from tests.support.documents import tables as documented

FIELD = ("expert", "spread", "coinflip", "random")


@pytest.fixture(scope="module")
def plan() -> Plan:
    return make_plan(
        (load_ruleset("iello-en"), load_ruleset("ravensburger-1997")),
        field=load_field(list(FIELD)),
        players=(3, 4),
        seed=4,
        games=3000,
    )


def ranked(plan: Plan, **how: int) -> Tables:
    ranking, engine = Ranking(plan), CompiledEngine(plan)
    engine.chunk_games = how.pop("chunk_games", engine.chunk_games)
    return ranking.tables(play(plan, engine, **how, watchers=[ranking.watch]))


@pytest.fixture(scope="module")
def tables(plan: Plan) -> Tables:
    return ranked(plan)


def placed(order_of_deal: list[tuple[str, ...]], deals: int = 400, ties: bool = False) -> Tables:
    """The tables of a run whose deals end in the given orders in turn, whoever sits where."""
    plan = make_plan(
        (load_ruleset("iello-en"),),
        field=load_field(["spread", "miser", "random"]),
        players=(3,),
        seed=1,
        games=3 * deals,
    )
    (planned,) = plan.cells
    rows = made_rows(planned.cell, deals)
    for game in range(len(rows.data)):
        order = order_of_deal[game // 3 % len(order_of_deal)]
        names = [planned.cell.field[index] for index in rows.strategy[game]]
        rows.place[game] = [1 if ties else 1 + order.index(name) for name in names]
    outcome, ranking = Outcome.nothing_yet(plan), Ranking(plan)
    outcome.tallies[planned.cell].count(rows)
    ranking.watch(outcome, PlayedChunk(Chunk(0, 1, deals), outcome.tallies[planned.cell], rows))
    return ranking.tables(outcome)


def test_every_table_has_its_columns_and_each_is_described(tables: Tables) -> None:
    for name, columns in TABLES.items():
        assert tuple(tables[name]) == columns
        assert set(columns) <= set(COLUMNS)
    assert list(tables["ratings"]["strategy"]) == [*FIELD] * 4
    assert len(tables["head_to_head"]["games"]) == 4 * 12


def test_who_is_stronger_rates_higher(tables: Tables) -> None:
    for ruleset in ("iello-en", "ravensburger-1997"):
        for players in (3, 4):
            found = where(tables["ratings"], ruleset=ruleset, players=players)
            assert found["rating"].sum() == pytest.approx(0, abs=1e-4)
            best, *_, worst = np.array(FIELD)[np.argsort(-found["rating"])]
            assert (best, worst) == ("expert", "random")
            assert (found["rating_low"] < found["rating"]).all()
            assert (found["rating"] < found["rating_high"]).all()


@pytest.mark.parametrize("how", [{"threads": 2}, {"chunk_games": 20}, {"chunk_games": 10**6}])
def test_nothing_depends_on_how_it_is_played(
    plan: Plan, tables: Tables, how: dict[str, int]
) -> None:
    other = ranked(plan, **how)
    for name, table in tables.items():
        for column, values in table.items():
            np.testing.assert_array_equal(other[name][column], values)


def test_both_engines_rank_alike(plan: Plan) -> None:
    short = make_plan((load_ruleset("iello-en"),), field=plan.field, players=(3,), seed=4, games=60)
    found = []
    for engine in (CompiledEngine(short), PlainEngine(short)):
        ranking = Ranking(short)
        found.append(ranking.tables(play(short, engine, watchers=[ranking.watch])))
    np.testing.assert_array_equal(found[0]["ratings"]["rating"], found[1]["ratings"]["rating"])


def test_ratings_expect_what_was_seen_where_the_model_holds(tables: Tables) -> None:
    found = where(tables["head_to_head"], ruleset="iello-en", players=4)
    np.testing.assert_allclose(found["ahead_expected"], found["ahead_rate"], atol=0.12)
    pairs = dict(
        zip(
            zip(found["strategy"], found["opponent"], strict=True),
            found["ahead_expected"],
            strict=True,
        )
    )
    for (strategy, opponent), expected in pairs.items():
        assert expected + pairs[opponent, strategy] == pytest.approx(1)


def test_a_cycle_is_named_in_words_and_ratings_hide_it() -> None:
    tables = placed(
        [
            ("spread", "miser", "random"),
            ("miser", "random", "spread"),
            ("random", "spread", "miser"),
        ]
    )
    assert tables["cycles"]["cycle"].tolist() == ["spread beats miser beats random beats spread"]
    assert tables["cycles"]["weakest_leg"] == pytest.approx(2 / 3, abs=0.01)
    np.testing.assert_allclose(tables["ratings"]["rating"], 0, atol=3)


def test_a_cycle_of_which_one_leg_may_be_chance_is_not_named() -> None:
    """miser is ahead of random half of the time."""
    tables = placed(
        [
            ("spread", "miser", "random"),
            ("random", "spread", "miser"),
            ("spread", "random", "miser"),
            ("miser", "random", "spread"),
            *[("random", "spread", "miser"), ("miser", "random", "spread")],
        ]
    )
    met = where(tables["head_to_head"], strategy="miser", opponent="random")
    assert met["ahead_rate_low"] < 0.5 < met["ahead_rate_high"]
    assert tables["cycles"]["cycle"].tolist() == []


def test_who_always_ties_rates_0() -> None:
    tables = placed([("spread", "miser", "random")], ties=True)
    np.testing.assert_allclose(tables["ratings"]["rating"], 0, atol=1e-5)
    assert tables["ratings"]["group"].tolist() == [1, 1, 1]


def test_who_is_always_ahead_has_no_interval() -> None:
    tables = placed([("random", "spread", "miser"), ("random", "miser", "spread")])
    found = tables["ratings"]
    assert found["group"].tolist() == [2, 2, 1]
    assert np.isnan(found["rating_low"]).all()
    assert np.isfinite(found["rating"]).all()


def test_a_run_stopped_at_once_has_rows_without_ratings(plan: Plan) -> None:
    found = Ranking(plan).tables(Outcome.nothing_yet(plan))
    assert np.isnan(found["ratings"]["rating"]).all()
    assert len(found["head_to_head"]["games"]) == 0


def test_rows_are_needed(plan: Plan) -> None:
    outcome = Outcome.nothing_yet(plan)
    played = PlayedChunk(Chunk(0, 1, 1), outcome.tallies[plan.cells[0].cell], None)
    with pytest.raises(ValueError, match="sends its rows"):
        Ranking(plan).watch(outcome, played)


def test_all_tables_and_columns_are_documented() -> None:
    shown = documented((ROOT / "docs" / "rank.md").read_text(encoding="utf-8"))
    listed = shown["table of a ranking", "one row for each"]
    assert [row[0] for row in listed] == list(TABLES)
    assert shown["column of a ranking", "unit", "meaning", "table"] == [
        [
            name,
            column.unit,
            column.description,
            ", ".join(table for table, columns in TABLES.items() if name in columns),
        ]
        for name, column in COLUMNS.items()
    ]
