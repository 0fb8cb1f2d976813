"""What all commands that play an experiment share: options for how, and what is done with it."""

from __future__ import annotations

import functools
import inspect
import io
import json
import os
import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias, TypeVar

import click
from click.core import ParameterSource

from strategy_lab.display.progress import status
from strategy_lab.errors import (
    StoppedError,
    UncompilableError,
    UsageError,
    listed,
    nearest,
    printable,
)
from strategy_lab.experiments.options import Whole, seed_option
from strategy_lab.program import Program

if TYPE_CHECKING:
    from dataclasses import Field

    from rich.console import Console

    from strategy_lab.display.text_tables import Presentation
    from strategy_lab.results.conclusions import Tables
    from strategy_lab.simulation.options import Option
    from strategy_lab.simulation.sessions import Session
    from strategy_lab.simulation.spec import Spec
    from strategy_lab.varying import Difference


Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
S = TypeVar("S", bound="Spec")


def spec_options(kind: type[Spec]) -> list[Decorator]:
    return [click_option(name, option) for name, option in kind.options().items()]


def spec_of(kind: type[S], asked: Mapping[str, Any], **more: Any) -> S:
    """Return the spec of what a command was asked for; what may be repeated was not always said."""
    repeated = {name for name, option in kind.options().items() if option.repeats}
    unsaid = {name for name in repeated if asked.get(name) == ()}
    return kind.of(**{name: asked[name] for name in asked.keys() - unsaid}, **more)


def shared_option(name: str, field: Field[Any]) -> Decorator:
    return click_option(name, field.metadata["option"])


def click_option(name: str, option: Option) -> Decorator:
    if option.flags is None:
        return click.argument(
            name,
            type=option.kind,
            nargs=-1 if option.repeats else 1,
            required=False,
            metavar=option.metavar,
        )
    is_flag = isinstance(option.default, bool)
    usual = option.usual if option.default is None else option.default
    default = None if usual == () or (option.shown and not callable(usual)) else usual
    return click.option(
        option.flags,
        name,
        type=None if is_flag else option.kind,
        is_flag=is_flag,
        multiple=option.repeats,
        default=default,
        show_default=not (default is None or default is False or callable(default)),
        metavar=option.metavar,
        help=f"{option.help}  [default: {option.shown}]" if option.shown else option.help,
    )


TEXT_WIDTH = 96  # longest line of running text, however wide the terminal is

UNLIMITED_WIDTH = 10_000
"""For tables that go to a file or another program: nothing is cut or wrapped."""

Table = tuple[list[str], list[list[str]]]  # headers, and rows of as many cells


def printed_as(*formats: str, text: str) -> Decorator:
    return click.option(
        "--format",
        "output",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help=text,
    )


format_option = printed_as("table", "json", text="How to print.")
results_format_option = printed_as("table", "json", "csv", text="How to print the results.")


def print_json(value: object) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def print_text(mark: str, text: str) -> None:
    width = min(shutil.get_terminal_size().columns, TEXT_WIDTH)
    click.echo(
        textwrap.fill(
            text,
            width,
            initial_indent=mark,
            subsequent_indent=" " * len(mark),
            break_on_hyphens=False,
            break_long_words=False,
        )
    )


def print_table(
    headers: list[str],
    rows: list[list[str]],
    spare: Sequence[str] = (),
    right: Collection[str] = (),
) -> None:
    """Print a table; on a terminal, one as wide as that.

    Where it is too wide, columns of the `spare` headers are left out, in this order, as many as it
    takes, and named below. Then long cells are folded, headers between words only. Columns of
    numbers, those of the headers in `right`, are aligned to the right.
    """
    from strategy_lab.display.text_tables import folded, without_spare

    columns = {header: [row[i] for row in rows] for i, header in enumerate(headers)}
    with rich_output(UNLIMITED_WIDTH) as console:
        kept = without_spare(columns, spare, console.width)
        console.print(folded(kept, right), crop=False)
    left_out = [header for header in headers if header not in kept]
    if left_out:
        print_text("", f"Left out, as it would be too wide: {', '.join(left_out)}.")


PROMPT = "> "


def typed_lines(first: Iterable[str], check: Callable[[], object] = lambda: None) -> Iterator[str]:
    """Yield lines that are given, then what the person types; echo all of it.

    Between the two, `check` may refuse to go on.
    """
    for line in first:
        click.echo(PROMPT + line)
        yield line
    check()
    terminal = sys.stdin.isatty()
    if terminal:
        with suppress(ImportError):
            import_module("readline")  # from then on, arrow keys do in `input` what people expect
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no text are no move either
    while True:
        try:
            line = input(PROMPT)
        except EOFError:
            click.echo()
            return
        if not terminal:
            click.echo(line)
        yield line


@contextmanager
def rich_output(width: int) -> Iterator[Console]:
    """Lend a console as wide as the terminal, or of a width if output goes elsewhere.

    What is printed there is printed as all else is when the block ends. (Left to itself, rich ends
    the program where nobody reads on.)
    """
    from rich.console import Console

    console = Console(highlight=False, width=None if sys.stdout.isatty() else width)
    with console.capture() as printed:
        yield console
    click.echo(printed.get(), nl=False)


@contextmanager
def tolerate_broken_pipe() -> Iterator[None]:
    """Let what is printed inside end early if nobody reads on: what follows is still done."""
    try:
        yield
    except BrokenPipeError:
        discard_output()


def note(text: str) -> None:
    try:
        click.echo(printable(text), err=True)
    except BrokenPipeError:
        discard_output(sys.stderr)


def discard_output(unread: TextIO | None = None) -> None:
    """Let what is still printed go nowhere: who read it has enough of it, as `head` does."""
    ended = (unread or sys.stdout).fileno()
    streams = [stream.fileno() for stream in (sys.stdout, sys.stderr)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in [stream for stream in streams if os.path.sameopenfile(stream, ended)]:
        os.dup2(nowhere, stream)


class _Once(click.Command):
    """Refuses a second value where there can be one: left to itself, click takes the last."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        values, more, given = self.make_parser(context).parse_args(list(args))
        for parameter in self.params:
            if isinstance(parameter.type, click.Path) and values.get(parameter.name) == "":
                name = parameter.opts[0]
                raise click.UsageError(f"{name} is empty: name a file or folder", context)
        for parameter, times in Counter(given).items():
            if not isinstance(parameter, click.Option) or parameter.multiple:
                continue
            if times > 1 and not (parameter.is_flag or parameter.count):
                raise click.UsageError(
                    f"{parameter.opts[0]} takes one value, and is given {times} times: leave out "
                    "all but one",
                    context,
                )
        known = {each.opts[0] for each in self.params}
        options = {"--strategy", "--against"} & known
        if more and options:
            named = f"name a strategy by {max(options)} {more[0]}"
            file = Path(more[0])
            if "--trace" in known and file.suffix not in {".py", ".toml"} and file.is_file():
                named = f"a game that was written down is named by --trace {more[0]}"
            raise click.UsageError(f"no option stands before {more[0]}: {named}", context)
        return super().parse_args(context, args)


class Command(_Once):
    def invoke(self, context: click.Context) -> Any:
        """Run it; only a command that has --engine advises to use it."""
        try:
            return super().invoke(context)
        except UncompilableError as error:
            if any(parameter.name == "engine" for parameter in self.params):
                raise
            raise UncompilableError(error.reason, plain_python=False) from error

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        program = context.find_object(Program)
        if self.epilog and program:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(program.in_words(self.epilog))


class Group(_Once, click.Group):
    command_class = Command


class Listing(Group):
    """A group that lists things: says how one is shown that was named in place of a command."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            path, wrong = context.command_path, args[0]
            raise UsageError(
                f"{path} has no command {wrong!r}{nearest(wrong, self.commands)}. "
                f"To see one of the {self.name}: {path} show {wrong}"
            )
        return super().resolve_command(context, args)


def program_of_command() -> Program:
    program = click.get_current_context().find_object(Program)
    assert program is not None, "commands are run by the command line of a game"
    return program


def given_options(context: click.Context) -> dict[str, str]:
    """Return the options that were written on the command line: how, by what they are called."""
    return {
        parameter.name: parameter.opts[0]
        for parameter in context.command.params
        if parameter.name is not None
        and context.params.get(parameter.name) != ()  # for click 8.1, written none is written
        and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    }


def check_ending(option: str, path: Path, ending: str, form: str) -> None:
    if path.suffix.lower() != ending:
        raise UsageError(
            f"{option} writes {form}, and {path} is no name for that: let it end in {ending}"
        )


def file_option(flag: str, ending: str, form: str, text: str) -> Decorator:
    """Return the option of a file that a command writes: refused at once where it cannot."""

    def checked(_context: object, _option: object, path: Path | None) -> Path | None:
        from strategy_lab.files.whole_files import check_writable

        if path is not None:
            check_ending(flag, path, ending, form)
            check_writable(path)
        return path

    kind, name = click.Path(path_type=Path, dir_okay=False), f"FILE{ending}"
    return click.option(flag, type=kind, metavar=name, callback=checked, help=text)


# Options for how an experiment is played, kept and shown; none changes what comes out.


def folder_option(flag: str, text: str) -> Decorator:
    kind = click.Path(path_type=Path, file_okay=False)
    return click.option(flag, type=kind, metavar="DIR", help=text)


def formats_option(flag: str, name: str, of: str, *formats: str) -> Decorator:
    return click.option(
        flag,
        name,
        type=click.Choice(formats),
        multiple=True,
        default=formats[:1],
        show_default=True,
        help=f"Format of the {of} in DIR; may be repeated.",
    )


def ruleset_option(program: Program) -> Decorator:
    return click.option(
        "--ruleset",
        metavar="NAME|FILE",
        default=program.ruleset,
        show_default=True,
        help="An edition, or your own TOML file.",
    )


def play_options(program: Program, against: str, moves: str, *others: Decorator) -> Decorator:
    """Return the options of a command ``play``: against whom, by what rules, what is typed first.

    `moves` is an example of what can be typed; `others` are those of the game.
    """
    levels = program.opponents_by_level
    return with_options(
        click.option(
            "--against",
            metavar="A,B,…",
            default=against,
            show_default=bool(against),
            callback=lambda _context, _option, text: _at_levels(text, levels),
            help=f"Opponents in turn order: strategies, or levels ({', '.join(levels)}).",
        ),
        *others,
        ruleset_option(program),
        shared_option("seed", seed_option()),
        click.option(
            "--moves",
            default="",
            metavar=moves,
            help="What to type first, to go on with a game that you left.",
        ),
    )


def _at_levels(against: str, levels: Mapping[str, str]) -> str:
    return ",".join(levels.get(name.strip(), name) for name in against.split(","))


seat_option = click.option(
    "--seat", type=Whole(least=1), default="1", show_default=True, help="Yours."
)

threads_option = click.option(
    "--threads", type=Whole(), help="How many to play on.  [default: all cores]"
)


def engine_option(program: Program) -> Decorator:
    text = "python: play any Python callable, a thousand times slower, with the same results."
    if not program.has_kernel:
        text = "Plain Python plays, as this game has no kernel."
    return click.option(
        "--engine",
        type=click.Choice(["compiled", "python"]),
        help=f"{text}  [default: {'compiled' if program.has_kernel else 'python'}]",
    )


scheduler_option = click.option(
    "--scheduler",
    metavar="tcp://…",
    help="Play on the workers of a Dask cluster; local:N tries it out with N processes.",
)

out_option = folder_option(
    "--out",
    "Save tables, plots and a manifest in a new folder, and keep what has been played there.",
)

tables_option = formats_option("--out-format", "table_formats", "tables", "parquet", "csv")

plots_option = formats_option("--plot-format", "plot_formats", "plots", "png", "svg")

checkpoint_option = click.option(
    "--checkpoint-every",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="How often what has been played is brought to safety in DIR.  [default: 10]",
)

resume_option = folder_option(
    "--resume", "Go on with what was played in a folder, however it was ended."
)

shard_option = click.option(
    "--shard", metavar="3/16", help="Play this part of it; merge joins the parts."
)


loaded_option = click.option(
    "--loaded",
    metavar="HASH",
    help="Refuse strategies that have loaded anything else than this line's did.",
)

games_out_option = click.option(
    "--games-out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.parquet",
    help="Save a row for every game, in the order of their numbers.",
)

KEEPING_OPTIONS = (checkpoint_option, resume_option)

WITH_RESUME = {
    *("resume", "engine", "threads", "scheduler", "checkpoint_every", "games_out", "output")
}
"""The options that an experiment can be resumed with: they change nothing of what it is."""

EXTENDING = {"rounds"}  # the options with more of which an experiment that is complete goes on

OF_A_FOLDER = {
    "table_formats": "tables are saved in",
    "plot_formats": "plots are saved in",
    "checkpoint_every": "checkpoints are in",
}
"""Options that say how files are written, and what is in the folder that they are written to."""


def with_options(*options: Decorator) -> Decorator:
    return lambda command: functools.reduce(
        lambda decorated, option: option(decorated), reversed(options), command
    )


def experiment_command(kind: type[Spec], *particular: Decorator) -> click.Command:
    here = kind.played_here  # in one process alone, since it grows as it is played
    how = (
        *(out_option, tables_option, *((plots_option,) if kind.has_plots else ())),
        results_format_option,
        *(engine_option(kind.program), threads_option, *(() if here else (scheduler_option,))),
        *(
            *KEEPING_OPTIONS,
            *((shard_option,) if kind.has_parts and not here else ()),
            loaded_option,
        ),
    )
    games = (games_out_option,) if kind.records_games else ()
    examples = "\n".join(("\b", "Examples:", *(f"  {example}" for example in kind.examples)))
    if kind.from_file:
        particular = (*particular, _options_file(kind))
    return click.command(
        kind.command,
        cls=Command,
        help=inspect.getdoc(kind),
        epilog=examples if kind.examples else None,
    )(with_options(*spec_options(kind), *games, *particular, *how)(played_and_shown(kind)))


def _options_file(kind: type[Spec]) -> Decorator:
    """Return the argument of a file that gives options: ``vary = ["coins=14..26"]``."""
    known = {
        str(each.flags).removeprefix("--").partition("/")[0]: name
        for name, each in kind.options().items()
    }

    def take(context: click.Context, _parameter: click.Parameter, path: Path | None) -> None:
        if path is None:
            return
        from strategy_lab.files.whole_files import read_toml

        defaults: dict[str, Any] = {}
        if not path.suffix and not path.exists():
            rules = "--ruleset" if "ruleset" in known else "--from"
            raise UsageError(f"{path}: there is no such file; name a ruleset by {rules} {path}")
        for key, value in read_toml(path).items():
            if key not in known:
                raise UsageError(f"{path}: no key is called {key!r}{nearest(key, known)}")
            several = value if isinstance(value, list) else [value]
            if not all(isinstance(each, str | int) for each in several):
                raise UsageError(f"{path}: {key} must be a text or a number, or a list of texts")
            texts = list(map(str, several))
            repeats = kind.options()[known[key]].repeats
            defaults[known[key]] = texts if repeats else ",".join(texts)
        context.default_map = defaults

    return click.argument(
        "options_file",
        metavar="[FILE.toml]",
        required=False,
        type=click.Path(path_type=Path, dir_okay=False),
        is_eager=True,
        expose_value=False,
        callback=take,
    )


def played_and_shown(kind: type[Spec]) -> Callable[..., int]:
    def play(
        *,
        engine: str,
        threads: int | None,
        checkpoint_every: float | None,
        resume: Path | None,
        out: Path | None,
        loaded: str | None = None,
        scheduler: str | None = None,
        shard: str | None = None,
        table_formats: tuple[Any, ...] = ("parquet",),
        plot_formats: tuple[Any, ...] = ("png",),
        games_out: Path | None = None,
        output: str = "table",
        **asked: Any,
    ) -> int:
        from strategy_lab.simulation.checkpoints import Execution, Shard
        from strategy_lab.simulation.replaying import check_loaded
        from strategy_lab.simulation.sessions import begun, number_of_threads, resumed

        context = click.get_current_context()
        given = given_options(context)
        number_of_threads(threads)
        if games_out is not None:
            check_ending("--games-out", games_out, ".parquet", "Parquet")
        if scheduler is not None:
            from strategy_lab.simulation.cluster import check_scheduler

            check_scheduler(scheduler)
            if threads is not None:
                raise UsageError(
                    "--threads is for playing here: with --scheduler, workers have theirs"
                )
        with ExitStack() as opened:
            if resume is not None:
                surplus = [given[name] for name in given if name not in WITH_RESUME | EXTENDING]
                if surplus:
                    raise UsageError(
                        f"--resume goes on with what was asked for: leave out {', '.join(surplus)}"
                    )
                session = opened.enter_context(
                    resumed(
                        resume,
                        command=str(context.info_name),
                        engine=engine if "engine" in given else None,
                        every=checkpoint_every,
                        games_out=games_out,
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
                    spec = spec_of(kind, asked)
                execution = Execution(
                    engine=spec.program.game.engine_named(engine),
                    shard=part,
                    table_formats=table_formats,
                    plot_formats=plot_formats,
                    games_out=games_out.absolute() if games_out and out else games_out,
                )
                session = opened.enter_context(begun(spec, execution, out, checkpoint_every))
                if loaded is not None:
                    check_loaded(session.outcome.experiment.entrants, loaded)
                _note_what_is_played(session)
            return _carry_out(session, threads, scheduler, output)

    return play


def _carry_out(session: Session, threads: int | None, scheduler: str | None, output: str) -> int:
    from strategy_lab.display.progress import play_to_the_end

    new = not session.outcome.complete
    if new:
        play_to_the_end(session, threads, scheduler, _note_what_is_played)
    show_results(session, output, new)
    if session.outcome.complete:
        return 0
    note(f"Stopped early: these are {_games_of_all(session)}.")
    if session.resume_command is not None:
        note(f"Go on with: {session.resume_command}")
    return StoppedError.exit_status


def show_results(session: Session, output: str, new: bool) -> None:
    from strategy_lab.display.presentations import are_saved, presentation_of, save_results
    from strategy_lab.simulation.checkpoints import manifest

    spec, outcome, experiment = session.spec, session.outcome, session.outcome.experiment
    with status("Making tables"):
        tables = outcome.tables()
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
    page = [name for name in presentation.texts[:1] if (folder / name).exists()]
    plots = ["plots"] if presentation.plots else page
    note(f"Saved {listed(['tables', *plots, 'manifest'])} in {folder}.")


def check_out(out: Path | None, given: Mapping[str, str]) -> None:
    if out is not None and out.suffix == ".toml":
        raise UsageError(f"{out}: --out is a folder: name it {out.with_suffix('')}")
    for name, what in OF_A_FOLDER.items():
        if out is None and name in given:
            raise UsageError(f"{given[name]} needs --out: the folder that {what}")


def _note_what_is_played(session: Session) -> None:
    from strategy_lab.plugins.entrants import tuning_mismatches
    from strategy_lab.plugins.registry import shipped

    experiment = session.outcome.experiment
    if experiment.prepares:
        return  # what it prepares for is told of then
    mismatches, notes = list[str](), list[str]()
    for plan in experiment.plans:
        cells = [planned.cell for planned in plan.cells]
        specs = [shipped(entrant.spec, entrant.game) for entrant in plan.field]
        mismatches += tuning_mismatches(specs, [(cell.ruleset, cell.players) for cell in cells])
        notes += plan.definition.notes([cell.rules for cell in cells])
    told = list(experiment.notes)  # of some files a search that has not planned all its games yet
    for mismatch in mismatches:
        file = mismatch.partition(": here it plays")[0]
        if not any(each.startswith(file) for each in experiment.notes):
            told.append(mismatch)
    for sentence in dict.fromkeys((*told, *notes)):
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
        from strategy_lab.results.saved_tables import to_json

        findings = presentation.findings(tables, facts)
        said = {**facts, "findings": findings} if findings else facts
        click.echo(to_json(said, tables), nl=False)
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


# The command ``rulesets`` of a game: what rules there are, what each says and how two differ.


@dataclass(frozen=True)
class RulesetTexts:
    listing: Callable[[Sequence[Any]], Table]  # returns the table of some rulesets, the name first
    # What that does without on a narrow terminal, by its headers, the first first.
    spare: Sequence[str]
    describe: Callable[[Any], None]  # prints one
    facts: Callable[[Any], dict[str, Any]]  # returns one as values for JSON
    # Yields the rows of a difference: what differs, and both values.
    differing: Callable[[Difference], Iterable[tuple[str, str, str]]]
    plain: Callable[[Any], Any]  # returns a rule's value for JSON


def rulesets_command(program: Program, texts: RulesetTexts) -> click.Group:
    @click.group(cls=Listing, invoke_without_command=True)
    @format_option
    @click.pass_context
    def rulesets(context: click.Context, output: str) -> None:
        """List the built-in rulesets; show or compare rulesets.

        Wherever a ruleset's name is asked for, the path of a TOML file of your own will do.
        """
        if context.invoked_subcommand is not None:
            context.default_map = {name: {"output": output} for name in ("show", "diff")}
            return
        known = [program.game.load_ruleset(name) for name in program.game.ruleset_names()]
        if output == "json":
            print_json({"rulesets": [texts.facts(ruleset) for ruleset in known]})
        else:
            print_table(*texts.listing(known), spare=texts.spare)

    @rulesets.command()
    @click.argument("ruleset", metavar="NAME|FILE")
    @format_option
    def show(ruleset: str, output: str) -> None:
        """Show the rules of one ruleset, its source and how unclear rules are read."""
        shown = program.game.load_ruleset(ruleset)
        if output == "json":
            print_json(texts.facts(shown))
        else:
            texts.describe(shown)

    @rulesets.command()
    @click.argument("a", metavar="NAME|FILE")
    @click.argument("b", metavar="NAME|FILE")
    @format_option
    def diff(a: str, b: str, output: str) -> None:
        """Show what two rulesets do differently."""
        from strategy_lab.varying import differences

        one, other = map(program.game.load_ruleset, (a, b))
        found = differences(one, other)
        if output == "json":
            rows = [
                each._asdict() | {"a": texts.plain(each.a), "b": texts.plain(each.b)}
                for each in found
            ]
            print_json({"a": one.name, "b": other.name, "differences": rows})
            return
        if not found:
            click.echo("no difference")
            return
        headers = ["parameter", "players", one.name, other.name]
        cells = [
            [what, "all" if each.players is None else str(each.players), *values]
            for each in found
            for what, *values in texts.differing(each)
        ]
        if not one.variables.by_players:  # nothing is set by player count
            headers, *cells = ([what, *values] for what, _, *values in (headers, *cells))
        print_table(headers, cells)

    return rulesets


WHAT_IF = "An edition with other rules is named as --ruleset 'iello-en[coins=24,refund=up]'."


def unknown_option_message(
    error: click.NoSuchOption, commands: Iterable[click.Command], program: Program
) -> str:
    option = error.option_name
    own = error.ctx.command if error.ctx else None
    changes_rules = ("--vary", *(f"--{rule}" for rule in program.game.rule_keys))
    if option in changes_rules and own is not None and "--ruleset" in _options(own):
        return f"No such option {option!r}. {program.in_words(WHAT_IF)}"
    others = [command.name or "" for command in commands if option in _options(command)]
    if not others:
        return error.format_message()
    return f"No such option {option!r} here: {listed(others)} {'have' if others[1:] else 'has'} it."


def _options(command: click.Command) -> list[str]:
    return [name for parameter in command.params for name in parameter.opts]
