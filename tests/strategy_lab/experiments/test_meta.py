"""Meta-games for tests: small ones, settled and played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, permutations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from forsale_sim.program import FOR_SALE
from numpy.typing import NDArray
from strategy_lab.experiments.meta.experiment import (
    COLUMNS,
    TABLES,
    MetaGame,
    Setting,
    orders,
)
from strategy_lab.experiments.specs import MetaSpec
from strategy_lab.results.tables import Tables
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome, Spans

from tests.support.documents import ROOT
from tests.support.interrupting import interrupt_after
from tests.support.players import play_chunk


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


def test_an_invader_gains_its_win_rate_less_a_fair_share(tables: Tables) -> None:
    payoffs = pd.DataFrame(tables["payoffs"])
    for row in pd.DataFrame(tables["invasions"]).itertuples():
        members = sorted([row.strategy] + [row.opponent] * (row.players - 1), key=FIELD.index)
        lineup = payoffs[(payoffs.lineup == ",".join(members)) & (payoffs.strategy == row.strategy)]
        assert row.gain == pytest.approx(lineup.win_rate.item() - 1 / row.players)
        assert row.gain_low <= row.gain <= row.gain_high
        assert row.invades == (row.gain_low > 0)


def test_nothing_is_gained_in_an_equilibrium(tables: Tables) -> None:
    mixtures, weights = pd.DataFrame(tables["mixtures"]), pd.DataFrame(tables["weights"])
    settled = mixtures[mixtures.kind == "equilibrium"]
    assert set(settled.players) == {3, 4}
    assert (settled.gain < 1e-3).all()
    assert (mixtures[mixtures.kind == "uniform"].gain > 0.05).all()
    np.testing.assert_allclose(weights.groupby(["players", "mixture"]).weight.sum(), 1)
    assert len(weights) == 3 * len(settled)


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


FIELD = ("expert", "spread", "coinflip")


def meta_game_of(
    *specs: str,
    players: tuple[int, ...] = (3,),
    deals: int = 8,
    seed: int = 1,
    rulesets: Sequence[str] = ("iello-en",),
) -> MetaGame:
    return (
        MetaSpec.in_program(FOR_SALE)
        .of(
            strategies=specs or FIELD,
            rulesets=rulesets,
            players=players,
            seed=seed,
            deals=deals,
            alphas=(0.1, 10.0),
            population=20,
        )
        .experiment()
    )


def played(meta: MetaGame) -> Outcome:
    return simulate(Outcome(meta), Threads(meta, "compiled"))


def sums_of(meta: MetaGame, outcome: Outcome, setting: int = 0) -> NDArray[np.int64]:
    """The shares of a setting: (batches, multisets, strategies)."""
    return np.array(
        [
            outcome.tally(block).wins
            for block, (each, _) in enumerate(meta.batches)
            if each is meta.settings[setting]
        ]
    )


def test_sums_are_the_shares_of_the_games_played() -> None:
    meta = meta_game_of(players=(4,), deals=12)
    (setting,), sums = meta.settings, sums_of(meta, played(meta))
    assert len(sums) == 12
    for batch in (0, 7):
        for column in range(len(setting.counts)):
            lineup = meta.plan.cells[setting.tables[setting.order(batch), column]].lineup
            rows = play_chunk(
                setting.cell.rules,
                meta.plan.field,
                lineup,
                seed=1,
                first_deal=1 + batch,
                deals=1,
                seatings=4,
            )
            shares = [rows.win[rows.strategy == index].sum() for index in range(len(FIELD))]
            np.testing.assert_array_equal(sums[batch][column], shares)


def shares(
    setting: Setting, sums: NDArray[np.int64], members: tuple[int, ...]
) -> NDArray[np.int64]:
    """The sums of a lineup over all deals, by strategy."""
    counts = np.bincount(members, minlength=setting.counts.shape[1])
    (column,) = np.flatnonzero((setting.counts == counts).all(axis=1))
    return np.asarray(sums.sum(axis=0)[column])


def test_a_copy_under_another_name_does_exactly_the_same(tmp_path: Path) -> None:
    """Alone it earns the same; with the original, what two of that earn together."""
    source = (ROOT / "strategies/forsale_strategies/expert.py").read_text(encoding="utf-8")
    copy = tmp_path / "copy.py"
    copy.write_text(source.replace('@strategy("expert")', '@strategy("copy")'), encoding="utf-8")
    meta = meta_game_of("expert", str(copy), "spread", players=(4,), deals=60)
    (setting,), sums = meta.settings, sums_of(meta, played(meta))
    alone, copied = (shares(setting, sums, (own, 2, 2, 2)) for own in (0, 1))
    assert alone[0] == copied[1] > 0
    assert alone[2] == copied[2]
    twice, both = shares(setting, sums, (0, 0, 2, 2)), shares(setting, sums, (0, 1, 2, 2))
    assert twice[0] == both[0] + both[1]
    assert twice[2] == both[2]


def test_tables_are_of_batches_that_are_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    meta = meta_game_of(players=(3, 4), deals=6000)
    interrupt_after(monkeypatch, 40)
    outcome = played(meta)
    assert not outcome.complete
    complete = [
        len(units) == block.units for units, block in zip(outcome.played, meta.blocks, strict=True)
    ]
    assert 0 < sum(complete) < len(complete)
    invasions = meta.tables(outcome)["invasions"]
    deals = dict(zip(invasions["players"].tolist(), invasions["deals"].tolist(), strict=True))
    batches = {
        setting.cell.players: deals[setting.cell.players] // setting.batch_deals
        for setting in meta.settings
    }
    assert sum(batches.values()) == sum(complete)
    assert batches[4] <= batches[3] <= batches[4] + 1


@pytest.mark.parametrize(
    ("players", "deals", "batches", "batch_deals"),
    [
        *((3, 1, 2, 1), (3, 7, 8, 1), (3, 120, 120, 1), (3, 121, 62, 2), (3, 241, 82, 3)),
        *((4, 7, 12, 1), (4, 60, 60, 1), (4, 120, 120, 1), (4, 121, 66, 2), (4, 240, 120, 2)),
        *((5, 121, 72, 2), (6, 1, 120, 1), (6, 121, 120, 2)),
    ],
)
def test_deals_are_rounded_up_to_orders_that_are_played_as_often(
    players: int, deals: int, batches: int, batch_deals: int
) -> None:
    (setting,) = meta_game_of(players=(players,), deals=deals).settings
    assert (setting.batches, setting.batch_deals) == (batches, batch_deals)
    assert setting.batches % len(setting.tables) == 0
    assert setting.deals >= deals


@pytest.mark.parametrize("players", range(2, 9))
def test_round_the_table_each_has_each_other_on_its_left_as_often(players: int) -> None:
    rounds = [(0, *order) for order in orders(players)]
    lefts = Counter(pair for seated in rounds for pair in pairwise((*seated, 0)))
    assert set(lefts) == set(permutations(range(players), 2))
    assert len(set(lefts.values())) == 1
