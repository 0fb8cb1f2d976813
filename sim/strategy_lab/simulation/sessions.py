"""An experiment from its request to its outcome: begun, resumed, played, kept in a folder."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from strategy_lab.errors import StoppedError, StrategyError, UsageError
from strategy_lab.simulation.checkpoints import Execution
from strategy_lab.simulation.execution import Executor, FailedGameError, Threads, Watcher, simulate
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.simulation.checkpointer import Checkpointer


MOST_THREADS = 1024


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
    """An experiment that is under way, in a folder or in memory alone.

    `spec` and `execution` and `outcome`: what was asked for, how it is played, and what has been
    played so far. `folder`: where it is kept; None if it is not.
    """

    def __init__(
        self,
        spec: Spec,
        execution: Execution,
        outcome: Outcome,
        keeper: Checkpointer | None = None,
        watchers: Sequence[Watcher] = (),
    ) -> None:
        self.spec, self.execution, self.outcome = spec, execution, outcome
        self._keeper = keeper
        self._watchers: list[Watcher] = [*watchers]
        if keeper is not None:
            self._watchers.append(keeper)

    @property
    def folder(self) -> Path | None:
        """Where the experiment is kept; None if it is not."""
        return None if self._keeper is None else self._keeper.folder

    @property
    def resume_command(self) -> str | None:
        """The command that goes on with it, if it is kept."""
        return None if self._keeper is None else self._keeper.resume_command

    def goes_on(self) -> bool:
        """Go on to what was prepared, and return whether that is there."""
        spec = self.spec.following(self.outcome)
        if spec is None:
            return False
        experiment, shard = spec.experiment(), self.execution.shard
        wanted = [] if shard is None else shard.units(experiment)
        self.spec, self.outcome = spec, self.outcome.passed_on(experiment, wanted)
        if self._keeper is not None:
            self._keeper.go_on_with(self.spec, self.outcome)
        return True

    @contextmanager
    def executor(self, threads: int | None, scheduler: str | None) -> Iterator[Executor]:
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

    def play(self, executor: Executor, watchers: Sequence[Watcher] = ()) -> None:
        """Play on, until done or Ctrl-C."""
        gc.freeze()  # all that is loaded stays: half a second less to look for garbage at exit
        try:
            simulate(self.outcome, executor, [*self._watchers, *watchers])
        except FailedGameError as error:
            from strategy_lab.simulation.replaying import way_to_see

            raise StrategyError(
                f"{error}\n{way_to_see(self.spec.rulesets_named, error)}"
            ) from error
        self.execution = replace(self.execution, threads=executor.threads)
        if self._keeper is not None:
            self._keeper.execution = self.execution
            self._keeper.save()
            if self.outcome.complete:
                self._keeper.join_games()
        if not (
            self.outcome.complete
            or self.outcome.experiment.has_results(self.outcome)
            or self.spec.following(self.outcome) is not None
        ):
            raise StoppedError(f"interrupted before there was anything to show{self._way_on}")

    @property
    def _way_on(self) -> str:
        return "" if self._keeper is None else f". Go on with: {self.resume_command}"


@contextmanager
def begun(
    spec: Spec, execution: Execution, folder: Path | None = None, every: float | None = None
) -> Iterator[Session]:
    """Begin an experiment."""
    experiment = spec.experiment()
    if execution.games_out is not None:
        experiment.in_turn = False  # the file has games in the order of their numbers
    shard = execution.shard
    outcome = Outcome(experiment, [] if shard is None else shard.units(experiment))
    with ExitStack() as opened:
        if folder is not None:
            from strategy_lab.simulation.checkpointer import new_folder

            keeper = opened.enter_context(new_folder(folder, spec, execution, outcome))
            keeper.start_clock(every)
            yield Session(spec, execution, outcome, keeper)
        elif execution.games_out is not None:
            from strategy_lab.simulation.execution import recording

            record = opened.enter_context(recording(experiment, execution.games_out))
            yield Session(spec, execution, outcome, watchers=[record])
        else:
            yield Session(spec, execution, outcome)


@contextmanager
def resumed(
    folder: Path,
    *,
    command: str | None = None,
    engine: str | None = None,
    every: float | None = None,
    games_out: Path | None = None,
    tell: Callable[[str], None] = lambda _: None,
    more: Mapping[str, int] = MappingProxyType({}),
) -> Iterator[Session]:
    """Take up the experiment in a folder, however it was ended; `more` extends the request."""
    from strategy_lab.simulation.checkpointer import resumed_folder

    with resumed_folder(folder, games_out, tell, more) as keeper:
        if command not in (None, keeper.spec.command):
            raise UsageError(
                f"{folder} holds what {keeper.spec.program.name} {keeper.spec.command} plays: go "
                f"on with it by {keeper.resume_command}"
            )
        keeper.start_clock(every)
        if engine is not None:
            known = keeper.spec.program.game.engine_named(engine)
            keeper.execution = replace(keeper.execution, engine=known)
        if keeper.execution.games_out is not None:
            keeper.outcome.experiment.in_turn = False
        yield Session(keeper.spec, keeper.execution, keeper.outcome, keeper)
