"""An experiment from its request to its outcome: begun, resumed, played, kept in a folder.

A folder is locked while it is played in, and gets a checkpoint every few seconds.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from strategy_lab.errors import LaboratoryError, StoppedError, StrategyError, UsageError
from strategy_lab.files.whole_files import LOCK, locked, locked_file, made_folder, remove_leftovers
from strategy_lab.plugins.loading import named_by_a_folder
from strategy_lab.results import saved_tables
from strategy_lab.results.saved_tables import MANIFEST
from strategy_lab.simulation.checkpoints import (
    CHECKPOINT,
    Checkpoint,
    Execution,
    games_file,
    manifest,
    require_checkpoint,
    resume_command,
)
from strategy_lab.simulation.execution import (
    FailedGameError,
    Threads,
    Watcher,
    record,
    recording,
    simulate,
)
from strategy_lab.simulation.experiment import Outcome, PlayedPiece
from strategy_lab.simulation.replaying import leave_unloaded, way_to_see
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.results.saved_games import GameParts
    from strategy_lab.simulation.cluster import Cluster

MOST_THREADS = 1024

EVERY = 10.0  # seconds between two checkpoints, unless the user says how many

COST = 0.02
"""The part of the time that checkpoints may take, unless the user says how often they are written:
on a slow disk there are fewer of them."""


def number_of_threads(threads: int | None) -> int:
    """Return how many threads to play on: as many as asked for, or as there are cores."""
    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    if not 1 <= threads <= MOST_THREADS:
        raise UsageError(f"the number of threads must be 1 to {MOST_THREADS}, not {threads}")
    return threads


class Session:
    """An experiment that is under way, in a folder, which must be locked, or in memory alone.

    `spec`, `execution` and `outcome`: what was asked for, how it is played, and what has been
    played so far. `folder`: where it is kept, if it is.
    """

    def __init__(
        self,
        spec: Spec,
        execution: Execution,
        outcome: Outcome,
        folder: Path | None = None,
        *,
        parts: GameParts | None = None,  # where its games go, if they are kept with it
        every: float | None = None,
        watchers: Sequence[Watcher] = (),
    ) -> None:
        self.spec, self.execution, self.outcome, self.folder = spec, execution, outcome, folder
        self.games_kept = self._prepared = 0  # prepared: of what was played before, for this
        self._parts, self._every, self._watchers = parts, every, watchers
        self._start_clock()

    def _start_clock(self) -> None:
        self._due = time.monotonic() + (EVERY if self._every is None else self._every)

    @property
    def resume_command(self) -> str | None:
        if self.folder is None:
            return None
        games_out = self.execution.games_out
        if games_out is not None and not saved_tables.parts_folder(games_out).exists():
            games_out = None  # they have been joined
        return resume_command(self.spec, self.folder, games_out)

    def goes_on(self) -> bool:
        """Go on to what was prepared, and return whether that is there."""
        spec = self.spec.following(self.outcome)
        if spec is None:
            return False
        experiment, shard, before = spec.experiment(), self.execution.shard, self.outcome
        wanted = [] if shard is None else shard.units(experiment)
        self.spec, self.outcome = spec, before.passed_on(experiment, wanted)
        self._prepared += before.games - self.outcome.games
        self.save()
        self._save_manifest()
        return True

    @contextmanager
    def executor(self, threads: int | None, scheduler: str | None) -> Iterator[Threads | Cluster]:
        """Give who plays, ready to begin: threads of this process, or a cluster."""
        experiment, engine = self.outcome.experiment, self.execution.engine
        keep_rows = self.execution.games_out is not None
        if scheduler is None or experiment.grows:
            try:
                here = Threads(experiment, engine, number_of_threads(threads), keep_rows=keep_rows)
            except KeyboardInterrupt:
                raise StoppedError(f"interrupted while it was made ready{self._way_on}") from None
            yield here
            return
        from strategy_lab.simulation.cluster import cluster

        with cluster(self.spec, experiment, engine, scheduler, keep_rows=keep_rows) as workers:
            yield workers

    def play(self, executor: Threads | Cluster, watchers: Sequence[Watcher] = ()) -> None:
        gc.freeze()  # all that is loaded stays: half a second less to look for garbage at exit
        try:
            simulate(self.outcome, executor, [*self._watchers, self._keep, *watchers])
        except FailedGameError as error:
            raise StrategyError(
                f"{error}\n{way_to_see(self.spec.rulesets_named, error)}"
            ) from error
        self.execution = replace(self.execution, threads=executor.threads)
        self.save()
        if self.outcome.complete and self._parts is not None:
            self._parts.join()
        if not (
            self.outcome.complete
            or self.outcome.experiment.has_results(self.outcome)
            or self.spec.following(self.outcome) is not None
        ):
            raise StoppedError(f"interrupted before there was anything to show{self._way_on}")

    def _keep(self, outcome: Outcome, played: PlayedPiece) -> None:
        """Write the games of a piece, and a checkpoint if it is time."""
        if self._parts is not None:
            record(outcome.experiment, played, self._parts)
        if time.monotonic() >= self._due:
            self.save()

    def save(self) -> None:
        if self.folder is None:
            return
        started = time.monotonic()
        if self._parts is not None:
            self._parts.finish_part()
        games = () if self._parts is None else tuple(self._parts.counted)
        Checkpoint(self.spec, self.execution, self.outcome, games).save(self.folder)
        self.games_kept = self._prepared + self.outcome.games
        ended = time.monotonic()
        usual = max(EVERY, (ended - started) / COST)
        self._due = ended + (usual if self._every is None else self._every)

    def _save_manifest(self) -> None:
        if self.folder is not None:
            facts = manifest(self.spec, self.outcome, self.execution)
            saved_tables.save_manifest(facts | {"complete": False}, self.folder)

    @property
    def _way_on(self) -> str:
        return "" if self.folder is None else f". Go on with: {self.resume_command}"

    @contextmanager
    def _opened(self, path: Path | None) -> Iterator[None]:
        """Lock the file of games, and add to a failure's message how to go on, if one can."""
        with nullcontext() if path is None else locked_file(path), self._parts or nullcontext():
            try:
                yield
            except (StrategyError, StoppedError):
                raise
            except (LaboratoryError, OSError) as error:
                if self.games_kept == 0:
                    raise
                ours = isinstance(error, LaboratoryError)
                message = str(error) if ours else getattr(error, "strerror", "") or str(error)
                raise (type(error) if ours else LaboratoryError)(
                    f"{message}\n{self.games_kept:,} games are kept. "
                    f"Go on with: {self.resume_command}"
                ) from error

    @contextmanager
    def _new(self) -> Iterator[None]:
        """Begin with a checkpoint and a manifest.

        If the block fails before there are games in a checkpoint, or because a strategy does,
        nothing is left of it; otherwise, and after an interruption, it can be resumed.
        """
        try:
            with self._opened(self.execution.games_out):
                self.save()
                if self._parts is not None:
                    self._parts.start()  # after the checkpoint, by which one knows whose they are
                self._save_manifest()
                self._start_clock()
                yield
        except BaseException as error:
            interrupted = isinstance(error, KeyboardInterrupt | StoppedError)
            if isinstance(error, StrategyError) or not (interrupted or self.games_kept):
                if self._parts is not None and self._parts.started:
                    self._parts.discard()
                for name in (MANIFEST, CHECKPOINT, LOCK):
                    ((self.folder or Path()) / name).unlink(missing_ok=True)
            raise


@contextmanager
def begun(
    spec: Spec,
    execution: Execution,
    folder: Path | None = None,
    every: float | None = None,
    outcome: Outcome | None = None,
) -> Iterator[Session]:
    """Begin an experiment, or keep an outcome that there is, in a new folder or in none.

    `every`: seconds between two checkpoints; None for `EVERY`, or more if they take long to write.
    """
    games_out, shard = execution.games_out, execution.shard
    if outcome is None:
        experiment = spec.experiment()
        outcome = Outcome(experiment, [] if shard is None else shard.units(experiment))
    if games_out is not None:
        outcome.experiment.in_turn = False  # the file has games in the order of their numbers
    with ExitStack() as opened:
        if folder is None:
            watchers = []
            if games_out is not None:
                watchers.append(opened.enter_context(recording(outcome.experiment, games_out)))
            yield Session(spec, execution, outcome, watchers=watchers)
            return
        if (folder / CHECKPOINT).exists():
            raise UsageError(
                f"the folder {folder} is not empty, and nothing is overwritten: name another, or "
                f"go on with what is in it: {resume_command(spec, folder, games_out)}"
            )
        if games_out is not None:
            saved_tables.check_games_file(games_out, folder)
        for held in (made_folder(folder, LOCK), locked(folder), made_folder(folder, LOCK)):
            opened.enter_context(held)
        remove_leftovers(folder)
        parts = _parts(execution, outcome)
        session = Session(spec, execution, outcome, folder, parts=parts, every=every)
        opened.enter_context(session._new())
        yield session


@contextmanager
def resumed(
    folder: Path,
    *,
    command: str | None = None,
    engine: str | None = None,
    every: float | None = None,
    games_out: Path | None = None,
    more: Mapping[str, int] = MappingProxyType({}),
) -> Iterator[Session]:
    """Take up the experiment in a folder, as it was at its last checkpoint.

    Strategies are loaded only if there is something left to play. `more` extends the request.
    """
    require_checkpoint(folder)
    with locked(folder), named_by_a_folder():
        remove_leftovers(folder)
        checkpoint = Checkpoint.load(folder, leave_unloaded)
        games = games_file(checkpoint, folder, games_out)
        extended = _extended(checkpoint, more)
        if not extended.outcome.complete:
            extended = _extended(Checkpoint.load(folder), more)
        spec, outcome = extended.spec, extended.outcome
        execution = replace(extended.execution, games_out=games)
        parts = _parts(execution, outcome, extended.games)
        session = Session(spec, execution, outcome, folder, parts=parts, every=every)
        session.games_kept = outcome.games
        # A process that was killed when the games were complete may have left its lock.
        with session._opened(games or games_out):
            if parts is not None:
                (parts.join if outcome.complete else parts.take_up)()
            if command not in (None, spec.command):
                raise UsageError(
                    f"{folder} holds what {spec.program.name} {spec.command} plays: go on with it "
                    f"by {session.resume_command}"
                )
            if engine is not None:
                known = spec.program.game.engine_named(engine)
                session.execution = replace(execution, engine=known)
            if games is not None:
                outcome.experiment.in_turn = False
            yield session


def _extended(checkpoint: Checkpoint, more: Mapping[str, int]) -> Checkpoint:
    if not more:
        return checkpoint
    spec = checkpoint.spec.extended(more)
    experiment = spec.experiment()
    outcome = checkpoint.outcome.passed_on(experiment, [])
    outcome.complete = experiment.is_complete(outcome)
    return replace(checkpoint, spec=spec, outcome=outcome)


def _parts(execution: Execution, outcome: Outcome, games: Sequence[int] = ()) -> GameParts | None:
    if execution.games_out is None:
        return None
    from strategy_lab.results.saved_games import GameParts

    (plan,) = outcome.experiment.plans
    cells = [planned.cell for planned in plan.cells]
    return GameParts(execution.games_out, cells, plan.definition.columns(), games)
