"""What a worker sends of a piece is what a thread would have played, mistakes included."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from forsale_sim.engines import ENGINES
from forsale_sim.program import FOR_SALE
from strategy_lab.errors import LaboratoryError, StrategyError, UsageError
from strategy_lab.experiments.compare.spec import CompareSpec
from strategy_lab.experiments.meta.spec import MetaSpec
from strategy_lab.simulation import cluster
from strategy_lab.simulation.cluster import pack, play, played_piece
from strategy_lab.simulation.execution import FailedGameError, play_piece
from strategy_lab.simulation.experiment import Experiment, Piece, PlayedPiece
from strategy_lab.simulation.spec import Spec

from tests.strategy_lab.check.trying import write
from tests.strategy_lab.simulation.kept import small_spec

PIECE = Piece(block=1, first=7, units=30)


def spec_of(*strategies: str) -> Spec:
    return small_spec(strategies=strategies or ("spread", "coinflip"))


def by_worker(
    spec: Spec, engine: str, piece: Piece = PIECE, *, keep_rows: bool = True
) -> PlayedPiece:
    result = play(pack(spec, engine, keep_rows=keep_rows), piece)
    return played_piece(spec.experiment(), piece, pickle.loads(pickle.dumps(result)))


def by_thread(
    spec: Spec, engine: str, piece: Piece = PIECE, *, keep_rows: bool = True
) -> PlayedPiece:
    experiment = spec.experiment()
    return play_piece(experiment, experiment.engines(engine), piece, keep_rows=keep_rows)


def assert_same_counts(one: PlayedPiece, other: PlayedPiece) -> None:
    assert one.piece == other.piece
    for ours, theirs in ((one.tally, other.tally), (one.core, other.core)):
        assert list(ours.arrays()) == list(theirs.arrays())
        for name, array in theirs.arrays().items():
            np.testing.assert_array_equal(ours.arrays()[name], array, strict=True)


@pytest.mark.parametrize("engine", ["compiled", "python"])
@pytest.mark.parametrize("games", [1, 50, 10**6])
def test_a_piece_is_the_same_in_parts_of_any_size(
    monkeypatch: pytest.MonkeyPatch, engine: str, games: int
) -> None:
    monkeypatch.setattr(ENGINES[engine], "chunk_games", games)
    there, here = by_worker(spec_of(), engine), by_thread(spec_of(), engine)
    assert_same_counts(there, here)
    ((ours,), (theirs,)) = there.rows, here.rows
    assert (ours.players, ours.seatings) == (theirs.players, theirs.seatings)
    np.testing.assert_array_equal(ours.data, theirs.data, strict=True)
    np.testing.assert_array_equal(ours.detail, theirs.detail, strict=True)


@pytest.mark.parametrize(
    ("spec", "piece"),
    [
        (
            partial(
                CompareSpec.in_program(FOR_SALE).of,
                rulesets=["iello-en", "iello-fr"],
                fields=["all"],
                players=[4],
                games=2000,
                seed=3,
            ),
            Piece(0, 5, 40),
        ),
        (
            partial(
                MetaSpec.in_program(FOR_SALE).of,
                strategies=["spread", "miser", "random"],
                players=[3],
                deals=60,
                seed=3,
            ),
            Piece(0, 2, 2),
        ),
    ],
)
def test_pieces_of_several_chunks_are_counted_by_workers(
    spec: Callable[[], Spec], piece: Piece
) -> None:
    made = spec()
    there = by_worker(made, "compiled", piece, keep_rows=False)
    assert_same_counts(there, by_thread(made, "compiled", piece, keep_rows=False))
    assert there.core.games > piece.units


def test_rows_come_only_if_they_are_wanted() -> None:
    assert by_worker(spec_of(), "compiled", keep_rows=False).rows == ()


@pytest.mark.parametrize("engine", ["compiled", "python"])
@pytest.mark.parametrize("bid", ["return 99", "raise ValueError('no')"])
def test_a_mistake_is_reported_as_by_threads(tmp_path: Path, engine: str, bid: str) -> None:
    spec = spec_of(write(tmp_path, bid=f"if view.random() < 0.01:\n            {bid}"))
    piece = Piece(0, 1, 300)
    with pytest.raises(FailedGameError) as there:
        by_worker(spec, engine, piece)
    with pytest.raises(FailedGameError) as here:
        by_thread(spec, engine, piece)
    assert str(there.value) == str(here.value)
    assert there.value.where == here.value.where
    assert there.value.lineup == here.value.lineup
    assert (str(tmp_path) in str(here.value)) == ("raise" in bid)


def test_what_cannot_be_compiled_is_reported_with_the_user_s_own_path(tmp_path: Path) -> None:
    spec = spec_of(write(tmp_path, bid="return {}"))
    with pytest.raises(UsageError) as there:
        by_worker(spec, "compiled")
    with pytest.raises(UsageError) as here:
        by_thread(spec, "compiled")
    assert str(there.value) == str(here.value)
    assert str(tmp_path) in str(here.value)


def test_a_strategy_error_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise StrategyError("only when compiled")

    monkeypatch.setattr(ENGINES["python"], "play", fail)
    with pytest.raises(StrategyError, match="only when compiled"):
        by_worker(spec_of(), "python")


def test_an_experiment_is_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[Experiment] = []
    engines = Experiment.engines

    def prepare(experiment: Experiment, engine: str) -> Any:
        prepared.append(experiment)
        return engines(experiment, engine)

    monkeypatch.setattr(Experiment, "engines", prepare)
    cluster._prepared.cache_clear()
    for spec in (spec_of(), spec_of(), spec_of("spread"), spec_of()):
        by_worker(spec, "compiled")
    assert len(prepared) == 2


def test_a_worker_with_another_version_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    parcel = pack(spec_of("miser"), "compiled")
    monkeypatch.setattr("strategy_lab.simulation.checkpoints.__version__", "9.9.9")
    with pytest.raises(LaboratoryError, match=r"the worker on .* has forsale-sim 9\.9\.9, the run"):
        played_piece(spec_of("miser").experiment(), PIECE, play(parcel, PIECE))
