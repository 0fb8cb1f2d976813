"""A run's folder while it is played: locked, with a checkpoint every few seconds."""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from forsale_sim.atomic_files import made_folder, remove_leftovers
from forsale_sim.errors import ForSaleError, StoppedError, StrategyError, UsageError
from forsale_sim.results.files.locking import LOCK, locked
from forsale_sim.results.files.parts import GameParts
from forsale_sim.results.files.saving import MANIFEST
from forsale_sim.simulation.checkpoints import (
    CHECKPOINT,
    Asked,
    Checkpoint,
    require_checkpoint,
)
from forsale_sim.simulation.driver import Outcome
from forsale_sim.simulation.executors import PlayedChunk
from forsale_sim.simulation.recording import record

EVERY = 10.0
"""Seconds between two checkpoints, unless it is told another."""

COST = 0.02
"""The part of a run's time that checkpoints may take, unless it is told how often they are written:
on a slow disk there are fewer of them."""


class Checkpointer:
    """Keeps a run in its folder: a watcher that writes games and checkpoints.

    Parameters
    ----------
    folder
        The run's, which must be locked.
    checkpoint
        The run as it stands.
    parts
        Where its games go, if they are kept.

    Attributes
    ----------
    asked, outcome
        What was asked for, and what has been played of it.
    every
        Seconds between two checkpoints; None for `EVERY`, or more if they take long to write.
    games_kept
        How many games are in the last checkpoint.
    """

    def __init__(self, folder: Path, checkpoint: Checkpoint, parts: GameParts | None) -> None:
        self.folder = folder
        self.asked = checkpoint.asked
        self.outcome = checkpoint.outcome
        self.every: float | None = None
        self.games_kept = 0
        self._parts = parts
        self.start_clock()

    def start_clock(self, every: float | None = None) -> None:
        """Say how many seconds there are between two checkpoints, from now on."""
        self.every = every
        self._due = time.monotonic() + (EVERY if every is None else every)

    def __call__(self, outcome: Outcome, played: PlayedChunk) -> None:
        """Write the games of a chunk, and a checkpoint if it is time."""
        if self._parts is not None:
            record(outcome.plan, played, self._parts)
        if time.monotonic() >= self._due:
            self.save()

    def save(self, asked: Asked | None = None) -> None:
        """Write a checkpoint.

        Parameters
        ----------
        asked
            What it says of what was asked for from now on, if that has changed.

        Raises
        ------
        ForSaleError
            If it cannot be written. The one before still counts.
        """
        self.asked = asked or self.asked
        started = time.monotonic()
        if self._parts is not None:
            self._parts.finish_part()
        games = () if self._parts is None else tuple(self._parts.counted)
        Checkpoint(self.asked, self.outcome, games).save(self.folder)
        self.games_kept = self.outcome.games
        ended = time.monotonic()
        usual = max(EVERY, (ended - started) / COST)
        self._due = ended + (usual if self.every is None else self.every)

    def join_games(self) -> None:
        """Make one file of the games of a run that is complete."""
        if self._parts is not None:
            self._parts.join()

    def discard(self) -> None:
        """Remove all of a run that failed before it had anything to keep."""
        if self._parts is not None and self._parts.started:
            self._parts.discard()
        for name in (MANIFEST, CHECKPOINT, LOCK):
            (self.folder / name).unlink(missing_ok=True)


@contextlib.contextmanager
def new_run(folder: Path, asked: Asked, outcome: Outcome) -> Iterator[Checkpointer]:
    """Make the folder of a run, with a first checkpoint.

    If the block fails before there are games in a checkpoint, or because a strategy does, nothing
    is left of it; else it can be gone on with.

    Raises
    ------
    UsageError
        If the folder holds something already, or cannot be written.
    """
    if (folder / CHECKPOINT).exists():
        raise UsageError(
            f"the folder {folder} is not empty, and nothing is overwritten: name another, or go on "
            f"with the run in it: forsale-sim run --resume {shlex.quote(str(folder))}"
        )
    with made_folder(folder, ignored=LOCK), locked(folder), made_folder(folder, ignored=LOCK):
        remove_leftovers(folder)
        parts = _parts(asked, outcome)
        keeper = Checkpointer(folder, Checkpoint(asked, outcome), parts)
        try:
            if parts is not None:
                parts.start()
            with _open(parts), _saying_how_to_go_on(keeper):
                keeper.save()
                yield keeper
        except BaseException as error:
            if keeper.games_kept == 0 or isinstance(error, StrategyError):
                keeper.discard()
            raise


@contextlib.contextmanager
def resumed_run(folder: Path) -> Iterator[Checkpointer]:
    """Take up the run in a folder: as it was at its last checkpoint.

    Raises
    ------
    UsageError
        If there is none, another process is playing it, something of it is damaged, or its
        strategies are not what they were.
    """
    require_checkpoint(folder)
    with locked(folder):
        remove_leftovers(folder)
        checkpoint = Checkpoint.load(folder)
        outcome = checkpoint.outcome
        parts = _parts(checkpoint.asked, outcome, checkpoint.games)
        if parts is not None and not outcome.complete:
            parts.take_up()
        keeper = Checkpointer(folder, checkpoint, parts)
        keeper.games_kept = outcome.games
        with _open(parts), _saying_how_to_go_on(keeper):
            yield keeper


def _parts(asked: Asked, outcome: Outcome, games: Sequence[int] = ()) -> GameParts | None:
    if asked.games_out is None:
        return None
    return GameParts(asked.games_out, [planned.cell for planned in outcome.plan.cells], games)


def _open(parts: GameParts | None) -> contextlib.AbstractContextManager[object]:
    return contextlib.nullcontext() if parts is None else parts


@contextlib.contextmanager
def _saying_how_to_go_on(keeper: Checkpointer) -> Iterator[None]:
    """Add to the message of what failed how to go on, if there is something to go on with."""
    try:
        yield
    except (StrategyError, StoppedError):
        raise
    except (ForSaleError, OSError) as error:
        if keeper.games_kept == 0:
            raise
        kind = type(error) if isinstance(error, ForSaleError) else ForSaleError
        said = str(error) if isinstance(error, ForSaleError) else error.strerror or str(error)
        raise kind(
            f"{said}\n{keeper.games_kept:,} games are kept. Go on with: "
            f"forsale-sim run --resume {shlex.quote(str(keeper.folder))}"
        ) from error
