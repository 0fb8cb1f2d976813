"""What equilibria leave to win, to all strategies that were found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from forsale_sim.for_sale import load_field
from strategy_lab.experiments.psro import experiment
from strategy_lab.experiments.psro.experiment import BestResponse, BestResponses, Round
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.training.search import HELD_OUT, PROVING, Evaluation, Gain, WinRate

from tests.strategy_lab.experiments.psro.growing import GROWTH
from tests.strategy_lab.training.playing import found, scores

TASK = GROWTH.task
RANDOM, COINFLIP, COUNTER, EXPERT = load_field(["random", "coinflip", "counter", "expert"])


def round_of(equilibrium: Entrant, response: Entrant) -> Round:
    """A round whose own response was no good."""
    return Round((equilibrium,), np.ones(1), response, TASK.start, Gain(-0.1, -0.15, -0.05))


def best_after(
    responses: BestResponses, equilibrium: Entrant, response: Entrant
) -> list[BestResponse]:
    def steps() -> Any:
        yield from responses.add(round_of(equilibrium, response))
        return (yield from responses.best())

    best: list[BestResponse] = found(steps())
    return best


def test_a_response_to_one_equilibrium_is_tried_on_all() -> None:
    responses = BestResponses([RANDOM], TASK)
    assert [best.name for best in best_after(responses, RANDOM, COINFLIP)] == ["coinflip"]
    assert responses.least_exploitable() == 0
    first, second = best_after(responses, COINFLIP, EXPERT)
    assert (first.name, second.name) == ("expert", "expert"), "found for coinflip, best among both"
    assert first.gain.is_shown and second.gain.is_shown


def test_what_was_there_at_first_may_be_the_best_response() -> None:
    [best] = best_after(BestResponses([EXPERT], TASK), RANDOM, COINFLIP)
    assert best.name == "expert" and best.gain.is_shown


def test_gains_are_of_deals_that_had_no_part_in_the_choice() -> None:
    [best] = best_after(BestResponses([RANDOM], TASK), RANDOM, EXPERT)
    deals, seed = TASK.final_deals, TASK.seed
    proof = Evaluation(TASK.rules, [EXPERT], [RANDOM], seed=seed, first_deal=PROVING, deals=deals)
    assert best.gain == scores(proof).win_rate(0).gain


def test_the_least_exploitable_is_the_one_that_leaves_least_to_the_best_of_all() -> None:
    responses = BestResponses([RANDOM], TASK)
    best_after(responses, RANDOM, COINFLIP)
    best_after(responses, EXPERT, COUNTER)
    assert responses.least_exploitable() == 1, "from random there is more to win"


def test_the_deals_that_tell_a_gain_do_not_choose_whose_gain_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two rounds: from the first less is won on held-out deals, from the second on the others."""
    win = {HELD_OUT: iter([0.5, 0.5, 0.6]), PROVING: iter([0.55, 0.45])}

    class Planted(Evaluation):
        def scores(self, outcome: Any) -> Any:
            rate = next(win[self.first_deal])

            class Scores:
                win = np.full(len(self.candidates), rate)

                def win_rate(self, candidate: int) -> WinRate:
                    return WinRate(rate, rate, rate, 3)

            return Scores()

    monkeypatch.setattr(experiment, "Evaluation", Planted)
    responses = BestResponses([RANDOM], TASK)
    best_after(responses, RANDOM, COINFLIP)
    first, second = best_after(responses, EXPERT, COUNTER)
    assert second.gain.mean < first.gain.mean
    assert responses.least_exploitable() == 0
