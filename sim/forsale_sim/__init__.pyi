# Written by `make stubs`: change the spec of the experiment instead.
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import pandas as pd
from strategy_lab.api.functions import EngineName, OneRuleset, Player
from strategy_lab.api.functions import load as load
from strategy_lab.api.functions import resume as resume
from strategy_lab.api.result import Interrupted as Interrupted
from strategy_lab.api.result import Result as Result
from strategy_lab.plugins.strategies import Parameter as Parameter
from strategy_lab.plugins.strategies import Strategy as Strategy
from strategy_lab.results.accumulators import Accumulator as Accumulator
from strategy_lab.version import __version__ as __version__

from forsale_sim.api.positions import auction_view as auction_view
from forsale_sim.api.positions import sale_view as sale_view
from forsale_sim.api.reports import Report as Report
from forsale_sim.api.reports import report as report
from forsale_sim.for_sale import strategy as strategy
from forsale_sim.rules.ruleset import Ruleset as Ruleset
from forsale_sim.view import View as View

class RunResult(Result):
    by_strategy: pd.DataFrame
    by_seat: pd.DataFrame
    by_strategy_and_seat: pd.DataFrame
    head_to_head: pd.DataFrame
    by_players: pd.DataFrame
    seat_effect: pd.DataFrame
    measures: pd.DataFrame

def run(
    games: float | None = None,
    *,
    rulesets: OneRuleset | Iterable[OneRuleset] | None = None,
    players: int | str | Iterable[int | str] | None = None,
    strategies: Player | Iterable[Player] | None = None,
    lineup: Player | Iterable[Player] | None = None,
    lineups: Literal["without-replacement", "with-replacement"] = "without-replacement",
    rotate: bool = True,
    seed: float | None = None,
    precision: float | None = None,
    max_games: float | None = None,
    anytime: bool = False,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> RunResult:
    """Play games and print who wins: by strategy, by seat and by player count.

    Every deal is played with each rotation of its lineup, which is drawn from the field without
    replacement, unless lineups says otherwise: nobody meets its own copy while others are left,
    so a win rate is that against others. Intervals are 95 %, clustered by deal. The same options
    and seed give the same results on any machine, with any number of threads. With out, a run can
    be gone on with after Ctrl-C, a crash or a power cut.

    It is what ``forsale-sim run`` plays: with the same arguments and seed,
    digest and tables are the same.

    Parameters
    ----------
    games
        How many games in all, such as 1e6; rounded up to whole deals. By default 100000.
    rulesets
        An edition, or your own TOML file, or several. An edition, a what-if of one in brackets, the
        path of a TOML file, what such a file would say as a dict, or a ruleset (see `ruleset`). By
        default iello-en.
    players
        Player counts, such as 3,4 or 3-6. They may be a list, or a text such as ``"3-6"``. By
        default all that the ruleset allows.
    strategies
        A strategy of the field that each deal draws a lineup from, or several. all, strong and
        panel stand for several, as in strategies=['all', 'mine.py']. A spec, a file, or a strategy
        that was defined with the decorator `strategy`. By default counter, expert, matcher, linear,
        spread, miser, coinflip, random.
    lineup
        One strategy a seat, seat 1 first, for every deal.
    lineups
        How lineups are drawn from a field. without: nobody meets its own copy while others are
        left; with: anybody may meet it, as if each player chose alone.
    rotate
        Play each deal with every rotation of its lineup.
    seed
        Decides every card and draw, 0 to 2^64 - 1. By default drawn, and printed.
    precision
        Instead of games: play until every win rate, by strategy and by seat, is known to
        ±FRACTION, such as 0.001, by 95 % intervals.
    max_games
        The most games that precision may take. By default 1e+09.
    anytime
        With precision: print 95 % confidence sequences, which hold whenever one looks; they take
        2.4 times the games.
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
        With the tables ``by_strategy``, ``by_seat``, ``by_strategy_and_seat``, ``head_to_head``,
        ``by_players``, ``seat_effect``, ``measures``.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """

class RankResult(Result):
    ratings: pd.DataFrame
    head_to_head: pd.DataFrame
    cycles: pd.DataFrame

def rank(
    games: float = 100000,
    *,
    rulesets: OneRuleset | Iterable[OneRuleset] | None = None,
    players: int | str | Iterable[int | str] | None = None,
    strategies: Player | Iterable[Player] | None = None,
    lineup: Player | Iterable[Player] | None = None,
    lineups: Literal["without-replacement", "with-replacement"] = "without-replacement",
    rotate: bool = True,
    seed: float | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> RankResult:
    """Play a tournament and rate its strategies, for each ruleset and player count.

    The tournament is that of run. Ratings are Plackett and Luce's, from the finishing orders of all
    games; beside them is printed who finishes ahead of whom, with any cycles, which a rating cannot
    show. Intervals are 95 %, from a bootstrap over deals.

    It is what ``forsale-sim rank`` plays: with the same arguments and seed,
    digest and tables are the same.

    Parameters
    ----------
    games
        How many games in all, such as 1e6; rounded up to whole deals.
    rulesets
        An edition, or your own TOML file, or several. An edition, a what-if of one in brackets, the
        path of a TOML file, what such a file would say as a dict, or a ruleset (see `ruleset`). By
        default iello-en.
    players
        Player counts, such as 3,4 or 3-6. They may be a list, or a text such as ``"3-6"``. By
        default all that the ruleset allows.
    strategies
        A strategy of the field that each deal draws a lineup from, or several. all, strong and
        panel stand for several, as in strategies=['all', 'mine.py']. A spec, a file, or a strategy
        that was defined with the decorator `strategy`. By default counter, expert, matcher, linear,
        spread, miser, coinflip, random.
    lineup
        One strategy a seat, seat 1 first, for every deal.
    lineups
        How lineups are drawn from a field. without: nobody meets its own copy while others are
        left; with: anybody may meet it, as if each player chose alone.
    rotate
        Play each deal with every rotation of its lineup.
    seed
        Decides every card and draw, 0 to 2^64 - 1. By default drawn, and printed.
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
    RankResult
        With the tables ``ratings``, ``head_to_head``, ``cycles``.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """

class CompareResult(Result):
    differences: pd.DataFrame
    conclusions: pd.DataFrame

def compare(
    *rulesets: OneRuleset,
    vary: str | Mapping[str, Any] | Iterable[str | Mapping[str, Any]] | None = None,
    games: float = 10000000,
    players: int | str | Iterable[int | str] | None = None,
    fields: str | Iterable[str] | None = None,
    trained: str | None = None,
    training_seeds: float = 0,
    lineups: Literal["without-replacement", "with-replacement"] = "without-replacement",
    seed: float | None = None,
    margins: str | Iterable[str] | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> CompareResult:
    """Show what rulesets do differently from the first one: to seats, strategies and money.

    All rulesets are played on the same deals, with the same strategies in the same seats and the
    same random draws, so that what they have in common cancels; where decks are of different sizes,
    that cannot be. All is done in several fields of strategies: trust what holds in all of them.

    It is what ``forsale-sim compare`` plays: with the same arguments and seed,
    digest and tables are the same.

    Parameters
    ----------
    rulesets
        An edition, a what-if of one in brackets, the path of a TOML file, what such a file would
        say as a dict, or a ruleset (see `ruleset`).
    vary
        Compare the first ruleset with what-ifs of it, such as refund=up,none, coins=+1,-1 or
        coins=18..24; several make a grid. The table of differences then has a column for each rule.
        Or a dict of values by rule, ``{"refund": ["up", "none"]}``.
    games
        How many games in all: shared evenly among rulesets, player counts and fields.
    players
        Player counts, such as 3,4. They may be a list, or a text such as ``"3-6"``. By default all
        that the rulesets have in common.
    fields
        Strategies that meet each other, or several. trained: the strongest play for these rulesets,
        the reference; panels: strangers at tables that share none; mirrors: each strong strategy
        against itself. ROLE: reference, credible, or stress, which decides nothing. By default
        trained, strong, panels.
    trained
        Where 'trained' play is, such as DIR/{ruleset}-{players}-{seed}.toml. By default the
        mixtures that come with the strategies.
    training_seeds
        Also tune play for each ruleset, quickly, from so many seeds: 3 show how much of an effect
        on players who have adapted is an accident of training.
    lineups
        How lineups are drawn from a field. without: nobody meets its own copy while others are
        left; with: anybody may meet it, as if each player chose alone.
    seed
        Decides every card and draw, 0 to 2^64 - 1. By default drawn, and printed.
    margins
        What difference matters: shares in percentage points, others in their unit. By default see
        docs/measures.md.
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
    CompareResult
        With the tables ``differences``, ``conclusions``.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """

class DuelResult(Result):
    duels: pd.DataFrame

def duel(
    a: Player,
    b: Player,
    *,
    rulesets: OneRuleset | Iterable[OneRuleset] | None = None,
    players: int | str | Iterable[int | str] | None = None,
    field: Player | Iterable[Player] | None = (),
    elo0: float = 0.0,
    elo1: float = 5.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    max_deals: float = 1000000,
    seed: float | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> DuelResult:
    """Show whether strategy A is stronger than B, or B than A, or neither.

    Both play the same deals: A amid copies of B, B amid copies of A, and both at tables with
    others, under all rotations. For each ruleset and player count it ends when a sequential
    probability ratio test is sure enough.

    It is what ``forsale-sim duel`` plays: with the same arguments and seed,
    digest and tables are the same.

    Parameters
    ----------
    a
        A spec, a file, or a strategy that was defined with the decorator `strategy`.
    b
        A spec, a file, or a strategy that was defined with the decorator `strategy`.
    rulesets
        An edition, or your own TOML file, or several. An edition, a what-if of one in brackets, the
        path of a TOML file, what such a file would say as a dict, or a ruleset (see `ruleset`). By
        default iello-en.
    players
        Player counts, such as 3,4 or 3-6. They may be a list, or a text such as ``"3-6"``. By
        default all that the ruleset allows.
    field
        Another strategy at the tables with both, or several. A spec, a file, or a strategy that was
        defined with the decorator `strategy`. By default of counter, expert, matcher, linear,
        spread, miser, coinflip, random the others.
    elo0
        Up to this normalised Elo, none is to be found stronger.
    elo1
        From this normalised Elo on, the stronger one is to be found.
    alpha
        How often one is found stronger though it is not by more than elo0.
    beta
        How often one is not found stronger though it is by elo1.
    max_deals
        Deals for each ruleset and player count after which it is undecided.
    seed
        Decides every card and draw, 0 to 2^64 - 1. By default drawn, and printed.
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
    DuelResult
        With the tables ``duels``.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """

class GauntletResult(Result):
    strength: pd.DataFrame
    by_players: pd.DataFrame
    kinds: pd.DataFrame

def gauntlet(
    *strategies: Player,
    part: Literal["train", "validate", "test"] = "validate",
    strangers: float = 12,
    mixed: float = 8,
    rulesets: OneRuleset | Iterable[OneRuleset] | None = None,
    players: int | str | Iterable[int | str] | None = None,
    deals: float = 60,
    seed: float | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> GauntletResult:
    """Show how a strategy does among others than it was made for: its worst tables first.

    It sits amid copies of each opponent, and at tables of different ones. Opponents are strangers
    where the game has some, in parts to make, to choose and to judge a strategy by, and others that
    the seed draws; else the usual field. Strength is what it wins at the worst tenth of all tables,
    and then its mean, in times a fair share. Several strategies play the same deals at the same
    tables, and are compared with the first. Intervals are 95 %, clustered by deal.

    It is what ``forsale-sim gauntlet`` plays: with the same arguments and seed,
    digest and tables are the same.

    Parameters
    ----------
    strategies
        A spec, a file, or a strategy that was defined with the decorator `strategy`.
    part
        Which opponents: those to make a strategy with, those to choose between versions of it by,
        or those to judge it by, once, at the end.
    strangers
        How many opponents are drawn by the seed, beside those of the panel.
    mixed
        How many tables of different opponents there are for each number of players.
    rulesets
        An edition, or your own TOML file, or several. An edition, a what-if of one in brackets, the
        path of a TOML file, what such a file would say as a dict, or a ruleset (see `ruleset`). By
        default iello-en.
    players
        Player counts, such as 3,4 or 3-6. They may be a list, or a text such as ``"3-6"``. By
        default all that the ruleset allows.
    deals
        How many deals every table plays, all of them the same.
    seed
        Decides every card and draw, 0 to 2^64 - 1. By default drawn, and printed.
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
    GauntletResult
        With the tables ``strength``, ``by_players``, ``kinds``, ``tables``.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """

class MetaResult(Result):
    payoffs: pd.DataFrame
    invasions: pd.DataFrame
    cycles: pd.DataFrame
    mixtures: pd.DataFrame
    weights: pd.DataFrame
    alpha_rank: pd.DataFrame

def meta(
    strategies: Player | Iterable[Player] | None = None,
    *,
    rulesets: OneRuleset | Iterable[OneRuleset] | None = None,
    players: int | str | Iterable[int | str] | None = None,
    deals: float = 600,
    alphas: float | Iterable[float] | None = None,
    population: float = 50,
    seed: float | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> MetaResult:
    """Look at a field of strategies as a game, for each ruleset and player count.

    All lineups that the field can make play the same deals. From what they win follows who invades
    whom, in which mixtures of strategies evolution settles, how much a best response of the field
    gains against a mixture, and alpha-rank. Intervals are 95 %, from a bootstrap over deals.

    It is what ``forsale-sim meta`` plays: with the same arguments and seed,
    digest and tables are the same.

    Parameters
    ----------
    rulesets
        An edition, or your own TOML file, or several. An edition, a what-if of one in brackets, the
        path of a TOML file, what such a file would say as a dict, or a ruleset (see `ruleset`). By
        default iello-en.
    players
        Player counts, such as 3,4 or 3-6. They may be a list, or a text such as ``"3-6"``. By
        default all that the ruleset allows.
    strategies
        A strategy of the field, or several. all, strong and panel stand for several. A spec, a
        file, or a strategy that was defined with the decorator `strategy`. By default counter,
        expert, matcher, linear, spread, miser, coinflip, random.
    deals
        How many deals every lineup plays, all of them the same; rounded up.
    alphas
        Intensity of selection of alpha-rank, or several. By default 0.01 to 100.
    population
        How large alpha-rank's population is.
    seed
        Decides every card and draw, 0 to 2^64 - 1. By default drawn, and printed.
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
    MetaResult
        With the tables ``payoffs``, ``invasions``, ``cycles``, ``mixtures``, ``weights``,
        ``alpha_rank``.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """

class DesignResult(Result):
    candidates: pd.DataFrame
    finalists: pd.DataFrame
    at_tables: pd.DataFrame
    rivals: pd.DataFrame
    conditions: pd.DataFrame
    fair_coins: pd.DataFrame

def design(
    ruleset: OneRuleset = "iello-en",
    *,
    players: float,
    vary: str | Mapping[str, Any] | Iterable[str | Mapping[str, Any]] | None = None,
    fair_seats: bool = False,
    minimise: str | Iterable[str] | None = None,
    maximise: str | Iterable[str] | None = None,
    keep: str | Iterable[str] | None = None,
    changes: float | None = None,
    beyond: float = 1,
    field: str = "retuned",
    games: float = 20000000,
    seed: float | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> DesignResult:
    """Look for the rules that make the game you want.

    All rulesets that vary makes race on common deals, and those that are beaten for certain leave
    early. The best are confirmed on fresh deals, beside the rules that the search began with and
    every single step away. FILE.toml may give the options, as from = "iello-en", players = 4, vary
    = ["coins=14..26"].

    It is what ``forsale-sim design`` plays: with the same arguments and seed,
    digest and tables are the same.

    Parameters
    ----------
    ruleset
        The rules that the search begins with: an edition, or your own TOML file. An edition, a
        what-if of one in brackets, the path of a TOML file, what such a file would say as a dict,
        or a ruleset (see `ruleset`).
    players
        One player count, 2 to 8.
    vary
        A rule that may be changed, with the values to try, as compare vary takes them:
        refund=up,none, coins=+1,-1 or coins=18..24, or several. Or a dict of values by rule,
        ``{"refund": ["up", "none"]}``.
    fair_seats
        Instead of vary and goals: look for coins by seat that make all seats win alike.
    minimise
        Make this small: seat_gap, margin, ties, coins_left, length … (docs/measures.md). Several
        goals make a Pareto front, or a sum if all have weights W.
    maximise
        Make this large: win_by_strategy, drama, …
    keep
        What must hold, such as 'ties<=3%' or 'win_by_strategy>=0.9*base', or several.
    changes
        How many rules may be changed at once. By default all.
    beyond
        How often to search as far again beyond the last number that was tried, if it wins.
    field
        Who plays. retuned: the strongest play, tuned for each of the rulesets, quickly to race and
        fully to confirm.
    games
        How many games at most, without those of tuning.
    seed
        Decides every card and draw, 0 to 2^64 - 1. By default drawn, and printed.
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
    DesignResult
        With the tables ``candidates``, ``finalists``, ``at_tables``, ``rivals``, ``conditions``,
        ``fair_coins``.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """

class TuneResult(Result):
    tuned: pd.DataFrame
    parameters: pd.DataFrame
    generations: pd.DataFrame

def tune(
    strategy: Player,
    *,
    ruleset: OneRuleset = "iello-en",
    players: float,
    against: Player | Iterable[Player] = "counter,expert,matcher,linear",
    self_play: bool = False,
    deals: float = 400,
    generations: float = 60,
    population: float = 16,
    final_deals: float = 10000,
    seed: float | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> TuneResult:
    """Tune the parameters of STRATEGY for one ruleset and player count.

    An evolution strategy (CMA-ES) tries parameters around its current best, all on the same deals,
    fresh ones in every generation. Of its last means the best on held-out deals is chosen. STRATEGY
    may set parameters, or be a file of tuned ones: there the search begins. The folder `out` gets
    tuned.toml, which can be named wherever a strategy can.

    It is what ``forsale-sim tune`` plays: with the same arguments and seed,
    digest and tables are the same.

    Parameters
    ----------
    strategy
        A spec, or a file.
    ruleset
        An edition, a what-if of one in brackets, the path of a TOML file, what such a file would
        say as a dict, or a ruleset (see `ruleset`).
    players
        One player count, 2 to 8.
    against
        Opponents: a table has one candidate and copies of one of them. Empty with self_play.
    self_play
        Tables with copies of the current best, too.
    deals
        Each generation's.
    generations

    population
        Candidates a generation.
    final_deals
        Held-out deals for the final choice, and as many others for its win rate.
    seed
        Decides every card and draw, 0 to 2^64 - 1. By default drawn, and printed.
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
    TuneResult
        With the tables ``tuned``, ``parameters``, ``generations``.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """

class ExploitResult(Result):
    gains: pd.DataFrame
    responses: pd.DataFrame

def exploit(
    strategy: Player,
    *,
    ruleset: OneRuleset = "iello-en",
    players: int | str | Iterable[int | str] | None = None,
    train: Player = "appraiser",
    generations: float = 30,
    population: float = 16,
    deals: float = 400,
    budget: float = 100,
    samples: float = 8,
    final_deals: float = 2000,
    seed: float | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> ExploitResult:
    """Find how much a player can win from copies of STRATEGY in all other seats.

    Responses are trained against STRATEGY: the parameters of another strategy are tuned; in For
    Sale moves are tried, too, in rollouts that know how STRATEGY goes on, or by foresight, which
    asks STRATEGY what the others will do and searches for the best answer. With them strategies
    that need no training are tried as they are. Held-out deals choose the best response; others,
    which had no part in training or choice, tell by how much it wins more than a fair share.

    It is what ``forsale-sim exploit`` plays: with the same arguments and seed,
    digest and tables are the same.

    Parameters
    ----------
    strategy
        A spec, a file, or a strategy that was defined with the decorator `strategy`.
    ruleset
        An edition, a what-if of one in brackets, the path of a TOML file, what such a file would
        say as a dict, or a ruleset (see `ruleset`).
    players
        Player counts, such as 3,4 or 3-6. They may be a list, or a text such as ``"3-6"``. By
        default all that the ruleset allows.
    train
        What is tuned against STRATEGY; the search begins at the parameters it sets. A spec, or a
        file.
    generations
        Of tuning; 0 for none.
    population
        Candidates a generation.
    deals
        Each generation's.
    budget
        Games a decision of the response by rollouts, in which all play as STRATEGY; 0 for none.
    samples
        Of STRATEGY's draws, over which the response by foresight compares moves; 0 for none.
    final_deals
        Deals that choose among the responses, and as many others that measure the best one.
    seed
        Decides every card and draw, 0 to 2^64 - 1. By default drawn, and printed.
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
    ExploitResult
        With the tables ``gains``, ``responses``.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """

class PsroResult(Result):
    rounds: pd.DataFrame
    weights: pd.DataFrame

def psro(
    strategies: Player | Iterable[Player] | None = None,
    *,
    ruleset: OneRuleset = "iello-en",
    players: float,
    train: Player = "appraiser",
    rounds: float = 10,
    meta_deals: float = 240,
    deals: float = 400,
    generations: float = 40,
    population: float = 16,
    final_deals: float = 10000,
    seed: float | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> PsroResult:
    """Grow a field by best responses to its own equilibrium, until none is shown to gain.

    Policy-space response oracles (PSRO): the strategies so far play each other in all lineups. The
    parameters of a strategy are tuned to win among players of the equilibrium of that game. A
    response that gains joins the field. The equilibrium among whose players the best response of
    all rounds wins least, on held-out deals, is saved as a mixture: a strategy of its own, which is
    one of its members for each game. The folder `out` gets mixture.toml, and a file of each
    response.

    It is what ``forsale-sim psro`` plays: with the same arguments and seed,
    digest and tables are the same.

    Parameters
    ----------
    strategies
        Who is in the field at first, or several. A spec, or a file. By default blueprint.
    ruleset
        An edition, a what-if of one in brackets, the path of a TOML file, what such a file would
        say as a dict, or a ruleset (see `ruleset`).
    players
        One player count, 2 to 8.
    train
        What is tuned to respond; searches begin at the parameters it sets, and at the last
        response. A spec, or a file.
    rounds
        At most.
    meta_deals
        Deals that every lineup of the field plays, to find the equilibrium.
    deals
        Each generation's.
    generations

    population
        Candidates a generation.
    final_deals
        Held-out deals that choose a response, and as many others that measure its gain.
    seed
        Decides every card and draw, 0 to 2^64 - 1. By default drawn, and printed.
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
    PsroResult
        With the tables ``rounds``, ``weights``.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """

def sweep(
    base: OneRuleset | None = None,
    *,
    games: float = 10000000,
    players: int | str | Iterable[int | str] | None = None,
    fields: str | Iterable[str] | None = None,
    seed: float | None = None,
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

def ruleset(
    rules: OneRuleset,
) -> Any:
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
