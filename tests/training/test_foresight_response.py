"""Foresight of any policy."""

from __future__ import annotations

from forsale_sim.plugins.entrant import load_field, mixture_of
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.training.evaluating import evaluate
from forsale_sim.training.foresight_response import foresight_of
from forsale_sim.training.values.learning import values_among

RULES = load_ruleset("iello-en").rules(3)


def test_it_wins_most_from_a_policy_that_it_knows() -> None:
    """The policy has parameters, by which it has to be asked, too."""
    policy, other = load_field(["blueprint", "linear:share=0.1"])
    weights = values_among(policy, RULES, games=400, seed=3, threads=1)
    responses = [foresight_of(one, weights, RULES.houses, samples=2) for one in (policy, other)]
    scores = evaluate(RULES, responses, [policy], seed=2, first_deal=1, deals=60)
    knowing, mistaken = scores.win.mean(axis=1)
    assert knowing > 0.8
    assert knowing > mistaken + 0.1


def test_a_mixture_can_be_asked() -> None:
    members = load_field(["expert", "linear:share=0.6"])
    policy = mixture_of("either", [(member, 0.5) for member in members])
    weights = values_among(policy, RULES, games=200, seed=3, threads=1)
    response = foresight_of(policy, weights, RULES.houses, samples=4)
    scores = evaluate(RULES, [response], [policy], seed=2, first_deal=1, deals=40)
    assert scores.win_rate(0).low > 0.5
