"""Experiments from Python are played, kept in a folder, and gone on with there."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar, cast

from strategy_lab.api.arguments import whole
from strategy_lab.api.failures import explained
from strategy_lab.api.result import Interrupted, Result
from strategy_lab.api.typed_results import AnyResult, result_class
from strategy_lab.errors import StoppedError, UsageError
from strategy_lab.program import Program
from strategy_lab.simulation.checkpoints import Checkpoint, Execution
from strategy_lab.simulation.sessions import Session, begun, resumed
from strategy_lab.simulation.sources import leave_unloaded
from strategy_lab.simulation.spec import Spec, spec_class

P = ParamSpec("P")
R = TypeVar("R")
Played = TypeVar("Played", bound=Result)

PROGRAM: ContextVar[Program] = ContextVar("PROGRAM")
"""Which game is being played from Python."""

EngineName: TypeAlias = Literal["compiled", "python"]


def played(
    kind: type[Played],
    *,
    threads: int | None,
    engine: str,
    out: str | Path | None,
    progress: bool,
    **asked: Any,
) -> Played:
    """Play the experiment that returns a kind of result, and return what it has shown."""
    program = PROGRAM.get()
    spec = spec_class(kind.command, program).of(**asked)
    return cast("Played", play_spec(spec, threads, engine, out, progress))


def in_program(function: Callable[P, R], program: Program) -> Callable[P, R]:
    """Return a function that plays, with another game."""

    @functools.wraps(function)
    def of_game(*arguments: P.args, **options: P.kwargs) -> R:
        before = PROGRAM.set(program)
        try:
            return function(*arguments, **options)
        finally:
            PROGRAM.reset(before)

    return of_game


def play_spec(
    spec: Spec, threads: int | None, engine: str, out: str | Path | None, progress: bool
) -> Result:
    """Play an experiment, and return what it has shown."""
    from strategy_lab.display.progress import progress_shown

    threads = None if threads is None else whole("threads", threads)
    folder = None if out is None else Path(out)
    execution = Execution(engine=spec.program.game.engine_named(engine))
    with progress_shown(progress), begun(spec, execution, folder) as session:
        return _carry_out(session, threads)


@explained
def resume(
    folder: str | Path,
    *,
    threads: int | None = None,
    engine: EngineName | None = None,
    progress: bool = True,
) -> AnyResult:
    """Go on with an experiment that was interrupted, as ``--resume`` does on the command line.

    The result is that of an experiment that was never interrupted.

    Parameters
    ----------
    folder
        That of ``out``, or of ``--out`` on the command line.
    threads, progress
        As for `run`.
    engine
        Another engine than the experiment was begun with.

    Returns
    -------
    Result
        Of all that was played, which the folder has, too.

    Raises
    ------
    UsageError
        If the folder holds no experiment, or a report, which only the command line resumes; if a
        strategy is not what it was.
    LaboratoryError, Interrupted
        As `run` does.
    """
    from strategy_lab.display.progress import progress_shown

    threads = None if threads is None else whole("threads", threads)
    with (
        progress_shown(progress),
        resumed(Path(folder), engine=engine) as session,
    ):
        if session.spec.shown_by != Spec.shown_by:
            kind = session.spec.command
            raise UsageError(f"{folder} holds a {kind}: go on with it by {session.resume_command}")
        return cast("AnyResult", _carry_out(session, threads))


def load(folder: str | Path) -> AnyResult:
    """Return what was saved in a folder by an experiment, from Python or the command line.

    No file of a strategy is run for it, until a game is replayed.

    Parameters
    ----------
    folder
        That of ``--out``, or of `Result.save`; complete or not.

    Raises
    ------
    UsageError
        If it holds nothing that can be read.
    """
    checkpoint = Checkpoint.load(Path(folder), leave_unloaded)
    if not checkpoint.outcome.experiment.has_results(checkpoint.outcome):
        raise UsageError(f"{folder} holds nothing yet that tables can be made of: resume it")
    kind = result_class(checkpoint.spec.command, checkpoint.spec.program)
    return cast("AnyResult", kind(checkpoint.spec, checkpoint.outcome, checkpoint.execution))


def _carry_out(session: Session, threads: int | None) -> Result:
    """Play what is left of an experiment, and save it if it is kept."""
    from strategy_lab.display.presentations import presentation_of
    from strategy_lab.display.progress import play_to_the_end
    from strategy_lab.display.saving import save_results

    if not session.outcome.complete:
        try:
            play_to_the_end(session, threads)
        except StoppedError as error:
            raise KeyboardInterrupt(str(error)) from error
    kind = result_class(session.spec.command, session.spec.program)
    result = kind(session.spec, session.outcome, session.execution)
    if session.folder is not None:
        presentation = presentation_of(session.spec, session.outcome.experiment)
        save_results(
            session.folder, result._columns, result.manifest, presentation, session.execution
        )
    if not session.outcome.complete:
        raise Interrupted(result)
    return result
