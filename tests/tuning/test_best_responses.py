"""What equilibria leave to win, to all strategies that were found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from forsale_sim.plugins.entrant import Entrant, load_field
from forsale_sim.tuning.best_responses import BestResponses
from forsale_sim.tuning.evaluating import evaluate
from forsale_sim.tuning.gains import Gain
from forsale_sim.tuning.psro import Round
from forsale_sim.tuning.searching import PROVING

from tests.tuning.growing import GROWTH, TASK

RANDOM, COINFLIP, COUNTER, EXPERT = load_field(["random", "coinflip", "counter", "expert"])


def round_of(equilibrium: Entrant, response: Entrant) -> Round:
    """A round whose own response was no good."""
    return Round((equilibrium,), np.ones(1), response, TASK.start, Gain(-0.1, 0.05))


def test_a_response_to_one_equilibrium_is_tried_on_all() -> None:
    responses = BestResponses(replace(GROWTH, field=(RANDOM,)))
    responses.add(round_of(RANDOM, COINFLIP))
    assert [best.name for best in responses.best()] == ["coinflip"]
    responses.add(round_of(COINFLIP, EXPERT))
    first, second = responses.best()
    assert (first.name, second.name) == ("expert", "expert"), "found for coinflip, best among both"
    assert first.gain.is_shown and second.gain.is_shown


def test_what_was_there_at_first_may_be_the_best_response() -> None:
    responses = BestResponses(replace(GROWTH, field=(EXPERT,)))
    responses.add(round_of(RANDOM, COINFLIP))
    [best] = responses.best()
    assert best.name == "expert" and best.gain.is_shown


def test_gains_are_of_deals_that_had_no_part_in_the_choice() -> None:
    responses = BestResponses(replace(GROWTH, field=(RANDOM,)))
    responses.add(round_of(RANDOM, EXPERT))
    [best] = responses.best()
    scores = evaluate(
        TASK.rules,
        [EXPERT],
        [RANDOM],
        seed=TASK.seed,
        first_deal=PROVING,
        deals=TASK.final_deals,
    )
    assert best.gain.mean == pytest.approx(scores.win_rate(0)[0] - 1 / 3, abs=1e-9)
    assert best.gain.half_width == scores.win_rate(0)[1]


def test_the_least_exploitable_is_the_one_that_leaves_least_to_the_best_of_all() -> None:
    responses = BestResponses(replace(GROWTH, field=(RANDOM,)))
    responses.add(round_of(RANDOM, COINFLIP))
    assert responses.least_exploitable() == 0
    responses.add(round_of(EXPERT, COUNTER))
    assert responses.least_exploitable() == 1, "from random there is more to win"
    gains = [best.gain.mean for best in responses.best()]
    assert gains[1] == min(gains)
