"""Plays what a report is about: every field by every ruleset, then comparisons on common deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from forsale_sim.balance.config import Config, SectionName
from forsale_sim.errors import StoppedError, UsageError
from forsale_sim.results.economy.tally import Economy
from forsale_sim.rules.loading import load_rulesets
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.rules.varying import parse_variation, what_ifs
from forsale_sim.tournament.comparing.fields import NamedField, load_fields
from forsale_sim.tournament.comparing.plan import Comparison, make_comparison
from forsale_sim.tournament.comparing.playing import ComparisonOutcome, compare
from forsale_sim.tournament.engines import ENGINES
from forsale_sim.tournament.executing import PlayedChunk, Threads
from forsale_sim.tournament.plan import Plan, make_plan
from forsale_sim.tournament.running import Outcome, run

Show: TypeAlias = Callable[[int, int], None]
"""Told how many games have been played, and how many it will be."""


@dataclass(frozen=True, slots=True)
class Settled:
    """All that a report plays, settled before it starts.

    Attributes
    ----------
    config
        What was asked for.
    rulesets
        That it is about, the first being what the others are compared with.
    fields
        Of strategies; the figures are of the first.
    plans
        What is played in each field.
    editions
        The rulesets on common deals; None if there is only one, or no section on them.
    readings
        The first ruleset and what-ifs of it; None if there are none, or no section on them.
    """

    config: Config
    rulesets: tuple[Ruleset, ...]
    fields: tuple[NamedField, ...]
    plans: tuple[Plan, ...]
    editions: Comparison | None
    readings: Comparison | None

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Those that there are."""
        return tuple(found for found in (self.editions, self.readings) if found is not None)

    @property
    def games(self) -> int:
        """How many games are played in all."""
        compared = sum(comparison.games for comparison in self.comparisons)
        return sum(plan.games for plan in self.plans) + compared


@dataclass(frozen=True, slots=True)
class Played:
    """What was played: for each field its outcome and, by cell, its economies."""

    settled: Settled
    outcomes: tuple[Outcome, ...]
    economies: tuple[list[Economy], ...]
    editions: ComparisonOutcome | None
    readings: ComparisonOutcome | None


def settle(config: Config) -> Settled:
    """Settle what a report plays.

    Raises
    ------
    UsageError
        If something that it names does not exist or cannot be played.
    """
    rulesets, fields = load_rulesets(config.rulesets), load_fields(config.fields)
    if len(fields[0].entrants) < 2:
        raise UsageError(
            f"fields: the first, {fields[0].name!r}, is of one strategy, and the figures are of "
            "the first: begin with a field of two or more, such as 'all'"
        )
    counts = tuple(sorted(set(config.players)))
    for ruleset in rulesets:
        for count in counts:
            ruleset.rules(count)  # says so if that is not for so many
    plans = tuple(
        make_plan(
            rulesets,
            field=field.entrants,
            players=counts,
            seed=config.seed,
            games=config.games * len(rulesets) * len(counts),
        )
        for field in fields
    )

    def comparison(section: SectionName, compared: Sequence[Ruleset]) -> Comparison | None:
        if len(compared) < 2 or section not in config.sections:
            return None
        games = config.compared_games * len(fields) * len(compared) * len(counts)
        return make_comparison(compared, fields, players=counts, seed=config.seed, games=games)

    return Settled(
        config,
        rulesets,
        fields,
        plans,
        comparison("editions", rulesets),
        comparison("readings", _readings(rulesets[0], config)),
    )


def _readings(base: Ruleset, config: Config) -> list[Ruleset]:
    """Return the first ruleset and, one by one, what-ifs of it; none that is the ruleset itself."""
    found = [base]
    for text in config.alternatives:
        found += what_ifs(base, [parse_variation(text)])
    return found


def play(settled: Settled, *, engine: str, threads: int, show: Show | None) -> Played:
    """Play all of it. The result does not depend on who plays.

    Parameters
    ----------
    settled
        What to play.
    engine, threads
        Who plays: one of `tournament.engines.ENGINES`.
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

    outcomes, economies = [], []
    for plan in settled.plans:
        outcome, counted = _play(plan, engine, threads, advance)
        outcomes.append(outcome)
        economies.append(counted)
        before += plan.games
    compared: list[ComparisonOutcome | None] = []
    for comparison in (settled.editions, settled.readings):
        compared.append(
            None
            if comparison is None
            else _compared(comparison, engine=engine, threads=threads, advance=advance)
        )
        before += 0 if comparison is None else comparison.games
    return Played(settled, tuple(outcomes), tuple(economies), *compared)


def _play(plan: Plan, engine: str, threads: int, advance: Show) -> tuple[Outcome, list[Economy]]:
    economies = [Economy.empty(planned.cell.players) for planned in plan.cells]

    def count(outcome: Outcome, played: PlayedChunk) -> None:
        chunk = played.chunk
        if played.rows is None:
            raise ValueError("an economy is counted from the games themselves")
        economies[chunk.cell].count(
            plan.cells[chunk.cell].cell, played.rows, seed=plan.seed, first_deal=chunk.first_deal
        )
        advance(outcome.games, plan.games)

    executor = Threads(plan, ENGINES[engine](plan), threads)
    outcome = run(Outcome.nothing_yet(plan), executor, watchers=[count])
    _check(outcome.complete)
    return outcome, economies


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
