"""Experiments from Python: what the commands of the same names play, as a `Result`.

The function of an experiment follows from its spec: arguments, their types, what help says.
"""

from __future__ import annotations

import inspect
import os
import re
import shlex
import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial, wraps
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeAlias, TypeVar, cast

import click

from strategy_lab import errors
from strategy_lab.api.result import Interrupted, Result, folder_named
from strategy_lab.experiments.options import RulesetName, Whole
from strategy_lab.game import Ruleset
from strategy_lab.plugins.strategies import Strategy
from strategy_lab.program import Program
from strategy_lab.simulation.checkpoints import Checkpoint, Execution, merged_folders
from strategy_lab.simulation.execution import FailedGameError
from strategy_lab.simulation.experiment import Game
from strategy_lab.simulation.options import Option, converted, several
from strategy_lab.simulation.replaying import leave_unloaded
from strategy_lab.simulation.sessions import Session, begun, resumed
from strategy_lab.simulation.spec import Spec, spec_class

if TYPE_CHECKING:
    from strategy_lab.api.result import AnyResult


Player: TypeAlias = str | os.PathLike[str] | Strategy | type[Any]
"""A spec, as on the command line, a strategy's file, or a strategy itself."""
OneRuleset: TypeAlias = str | os.PathLike[str] | Ruleset | Mapping[str, Any]
EngineName: TypeAlias = Literal["compiled", "python"]

P = ParamSpec("P")
R = TypeVar("R")

OPTION = re.compile(r"--(?P<no>no-)?(?P<name>[a-z][a-z0-9-]*)(?: (?P<value>python)\b)?")
REPEATED = re.compile(r"(--[\w-]+) (\S+) \1 (\w+(?:\.\w+)*)")
SEVERAL = {"strategy": "strategies", "ruleset": "rulesets", "margin": "margins", "alpha": "alphas"}
"""Options that are repeated are arguments that take several."""


class GameError(errors.StrategyError):
    """A strategy made an illegal move or raised an exception in a game; its `story` is there."""

    def __init__(self, failed: FailedGameError) -> None:
        super().__init__(
            f"{failed}\nSee the game: it is the attribute `story` of this exception; in a "
            "notebook, in the next cell: import sys; print(sys.last_value.story)"
        )
        self._failed = failed

    @property
    def story(self) -> str:
        """The game up to there, move by move."""
        plan, where, planned = self._failed.plan, self._failed.where, self._failed.planned
        number = planned.first_game + (where.deal - 1) * planned.cell.seatings + where.seating - 1
        game = Game(number, planned, where.deal, where.seating)
        seated = plan.definition.seat_game(plan, game)
        with suppress(errors.MoveError):
            seated.play()
        return seated.story()


def explained(function: Callable[P, R]) -> Callable[P, R]:
    """Let the errors of a function name its arguments in place of the command line's options."""
    arguments = inspect.signature(function).parameters

    @wraps(function)
    def explaining(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except errors.StrategyError as error:
            failed = error if isinstance(error, FailedGameError) else error.__cause__
            if not isinstance(failed, FailedGameError):
                raise
            raise GameError(failed) from error
        except errors.LaboratoryError as error:
            text = in_python(str(error), arguments)
            if text == str(error):
                raise
            kind = errors.UsageError if isinstance(error, errors.UncompilableError) else type(error)
            raise kind(text) from error.__cause__

    return explaining


RESUMING = re.compile(r"(?<=: )[\w-]+ \w+ --resume (?P<folders>.+)$", re.MULTILINE)


def in_python(message: str, arguments: Collection[str]) -> str:
    """Return a message that names options of the command line with the arguments of a function.

    Examples
    --------
    >>> in_python("name another strategy (--strategy), or --engine python", ["strategies"])
    "name another strategy (strategies), or engine='python'"
    """

    def argument(option: re.Match[str]) -> str:
        name = option["name"].replace("-", "_")
        name = name if name in arguments else SEVERAL.get(name, name)
        if option["no"]:
            return f"{name}={False if name == 'rotate' else None}"
        return f"{name}={option['value']!r}" if option["value"] else name

    def resumed(command: re.Match[str]) -> str:
        folder, *games = shlex.split(command["folders"])
        return f"resume({folder!r}{f', games_out={games[1]!r}' if games else ''})"

    lines = RESUMING.sub(resumed, message).split("\n")
    return "\n".join(line if "-sim " in line else OPTION.sub(argument, line) for line in lines)


HOW = {
    "threads": ("int | None", None, "How many to play on; all cores unless said."),
    "scheduler": (
        "str | None",
        None,
        'A Dask cluster that plays instead: ``"tcp://HOST:PORT"``, or ``"local:N"`` to try it out.',
    ),
    "engine": (
        "EngineName",
        "compiled",
        'Who plays; ``"python"`` plays any Python callable, a thousand times slower.',
    ),
    "out": (
        "str | Path | None",
        None,
        "A new folder to keep it in, with checkpoints while it is played.",
    ),
    "progress": (
        "bool | Callable[[str, int, int], object]",
        True,
        "Whether to show it: in a notebook below the cell, else on standard error; or what is "
        "called with what is done, the games played, and how many there will be.",
    ),
}
"""How any experiment is played: type, what is usual, and what it is."""

RAISES = """\
Raises
------
UsageError
    If something that was asked for does not exist or cannot be played.
LaboratoryError
    If a strategy makes an illegal move or raises an exception.
Interrupted
    On Ctrl-C; it holds the result of what was played.
"""


def function_of(program: Program, name: str) -> Callable[..., Any]:
    """Return a function of a game: what plays an experiment, or `ruleset`."""
    if name == "ruleset":
        _, *parameters = inspect.signature(ruleset).parameters.values()
        signature = Signature(parameters, return_annotation=ruleset.__annotations__["return"])
        text = inspect.getdoc(ruleset)
        return _named(partial(ruleset, program), program, name, signature, text)
    kind = spec_class(name, program)
    signature = signature_of(kind)

    def play(*arguments: Any, **given: Any) -> Result:
        from strategy_lab.display.progress import progress_shown

        try:
            bound = signature.bind(*arguments, **given)
        except TypeError as error:
            for word in given.keys() - signature.parameters:
                known = errors.nearest(word, signature.parameters)
                raise errors.UsageError(f"{name} takes no {word!r}{known}") from None
            raise errors.UsageError(f"{name}: {error}") from None
        bound.apply_defaults()
        asked: dict[str, Any] = bound.arguments
        for each in signature.parameters.values():
            if each.kind is Parameter.VAR_POSITIONAL and len(asked[each.name]) == 1:
                asked[each.name] = several(asked[each.name][0])
        threads, scheduler, engine, out, shows_progress = (asked.pop(each) for each in HOW)
        refused = {each: asked[each[3:]] is None for each in _refusing(kind.options())}
        spec = kind.of(**asked, **refused)
        cores = number_of("threads", threads)
        if scheduler is not None:
            from strategy_lab.simulation.cluster import check_scheduler

            check_scheduler(scheduler)
        execution = Execution(engine=spec.program.game.engine_named(engine))
        folder = None if out is None else folder_named(out)
        with progress_shown(shows_progress), begun(spec, execution, folder) as session:
            return _result_of(session, cores, scheduler)

    return _named(play, program, name, signature, documentation(kind))


def _named(
    function: Callable[..., R], program: Program, name: str, signature: Signature, text: str | None
) -> Callable[..., R]:
    module = program.place.partition(".")[0]
    about = {"name": name, "qualname": name, "module": module, "doc": text, "signature": signature}
    for key, value in about.items():
        setattr(function, f"__{key}__", value)
    return explained(function)


def signature_of(kind: type[Spec]) -> Signature:
    options = kind.options()
    refusing = _refusing(options)
    parameters = []
    for name, option in options.items():
        how: Any = Parameter.KEYWORD_ONLY
        usual, annotation = _usual(option), _type(option)
        if option.missing:
            usual = Parameter.empty
        elif f"no_{name}" in options:
            usual, annotation = (), f"{annotation} | None"
        elif usual is None:
            annotation += " | None"
        if option.flags is None and option.repeats:
            how, usual, annotation = Parameter.VAR_POSITIONAL, Parameter.empty, _type(option)
        elif option.flags is None or name == kind.first:
            how = Parameter.POSITIONAL_OR_KEYWORD
        if name not in refusing:
            parameters.append(Parameter(name, how, default=usual, annotation=annotation))
    parameters += [
        Parameter(name, Parameter.KEYWORD_ONLY, default=usual, annotation=annotation)
        for name, (annotation, usual, _) in HOW.items()
    ]
    parameters.sort(key=lambda parameter: parameter.kind)  # stable
    return Signature(parameters, return_annotation=f"{kind.command.capitalize()}Result")


def _refusing(options: Collection[str]) -> list[str]:
    """Return the flags of a command line that Python says by None: no_field is field=None."""
    return [name for name in options if name.startswith("no_") and name[3:] in options]


def _usual(option: Option) -> Any:
    usual = option.usual if option.default is None else option.default
    return None if callable(usual) or isinstance(usual, tuple) else usual


def _type(option: Option) -> str:
    if isinstance(option.kind, click.Choice):
        found = f"Literal[{', '.join(map(repr, option.kind.choices))}]"
    else:
        plain = {click.BOOL: "bool", click.STRING: "str"}
        found = getattr(option.kind, "python", None) or plain[option.kind]
    return f"{found} | Iterable[{found}]" if option.repeats else found


def documentation(kind: type[Spec]) -> str:
    options, refusing = kind.options(), _refusing(kind.options())
    paragraphs = (inspect.getdoc(kind) or "").replace("DIR gets", "The folder `out` gets")
    about = [textwrap.fill(each, 96) for each in paragraphs.split("\n\n")]
    about.append(
        f"It is what ``{kind.program.name} {kind.command}`` plays: with the same arguments and "
        "seed,\ndigest and tables are the same."
    )
    arguments = {name: _description(each) for name, each in options.items() if name not in refusing}
    arguments |= {name: text for name, (_, _, text) in HOW.items()}
    tables = f"With the tables {', '.join(f'``{name}``' for name in kind.tables)}."
    text = [
        "\n\n".join(about),
        "\nParameters\n----------",
        *(f"{name}\n{_indented(each)}" for name, each in arguments.items()),
        f"\nReturns\n-------\n{kind.command.capitalize()}Result\n{_indented(tables)}\n",
        RAISES,
    ]
    return in_python("\n".join(text), options)


def _indented(text: str) -> str:
    return textwrap.indent(textwrap.fill(text, 92), "    ")


def _description(option: Option) -> str:
    """Return what an argument is, from what help says of the option."""
    text = REPEATED.sub(r"\1=['\2', '\3']", option.help)
    parts = [text.replace("; may be repeated", ", or several"), getattr(option.kind, "about", "")]
    if not option.missing and _usual(option) is None:  # the signature does not say it
        usual = option.usual if option.default is None else option.default
        words = "" if callable(usual) or not usual else ", ".join(map(str, several(usual)))
        said = option.shown or words
        parts.append(said and f"By default {said}.")
    return " ".join(filter(None, parts))


def number_of(name: str, given: Any) -> int | None:
    """Return a whole number that may have been given as 1e6, or by NumPy, or not at all."""
    return None if given is None else cast("int", converted(name, Whole(), given))


def _result_of(session: Session, threads: int | None, scheduler: str | None = None) -> Result:
    """Play what is left of an experiment, and save it if it is kept."""
    from strategy_lab.display.presentations import presentation_of, save_results
    from strategy_lab.display.progress import play_to_the_end

    try:
        if not session.outcome.complete:
            play_to_the_end(session, threads, scheduler)
        result = Result(session.spec, session.outcome, session.execution)
        if session.folder is not None:
            shown = presentation_of(session.spec, session.outcome.experiment)
            tables = result._columns
            save_results(session.folder, tables, result.manifest, shown, session.execution)
    except errors.StoppedError as error:
        raise KeyboardInterrupt(str(error)) from error
    except KeyboardInterrupt:  # after the last game, while tables are made or written
        if not session.outcome.games:
            raise
        raise Interrupted(Result(session.spec, session.outcome, session.execution)) from None
    if not session.outcome.complete:
        raise Interrupted(result)
    return result


@explained
def resume(
    folder: str | Path,
    *,
    threads: int | None = None,
    engine: EngineName | None = None,
    games_out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
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
    games_out
        The file of ``--games-out``, if that is not in the folder.

    Returns
    -------
    Result
        Of all that was played, which the folder has, too.

    Raises
    ------
    UsageError
        If the folder holds no experiment; if a strategy is not what it was.
    LaboratoryError, Interrupted
        As `run` does.
    """
    from strategy_lab.display.progress import progress_shown

    threads = number_of("threads", threads)
    games = None if games_out is None else folder_named(games_out)
    with (
        progress_shown(progress),
        resumed(folder_named(folder), engine=engine, games_out=games) as session,
    ):
        return cast("AnyResult", _result_of(session, threads))


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
    checkpoint = Checkpoint.load(folder_named(folder), leave_unloaded)
    if not checkpoint.outcome.experiment.has_results(checkpoint.outcome):
        raise errors.UsageError(f"{folder} holds nothing yet that tables can be made of: resume it")
    return cast("AnyResult", Result(checkpoint.spec, checkpoint.outcome, checkpoint.execution))


@explained
def merge(folders: Iterable[str | Path], *, allow_gaps: bool = False) -> AnyResult:
    """Add up parts of an experiment, those of ``--shard``, as ``forsale-sim merge`` does.

    Parameters
    ----------
    folders
        Those of the parts.
    allow_gaps
        Whether parts may be missing.

    Raises
    ------
    UsageError
        If they are no parts of one experiment, overlap, or leave a gap.
    """
    named = [folder_named(each) for each in several(folders)]
    if not named:
        raise errors.UsageError("no folder is named: name those of the parts, as merge(['part-1'])")
    whole = merged_folders(named, allow_gaps=allow_gaps)
    return cast("AnyResult", Result(whole.spec, whole.outcome, whole.execution))


def ruleset(program: Program, rules: OneRuleset) -> Any:
    """Return a ruleset, to look at, to vary and to play by.

    Parameters
    ----------
    rules
        The name of an edition, with changes if you like (``"iello-en[refund=up]"``), the path of a
        TOML file, or what such a file would say:
        ``{"name": "mine", "extends": "iello-en", "coins": {4: 20}}``.

    Raises
    ------
    UsageError
        If there is no such ruleset, or it cannot be played.

    Examples
    --------
    >>> import forsale_sim
    >>> edition = forsale_sim.ruleset("iello-en")
    >>> edition.vary(coins=20, refund="up").name
    'iello-en[coins=20,refund=up]'
    """
    given = converted("rulesets", RulesetName(), rules)
    if isinstance(given, Mapping):
        return program.game.ruleset_of(given)
    return program.game.load_ruleset(given) if isinstance(given, str) else given
