"""Compares compiled with plain execution, and times both."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from forsale_sim.check.messages import Progress
from forsale_sim.check.playing import FailedError, Played
from forsale_sim.check.trials import (
    RIVALS,
    SPEED_PLAYERS,
    SPEED_RULESET,
    Trial,
    make_trial,
)
from forsale_sim.check.verdicts import Cost, Excerpt, Verdict
from forsale_sim.errors import StrategyError, UsageError
from forsale_sim.plugins.compiling import compile_field
from forsale_sim.plugins.entrant import Entrant, load_entrant
from forsale_sim.rows import Rows
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.engines import CompiledEngine

LONG_ENOUGH = 0.05
"""Seconds that are measured well."""

MOST_TIMED_DEALS = 2**13

FIELDS = ("coins", "cheques", "price", "buyer", "cheque", "place", "win", "strategy")
"""Of rows, the most telling first."""


def prepare(checked: Entrant) -> Verdict:
    """Compile a strategy, and what it takes to play it.

    Returns
    -------
    Verdict
        Open, with the reason, for one that plays in plain Python only.
    """
    try:
        compile_field([checked])
    except UsageError as error:
        return Verdict("compiles", "open", str(error))
    # The kernel and the rivals, which are none of the strategy's doing.
    rival = load_entrant(RIVALS[0])
    trial = make_trial(rival, load_ruleset(SPEED_RULESET), RIVALS, seed=1, games=1)
    CompiledEngine(trial.plan).play(Chunk(0, 1, 1))
    return Verdict("compiles", "passed", "")


def agree(trials: Sequence[Trial], played: Played, progress: Progress) -> Verdict:
    """Play the trials again, compiled.

    Raises
    ------
    FailedError
        If a game ends otherwise than it did in plain Python.
    """
    for trial, rows in zip(trials, played.rows, strict=True):
        engine = CompiledEngine(trial.plan)
        for game in range(1, trial.plan.games + 1):
            excerpt = trial.excerpt(game)
            progress.game(excerpt)
            try:
                compiled = engine.play(Chunk(0, game, 1))
            except StrategyError as error:
                raise FailedError(_failed(excerpt, str(error))) from error
            plain = Rows(rows.data[game - 1 : game], rows.players)
            difference = _difference(compiled, plain)
            if difference:
                raise FailedError(_failed(excerpt, difference))
    return Verdict("agrees", "passed", f"{played.games} games compared")


def _failed(excerpt: Excerpt, text: str) -> Verdict:
    return Verdict("agrees", "failed", text, excerpt)


def _difference(compiled: Rows, plain: Rows) -> str:
    for name in FIELDS:
        a, b = getattr(compiled, name)[0], getattr(plain, name)[0]
        if not np.array_equal(a, b):
            values = (" ".join(map(str, row.tolist())) for row in (a, b))
            by = "seat" if len(a) == compiled.players else "house"
            return "the {} by {} are {} compiled, but {} in plain Python".format(name, by, *values)
    return ""


def cost(trials: Sequence[Trial], played: Played, progress: Progress, *, compiles: bool) -> Cost:
    """Return what a decision costs, with the parameters as given.

    Parameters
    ----------
    compiles
        Whether the strategy can be timed compiled, too.
    """
    plain = played.seconds / max(sum(played.decisions), 1)
    index = next(
        index
        for index, trial in enumerate(trials)
        if trial.is_mirror
        and (trial.rules.ruleset, trial.rules.players) == (SPEED_RULESET, SPEED_PLAYERS)
    )
    decisions = played.decisions[index] / trials[index].plan.games
    if not compiles or not decisions:
        return Cost(plain)
    return Cost(plain, _seconds_a_game(trials[index], progress) / decisions)


def _seconds_a_game(trial: Trial, progress: Progress) -> float:
    engine = CompiledEngine(trial.plan)
    deals = 1
    while True:
        progress.game(trial.excerpt(1))
        started = time.perf_counter()
        engine.play(Chunk(0, 1, deals))
        seconds = time.perf_counter() - started
        if seconds >= LONG_ENOUGH or deals >= MOST_TIMED_DEALS:
            return seconds / deals
        deals *= 2
