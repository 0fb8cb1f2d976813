"""Rollouts over any policy."""

from __future__ import annotations

from forsale_sim.plugins.entrant import load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.training.evaluating import evaluate
from forsale_sim.training.rollout_response import rollouts_against

RULES = load_ruleset("iello-en").rules(3)


def test_knowing_how_opponents_play_on_is_worth_something() -> None:
    """Over a policy with parameters, which the rollouts have to play by, too."""
    (policy,) = load_field(["linear:share=0.3"])
    response = rollouts_against(policy, 60)
    scores = evaluate(RULES, [response], [policy], seed=2, first_deal=1, deals=60)
    assert scores.win_rate(0).low > 1 / 3


def test_parameters_are_those_of_the_policy() -> None:
    one, other = load_field(["expert:gap=1", "expert:gap=29"])
    responses = [rollouts_against(policy, 40) for policy in (one, other)]
    scores = evaluate(RULES, responses, [one], seed=2, first_deal=1, deals=30)
    assert (scores.win[0] != scores.win[1]).any()
