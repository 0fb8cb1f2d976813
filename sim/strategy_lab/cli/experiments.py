"""What all commands that play an experiment share: options for how, and what is done with it."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from strategy_lab.cli import parsing
from strategy_lab.cli.options import given_options
from strategy_lab.cli.playing_options import (
    PLAYED_ANYWHERE,
    PLAYED_HERE,
    games_out_option,
    with_options,
)
from strategy_lab.cli.printing import note, rich_output, tolerate_broken_pipe
from strategy_lab.cli.spec_options import Decorator, spec_of, spec_options
from strategy_lab.display.progress import status
from strategy_lab.errors import StoppedError, UsageError

if TYPE_CHECKING:
    from strategy_lab.display.presentations import Presentation
    from strategy_lab.results.columns import Tables
    from strategy_lab.simulation.plan import Plan
    from strategy_lab.simulation.sessions import Session
    from strategy_lab.simulation.spec import Spec

WITH_RESUME = {
    "resume",
    "engine",
    "threads",
    "scheduler",
    "checkpoint_every",
    "games_out",
    "output",
}
"""The options that an experiment can be resumed with: they change nothing of what it is."""

EXTENDING = {"rounds"}
"""The options with more of which an experiment that is complete goes on."""

OF_A_FOLDER = {
    "table_formats": "tables are saved in",
    "plot_formats": "plots are saved in",
    "checkpoint_every": "checkpoints are in",
}
"""Options that say how files are written, and what is in the folder that they are written to."""

Show = Callable[["Session", str, bool], None]
"""Shows the results of an experiment: the session, how to print, whether they are new."""


def experiment_command(kind: type[Spec], *particular: Decorator) -> click.Command:
    """Return the command that plays what a spec asks for: its options, and those for how."""
    how = PLAYED_HERE if kind.played_here else PLAYED_ANYWHERE
    games = (games_out_option,) if kind.records_games else ()
    examples = "\n".join(("\b", "Examples:", *(f"  {example}" for example in kind.examples)))
    play = played_and_shown(lambda **asked: spec_of(kind, asked), show_results)
    return click.command(
        kind.command,
        cls=parsing.Command,
        help=inspect.getdoc(kind),
        epilog=examples if kind.examples else None,
    )(with_options(*spec_options(kind), *games, *particular, *how)(play))


def played_and_shown(new_spec: Callable[..., Spec], show: Show) -> Callable[..., int]:
    """Return the command that plays an experiment and shows its results in some way."""

    @functools.wraps(new_spec)
    def play(
        *,
        engine: str,
        threads: int | None,
        checkpoint_every: float | None,
        resume: Path | None,
        out: Path | None,
        scheduler: str | None = None,
        shard: str | None = None,
        table_formats: tuple[Any, ...] = ("parquet",),
        plot_formats: tuple[Any, ...] = ("png",),
        games_out: Path | None = None,
        output: str = "table",
        **asked: Any,
    ) -> int:
        from strategy_lab.simulation.checkpoints import Execution
        from strategy_lab.simulation.sessions import begun, resumed
        from strategy_lab.simulation.sharding import Shard
        from strategy_lab.simulation.threads import number_of_threads

        context = click.get_current_context()
        given = given_options(context)
        number_of_threads(threads)
        _check_scheduler(scheduler, threads)
        with ExitStack() as opened:
            if resume is not None:
                _refuse_with_resume(given)
                session = opened.enter_context(
                    resumed(
                        resume,
                        command=str(context.info_name),
                        engine=engine if "engine" in given else None,
                        every=checkpoint_every,
                        games_out=games_out,
                        tell=note,
                        more={name: asked[name] for name in EXTENDING & given.keys()},
                    )
                )
                if not session.outcome.complete:
                    note(f"Going on after {_games_of_all(session)}.")
            else:
                check_out(out, given)
                part = None if shard is None else Shard.parse(shard)
                if part is not None and "seed" in asked and "seed" not in given:
                    raise UsageError(
                        "--shard needs a --seed: each part would draw another, and be another run"
                    )
                with status("Getting ready"):
                    spec = new_spec(**asked)
                execution = Execution(
                    engine=spec.program.game.engine_named(engine),
                    shard=part,
                    table_formats=table_formats,
                    plot_formats=plot_formats,
                    games_out=games_out.absolute() if games_out and out else games_out,
                )
                session = opened.enter_context(begun(spec, execution, out, checkpoint_every))
                _note_what_is_played(session)
            return _carry_out(session, threads, scheduler, output, show)

    return play


def _carry_out(
    session: Session, threads: int | None, scheduler: str | None, output: str, show: Show
) -> int:
    """Play what is left of an experiment, and show all of it."""
    from strategy_lab.cli.forecast import Forecast
    from strategy_lab.display.progress import play_to_the_end

    new = not session.outcome.complete
    if new:
        play_to_the_end(session, threads, scheduler, [Forecast()], _note_what_is_played)
    show(session, output, new)
    if session.outcome.complete:
        return 0
    note(f"Stopped early: these are {_games_of_all(session)}.")
    if session.resume_command is not None:
        note(f"Go on with: {session.resume_command}")
    return StoppedError.exit_status


def show_results(session: Session, output: str, new: bool) -> None:
    """Print the results of an experiment, and save them if it is kept."""
    from strategy_lab.display.presentations import presentation_of
    from strategy_lab.display.saving import are_saved, save_results
    from strategy_lab.simulation.manifest import manifest

    spec, outcome, experiment = session.spec, session.outcome, session.outcome.experiment
    with status("Making tables"):
        tables = experiment.tables(outcome)
    facts = manifest(spec, outcome, session.execution)
    presentation = presentation_of(spec, experiment)
    with tolerate_broken_pipe():
        _print(output, tables, facts, presentation, presentation.epilogue(spec, outcome))
    for sentence in experiment.shortcomings(outcome):
        note(sentence)
    folder = session.folder
    if folder is None:
        return
    has_texts = all((folder / name).exists() for name in presentation.texts)
    if not new and has_texts and are_saved(folder, facts):
        note(f"What is in {folder} is complete: there was nothing left to do.")
        return
    with status("Saving tables and plots"):
        save_results(folder, tables, facts, presentation, session.execution)
    note(f"Saved tables, plots and manifest in {folder}.")


def check_out(out: Path | None, given: Mapping[str, str]) -> None:
    """Check the name of a folder, and that nothing is asked of its files if there is none."""
    if out is not None and out.suffix == ".toml":
        raise UsageError(f"{out}: --out is a folder: name it {out.with_suffix('')}")
    for name, what in OF_A_FOLDER.items():
        if out is None and name in given:
            raise UsageError(f"{given[name]} needs --out: the folder that {what}")


def note_tuning_mismatch(plans: Iterable[Plan], told: Sequence[str] = ()) -> None:
    """Say so if a file of tuned parameters plays a game in a plan that it was not made for.

    A search, which has not planned all its games yet, has told it of some files.
    """
    from strategy_lab.plugins.registry import shipped
    from strategy_lab.plugins.tuning_mismatch import tuning_mismatches

    sentences = (
        sentence
        for plan in plans
        for sentence in tuning_mismatches(
            [shipped(entrant.spec, entrant.game) for entrant in plan.field],
            [(planned.cell.ruleset, planned.cell.players) for planned in plan.cells],
        )
    )
    for sentence in dict.fromkeys(sentences):
        file, _, _ = sentence.partition(": here it plays")
        if not any(each.startswith(file) for each in told):
            note(sentence)


def _check_scheduler(scheduler: str | None, threads: int | None) -> None:
    if scheduler is None:
        return
    from strategy_lab.simulation.cluster.connecting import check_scheduler

    check_scheduler(scheduler)
    if threads is not None:
        raise UsageError("--threads is for playing here: with --scheduler, workers have theirs")


def _refuse_with_resume(given: Mapping[str, str]) -> None:
    """Refuse options that were settled when the experiment was begun."""
    surplus = [option for name, option in given.items() if name not in WITH_RESUME | EXTENDING]
    if surplus:
        raise UsageError(
            f"--resume goes on with what was asked for: leave out {', '.join(surplus)}"
        )


def _note_what_is_played(session: Session) -> None:
    experiment = session.outcome.experiment
    if experiment.prepares:
        return  # what it prepares for is told of then
    for sentence in experiment.notes:
        note(sentence)
    note_tuning_mismatch(experiment.plans, experiment.notes)
    notes: list[str] = []
    for plan in experiment.plans:
        rules = [planned.cell.rules for planned in plan.cells]
        notes += plan.definition.notes(rules)
    for sentence in dict.fromkeys(notes):
        note(sentence)
    shard = session.execution.shard
    if shard is not None:
        games = experiment.games_expected(session.outcome)
        note(f"Part {shard}: {games:,} of {experiment.games:,} games.")


def _games_of_all(session: Session) -> str:
    outcome, experiment = session.outcome, session.outcome.experiment
    most = "at most " if experiment.adaptive else ""
    return f"{outcome.games:,} of {most}{experiment.games_expected(outcome):,} games"


def _print(
    output: str,
    tables: Tables,
    facts: dict[str, Any],
    presentation: Presentation,
    epilogue: Iterable[str],
) -> None:
    if output == "json":
        from strategy_lab.results.files.texts import to_json

        click.echo(to_json(facts, tables), nl=False)
    elif output == "csv":
        click.echo(presentation.csv(tables), nl=False)
    else:
        click.echo(f"{presentation.headline(facts)}\n")
        with rich_output(presentation.width) as console:
            presentation.print_tables(tables, facts, console)
        click.echo(f"digest  {facts['digest']}")
        click.echo(f"again   {facts['command']}")
        for line in epilogue:
            click.echo(line)
