from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from strategy_lab.experiments.meta.experiment import COLUMNS, TABLES, MetaGame
from strategy_lab.results.tables import Tables, where
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome, Spans

from tests.strategy_lab.experiments.meta.made import FIELD, meta_game_of, played
from tests.support.documents import ROOT
from tests.support.documents import tables as documented


@pytest.fixture(scope="module")
def meta() -> MetaGame:
    return meta_game_of(players=(3, 4), deals=60)


@pytest.fixture(scope="module")
def outcome(meta: MetaGame) -> Outcome:
    return played(meta)


@pytest.fixture(scope="module")
def tables(meta: MetaGame, outcome: Outcome) -> Tables:
    return meta.tables(outcome)


def test_tables_have_their_columns(tables: Tables) -> None:
    assert {name: tuple(table) for name, table in tables.items()} == TABLES
    assert {column for table in tables.values() for column in table} == set(COLUMNS)
    for table in tables.values():
        assert len({len(column) for column in table.values()}) == 1


def test_win_rates_of_a_lineup_are_one_win(tables: Tables, outcome: Outcome) -> None:
    payoffs = pd.DataFrame(tables["payoffs"])
    assert len(payoffs) == 6 * 3 + 10 * 3  # others, and any strategy
    by_lineup = (payoffs.copies * payoffs.win_rate).groupby([payoffs.players, payoffs.lineup])
    np.testing.assert_allclose(by_lineup.sum(), 1)
    assert (payoffs.win_rate_low <= payoffs.win_rate).all()
    assert (payoffs.win_rate <= payoffs.win_rate_high).all()
    seated = [row.lineup.split(",").count(row.strategy) for row in payoffs.itertuples()]
    assert payoffs.copies.tolist() == seated
    games = payoffs.groupby(["players", "lineup"]).games.first().sum()
    assert games == outcome.games


def test_an_invader_gains_its_win_rate_less_a_fair_share(tables: Tables) -> None:
    payoffs = pd.DataFrame(tables["payoffs"])
    for row in pd.DataFrame(tables["invasions"]).itertuples():
        members = sorted([row.strategy] + [row.opponent] * (row.players - 1), key=FIELD.index)
        lineup = payoffs[(payoffs.lineup == ",".join(members)) & (payoffs.strategy == row.strategy)]
        assert row.gain == pytest.approx(lineup.win_rate.item() - 1 / row.players)
        assert row.gain_low <= row.gain <= row.gain_high
        assert row.invades == (row.gain_low > 0)


def test_what_is_gained_against_one_strategy_is_the_best_invasion(tables: Tables) -> None:
    invasions, mixtures = (pd.DataFrame(tables[name]) for name in ("invasions", "mixtures"))
    for row in mixtures[mixtures.kind == "pure"].itertuples():
        name = row.mixture.removeprefix("pure ")
        into = invasions[(invasions.opponent == name) & (invasions.players == row.players)]
        assert row.gain == pytest.approx(max(0, into.gain.max()))
        assert row.nash_conv == pytest.approx(row.players * row.gain)
        if row.gain > 1e-9:
            assert row.best_response == into.strategy[into.gain.idxmax()]


def test_nothing_is_gained_in_an_equilibrium(tables: Tables) -> None:
    mixtures, weights = pd.DataFrame(tables["mixtures"]), pd.DataFrame(tables["weights"])
    settled = mixtures[mixtures.kind == "equilibrium"]
    assert set(settled.players) == {3, 4}
    assert (settled.gain < 1e-3).all()
    assert (mixtures[mixtures.kind == "uniform"].gain > 0.05).all()
    np.testing.assert_allclose(weights.groupby(["players", "mixture"]).weight.sum(), 1)
    assert len(weights) == 3 * len(settled)


def test_shares_of_time_add_up(tables: Tables) -> None:
    ranks = pd.DataFrame(tables["alpha_rank"])
    np.testing.assert_allclose(ranks.groupby(["players", "alpha"]).mass.sum(), 1)
    assert len(ranks) == 2 * 2 * len(FIELD)


def test_settings_of_which_nothing_was_played_have_no_rows(meta: MetaGame) -> None:
    one_batch = [Spans.up_to(meta.blocks[0].units), *[Spans()] * (len(meta.blocks) - 1)]
    part = simulate(Outcome(meta, one_batch), Threads(meta, "compiled"))
    tables = meta.tables(part)
    for name, table in tables.items():
        assert set(table["players"].tolist()) <= {3}, name
    assert (tables["invasions"]["deals"] == 1).all()
    assert np.isnan(tables["invasions"]["gain_low"]).all()
    assert not tables["invasions"]["invades"].any()
    assert [setting["deals"] for setting in meta.facts(part)["settings"]] == [1, 0]


def test_cells_are_apart(tables: Tables) -> None:
    meta = meta_game_of(players=(4,), deals=60)
    alone = meta.tables(played(meta))
    both = where(tables["invasions"], players=4)
    for column, values in alone["invasions"].items():
        np.testing.assert_array_equal(both[column], values)


def test_all_tables_and_columns_are_documented() -> None:
    shown = documented((ROOT / "docs" / "meta.md").read_text(encoding="utf-8"))
    assert [row[0].strip("`") for row in shown["table of a meta-game", "one row for each"]] == list(
        TABLES
    )
    assert shown["column of a meta-game", "unit", "meaning", "table"] == [
        [
            name,
            column.unit,
            column.description,
            ", ".join(table for table, columns in TABLES.items() if name in columns)
            if any(name not in columns for columns in TABLES.values())
            else "all",
        ]
        for name, column in COLUMNS.items()
    ]
