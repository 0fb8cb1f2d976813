"""Rollouts over any policy, and foresight of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from forsale_sim.for_sale import load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.training.responses import foresight_of, rollouts_against
from forsale_sim.training.values import values_among
from strategy_lab.plugins.entrants import Entrant, mixture_of
from strategy_lab.training.search import Evaluation, Scores

from tests.strategy_lab.training.playing import scores

pytestmark = pytest.mark.thorough

RULES = load_ruleset("iello-en").rules(3)


def played(responses: Sequence[Entrant], policy: Entrant, deals: int) -> Scores:
    return scores(Evaluation(RULES, responses, [policy], seed=2, first_deal=1, deals=deals))


@pytest.mark.slow
def test_knowing_how_opponents_play_on_is_worth_something() -> None:
    (policy,) = load_field(["linear:share=0.3"])
    assert played([rollouts_against(policy, 60)], policy, 60).win_rate(0).low > 1 / 3


def test_parameters_are_those_of_the_policy() -> None:
    one, other = load_field(["expert:gap=1", "expert:gap=29"])
    responses = [rollouts_against(policy, 40) for policy in (one, other)]
    win = played(responses, one, 30).win
    assert win[0] != win[1]


def test_foresight_wins_most_from_a_policy_that_it_knows() -> None:
    policy, other = load_field(["blueprint", "linear:share=0.1"])
    weights = values_among(policy, RULES, games=400, seed=3, threads=1)
    responses = [foresight_of(one, weights, RULES.houses, samples=2) for one in (policy, other)]
    knowing, mistaken = played(responses, policy, 60).win
    assert knowing > 0.8
    assert knowing > mistaken + 0.1


@pytest.mark.slow
def test_a_mixture_can_be_asked() -> None:
    members = load_field(["expert", "linear:share=0.6"])
    policy = mixture_of("either", [(member, 0.5) for member in members])
    weights = values_among(policy, RULES, games=200, seed=3, threads=1)
    response = foresight_of(policy, weights, RULES.houses, samples=4)
    assert played([response], policy, 40).win_rate(0).low > 0.5
