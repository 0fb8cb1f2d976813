"""A run with a precision stops when every win rate is known, at the same deals however it goes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from forsale_sim.errors import UsageError
from forsale_sim.plugins.entrant import load_field
from forsale_sim.results import groups
from forsale_sim.rows import WIN
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.driver import Outcome, everything_wanted, run
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.executors import Threads
from forsale_sim.simulation.plan import Plan, make_plan
from forsale_sim.simulation.precision import (
    STEP,
    Precision,
    estimators_of,
    goal_of,
    look_after,
)
from forsale_sim.stats.estimators import AnytimeValid, FixedSample
from forsale_sim.stats.ratio import ratio
from forsale_sim.stats.sequential.confidence_sequence import FEWEST, rate_sequence

from tests.simulation.playing import play, sums

RULESETS = (load_ruleset("iello-en"), load_ruleset("ravensburger-1997"))
FIELD = load_field(["coinflip", "random", "spread"])
GOAL = Precision(0.01)


def plan(**options: Any) -> Plan:
    return make_plan(
        RULESETS[:1], **{"field": FIELD, "seed": 9, "games": 10**7, "players": [3, 4], **options}
    )


def arms(outcome: Outcome, goal: Precision) -> list[float]:
    """The longer arm of every headline interval."""
    found: list[float] = []
    for planned in outcome.plan.cells:
        tally, planned_deals = outcome.tallies[planned.cell], goal.estimator(planned).planned
        for grouped in groups.by_strategy(planned.cell, tally), groups.by_seat(planned.cell, tally):
            rate = ratio(grouped.win, unit=1 / WIN)
            low, high = rate_sequence(rate, planned_deals)
            found += np.maximum(rate.value - low, high - rate.value).tolist()
    return found


def deals(outcome: Outcome) -> list[int]:
    return [len(played) for played in outcome.played]


@pytest.fixture(scope="module")
def undisturbed() -> Outcome:
    return play(plan(), goal=GOAL)


def test_a_run_goes_on_until_all_rates_are_known(undisturbed: Outcome) -> None:
    assert undisturbed.complete
    assert not GOAL.shortcomings(undisturbed)
    assert max(arms(undisturbed, GOAL)) <= 0.01
    assert undisturbed.games < undisturbed.plan.games / 10


def test_and_no_longer(undisturbed: Outcome) -> None:
    """At the look before the last one of each cell, a rate was not known."""
    for index, last in enumerate(deals(undisturbed)):
        before = max(look for look in looks() if look < last)

        def until_then(outcome: Outcome, index: int = index, before: int = before) -> list[Deals]:
            wanted = [Deals()] * len(outcome.played)
            wanted[index] = Deals.up_to(before) - outcome.played[index]
            return wanted

        earlier = play(plan(), goal=until_then)
        assert len(earlier.played[index]) == before
        assert GOAL(earlier)[index]


def looks() -> list[int]:
    found = [FEWEST]
    while found[-1] < 10**7:
        found.append(look_after(found[-1]))
    return found


def test_cells_stop_at_looks_of_their_own(undisturbed: Outcome) -> None:
    assert set(deals(undisturbed)) <= set(looks())


@pytest.mark.parametrize(("threads", "chunk_games"), [(2, 16384), (1, 1000), (3, 777)])
def test_how_it_is_played_makes_no_difference(
    undisturbed: Outcome, threads: int, chunk_games: int
) -> None:
    engine = CompiledEngine(plan())
    engine.chunk_games = chunk_games
    outcome = play(plan(), engine, threads=threads, goal=GOAL)
    assert sums(outcome) == sums(undisturbed)


@pytest.mark.parametrize("first", [1, FEWEST, FEWEST + 1, 2000, "known, but between two looks"])
def test_a_run_that_is_taken_up_again_ends_at_the_same_deals(
    undisturbed: Outcome, first: int | str
) -> None:
    made = plan()
    executor = Threads(made, CompiledEngine(made))
    outcome = Outcome.nothing_yet(made)
    counts = [first if isinstance(first, int) else last - 1 for last in deals(undisturbed)]

    def until_then(now: Outcome) -> list[Deals]:
        return [Deals.up_to(n) - part for n, part in zip(counts, now.played, strict=True)]

    run(outcome, executor, goal=until_then)
    assert deals(outcome) == counts
    run(outcome, executor, goal=GOAL)
    assert sums(outcome) == sums(undisturbed)


def test_the_most_games_end_a_run_that_says_what_it_does_not_know() -> None:
    goal = Precision(0.001)
    outcome = play(plan(games=12_000), goal=goal)
    assert outcome.complete
    assert outcome.games == 12_000
    first, second = goal.shortcomings(outcome)
    assert first.startswith(
        "iello-en, 3 players: win rates are not known to ±0.1 points after 6,000 games ("
    )
    assert second.startswith("iello-en, 4 players: ")


def test_too_few_deals_tell_nothing() -> None:
    outcome = play(plan(games=600, players=[4]), goal=GOAL)
    assert outcome.games == 600
    (said,) = GOAL.shortcomings(outcome)
    assert said.endswith("after 600 games (coinflip: fewer than 500 deals)")


def test_a_strategy_alone_is_certain_but_its_seats_are_not() -> None:
    goal = Precision(0.02)
    outcome = play(plan(field=FIELD[2:], players=[3]), goal=goal)
    assert not goal.shortcomings(outcome)
    known = arms(outcome, goal)
    assert known[0] > 0  # the arm without the certainty
    assert all(arm <= 0.02 for arm in known[1:])


def test_a_rate_that_showed_no_variance_is_not_taken_for_certain() -> None:
    """Nobody is done at the first look for never having won."""
    never = load_field(["random", "counter", "expert"])
    made = make_plan(RULESETS[:1], field=never, lineup=[0, 1, 1], seed=1, games=10**6, players=[3])
    outcome = play(made, goal=Precision(0.002))
    assert deals(outcome)[0] > FEWEST


def test_what_is_expected_comes_true(undisturbed: Outcome) -> None:
    assert GOAL.games_expected(undisturbed) == undisturbed.games
    made = plan()
    start = Outcome.nothing_yet(made)
    assert undisturbed.games / 5 < GOAL.games_expected(start) < 5 * undisturbed.games
    expected: list[int] = []
    play(made, goal=GOAL, watchers=[lambda now, _: expected.append(GOAL.games_expected(now))])
    late = expected[-len(expected) // 3 :]
    assert all(abs(games / undisturbed.games - 1) < 0.35 for games in late)


def test_looks_are_a_fifth_apart() -> None:
    found = looks()
    assert found[:3] == [500, 600, 720]
    assert all(later - look == look // STEP for look, later in pairwise(found))
    assert look_after(0) == FEWEST
    assert look_after(599) == 600


def test_a_plan_says_what_it_is_played_for_and_how_it_is_estimated() -> None:
    fixed, open_ended = plan(), plan(precision=0.01)
    assert goal_of(fixed) is everything_wanted
    assert goal_of(open_ended) == GOAL
    assert set(estimators_of(fixed).values()) == {FixedSample()}
    # p (1 - p) / games of a deal, times 9.212 / 0.01^2
    assert list(estimators_of(open_ended).values()) == [AnytimeValid(6824), AnytimeValid(4319)]


def test_the_most_games_are_not_exceeded_but_for_the_first_deals() -> None:
    assert plan(precision=0.01, games=1000).games == 3 * 166 + 4 * 125
    assert plan(precision=0.01, games=1).games == 3 + 4


@pytest.mark.parametrize("precision", [0, -0.1, 1, 2, float("nan"), float("inf")])
def test_a_precision_that_means_nothing_is_refused(precision: float) -> None:
    with pytest.raises(UsageError, match=r"the precision must be more than 0 and less than 1, .*"):
        plan(precision=precision)
