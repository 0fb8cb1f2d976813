"""Experiments from Python are played, kept in a folder, and gone on with there."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar

from strategy_lab.errors import StoppedError, UsageError
from strategy_lab.program import Program
from strategy_lab.simulation.checkpoints import Execution
from strategy_lab.simulation.sessions import Session, begun, resumed
from strategy_lab.simulation.spec import Spec, spec_class

from forsale_sim.api.arguments import engine_name, whole
from forsale_sim.api.failures import explained
from forsale_sim.api.result import Interrupted, Result
from forsale_sim.experiments.defaults import FOR_SALE

P = ParamSpec("P")
R = TypeVar("R")

PROGRAM = ContextVar("PROGRAM", default=FOR_SALE)
"""Which game is being played from Python."""

EngineName: TypeAlias = Literal["compiled", "python"]


def played(
    command: str,
    *,
    threads: int | None,
    engine: str,
    out: str | Path | None,
    progress: bool,
    **asked: Any,
) -> Result:
    """Play the experiment of a command, and return what it has shown."""
    program = PROGRAM.get()
    spec = spec_class(command).in_program(program).of(**asked)
    return play_spec(spec, threads, engine, out, progress)


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
    from forsale_sim.display.progress import progress_shown

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
) -> Result:
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
    ForSaleError, Interrupted
        As `run` does.
    """
    from forsale_sim.display.progress import progress_shown

    threads = None if threads is None else whole("threads", threads)
    with (
        progress_shown(progress),
        resumed(Path(folder), engine=None if engine is None else engine_name(engine)) as session,
    ):
        if session.spec.command == "report":
            raise UsageError(f"{folder} holds a report: go on with it by {session.resume_command}")
        return _carry_out(session, threads)


def _carry_out(session: Session, threads: int | None) -> Result:
    """Play what is left of an experiment, and save it if it is kept."""
    from forsale_sim.display.presentations import presentation_of
    from forsale_sim.display.progress import play_to_the_end
    from forsale_sim.display.saving import save_results

    if not session.outcome.complete:
        try:
            play_to_the_end(session, threads)
        except StoppedError as error:
            raise KeyboardInterrupt(str(error)) from error
    result = Result(session.spec, session.outcome, session.execution)
    if session.folder is not None:
        presentation = presentation_of(session.spec.command, session.outcome.experiment)
        save_results(
            session.folder, result._columns, result.manifest, presentation, session.execution
        )
    if not session.outcome.complete:
        raise Interrupted(result)
    return result
