"""Plays what a report is about: every field by every ruleset, then comparisons, then matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from forsale_sim.errors import StoppedError
from forsale_sim.experiments.compare.plan import Comparison
from forsale_sim.experiments.compare.playing import ComparisonOutcome, compare
from forsale_sim.reports.config import SectionName
from forsale_sim.reports.matches.playing import Wins, play_match
from forsale_sim.reports.settling import Settled
from forsale_sim.results.economy.tally import Economy
from forsale_sim.results.rounds.rows import FollowedRows
from forsale_sim.results.rounds.tally import Rounds
from forsale_sim.simulation.driver import Outcome, run
from forsale_sim.simulation.engines import ENGINES
from forsale_sim.simulation.executors import PlayedChunk, Threads
from forsale_sim.simulation.following import FollowingEngine
from forsale_sim.simulation.plan import Plan

Show: TypeAlias = Callable[[int, int], None]
"""Told how many games have been played, and how many it will be."""

BY_ROUND: tuple[SectionName, ...] = ("buying", "selling")
"""Sections that take what happens in every round."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was played: for each field its outcome and, by cell, its economies.

    Rounds are there, by cell as well, if a section takes them; wins are those of each match.
    """

    settled: Settled
    outcomes: tuple[Outcome, ...]
    economies: tuple[list[Economy], ...]
    editions: ComparisonOutcome | None
    readings: ComparisonOutcome | None
    rounds: tuple[list[Rounds], ...]
    strength: tuple[Wins, ...]
    tuning: tuple[Wins, ...]


def play(settled: Settled, *, engine: str, threads: int, show: Show | None) -> Played:
    """Play all of it. The result does not depend on who plays.

    Parameters
    ----------
    settled
        What to play.
    engine, threads
        Who plays: one of `tournament.engines.ENGINES`. What is counted by round is always played
        compiled.
    show
        Shows the progress, if anybody looks.

    Raises
    ------
    StrategyError
        If a strategy fails.
    StoppedError
        On Ctrl-C: half a report is none.
    """
    before = 0

    def advance(played: int, _: int) -> None:
        if show is not None:
            show(before + played, settled.games)

    outcomes, economies, rounds = [], [], []
    by_round = bool(set(BY_ROUND) & set(settled.config.sections))
    for plan in settled.plans:
        outcome, counted, followed = _play(plan, engine, threads, advance, by_round=by_round)
        outcomes.append(outcome)
        economies.append(counted)
        rounds.append(followed)
        before += plan.games
    compared: list[ComparisonOutcome | None] = []
    for comparison in (settled.editions, settled.readings):
        compared.append(
            None
            if comparison is None
            else _compared(comparison, engine=engine, threads=threads, advance=advance)
        )
        before += 0 if comparison is None else comparison.games
    won: list[Wins] = []
    for match in (*settled.strength, *settled.tuning):
        outcome, wins = play_match(match, engine=engine, threads=threads, advance=advance)
        _check(outcome.complete)
        won.append(wins)
        before += match.plan.games
    return Played(
        settled,
        tuple(outcomes),
        tuple(economies),
        editions=compared[0],
        readings=compared[1],
        rounds=tuple(rounds),
        strength=tuple(won[: len(settled.strength)]),
        tuning=tuple(won[len(settled.strength) :]),
    )


def _play(
    plan: Plan, engine: str, threads: int, advance: Show, *, by_round: bool
) -> tuple[Outcome, list[Economy], list[Rounds]]:
    economies = [Economy.empty(planned.cell.players) for planned in plan.cells]
    rounds = [Rounds.empty(planned.cell.rules) for planned in plan.cells] if by_round else []

    def count(outcome: Outcome, played: PlayedChunk) -> None:
        chunk, rows = played.chunk, played.rows
        if rows is None:
            raise ValueError("an economy is counted from the games themselves")
        cell = plan.cells[chunk.cell].cell
        economies[chunk.cell].count(cell, rows, seed=plan.seed, first_deal=chunk.first_deal)
        if isinstance(rows, FollowedRows):
            rounds[chunk.cell].count(cell, rows)
        advance(outcome.games, plan.games)

    player = FollowingEngine(plan) if by_round else ENGINES[engine](plan)
    outcome = run(Outcome.nothing_yet(plan), Threads(plan, player, threads), watchers=[count])
    _check(outcome.complete)
    return outcome, economies, rounds


def _compared(
    comparison: Comparison, *, engine: str, threads: int, advance: Show
) -> ComparisonOutcome:
    engines = [ENGINES[engine](plan) for plan in comparison.plans]
    outcome = compare(comparison, engines, threads=threads, watchers=[advance])
    _check(outcome.complete)
    return outcome


def _check(complete: bool) -> None:
    if not complete:
        raise StoppedError("interrupted: no report was written, as half of one would mislead")
