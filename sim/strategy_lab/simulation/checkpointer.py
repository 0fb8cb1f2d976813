"""An experiment's folder while it is played: locked, with a checkpoint every few seconds."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from strategy_lab.errors import LaboratoryError, StoppedError, StrategyError, UsageError
from strategy_lab.files.whole_files import LOCK, locked, locked_file, made_folder, remove_leftovers
from strategy_lab.results.saved_tables import (
    MANIFEST,
    check_games_file,
    parts_folder,
    save_manifest,
)
from strategy_lab.simulation.checkpoints import (
    CHECKPOINT,
    Checkpoint,
    Execution,
    games_file,
    load_to_play,
    load_to_read,
    manifest,
    require_checkpoint,
    resume_command,
)
from strategy_lab.simulation.execution import record
from strategy_lab.simulation.experiment import Outcome, PlayedPiece
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.results.saved_games import GameParts

EVERY = 10.0
"""Seconds between two checkpoints, unless the user says how many."""

COST = 0.02
"""The part of the time that checkpoints may take, unless the user says how often they are written:
on a slow disk there are fewer of them."""


class Checkpointer:
    """Keeps an experiment in its folder: a watcher that writes games and checkpoints.

    Parameters
    ----------
    folder
        The experiment's, which must be locked.
    checkpoint
        The experiment as it stands.
    parts
        Where its games go, if they are recorded.

    Attributes
    ----------
    every
        Seconds between two checkpoints; None for `EVERY`, or more if they take long to write.
    games_kept
        How many games are in the last checkpoint, or were in those of what prepared for it.
    """

    def __init__(self, folder: Path, checkpoint: Checkpoint, parts: GameParts | None) -> None:
        self.folder = folder
        self.spec, self.outcome = checkpoint.spec, checkpoint.outcome
        self.execution = checkpoint.execution
        self.every: float | None = None
        self.games_kept = self._prepared = 0
        self._parts = parts
        self.start_clock()

    def start_clock(self, every: float | None = None) -> None:
        """Set how many seconds there are between two checkpoints, from now on."""
        self.every = every
        self._due = time.monotonic() + (EVERY if every is None else every)

    def __call__(self, outcome: Outcome, played: PlayedPiece) -> None:
        """Write the games of a piece, and a checkpoint if it is time."""
        if self._parts is not None:
            record(outcome.experiment, played, self._parts)
        if time.monotonic() >= self._due:
            self.save()

    def save(self) -> None:
        """Write a checkpoint."""
        started = time.monotonic()
        if self._parts is not None:
            self._parts.finish_part()
        games = () if self._parts is None else tuple(self._parts.counted)
        Checkpoint(self.spec, self.execution, self.outcome, games).save(self.folder)
        self.games_kept = self._prepared + self.outcome.games
        ended = time.monotonic()
        usual = max(EVERY, (ended - started) / COST)
        self._due = ended + (usual if self.every is None else self.every)

    def go_on_with(self, spec: Spec, outcome: Outcome) -> None:
        """Keep the experiment that the one so far prepared for."""
        self._prepared += self.outcome.games - outcome.games
        self.spec, self.outcome = spec, outcome
        self.save()
        self.save_manifest()

    def save_manifest(self) -> None:
        """Write what is known before all has been played."""
        facts = manifest(self.spec, self.outcome, self.execution)
        save_manifest(facts | {"complete": False}, self.folder)

    def join_games(self) -> None:
        """Make one file of the games of an experiment that is complete."""
        if self._parts is not None:
            self._parts.join()

    def discard(self) -> None:
        """Remove all of an experiment that failed before it had anything to keep."""
        if self._parts is not None and self._parts.started:
            self._parts.discard()
        for name in (MANIFEST, CHECKPOINT, LOCK):
            (self.folder / name).unlink(missing_ok=True)

    @property
    def resume_command(self) -> str:
        """The command that goes on with the experiment."""
        games_out = self.execution.games_out
        if games_out is not None and not parts_folder(games_out).exists():
            games_out = None  # they have been joined
        return resume_command(self.spec, self.folder, games_out)


@contextlib.contextmanager
def new_folder(
    folder: Path, spec: Spec, execution: Execution, outcome: Outcome
) -> Iterator[Checkpointer]:
    """Make the folder of an experiment, with a first checkpoint and manifest.

    If the block fails before there are games in a checkpoint, or because a strategy does, nothing
    is left of it; otherwise, and after an interruption, it can be resumed.
    """
    if (folder / CHECKPOINT).exists():
        raise UsageError(
            f"the folder {folder} is not empty, and nothing is overwritten: name another, or go on "
            f"with what is in it: {resume_command(spec, folder, execution.games_out)}"
        )
    if execution.games_out is not None:
        check_games_file(execution.games_out, folder)
    with made_folder(folder, ignored=LOCK), locked(folder), made_folder(folder, ignored=LOCK):
        remove_leftovers(folder)
        parts = _parts(execution, outcome)
        keeper = Checkpointer(folder, Checkpoint(spec, execution, outcome), parts)
        try:
            with _locked_file(execution.games_out), _open(parts), _advising_to_resume(keeper):
                keeper.save()
                if parts is not None:
                    parts.start()  # after the checkpoint, without which nobody knows whose they are
                keeper.save_manifest()
                yield keeper
        except BaseException as error:
            interrupted = isinstance(error, KeyboardInterrupt | StoppedError)
            if isinstance(error, StrategyError) or not (interrupted or keeper.games_kept):
                keeper.discard()
            raise


@contextlib.contextmanager
def resumed_folder(
    folder: Path,
    games_out: Path | None = None,
    tell: Callable[[str], None] = lambda _: None,
    more: Mapping[str, int] = MappingProxyType({}),
) -> Iterator[Checkpointer]:
    """Take up the experiment in a folder, as it was at its last checkpoint.

    Strategies are loaded only if there is something left to play. `more` extends the request.
    """
    require_checkpoint(folder)
    with locked(folder):
        remove_leftovers(folder)
        checkpoint = load_to_read(folder, tell)
        execution = checkpoint.execution
        execution = replace(execution, games_out=games_file(checkpoint, folder, games_out))
        extended = _extended(checkpoint, more)
        if not extended.outcome.complete:
            extended = _extended(load_to_play(folder, tell), more)
        checkpoint = extended
        checkpoint = replace(checkpoint, execution=execution)
        outcome = checkpoint.outcome
        # A process that was killed when the games were complete may have left its lock.
        with _locked_file(execution.games_out or games_out):
            parts = _parts(execution, outcome, checkpoint.games)
            keeper = Checkpointer(folder, checkpoint, parts)
            keeper.games_kept = outcome.games
            with _open(parts), _advising_to_resume(keeper):
                if parts is not None:
                    (parts.join if outcome.complete else parts.take_up)()
                yield keeper


def _extended(checkpoint: Checkpoint, more: Mapping[str, int]) -> Checkpoint:
    if not more:
        return checkpoint
    spec = checkpoint.spec.extended(more)
    experiment = spec.experiment()
    outcome = checkpoint.outcome.passed_on(experiment, [])
    outcome.complete = experiment.is_complete(outcome)
    return replace(checkpoint, spec=spec, outcome=outcome)


def _locked_file(path: Path | None) -> contextlib.AbstractContextManager[None]:
    return contextlib.nullcontext() if path is None else locked_file(path)


def _parts(execution: Execution, outcome: Outcome, games: Sequence[int] = ()) -> GameParts | None:
    if execution.games_out is None:
        return None
    from strategy_lab.results.saved_games import GameParts

    (plan,) = outcome.experiment.plans
    cells = [planned.cell for planned in plan.cells]
    return GameParts(execution.games_out, cells, plan.definition.columns(), games)


def _open(parts: GameParts | None) -> contextlib.AbstractContextManager[object]:
    return contextlib.nullcontext() if parts is None else parts


@contextlib.contextmanager
def _advising_to_resume(keeper: Checkpointer) -> Iterator[None]:
    """Add to the message of a failure how to go on, if there is something to go on with."""
    try:
        yield
    except (StrategyError, StoppedError):
        raise
    except (LaboratoryError, OSError) as error:
        if keeper.games_kept == 0:
            raise
        kind = type(error) if isinstance(error, LaboratoryError) else LaboratoryError
        message = str(error) if isinstance(error, LaboratoryError) else error.strerror or str(error)
        raise kind(
            f"{message}\n{keeper.games_kept:,} games are kept. Go on with: {keeper.resume_command}"
        ) from error
