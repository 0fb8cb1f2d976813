"""What a worker sends of a chunk is what a thread would have played, mistakes included."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from forsale_sim.errors import ForSaleError, StrategyError, UsageError
from forsale_sim.plugins.entrant import load_field
from forsale_sim.reference.faults import MoveError
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.cluster import working
from forsale_sim.simulation.cluster.shipping import pack
from forsale_sim.simulation.cluster.working import play_chunk, played
from forsale_sim.simulation.engines import ENGINES
from forsale_sim.simulation.executors import PlayedChunk, Threads
from forsale_sim.simulation.plan import Plan, make_plan

from tests.check.trying import write

CHUNK = Chunk(cell=1, first_deal=7, deals=30)


def plan(*specs: str) -> Plan:
    return make_plan(
        [load_ruleset("iello-en")],
        field=load_field(specs or ("spread", "coinflip")),
        players=(3, 4),
        seed=8,
        games=1000,
    )


def by_worker(made: Plan, engine: str, chunk: Chunk = CHUNK, rows: bool = True) -> PlayedChunk:
    result = play_chunk(pack(made, engine), chunk.cell, chunk.first_deal, chunk.deals, rows)
    return played(made, chunk, result)


def by_thread(made: Plan, engine: str, chunk: Chunk = CHUNK) -> PlayedChunk:
    return Threads(made, ENGINES[engine](made))._work(chunk)


@pytest.mark.parametrize("engine", ["compiled", "python"])
@pytest.mark.parametrize("piece", [1, 50, 10**6])
def test_a_chunk_is_the_same_in_pieces_of_any_size(
    monkeypatch: pytest.MonkeyPatch, engine: str, piece: int
) -> None:
    made = plan()
    monkeypatch.setattr(type(ENGINES[engine](made)), "chunk_games", piece)
    sent, here = by_worker(made, engine), by_thread(made, engine)
    assert sent.chunk == here.chunk
    for name, array in here.tally.arrays().items():
        np.testing.assert_array_equal(sent.tally.arrays()[name], array, strict=True)
    assert sent.rows is not None
    assert here.rows is not None
    assert sent.rows.players == here.rows.players
    np.testing.assert_array_equal(sent.rows.data, here.rows.data, strict=True)


def test_rows_come_only_if_asked_for() -> None:
    assert by_worker(plan(), "compiled", rows=False).rows is None


def test_what_is_sent_is_plain_data(tmp_path: Path) -> None:
    good = play_chunk(pack(plan(), "compiled"), 0, 1, 5, True)
    assert all(type(array) is np.ndarray for array in good.pop("sums").values())
    assert type(good.pop("rows")) is bytes
    bad = play_chunk(pack(plan(write(tmp_path, bid="return 99")), "compiled"), 0, 1, 5, True)
    assert json.loads(json.dumps([good, bad])) == [{"engine": "compiled"}, bad]


@pytest.mark.parametrize("engine", ["compiled", "python"])
@pytest.mark.parametrize("bid", ["return 99", "raise ValueError('no')"])
def test_a_mistake_is_told_as_by_threads(tmp_path: Path, engine: str, bid: str) -> None:
    made = plan(write(tmp_path, bid=f"if view.random() < 0.01:\n            {bid}"))
    chunk = Chunk(cell=0, first_deal=1, deals=300)
    with pytest.raises(MoveError) as there:
        by_worker(made, engine, chunk)
    with pytest.raises(MoveError) as here:
        by_thread(made, engine, chunk)
    assert str(there.value) == str(here.value)
    assert there.value.args == here.value.args
    assert (str(tmp_path) in str(here.value)) == ("raise" in bid)


def test_what_cannot_be_compiled_is_told_with_the_users_own_path(tmp_path: Path) -> None:
    made = plan(write(tmp_path, bid="return {}"))
    with pytest.raises(UsageError) as there:
        by_worker(made, "compiled")
    with pytest.raises(UsageError) as here:
        by_thread(made, "compiled")
    assert str(there.value) == str(here.value)
    assert str(tmp_path) in str(here.value)


def test_a_strategy_error_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise StrategyError("only when compiled")

    monkeypatch.setattr(ENGINES["python"], "play", fail)
    with pytest.raises(StrategyError, match="only when compiled"):
        by_worker(plan(), "python")


def test_a_plan_is_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[Plan] = []

    def engine(made: Plan) -> Any:
        prepared.append(made)
        return ENGINES["compiled"](made)

    monkeypatch.setattr(working, "ENGINES", {"python": engine})
    working._prepared.cache_clear()
    for made in (plan(), plan(), plan("spread"), plan()):
        by_worker(made, "python")
    assert len(prepared) == 2


@pytest.mark.parametrize(
    ("chunk", "of"), [(Chunk(1, 7, 31), "30 deals were played, not 31"), (Chunk(0, 7, 30), "cell")]
)
def test_the_result_of_another_chunk_is_noticed(chunk: Chunk, of: str) -> None:
    made = plan()
    result = play_chunk(pack(made, "compiled"), CHUNK.cell, CHUNK.first_deal, CHUNK.deals, True)
    with pytest.raises(ValueError, match=of):
        played(made, chunk, result)


def test_games_that_are_missing_are_noticed() -> None:
    made = plan()
    result = play_chunk(pack(made, "compiled"), CHUNK.cell, CHUNK.first_deal, CHUNK.deals, True)
    result["rows"] = result["rows"][: len(result["rows"]) // 2]
    with pytest.raises(ValueError, match="60 games of 30 deals came"):
        played(made, CHUNK, result)


def test_a_worker_with_another_version_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    parcel = pack(plan("miser"), "compiled")
    monkeypatch.setattr("forsale_sim.__version__", "9.9.9")
    with pytest.raises(ForSaleError, match=r"the worker on .* has forsale-sim 9\.9\.9, the run"):
        played(plan("miser"), CHUNK, play_chunk(parcel, 0, 1, 1, False))
