"""Compares games played compiled and in plain Python, and times both."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from strategy_lab.check.messages import Progress
from strategy_lab.check.verdicts import CheckFailedError, Cost, Verdict
from strategy_lab.errors import StrategyError, UsageError
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.rows import Rows
from strategy_lab.simulation.pieces import Chunk

from forsale_sim.check.trials import RIVALS, SPEED_PLAYERS, SPEED_RULESET, Trial, make_trial
from forsale_sim.check.watched_play import PlayRecord
from forsale_sim.engines import CompiledEngine, PlainEngine
from forsale_sim.for_sale import load_entrant
from forsale_sim.records import GameRows
from forsale_sim.rules.loading import load_ruleset

LEAST_SECONDS = 0.05
"""How long a measurement must take to be good."""

MOST_TIMED_DEALS = 2**13

FIELDS = (
    *("coins", "score", "price", "buyer", "cheque", "bought", "sold"),
    *("place", "win", "strategy"),
)
"""What is compared of a game, the most telling first."""


def prepare(checked: Entrant, engine: str) -> Verdict:
    """Compile a strategy and what it plays with.

    One that cannot be compiled fails, because a run would refuse it, unless `engine` is "python".
    """
    try:
        compile_field([checked])
    except UsageError as error:
        return Verdict("compiles", "open" if engine == PlainEngine.name else "failed", str(error))
    # The kernel and the rivals: their time is not the strategy's.
    rival = load_entrant(RIVALS[0])
    trial = make_trial(rival, load_ruleset(SPEED_RULESET), RIVALS, seed=1, games=1)
    CompiledEngine(trial.plan, compared=True).play(Chunk(0, 0, 1, 1))
    return Verdict("compiles", "passed", "")


def agree(trials: Sequence[Trial], record: PlayRecord, progress: Progress) -> Verdict:
    """Play the trials again, compiled."""
    for trial, rows in zip(trials, record.rows, strict=True):
        engine = CompiledEngine(trial.plan, compared=True)
        for game in range(1, trial.plan.games + 1):
            excerpt = trial.excerpt(game)
            progress.game(excerpt)
            one = slice(game - 1, game)
            plain = GameRows(rows.data[one], rows.detail[one], rows.players, 1, game)
            try:
                difference = _difference(engine.play(Chunk(0, 0, game, 1), detail=True), plain)
            except StrategyError as error:
                difference = str(error)
            if difference:
                raise CheckFailedError(Verdict("agrees", "failed", difference, excerpt))
    return Verdict("agrees", "passed", f"{record.games} games compared")


def _difference(compiled: Rows, plain: Rows) -> str:
    for name in FIELDS:
        a, b = getattr(compiled, name)[0], getattr(plain, name)[0]
        if not np.array_equal(a, b):
            values = (" ".join(map(str, row.tolist())) for row in (a, b))
            by = "seat" if len(a) == compiled.players else "house"
            return "the {} by {} are {} compiled, but {} in plain Python".format(name, by, *values)
    return ""


def cost(
    trials: Sequence[Trial], record: PlayRecord, progress: Progress, *, compiles: bool
) -> Cost:
    """Return what a decision costs; compiled, too, if the strategy `compiles`."""
    plain = record.seconds / max(sum(record.decisions), 1)
    index = next(
        index
        for index, trial in enumerate(trials)
        if trial.is_mirror
        and (trial.rules.ruleset, trial.rules.players) == (SPEED_RULESET, SPEED_PLAYERS)
    )
    decisions = record.decisions[index] / trials[index].plan.games
    if not compiles or not decisions:
        return Cost(plain)
    return Cost(plain, _seconds_a_game(trials[index], progress) / decisions)


def _seconds_a_game(trial: Trial, progress: Progress) -> float:
    engine = CompiledEngine(trial.plan, compared=True)
    deals = 1
    while True:
        progress.game(trial.excerpt(1))
        started = time.perf_counter()
        engine.play(Chunk(0, 0, 1, deals))
        seconds = time.perf_counter() - started
        if seconds >= LEAST_SECONDS or deals >= MOST_TIMED_DEALS:
            return seconds / deals
        deals *= 2
