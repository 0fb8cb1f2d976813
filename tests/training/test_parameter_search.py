"""The search for good parameters: deterministic, resumable, and it finds them."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from forsale_sim.errors import UsageError
from forsale_sim.plugins.entrant import load_field
from forsale_sim.plugins.registry import find_installed
from forsale_sim.rows import Rows
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.pieces import FEWEST_PIECES, Chunk
from forsale_sim.training.evaluating import evaluate
from forsale_sim.training.parameter_search import Search, Task
from forsale_sim.training.parameter_space import Space

RULES = load_ruleset("iello-en").rules(3)
MATCHER = Space(find_installed("matcher"))


def task(**changes: object) -> Task:
    usual = Task(
        space=MATCHER,
        start=MATCHER.point({"share": 0.5, "aim": 1.0}),
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


def test_a_point_and_its_values() -> None:
    values = {"share": 0.25, "aim": 0.125}
    assert MATCHER.values(MATCHER.point(values)) == values
    whole = Space(find_installed("expert"))
    assert all(isinstance(value, int) for value in whole.values(np.array([0.33] * 3)).values())


def test_without_a_parameter_there_is_nothing_to_tune() -> None:
    with pytest.raises(
        UsageError, match="'miser' has no parameter that can vary, and tuning takes"
    ):
        Space(find_installed("miser"))


def test_one_parameter_is_tuned() -> None:
    """From a counter that saves as much as it can: it finds what it was made with, or better."""
    counter = Space(find_installed("counter"))
    (name,) = counter.free
    poor = task(space=counter, start=np.array([1.0]), self_play=False, deals=40, generations=6)
    search = Search(poor)
    list(search.steps())
    best, _ = search.finish()
    assert best.shape == (1,) and list(counter.values(best)) == [name]
    win = poor.scores([poor.start, best], poor.opponents, 10**6, 300).win.mean(axis=1)
    assert win[1] > win[0] + 0.02


def test_copies_of_one_strategy_win_their_fair_share() -> None:
    """The same in every seat of every deal: the shares of all rotations add up to 1."""
    (expert,) = load_field(["expert"])
    scores = evaluate(RULES, [expert, expert], [expert], seed=1, first_deal=5, deals=30)
    assert scores.win == pytest.approx(np.full((2, 30), 1 / 3))
    assert scores.margin == pytest.approx(np.zeros((2, 30)))


def test_scores_do_not_depend_on_threads_nor_on_the_other_candidates() -> None:
    field = load_field(["matcher", "matcher:aim=0.2", "spread"])
    both = evaluate(RULES, field[:2], field[2:], seed=1, first_deal=1, deals=40, threads=2)
    alone = evaluate(RULES, field[1:2], field[2:], seed=1, first_deal=1, deals=40)
    assert (both.win[1] == alone.win[0]).all() and (both.margin[1] == alone.margin[0]).all()
    late = evaluate(RULES, field[1:2], field[2:], seed=1, first_deal=21, deals=20)
    assert (late.win[0] == alone.win[0][20:]).all()


def test_the_deals_of_one_candidate_are_shared_out_among_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play, played = CompiledEngine.play, list[int]()

    def noted(engine: CompiledEngine, chunk: Chunk, houses: bool = False) -> Rows:
        played.append(chunk.deals)
        return play(engine, chunk, houses)

    monkeypatch.setattr(CompiledEngine, "play", noted)
    evaluate(RULES, load_field(["spread"]), load_field(["miser"]), seed=1, first_deal=1, deals=160)
    assert sum(played) == 160
    assert max(played) == 160 // FEWEST_PIECES


def test_an_interrupted_search_goes_on_as_it_would_have() -> None:
    whole = Search(task())
    rates = list(whole.steps())
    part = Search(task())
    next(part.steps())
    resumed = Search(task(), list(part.objectives))
    assert list(resumed.steps()) == rates[1:]
    assert resumed.objectives == whole.objectives
    (best, rate), (again, same) = whole.finish(), resumed.finish()
    assert (best == again).all() and rate == same


def test_it_finds_better_parameters() -> None:
    """From a matcher that never bids and aims at the worst cheque."""
    poor = task(start=MATCHER.point({"share": 0.02, "aim": 0.1}), deals=60, generations=8)
    search = Search(poor)
    list(search.steps())
    best, _ = search.finish()
    win = poor.scores([poor.start, best], poor.opponents, 10**6, 300).win.mean(axis=1)
    assert win[1] > win[0] + 0.05
