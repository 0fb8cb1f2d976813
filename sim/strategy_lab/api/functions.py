"""Experiments from Python: what the commands of the same names play, as a `Result`."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeAlias, TypeVar, cast

from strategy_lab.api.arguments import OneRuleset, Player, Players, Rulesets, whole
from strategy_lab.api.replays import explained
from strategy_lab.api.result import Interrupted, Result
from strategy_lab.errors import StoppedError, UsageError
from strategy_lab.experiments.compare.experiment import rule_value
from strategy_lab.experiments.fields import (
    DEFAULT_ALPHAS,
    DEFAULT_COMPARED_GAMES,
    DEFAULT_DESIGN_GAMES,
    DEFAULT_DUEL_DEALS,
    DEFAULT_ELO0,
    DEFAULT_ELO1,
    DEFAULT_ERROR,
    DEFAULT_GAMES,
    DEFAULT_GAUNTLET_DEALS,
    DEFAULT_META_DEALS,
    DEFAULT_MIXED_TABLES,
    DEFAULT_POPULATION,
    DEFAULT_STRANGERS,
    RETUNED_FIELD,
    VALIDATE,
)
from strategy_lab.experiments.options import RulesetName
from strategy_lab.program import Program
from strategy_lab.simulation.checkpoints import Checkpoint, Execution
from strategy_lab.simulation.options import converted
from strategy_lab.simulation.plan import WITHOUT_REPLACEMENT
from strategy_lab.simulation.replaying import leave_unloaded
from strategy_lab.simulation.sessions import Session, begun, resumed
from strategy_lab.simulation.spec import Spec, spec_class
from strategy_lab.stats.differences import SMALL

if TYPE_CHECKING:
    import pandas as pd


# typed_results: What each experiment returns: a `Result` whose tables type checkers and editors
# know.


class RunResult(Result):
    """What `forsale_sim.run` returns."""

    command = "run"
    by_strategy: pd.DataFrame
    by_seat: pd.DataFrame
    by_strategy_and_seat: pd.DataFrame
    head_to_head: pd.DataFrame
    by_players: pd.DataFrame
    seat_effect: pd.DataFrame
    measures: pd.DataFrame


class RankResult(Result):
    """What `forsale_sim.rank` returns."""

    command = "rank"
    ratings: pd.DataFrame
    head_to_head: pd.DataFrame
    cycles: pd.DataFrame


class CompareResult(Result):
    """What `forsale_sim.compare` returns."""

    command = "compare"
    differences: pd.DataFrame
    conclusions: pd.DataFrame


class DuelResult(Result):
    """What `forsale_sim.duel` returns."""

    command = "duel"
    duels: pd.DataFrame


class MetaResult(Result):
    """What `forsale_sim.meta` returns."""

    command = "meta"
    payoffs: pd.DataFrame
    invasions: pd.DataFrame
    cycles: pd.DataFrame
    mixtures: pd.DataFrame
    weights: pd.DataFrame
    alpha_rank: pd.DataFrame


class GauntletResult(Result):
    """What `forsale_sim.gauntlet` returns."""

    command = "gauntlet"
    strength: pd.DataFrame
    by_players: pd.DataFrame
    kinds: pd.DataFrame


class DesignResult(Result):
    """What `forsale_sim.design` returns; it has `fair_coins` where fair seats were asked for."""

    command = "design"
    candidates: pd.DataFrame
    finalists: pd.DataFrame
    at_tables: pd.DataFrame
    rivals: pd.DataFrame
    conditions: pd.DataFrame
    fair_coins: pd.DataFrame


class TuneResult(Result):
    """What `forsale_sim.tune` returns."""

    command = "tune"
    tuned: pd.DataFrame
    parameters: pd.DataFrame
    generations: pd.DataFrame


class ExploitResult(Result):
    """What `forsale_sim.exploit` returns."""

    command = "exploit"
    gains: pd.DataFrame
    responses: pd.DataFrame


class PsroResult(Result):
    """What `forsale_sim.psro` returns."""

    command = "psro"
    rounds: pd.DataFrame
    weights: pd.DataFrame


class AnyResult(Result):
    """What is read from a folder, for type checkers: any table may be in it."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> pd.DataFrame:
            """Return a table."""


def result_class(command: str, program: Program) -> type[Result]:
    """Return the class of what an experiment returns."""
    known = {kind.command: kind for kind in Result.__subclasses__()}
    return known.get(command, Result)


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
    from strategy_lab.display.presentations import presentation_of, save_results
    from strategy_lab.display.progress import play_to_the_end

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


Strategies: TypeAlias = Player | Iterable[Player] | None
Lineups: TypeAlias = Literal["without-replacement", "with-replacement"]


@explained
def run(
    games: float | None = None,
    *,
    rulesets: Rulesets = None,
    players: Players = None,
    strategies: Strategies = None,
    lineup: Strategies = None,
    rotate: bool = True,
    lineups: Lineups = WITHOUT_REPLACEMENT,
    seed: int | None = None,
    precision: float | None = None,
    max_games: float | None = None,
    anytime: bool = False,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> RunResult:
    """Play games, as ``forsale-sim run`` does, and return what they show.

    The same arguments and seed give the same digest and tables as on the command line.

    Parameters
    ----------
    games
        How many in all, 100,000 unless said; rounded up to whole deals.
    rulesets
        Editions, what-ifs such as ``"iello-en[refund=up]"``, TOML files of your own, what such a
        file would say as a dict, or rulesets (see `ruleset`).
    players
        Player counts, or a text such as ``"3-6"``; all that a ruleset allows unless said.
    strategies
        The field that each deal draws a lineup from: specs, or strategies that were defined with
        the decorator `strategy`, in a notebook say, and that may be called with values of their
        parameters, ``Patient(share=0.3)``. The built-in ones that both bid and sell, but
        for those of the ladder (docs/ladder.md), unless said.
    lineup
        One strategy a seat, seat 1 first, for every deal; instead of `strategies`.
    rotate
        Whether each deal is played with every rotation of its lineup.
    lineups
        How lineups are drawn from the field: ``"without-replacement"``, nobody meets its own copy
        while others are left; or ``"with-replacement"``, as if each player chose alone.
    seed
        Decides every card and draw; drawn, and in the manifest, unless said.
    precision
        Play until every win rate, by strategy and by seat, is known to plus or minus this fraction;
        instead of `games`.
    max_games
        The most games that a precision may take, 10**9 unless said.
    anytime
        Whether the intervals of a precision are confidence sequences, which hold at every look
        together and take 2.4 times the games.
    threads
        How many to play on; all cores unless said.
    engine
        Who plays; ``"python"`` plays any Python callable, a thousand times slower.
    out
        A new folder to keep it in, with checkpoints while it is played.
    progress
        Whether to show it: in a notebook below the cell, else on standard error.

    Returns
    -------
    RunResult
        With the tables as DataFrames.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """
    return played(RunResult, **locals())


@explained
def rank(
    games: float = DEFAULT_GAMES,
    *,
    rulesets: Rulesets = None,
    players: Players = None,
    strategies: Strategies = None,
    lineup: Strategies = None,
    rotate: bool = True,
    lineups: Lineups = WITHOUT_REPLACEMENT,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> RankResult:
    """Play a tournament and rate its strategies, as ``forsale-sim rank`` does.

    Arguments and errors are those of `run`. The tables are ``ratings``, ``head_to_head`` and
    ``cycles``.
    """
    return played(RankResult, **locals())


@explained
def compare(
    *rulesets: OneRuleset,
    vary: str | Iterable[str] | Mapping[str, Any] = (),
    games: float = DEFAULT_COMPARED_GAMES,
    players: Players = None,
    fields: str | Iterable[str] | None = None,
    trained: str | None = None,
    training_seeds: int = 0,
    lineups: Lineups = WITHOUT_REPLACEMENT,
    margins: str | Iterable[str] = (),
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> CompareResult:
    """Show what rulesets do differently from the first one, as ``forsale-sim compare`` does.

    Parameters
    ----------
    rulesets
        As for `run`; the others are compared with the first.
    vary
        What-ifs of the first ruleset: texts such as ``"refund=up,none"``, or a dict of values by
        rule, ``{"refund": ["up", "none"]}``; several rules make a grid.
    games
        How many in all: shared evenly among rulesets, player counts and fields.
    players
        Player counts; all that the rulesets have in common unless said.
    fields
        ``"trained"``, ``"strong"``, ``"panels"``, ``"all"``, ``"mirrors"``, or strategies joined by
        commas; a role may come first, as in ``"stress=random,coinflip"``.
    trained
        Where ``"trained"`` play is, such as ``"trained/{ruleset}-{players}-{seed}.toml"``; what
        comes with the strategies unless said.
    training_seeds
        How many times play is trained anew for each ruleset, quickly, from seeds of their own: the
        rows of ``conclusions`` for re-tuned play show what hangs on the seed.
    lineups
        As for `run`.
    margins
        From which size on a measure matters, in percentage points or thousands:
        ``"win_rate=0.5"``, ``"money=0.25"``.
    seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    CompareResult
        With the tables ``differences``, and ``conclusions`` with their grades. With `vary`,
        ``differences`` has a column for each varied rule: its value by ruleset b.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(CompareResult, **{**locals(), "vary": variations(vary)})


@explained
def duel(
    a: Player,
    b: Player,
    *,
    field: Strategies = (),
    rulesets: Rulesets = None,
    players: Players = None,
    elo0: float = DEFAULT_ELO0,
    elo1: float = DEFAULT_ELO1,
    alpha: float = DEFAULT_ERROR,
    beta: float = DEFAULT_ERROR,
    max_deals: float = DEFAULT_DUEL_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> DuelResult:
    """Play until it is known which of two strategies is stronger, as ``forsale-sim duel`` does.

    Parameters
    ----------
    a, b
        The two: specs, or strategies.
    field
        Others at tables with both; empty for the usual ones, None for no such tables.
    rulesets, players
        As for `run`.
    elo0, elo1
        The normalised Elo up to which none, and from which on one is to be found stronger.
    alpha, beta
        Error rates of the sequential test.
    max_deals
        Deals for each ruleset and player count after which it is undecided.
    seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    DuelResult
        With the table ``duels``.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(DuelResult, no_field=field is None, **locals())


@explained
def gauntlet(
    *strategies: Player,
    part: Literal["train", "validate", "test"] = VALIDATE,
    strangers: int = DEFAULT_STRANGERS,
    mixed: int = DEFAULT_MIXED_TABLES,
    rulesets: Rulesets = None,
    players: Players = None,
    deals: float = DEFAULT_GAUNTLET_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> GauntletResult:
    """Try strategies among players that they were not made for, as ``forsale-sim gauntlet`` does.

    Parameters
    ----------
    strategies
        Who is tried: specs, or strategies; all at the same tables, compared with the first.
    part
        Which opponents: ``"train"`` to make a strategy with, ``"validate"`` to choose between
        versions of it by, ``"test"`` to judge it by, once, at the end.
    strangers
        How many opponents are drawn by the seed, beside those of the panel.
    mixed
        How many tables of different opponents there are for each number of players.
    deals
        How many deals every table plays, all of them the same.
    rulesets, players, seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    GauntletResult
        With the tables ``strength``, ``by_players``, ``kinds`` and ``tables``.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(GauntletResult, **locals())


@explained
def design(
    ruleset: OneRuleset | None = None,
    *,
    players: int,
    vary: str | Iterable[str] | Mapping[str, Any] = (),
    fair_seats: bool = False,
    minimise: str | Iterable[str] = (),
    maximise: str | Iterable[str] = (),
    keep: str | Iterable[str] = (),
    changes: int | None = None,
    beyond: int = 1,
    field: str = RETUNED_FIELD,
    games: float = DEFAULT_DESIGN_GAMES,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> DesignResult:
    """Look for the rules that make the game you want, as ``forsale-sim design`` does.

    Parameters
    ----------
    ruleset
        The rules that the search begins with, as for `run`.
    players
        How many play.
    vary
        What may be changed, as for `compare`.
    fair_seats
        Instead of `vary` and goals: whether to look for coins by seat that make all seats alike.
    minimise, maximise
        Measures, such as ``"seat_gap"`` and ``"drama"``. Several goals make a Pareto front; with
        weights, as in ``["2*seats", "ties"]``, a sum.
    keep
        Conditions, such as ``"ties<=3%"`` and ``"win_by_strategy>=0.9*base"``.
    changes
        How many rules may be changed at once; all unless said.
    beyond
        How often to search as far again beyond the last number that was tried, if it wins.
    field
        Who plays: ``"retuned"``, which is tuned for each ruleset, or a field as for `compare`.
    games
        How many at most, without those of tuning.
    seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    DesignResult
        With the tables ``candidates``, ``finalists``, ``at_tables``, ``rivals`` and
        ``conditions``.
        The first ruleset of the race is in ``manifest["first"]``, and in
        ``manifest["recommended"]`` if it holds at other tables, by a name that can be played.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(DesignResult, **{**locals(), "vary": variations(vary)})


@explained
def meta(
    strategies: Strategies = None,
    *,
    deals: float = DEFAULT_META_DEALS,
    rulesets: Rulesets = None,
    players: Players = None,
    alphas: Iterable[float] = DEFAULT_ALPHAS,
    population: int = DEFAULT_POPULATION,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> MetaResult:
    """Look at a field of strategies as a game, as ``forsale-sim meta`` does.

    Parameters
    ----------
    strategies
        The field; the usual one unless said.
    deals
        How many deals every lineup plays, all of them the same; rounded up.
    rulesets, players
        As for `run`.
    alphas, population
        Intensities of selection, and size of the population, of alpha-rank.
    seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    MetaResult
        With the tables ``payoffs``, ``invasions``, ``cycles``, ``mixtures``, ``weights`` and
        ``alpha_rank``.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(MetaResult, **locals())


def variations(vary: str | Iterable[str] | Mapping[str, Any]) -> Iterable[str]:
    """Return what ``--vary`` takes, for values by rule, too."""
    from strategy_lab.varying import variation_text

    if isinstance(vary, Mapping):
        return [variation_text(where, values) for where, values in vary.items()]
    return vary


# sweeps: Sweeps over rules from Python: what ``forsale-sim compare --vary`` plays, as one tidy
# table.

KEYS = ["players", "field", "measure", "seat", "strategy", "house", "unit"]
"""What a row is about, beside the values of the rules."""

BASE: dict[str, Any] = {
    "difference": 0.0,
    "difference_low": 0.0,
    "difference_high": 0.0,
    "p_adjusted": 1.0,
    "verdict": SMALL,
}
"""How the base differs from itself."""


@explained
def sweep(
    base: OneRuleset | None = None,
    *,
    games: float = DEFAULT_COMPARED_GAMES,
    players: Players = None,
    fields: str | Iterable[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
    **rules: Any,
) -> pd.DataFrame:
    """Play a ruleset with every combination of values of some rules, all on the same deals.

    It is what ``forsale-sim compare BASE --vary RULE=VALUES`` plays, as one tidy table.

    Parameters
    ----------
    base
        The ruleset to vary, as for `run`; the usual one unless said.
    games
        How many in all: shared evenly among rulesets, player counts and fields.
    players, fields
        As for `compare`.
    seed, threads, engine, out, progress
        As for `run`.
    **rules
        The values to try for each rule, as ``--vary`` takes them: ``coins=range(10, 25)``,
        ``refund=["up", "down"]``; ``raise_`` for the rule ``raise``, ``**{"coins.4": [20, 22]}``
        for one player count.

    Returns
    -------
    DataFrame
        A column for each rule, then what the row is about, as in the table ``differences`` of
        `compare`; the ``value`` of the measure by these rules, and its ``difference`` from the base
        with a 95 % interval (``_low``, ``_high``) from common deals, ``p_adjusted`` and
        ``verdict``. The base has rows of its own, with no difference. ``attrs`` has the seed, the
        digest and the command that plays it again.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    if not rules:
        raise UsageError("sweep takes rules to vary, such as coins=range(10, 25): name one")
    result = compare(
        PROGRAM.get().ruleset if base is None else base,
        vary=rules,
        games=games,
        players=players,
        fields=fields,
        seed=seed,
        threads=threads,
        engine=engine,
        out=out,
        progress=progress,
    )
    table = tidy(result.differences, result._outcome.experiment)
    table.attrs = {key: result.manifest[key] for key in ("seed", "digest", "command")}
    return table


def tidy(differences: pd.DataFrame, comparison: Any) -> pd.DataFrame:
    """Return a row for each ruleset of a comparison, its first one included, and measure."""
    import pandas as pd

    first, varied = comparison.rulesets[0], list(comparison.varied)
    keys = [key for key in KEYS if key in differences]
    base = differences.drop_duplicates(keys).rename(columns={"a": "ruleset", "value_a": "value"})
    for rule in varied:
        values = [rule_value(first, rule, players) for players in base["players"]]
        base[rule] = pd.Series(values, base.index).astype(differences[rule].dtype)
    base = base.assign(**BASE)
    others = differences.rename(columns={"b": "ruleset", "value_b": "value"})
    columns = [*varied, "ruleset", *keys, "value", *BASE, "games", "deals"]
    table = pd.concat([base[columns], others[columns]])
    for about in {"seat", "strategy", "house"} & {*keys}:
        table[about] = table[about].astype(object).where(table[about].notna(), None)
    return table.sort_values(varied, kind="stable", ignore_index=True)


def ruleset(rules: str | os.PathLike[str] | Mapping[str, Any] | Any) -> Any:
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
    game = PROGRAM.get().game
    given = converted("rulesets", RulesetName(), rules)
    if isinstance(given, Mapping):
        return game.ruleset_of(given)
    return game.load_ruleset(given) if isinstance(given, str) else given
