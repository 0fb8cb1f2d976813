"""The search for good parameters: deterministic, and it finds them."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from forsale_sim.for_sale import GAME, load_field
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import UsageError
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.rows import whole_win
from strategy_lab.training.search import Evaluation, Search, Space, Task

from tests.strategy_lab.simulation.playing import play, sums
from tests.strategy_lab.training.playing import found, scores

RULES = load_ruleset("iello-en").rules(3)
MATCHER = Space.of("matcher:share=0.5,aim=1", GAME)


def task(**changes: object) -> Task:
    usual = Task(
        space=MATCHER,
        start=MATCHER.start,
        rules=RULES,
        opponents=load_field(["spread"]),
        self_play=True,
        seed=3,
        deals=20,
        generations=3,
        population=6,
        final_deals=50,
    )
    return dataclasses.replace(usual, **changes)


def evaluation(
    candidates: tuple[Entrant, ...], opponents: tuple[Entrant, ...], first_deal: int, deals: int
) -> Evaluation:
    return Evaluation(RULES, candidates, opponents, seed=1, first_deal=first_deal, deals=deals)


def test_a_point_and_its_values() -> None:
    values = {"share": 0.25, "aim": 0.125}
    assert MATCHER.values(MATCHER.point(values)) == values
    assert MATCHER.values(MATCHER.start) == {"share": 0.5, "aim": 1.0}
    whole = Space.of("expert", GAME)
    assert all(isinstance(value, int) for value in whole.values(np.array([0.33] * 3)).values())


def test_without_a_parameter_there_is_nothing_to_tune() -> None:
    with pytest.raises(
        UsageError, match="'miser' has no parameter that can vary, and tuning takes"
    ):
        Space.of("miser", GAME)


def gain_of_search(poor: Task) -> float:
    """How much more the best found wins than the start, on other deals."""
    search = Search(poor)
    found(search.generations())
    best, _ = found(search.finish())
    assert best.shape == poor.start.shape
    win = scores(poor.evaluation([poor.start, best], poor.opponents, 10**6, 300)).win
    return float(win[1] - win[0])


def test_one_parameter_is_tuned() -> None:
    """From a counter that saves as much as it can: it finds what it was made with, or better."""
    counter = Space.of("counter", GAME)
    (free,) = counter.free
    assert list(counter.values(counter.start)) == [free.name]
    poor = task(space=counter, start=np.array([1.0]), self_play=False, deals=40, generations=6)
    assert gain_of_search(poor) > 0.02


def test_it_finds_better_parameters() -> None:
    """From a matcher that never bids and aims at the worst cheque."""
    start = MATCHER.point({"share": 0.02, "aim": 0.1})
    assert gain_of_search(task(start=start, deals=60, generations=8)) > 0.05


def test_copies_of_one_strategy_win_their_fair_share() -> None:
    """The same in every seat of every deal: the shares of all rotations add up to 1."""
    (expert,) = load_field(["expert"])
    played = scores(evaluation((expert, expert), (expert,), 5, 30))
    assert played.win == pytest.approx([1 / 3, 1 / 3])
    assert played.objective == pytest.approx(played.win)
    rate = played.win_rate(0)
    assert (rate.rate, rate.low, rate.high) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_scores_depend_neither_on_threads_nor_on_the_other_candidates() -> None:
    first, second, spread = load_field(["matcher", "matcher:aim=0.2", "spread"])
    both = scores(evaluation((first, second), (spread,), 1, 40), threads=2)
    alone = scores(evaluation((second,), (spread,), 1, 40))
    assert both.win_rate(1) == alone.win_rate(0)
    assert both.objective[1] == alone.objective[0]
    halves = [scores(evaluation((second,), (spread,), first, 20)).win[0] for first in (1, 21)]
    assert alone.win[0] == pytest.approx(sum(halves) / 2)


def test_sums_are_those_of_deals_at_all_tables_together() -> None:
    matcher, linear, spread, miser = load_field(["matcher", "linear", "spread", "miser"])
    played = evaluation((matcher, linear), (spread, miser), 3, 10)
    whole = scores(played).sums
    by_deal = [
        [scores(evaluation((one,), (spread, miser), 3 + deal, 1)).sums.win[0] for deal in range(10)]
        for one in (matcher, linear)
    ]
    assert whole.win.tolist() == [sum(wins) for wins in by_deal]
    assert whole.win_squares.tolist() == [sum(win**2 for win in wins) for wins in by_deal]
    assert max(map(max, by_deal)) <= 6 * whole_win(3)


@pytest.mark.parametrize("size", [1, 7, 40])
def test_pieces_may_end_within_a_candidate(size: int) -> None:
    matcher, linear, spread = load_field(["matcher", "linear", "spread"])
    played = evaluation((matcher, linear), (spread,), 1, 10)
    cut = play(played, piece_games=3 * size)
    assert sums(cut) == sums(play(played))


def test_a_search_is_the_same_whoever_plays_it() -> None:
    one, two = Search(task()), Search(task())
    found(one.generations())
    found(two.generations(), threads=2)
    assert one.won == two.won
    assert np.array_equal(one.means, two.means)
