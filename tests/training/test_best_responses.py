"""What equilibria leave to win, to all strategies that were found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from forsale_sim.plugins.entrant import Entrant, load_field
from forsale_sim.rules.parameters import Rules
from forsale_sim.training import best_responses
from forsale_sim.training.best_responses import BestResponses
from forsale_sim.training.evaluating import Scores, evaluate
from forsale_sim.training.gains import Gain
from forsale_sim.training.parameter_search import HELD_OUT, PROVING
from forsale_sim.training.psro import Round

from tests.training.growing import GROWTH, TASK

RANDOM, COINFLIP, COUNTER, EXPERT = load_field(["random", "coinflip", "counter", "expert"])


def round_of(equilibrium: Entrant, response: Entrant) -> Round:
    """A round whose own response was no good."""
    return Round((equilibrium,), np.ones(1), response, TASK.start, Gain(-0.1, -0.15, -0.05))


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
    assert best.gain == Gain.of(scores.win_rate(0), 1 / 3)


def test_the_least_exploitable_is_the_one_that_leaves_least_to_the_best_of_all() -> None:
    responses = BestResponses(replace(GROWTH, field=(RANDOM,)))
    responses.add(round_of(RANDOM, COINFLIP))
    assert responses.least_exploitable() == 0
    responses.add(round_of(EXPERT, COUNTER))
    assert responses.least_exploitable() == 1, "from random there is more to win"


def test_the_deals_that_tell_a_gain_do_not_choose_whose_gain_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two rounds: from the first less is won on held-out deals, from the second on the others."""
    win = {HELD_OUT: iter([0.5, 0.5, 0.6]), PROVING: iter([0.55, 0.45])}

    def played(rules: Rules, candidates: Sequence[Entrant], *_: object, **asked: Any) -> Scores:
        shape = (len(candidates), asked["deals"])
        return Scores(
            np.full(shape, next(win[asked["first_deal"]])),
            np.zeros(shape),
            games=3,
            players=3,
            copies=[False] * len(candidates),
        )

    monkeypatch.setattr(best_responses, "evaluate", played)
    responses = BestResponses(replace(GROWTH, field=(RANDOM,)))
    responses.add(round_of(RANDOM, COINFLIP))
    responses.add(round_of(EXPERT, COUNTER))
    first, second = responses.best()
    assert second.gain.mean < first.gain.mean
    assert responses.least_exploitable() == 0
