"""What a worker of a cluster does: plays chunks of a plan that was sent to it.

All that it is sent and all that it sends is plain data. A strategy's mistake is a result like any
other: the one who asked for the chunk raises it.
"""

from __future__ import annotations

import os
import platform
import threading
from contextlib import nullcontext
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import numpy as np

from forsale_sim.errors import ForSaleError, StrategyError, UsageError
from forsale_sim.reference.faults import MoveError, Situation
from forsale_sim.results.tally import Tally
from forsale_sim.rows import ROW, Rows
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.cluster.shipping import Unpacked, unpack
from forsale_sim.simulation.engines import ENGINES, Engine
from forsale_sim.simulation.executors import PlayedChunk
from forsale_sim.simulation.plan import Plan, PlannedCell

PLANS_KEPT = 4
"""How many plans a worker holds ready at a time."""

FAILURES = {kind.__name__: kind for kind in (ForSaleError, UsageError, StrategyError)}

_one_at_a_time = threading.Lock()
"""For what threads of a worker cannot do at once: unpack, compile, play on the python engine."""


def play_chunk(
    parcel: bytes, cell: int, first_deal: int, deals: int, with_rows: bool
) -> dict[str, Any]:
    """Play a chunk of a packed plan, in pieces that are small enough for memory.

    Parameters
    ----------
    parcel
        The plan.
    cell, first_deal, deals
        The chunk.
    with_rows
        Whether the games themselves are wanted, not only their sums.

    Returns
    -------
    dict
        ``engine``, ``sums`` (arrays by name) and ``rows`` (bytes, or None); or a ``failure``.
    """
    try:
        with _one_at_a_time:
            unpacked, engine = _prepared(parcel)
    except ForSaleError as error:
        return _failure(error)
    planned = unpacked.plan.cells[cell]
    tally, kept = Tally.empty(planned.cell), []
    step = max(1, engine.chunk_games // planned.cell.seatings)
    try:
        for first in range(first_deal, first_deal + deals, step):
            piece = Chunk(cell, first, min(step, first_deal + deals - first))
            with nullcontext() if engine.parallel else _one_at_a_time:
                rows = engine.play(piece)
            tally.count(rows)
            if with_rows:
                kept.append(rows.data.tobytes())
    except ForSaleError as error:
        return _failure(error, unpacked)
    return {
        "engine": engine.name,
        "sums": {name: np.array(array, order="C") for name, array in tally.arrays().items()},
        "rows": b"".join(kept) if with_rows else None,
    }


def played(plan: Plan, chunk: Chunk, result: dict[str, Any]) -> PlayedChunk:
    """Return what a worker has played, from what it sent.

    Raises
    ------
    ForSaleError
        What a worker's strategy or machine failed with.
    ValueError
        If it is the result of another chunk.
    """
    if "failure" in result:
        raise _raised(result["failure"])
    planned = plan.cells[chunk.cell]
    tally = Tally.empty(planned.cell)
    for name, array in tally.arrays().items():
        if array.shape != result["sums"][name].shape:
            raise ValueError(f"the sums {name!r} are of another cell")
        array[...] = result["sums"][name]
    if int(tally.deals) != chunk.deals:
        raise ValueError(f"{int(tally.deals)} deals were played, not {chunk.deals}")
    return PlayedChunk(chunk, tally, _rows(planned, chunk, result["rows"]))


@lru_cache(maxsize=PLANS_KEPT)
def _prepared(parcel: bytes) -> tuple[Unpacked, Engine]:
    """Return a plan and who plays it, compiled."""
    unpacked = unpack(parcel, _this_machine())
    try:
        return unpacked, ENGINES[unpacked.engine](unpacked.plan)
    except UsageError as error:
        raise UsageError(unpacked.as_there(str(error))) from error


def _this_machine() -> str:
    return f"the worker on {platform.node() or 'a machine'} (process {os.getpid()})"


def _failure(error: ForSaleError, unpacked: Unpacked | None = None) -> dict[str, Any]:
    said = str if unpacked is None else lambda text: unpacked.as_there(str(text))
    if isinstance(error, MoveError):
        move = {
            "where": asdict(error.where),
            "answer": error.answer,
            "reason": said(error.reason),
        }
        return {"failure": {"kind": MoveError.__name__, **move}}
    kind = type(error).__name__
    known = kind if kind in FAILURES else ForSaleError.__name__
    return {"failure": {"kind": known, "message": said(error)}}


def _raised(failure: dict[str, Any]) -> ForSaleError:
    if failure["kind"] == MoveError.__name__:
        return MoveError(Situation(**failure["where"]), failure["answer"], failure["reason"])
    return FAILURES[failure["kind"]](failure["message"])


def _rows(planned: PlannedCell, chunk: Chunk, data: bytes | None) -> Rows | None:
    if data is None:
        return None
    games = np.frombuffer(data, ROW)
    if len(games) != chunk.deals * planned.cell.seatings:
        raise ValueError(f"{len(games)} games of {chunk.deals} deals came")
    return Rows(games, planned.cell.players)
