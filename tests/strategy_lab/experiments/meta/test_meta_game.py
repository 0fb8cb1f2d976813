from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from forsale_sim.reference.playing import play_chunk
from numpy.typing import NDArray
from strategy_lab.experiments.meta.settings import Setting
from strategy_lab.rows import whole_win

from tests.strategy_lab.experiments.meta.made import FIELD, meta_game_of, played, sums_of
from tests.support.documents import ROOT
from tests.support.interrupting import interrupt_after


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


def test_all_shares_of_a_lineup_make_one_win() -> None:
    meta = meta_game_of(players=(3, 4), deals=12)
    outcome = played(meta)
    for number, setting in enumerate(meta.settings):
        sums = sums_of(meta, outcome, number)
        games = setting.cell.players * setting.batch_deals
        assert (sums.sum(axis=2) == whole_win(setting.cell.players) * games).all()
        assert not sums[:, setting.counts == 0].any()


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


def test_batches_play_all_deals_once() -> None:
    (setting,) = meta_game_of(deals=250).settings
    first = [setting.first_deal(batch) for batch in range(setting.batches)]
    deals = [deal for start in first for deal in range(start, start + setting.batch_deals)]
    assert deals == list(range(1, setting.deals + 1))
