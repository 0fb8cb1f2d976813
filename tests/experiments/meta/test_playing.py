from __future__ import annotations

import os
import signal
from pathlib import Path

import numpy as np
import pytest
from forsale_sim.experiments.duel.playing import FailedGameError
from forsale_sim.experiments.meta.manifest import meta_digest
from forsale_sim.experiments.meta.plan import Setting
from forsale_sim.experiments.meta.playing import play_meta_game
from forsale_sim.reference.play import play_chunk
from forsale_sim.rows import WIN
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.engines import ENGINES

from tests.check.trying import write
from tests.experiments.meta.made import FIELD, meta_game_of, played
from tests.support.documents import ROOT


def test_sums_are_the_shares_of_the_games_played() -> None:
    meta = meta_game_of(players=(4,), deals=12)
    (setting,), (sums,) = meta.settings, played(meta).sums
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
    for setting, sums in zip(meta.settings, played(meta).sums, strict=True):
        total = WIN * setting.cell.players * setting.batch_deals
        assert (np.array(sums).sum(axis=2) == total).all()
        assert not np.array(sums)[:, setting.counts == 0].any()


@pytest.mark.parametrize(("engine", "threads"), [("compiled", 2), ("compiled", 3), ("python", 1)])
def test_how_it_is_played_changes_nothing(engine: str, threads: int) -> None:
    meta = meta_game_of(players=(3, 4), deals=7)
    one, other = played(meta), played(meta, engine, threads)
    assert meta_digest(one) == meta_digest(other)
    for sums, others in zip(one.sums, other.sums, strict=True):
        np.testing.assert_array_equal(sums, others)


def test_the_pieces_in_which_it_is_played_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    meta = meta_game_of(players=(4,), deals=12)
    whole = meta_digest(played(meta))
    monkeypatch.setattr("forsale_sim.experiments.meta.playing.PIECE_GAMES", 1)
    assert meta_digest(played(meta)) == whole


def shares(setting: Setting, sums: list[np.ndarray], members: tuple[int, ...]) -> np.ndarray:
    """The sums of a lineup over all deals, by strategy."""
    counts = np.bincount(members, minlength=setting.counts.shape[1])
    (column,) = np.flatnonzero((setting.counts == counts).all(axis=1))
    return np.asarray(np.sum(sums, axis=0)[column])


def test_a_copy_under_another_name_does_exactly_the_same(tmp_path: Path) -> None:
    """Alone it earns the same; with the original, what two of that earn together."""
    source = (ROOT / "strategies/forsale_strategies/expert.py").read_text(encoding="utf-8")
    copy = tmp_path / "copy.py"
    copy.write_text(source.replace('@strategy("expert")', '@strategy("copy")'), encoding="utf-8")
    meta = meta_game_of("expert", str(copy), "spread", players=(4,), deals=60)
    (setting,), (sums,) = meta.settings, played(meta).sums
    alone, copied = (shares(setting, sums, (own, 2, 2, 2)) for own in (0, 1))
    assert alone[0] == copied[1] > 0
    assert alone[2] == copied[2]
    twice, both = shares(setting, sums, (0, 0, 2, 2)), shares(setting, sums, (0, 1, 2, 2))
    assert twice[0] == both[0] + both[1]
    assert twice[2] == both[2]


def test_it_stops_after_a_whole_batch() -> None:
    meta = meta_game_of(players=(3, 4), deals=6000)

    def interrupt(games: int, most: int) -> None:
        assert most == meta.plan.games
        if games > most / 10:
            os.kill(os.getpid(), signal.SIGINT)

    outcome = play_meta_game(meta, ENGINES["compiled"](meta.plan), watch=interrupt)
    assert not outcome.complete
    assert 0 < outcome.games < meta.plan.games
    first, second = map(len, outcome.sums)
    assert second <= first <= second + 1
    whole = played(meta)
    for sums, all_sums in zip(outcome.sums, whole.sums, strict=True):
        np.testing.assert_array_equal(sums, all_sums[: len(sums)])


def test_progress_ends_at_what_was_foretold() -> None:
    meta, told = meta_game_of(players=(3, 4), deals=12), []
    outcome = play_meta_game(
        meta, ENGINES["compiled"](meta.plan), watch=lambda games, most: told.append((games, most))
    )
    assert outcome.complete
    assert told[-1] == (meta.plan.games, meta.plan.games) == (outcome.games, outcome.games)


def test_a_failing_strategy_is_told_with_its_lineup(tmp_path: Path) -> None:
    spec = write(tmp_path, bid="return -1")
    meta = meta_game_of(spec, "spread")
    with pytest.raises(FailedGameError) as failed:
        played(meta, "python")
    assert set(failed.value.lineup) == {entrant.spec for entrant in meta.plan.field}
    assert len(failed.value.lineup) == 3


def test_chunks_of_a_batch_are_its_deals() -> None:
    (setting,) = meta_game_of(deals=250).settings
    first = [setting.first_deal(batch) for batch in range(setting.batches)]
    seen = [deal for f in first for deal in range(f, f + setting.batch_deals)]
    assert seen == list(range(1, setting.deals + 1))
    assert Chunk(0, first[1], setting.batch_deals).played.stretches == ((4, 6),)
