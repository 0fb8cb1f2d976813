"""What a worker of a cluster does: plays pieces of an experiment that was sent to it.

All that it is sent and all that it sends is plain data. A strategy's mistake is a result like any
other: whoever asked for the piece raises it.
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

from forsale_sim.errors import ForSaleError, MoveError, Situation, StrategyError, UsageError
from forsale_sim.rows import Rows
from forsale_sim.simulation.cluster.shipping import Unpacked, unpack
from forsale_sim.simulation.engines import Engine
from forsale_sim.simulation.executors import piece_games, play_piece
from forsale_sim.simulation.experiment import Experiment, PlayedPiece
from forsale_sim.simulation.failures import FailedGameError
from forsale_sim.simulation.pieces import Piece

EXPERIMENTS_KEPT = 4
"""How many experiments a worker holds ready at a time."""

FAILURES = {kind.__name__: kind for kind in (ForSaleError, UsageError, StrategyError)}

_one_at_a_time = threading.Lock()
"""For what threads of a worker cannot do at once: unpack, compile, play on the python engine."""


def play(parcel: bytes, block: int, first: int, units: int) -> dict[str, Any]:
    """Play a piece of a packed experiment, in parts that are small enough for memory."""
    try:
        with _one_at_a_time:
            unpacked, engines = _prepared(parcel)
    except ForSaleError as error:
        return _failure(error)
    experiment, piece = unpacked.experiment, Piece(block, first, units)
    tally, core, rows = experiment.empty(block), experiment.new_core(block), []
    whole = experiment.blocks[block]
    step = max(1, piece_games(experiment, engines) * whole.units // max(1, whole.games))
    parallel = all(engine.parallel for engine in engines)
    try:
        for part in piece.parts(step) if units else (piece,):
            with nullcontext() if parallel else _one_at_a_time:
                played = play_piece(experiment, engines, part, keep_rows=unpacked.keep_rows)
            tally += played.tally
            core += played.core
            rows += [
                (each.data.tobytes(), each.detail.tobytes(), each.players, each.seatings)
                for each in played.rows
            ]
    except ForSaleError as error:
        return _failure(error, unpacked)
    return {
        "piece": asdict(piece),
        "tally": _plain(tally.arrays()),
        "core": _plain(core.arrays()),
        "rows": rows,
    }


def played_piece(experiment: Experiment, piece: Piece, result: dict[str, Any]) -> PlayedPiece:
    """Return what a worker has played, from what it sent."""
    if "failure" in result:
        raise _raised(experiment, result["failure"])
    if result["piece"] != asdict(piece):
        raise ValueError(f"{result['piece']} was played, not {asdict(piece)}")
    tally, core = experiment.empty(piece.block), experiment.new_core(piece.block)
    tally.fill(result["tally"])
    core.fill(result["core"])
    return PlayedPiece(piece, tally, core, _rows(experiment, piece, result["rows"]))


@lru_cache(maxsize=EXPERIMENTS_KEPT)
def _prepared(parcel: bytes) -> tuple[Unpacked, list[Engine]]:
    """Return an experiment and who plays it, compiled."""
    unpacked = unpack(parcel, _this_machine())
    try:
        return unpacked, unpacked.experiment.engines(unpacked.engine)
    except UsageError as error:
        raise UsageError(unpacked.as_there(str(error))) from error


def _plain(arrays: dict[str, np.ndarray[Any, Any]]) -> dict[str, np.ndarray[Any, Any]]:
    return {name: np.array(array, order="C") for name, array in arrays.items()}


def _this_machine() -> str:
    return f"the worker on {platform.node() or 'a machine'} (process {os.getpid()})"


def _failure(error: ForSaleError, unpacked: Unpacked | None = None) -> dict[str, Any]:
    text = str if unpacked is None else lambda message: unpacked.as_there(str(message))
    if isinstance(error, FailedGameError) and unpacked is not None:
        plan = next(i for i, each in enumerate(unpacked.experiment.plans) if each is error.plan)
        move = {
            "where": asdict(error.where),
            "answer": error.error.answer,
            "reason": text(error.error.reason),
        }
        cell = error.plan.cells.index(error.planned)
        return {"failure": {"kind": MoveError.__name__, "plan": plan, "cell": cell, **move}}
    kind = type(error).__name__
    known = kind if kind in FAILURES else ForSaleError.__name__
    return {"failure": {"kind": known, "message": text(error)}}


def _raised(experiment: Experiment, failure: dict[str, Any]) -> ForSaleError:
    if failure["kind"] == MoveError.__name__:
        error = MoveError(Situation(**failure["where"]), failure["answer"], failure["reason"])
        return FailedGameError(error, experiment.plans[failure["plan"]], failure["cell"])
    return FAILURES[failure["kind"]](failure["message"])


def _rows(
    experiment: Experiment, piece: Piece, chunks: list[tuple[bytes, bytes, int, int]]
) -> tuple[Rows, ...]:
    """Return the rows of a piece that has one chunk, put together from its parts."""
    if not chunks:
        return ()
    data, detail = (b"".join(part) for part in zip(*(chunk[:2] for chunk in chunks), strict=True))
    *_, players, seatings = chunks[0]
    game = experiment.plans[0].definition
    games = np.frombuffer(data, game.row)
    if len(games) != piece.units * seatings:
        raise ValueError(f"{len(games)} games of {piece.units} deals came")
    return (game.rows(games, np.frombuffer(detail, game.detail), players, seatings, piece.first),)
