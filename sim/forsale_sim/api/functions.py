"""Experiments from Python: what the commands of the same names play, as a `Result`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from forsale_sim.api.arguments import (
    OneRuleset,
    Player,
    Players,
    Rulesets,
    engine_name,
    number,
    player,
    player_counts,
    rulesets_or_texts,
    several,
    some,
    whole,
)
from forsale_sim.api.failures import explained
from forsale_sim.api.result import Interrupted, Result
from forsale_sim.errors import StoppedError, UsageError
from forsale_sim.experiments.defaults import (
    DEFAULT_ALPHAS,
    DEFAULT_COMPARED_GAMES,
    DEFAULT_DUEL_DEALS,
    DEFAULT_ELO0,
    DEFAULT_ELO1,
    DEFAULT_ERROR,
    DEFAULT_GAMES,
    DEFAULT_META_DEALS,
    DEFAULT_POPULATION,
    DEFAULT_RULESET,
    FIELD_KINDS,
    drawn_seed,
)
from forsale_sim.simulation.checkpoints import Execution
from forsale_sim.simulation.sessions import Session, begun, resumed
from forsale_sim.simulation.spec import Spec

Strategies: TypeAlias = Player | Iterable[Player] | None
EngineName: TypeAlias = Literal["auto", "compiled", "specialised", "python"]


@explained
def run(
    games: float | None = None,
    *,
    rulesets: Rulesets = DEFAULT_RULESET,
    players: Players = None,
    strategies: Strategies = None,
    lineup: Strategies = None,
    rotate: bool = True,
    seed: int | None = None,
    precision: float | None = None,
    max_games: float | None = None,
    threads: int | None = None,
    engine: EngineName = "auto",
    out: str | Path | None = None,
    progress: bool = True,
) -> Result:
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
    seed
        Decides every card and draw; drawn, and in the manifest, unless said.
    precision
        Play until every win rate, by strategy and by seat, is known to plus or minus this fraction;
        instead of `games`.
    max_games
        The most games that a precision may take, 10**9 unless said.
    threads
        How many to play on; all cores unless said.
    engine
        Who plays; ``"python"`` plays any Python callable, a thousand times slower.
    out
        A new folder to keep it in, with checkpoints while it is played.
    progress
        Whether to show it in a notebook and on a terminal; it is shown nowhere else.

    Returns
    -------
    Result
        With the tables as DataFrames.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    ForSaleError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """
    from forsale_sim.experiments.run.experiment import RunSpec

    sized = games is not None or precision is not None
    size = games if sized else DEFAULT_GAMES
    spec = _run_spec(
        RunSpec, size, rulesets, players, strategies, lineup, rotate, seed, precision, max_games
    )
    return _played(spec, threads, engine, out, progress)


@explained
def rank(
    games: float = DEFAULT_GAMES,
    *,
    rulesets: Rulesets = DEFAULT_RULESET,
    players: Players = None,
    strategies: Strategies = None,
    lineup: Strategies = None,
    rotate: bool = True,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "auto",
    out: str | Path | None = None,
    progress: bool = True,
) -> Result:
    """Play a tournament and rate its strategies, as ``forsale-sim rank`` does.

    Arguments and errors are those of `run`. The tables are ``ratings``, ``head_to_head`` and
    ``cycles``.
    """
    from forsale_sim.experiments.rank.experiment import RankSpec

    spec = _run_spec(RankSpec, games, rulesets, players, strategies, lineup, rotate, seed)
    return _played(spec, threads, engine, out, progress)


@explained
def compare(
    *rulesets: OneRuleset,
    vary: str | Iterable[str] | Mapping[str, Any] = (),
    games: float = DEFAULT_COMPARED_GAMES,
    players: Players = None,
    fields: str | Iterable[str] = FIELD_KINDS,
    trained: str | None = None,
    margins: str | Iterable[str] = (),
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "auto",
    out: str | Path | None = None,
    progress: bool = True,
) -> Result:
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
        ``"trained"``, ``"strong"``, ``"all"``, ``"mirrors"``, or strategies joined by commas; a
        role may come first, as in ``"stress=random,coinflip"``.
    trained
        Where ``"trained"`` play is, such as ``"trained/{ruleset}-{players}-{seed}.toml"``; what
        comes with the strategies unless said.
    margins
        What matters, for all measures in a unit: ``"points=0.5"``, ``"thousands=0.25"``.
    seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    Result
        With the tables ``differences``, and ``conclusions`` with their grades. With `vary`,
        ``differences`` has a column for each varied rule: its value by ruleset b.

    Raises
    ------
    UsageError, ForSaleError, Interrupted
        As `run` does.
    """
    from forsale_sim.experiments.compare.experiment import new_compare_spec

    spec = new_compare_spec(
        rulesets_or_texts(rulesets),
        variations=_variations(vary),
        fields=some("fields", fields),
        trained=trained,
        margins=[margins] if isinstance(margins, str) else list(margins),
        players=_counts(players),
        games=whole("games", games),
        seed=_seed(seed),
    )
    return _played(spec, threads, engine, out, progress)


@explained
def duel(
    a: Player,
    b: Player,
    *,
    field: Strategies = (),
    rulesets: Rulesets = DEFAULT_RULESET,
    players: Players = None,
    elo0: float = DEFAULT_ELO0,
    elo1: float = DEFAULT_ELO1,
    alpha: float = DEFAULT_ERROR,
    beta: float = DEFAULT_ERROR,
    max_deals: float = DEFAULT_DUEL_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "auto",
    out: str | Path | None = None,
    progress: bool = True,
) -> Result:
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
    Result
        With the table ``duels``.

    Raises
    ------
    UsageError, ForSaleError, Interrupted
        As `run` does.
    """
    from forsale_sim.experiments.duel.experiment import new_duel_spec

    spec = new_duel_spec(
        player(a),
        player(b),
        field=None if field is None else [player(each) for each in several(field)],
        rulesets=rulesets_or_texts(rulesets),
        players=_counts(players),
        elo0=number("elo0", elo0),
        elo1=number("elo1", elo1),
        alpha=number("alpha", alpha),
        beta=number("beta", beta),
        most_deals=whole("max_deals", max_deals),
        seed=_seed(seed),
    )
    return _played(spec, threads, engine, out, progress)


@explained
def meta(
    strategies: Strategies = None,
    *,
    deals: float = DEFAULT_META_DEALS,
    rulesets: Rulesets = DEFAULT_RULESET,
    players: Players = None,
    alphas: Iterable[float] = DEFAULT_ALPHAS,
    population: int = DEFAULT_POPULATION,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "auto",
    out: str | Path | None = None,
    progress: bool = True,
) -> Result:
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
    Result
        With the tables ``payoffs``, ``invasions``, ``cycles``, ``mixtures``, ``weights`` and
        ``alpha_rank``.

    Raises
    ------
    UsageError, ForSaleError, Interrupted
        As `run` does.
    """
    from forsale_sim.experiments.meta.experiment import new_meta_spec

    spec = new_meta_spec(
        () if strategies is None else tuple(map(player, some("strategies", strategies))),
        deals=whole("deals", deals),
        rulesets=rulesets_or_texts(rulesets),
        players=_counts(players),
        alphas=tuple(number("alphas", each) for each in alphas),
        population=whole("population", population),
        seed=_seed(seed),
    )
    return _played(spec, threads, engine, out, progress)


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
        return _carried_out(session, threads)


def _variations(vary: str | Iterable[str] | Mapping[str, Any]) -> list[str]:
    from forsale_sim.rules.varying import variation_text

    if isinstance(vary, Mapping):
        return [variation_text(where, values) for where, values in vary.items()]
    return [vary] if isinstance(vary, str) else list(vary)


def _run_spec(
    kind: Any,
    games: float | None,
    rulesets: Rulesets,
    players: Players,
    strategies: Strategies,
    lineup: Strategies,
    rotate: bool,
    seed: int | None,
    precision: float | None = None,
    max_games: float | None = None,
) -> Any:
    from forsale_sim.experiments.run.request import new_run_spec
    from forsale_sim.plugins.specs import split_specs

    seats = split_specs(lineup) if isinstance(lineup, str) else lineup
    return new_run_spec(
        kind,
        games=None if games is None else whole("games", games),
        precision=None if precision is None else number("precision", precision),
        max_games=None if max_games is None else whole("max_games", max_games),
        rulesets=rulesets_or_texts(rulesets),
        players=_counts(players),
        strategies=()
        if strategies is None
        else [player(s) for s in some("strategies", strategies)],
        lineup=None if seats is None else [player(each) for each in some("lineup", seats)],
        rotate=rotate,
        seed=_seed(seed),
    )


def _counts(players: Players) -> tuple[int, ...]:
    return () if players is None else player_counts(players)


def _seed(seed: int | None) -> int:
    return drawn_seed() if seed is None else whole("seed", seed)


def _played(
    spec: Spec, threads: int | None, engine: str, out: str | Path | None, progress: bool
) -> Result:
    """Play an experiment and return what it has shown."""
    from forsale_sim.display.progress import progress_shown

    threads = None if threads is None else whole("threads", threads)
    folder = None if out is None else Path(out)
    execution = Execution(engine=engine_name(engine))
    with progress_shown(progress), begun(spec, execution, folder) as session:
        return _carried_out(session, threads)


def _carried_out(session: Session, threads: int | None) -> Result:
    """Play what is left of an experiment, and save it if it is kept."""
    from forsale_sim.display.presentations import presentation_of
    from forsale_sim.display.progress import play_with_progress
    from forsale_sim.display.saving import save_results

    if not session.outcome.complete:
        try:
            play_with_progress(session, threads, scheduler=None)
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
