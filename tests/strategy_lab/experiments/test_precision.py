"""A run with a precision stops when every win rate is known, at the same deals however it goes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from forsale_sim.for_sale import load_field
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.experiments.run.experiment import FEWEST, Precision, Run, look_after
from strategy_lab.results import tables
from strategy_lab.simulation.execution import Threads, Watcher, simulate
from strategy_lab.simulation.experiment import Outcome, Spans, make_plan
from strategy_lab.stats.intervals import rate_interval, ratio

RULESETS = (load_ruleset("iello-en"),)
FIELD = load_field(["coinflip", "random", "spread"])


def run_of(precision: float | None = 0.01, games: int = 10**7, **options: Any) -> Run:
    plan = make_plan(
        RULESETS,
        **{"field": FIELD, "seed": 9, "players": [3, 4], **options},
        games=games,
        at_most=precision is not None,
    )
    return Run(plan, games, None if precision is None else Precision(precision))


def play(run: Run, outcome: Outcome | None = None, *watchers: Watcher) -> Outcome:
    return simulate(outcome or Outcome(run), Threads(run, "compiled"), watchers)


def arms(outcome: Outcome, run: Run) -> list[float]:
    """The longer arm of every headline interval."""
    lengths: list[float] = []
    for tally in run.tallies(outcome).values():
        for grouped in (
            tables.by_strategy(tally),
            tables.by_seat(tally),
        ):
            rate = ratio(grouped.win, unit=grouped.part_of_win)
            low, high = rate_interval(rate)
            lengths += np.maximum(rate.value - low, high - rate.value).tolist()
    return lengths


def deals(outcome: Outcome) -> list[int]:
    return [len(played) for played in outcome.played]


def sums(outcome: Outcome) -> list[Any]:
    return [array.tolist() for core in outcome.cores.values() for array in core.arrays().values()]


@pytest.fixture(scope="module")
def undisturbed() -> Outcome:
    return play(run_of())


def test_and_no_longer(undisturbed: Outcome) -> None:
    """At the look before the last one of each cell, a rate was not known."""
    for index, last in enumerate(deals(undisturbed)):
        before = max(look for look in looks() if look < last)
        run = run_of()
        earlier = play_some(run, [before if cell == index else 0 for cell in range(2)])
        assert len(earlier.played[index]) == before
        assert run.next_units(earlier)[index]


def play_some(run: Run, counts: list[int]) -> Outcome:
    """Play so many deals of each cell, and no more."""
    fixed = Run(run.plan, run.games_requested)
    part = play(fixed, Outcome(fixed, [Spans.up_to(count) for count in counts]))
    return Outcome(run, played=part.played, tallies=part.tallies, cores=part.cores)


def looks() -> list[int]:
    looks = [FEWEST]
    while looks[-1] < 10**7:
        looks.append(look_after(looks[-1]))
    return looks


@pytest.mark.parametrize("first", [1, FEWEST, FEWEST + 1, 1000, "known, but between two looks"])
def test_a_run_that_is_taken_up_again_ends_at_the_same_deals(
    undisturbed: Outcome, first: int | str
) -> None:
    run = run_of()
    counts = [first if isinstance(first, int) else last - 1 for last in deals(undisturbed)]
    outcome = play_some(run, counts)
    assert deals(outcome) == counts
    assert sums(play(run, outcome)) == sums(undisturbed)


def test_a_strategy_alone_is_certain_but_its_seats_are_not() -> None:
    run = run_of(0.02, field=FIELD[2:], players=[3])
    outcome = play(run)
    assert not run.shortcomings(outcome)
    known = arms(outcome, run)
    assert known[0] > 0  # the arm without the certainty
    assert all(arm <= 0.02 for arm in known[1:])


@pytest.mark.thorough
def test_a_rate_that_showed_no_variance_is_not_taken_for_certain() -> None:
    """Nobody is done at the first look for never having won."""
    never = load_field(["random", "counter", "expert"])
    run = run_of(0.002, 10**6, field=never, lineup=[0, 1, 1], seed=1, players=[3])
    assert deals(play(run))[0] > FEWEST
