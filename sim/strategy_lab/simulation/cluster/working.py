"""What a worker of a cluster does: plays pieces of an experiment that was sent to it.

A strategy's mistake is a result like any other: whoever asked for the piece raises it.
"""

from __future__ import annotations

import os
import platform
import threading
from contextlib import nullcontext
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from strategy_lab.errors import LaboratoryError, MoveError, StrategyError, UsageError
from strategy_lab.rows import Rows
from strategy_lab.simulation.cluster.shipping import Unpacked, unpack
from strategy_lab.simulation.engines import Engine
from strategy_lab.simulation.executors import piece_games, play_piece
from strategy_lab.simulation.experiment import Experiment, PlayedPiece
from strategy_lab.simulation.failures import FailedGameError
from strategy_lab.simulation.pieces import Piece

EXPERIMENTS_KEPT = 4
"""How many experiments a worker holds ready at a time."""

_one_at_a_time = threading.Lock()
"""For what threads of a worker cannot do at once: unpack, compile, play on the python engine."""

Arrays: TypeAlias = dict[str, np.ndarray[Any, Any]]


class Counts(NamedTuple):
    """What was played of a piece: the sums of its tally and of its core, and its rows."""

    tally: Arrays
    core: Arrays
    rows: tuple[Rows, ...]


class Mistake(NamedTuple):
    """A strategy's mistake in a game of a plan and of a cell, both by number."""

    error: MoveError
    plan: int
    cell: int


Result: TypeAlias = Counts | Mistake | LaboratoryError


def play(parcel: bytes, piece: Piece) -> Result:
    """Play a piece of a packed experiment, in parts that are small enough for memory."""
    try:
        with _one_at_a_time:
            unpacked, engines = _prepared(parcel)
    except LaboratoryError as error:
        return error
    try:
        return _counts(unpacked, engines, piece)
    except FailedGameError as failed:
        mistake, plans = failed.error, unpacked.experiment.plans
        reason = unpacked.as_there(mistake.reason)
        plan = next(number for number, each in enumerate(plans) if each is failed.plan)
        cell = failed.plan.cells.index(failed.planned)
        return Mistake(MoveError(mistake.where, mistake.answer, reason), plan, cell)
    except LaboratoryError as error:
        return _as_there(error, unpacked)


def played_piece(experiment: Experiment, piece: Piece, result: Result) -> PlayedPiece:
    """Return what a worker has played, from what it sent."""
    if isinstance(result, Mistake):
        raise FailedGameError(result.error, experiment.plans[result.plan], result.cell)
    if isinstance(result, LaboratoryError):
        raise result
    tally, core = experiment.empty(piece.block), experiment.new_core(piece.block)
    tally.fill(result.tally)
    core.fill(result.core)
    return PlayedPiece(piece, tally, core, result.rows)


@lru_cache(maxsize=EXPERIMENTS_KEPT)
def _prepared(parcel: bytes) -> tuple[Unpacked, list[Engine]]:
    """Return an experiment and who plays it, compiled."""
    machine = f"the worker on {platform.node() or 'a machine'} (process {os.getpid()})"
    unpacked = unpack(parcel, machine)
    try:
        return unpacked, unpacked.experiment.engines(unpacked.engine)
    except LaboratoryError as error:
        raise _as_there(error, unpacked) from error


def _as_there(error: LaboratoryError, unpacked: Unpacked) -> LaboratoryError:
    """Return an error that names files as where the request was packed."""
    kinds = (UsageError, StrategyError, LaboratoryError)
    kind = next(kind for kind in kinds if isinstance(error, kind))
    return kind(unpacked.as_there(str(error)))


def _counts(unpacked: Unpacked, engines: list[Engine], piece: Piece) -> Counts:
    experiment, whole = unpacked.experiment, unpacked.experiment.blocks[piece.block]
    tally, core = experiment.empty(piece.block), experiment.new_core(piece.block)
    rows: list[Rows] = []
    step = max(1, piece_games(experiment, engines) * whole.units // max(1, whole.games))
    parallel = all(engine.parallel for engine in engines)
    for part in piece.parts(step) if piece.units else (piece,):
        with nullcontext() if parallel else _one_at_a_time:
            played = play_piece(experiment, engines, part, keep_rows=unpacked.keep_rows)
        tally += played.tally
        core += played.core
        rows += played.rows
    return Counts(tally.arrays(), core.arrays(), _joined(rows))


def _joined(parts: list[Rows]) -> tuple[Rows, ...]:
    """Return the rows of a piece that has one chunk, put together from its parts."""
    if not parts:
        return ()
    data = np.concatenate([part.data for part in parts])
    detail = np.concatenate([part.detail for part in parts])
    return (replace(parts[0], data=data, detail=detail),)
