"""The search for good parameters: deterministic, and it finds them."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import Any

import cmaes
import numpy as np
import pytest
from forsale_sim.for_sale import GAME, load_field
from forsale_sim.rules.loading import load_ruleset
from numpy.typing import NDArray
from strategy_lab.errors import UsageError
from strategy_lab.experiments.options import LEAST_POPULATION
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.rows import whole_win
from strategy_lab.stats.intervals import t_quantile
from strategy_lab.training.search import Evaluation, Search, Space, Task, WinRate, evolution

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
    win = found(poor.scores([poor.start, best], poor.opponents, 10**6, 300)).win
    return float(win[1] - win[0])


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


Floats = NDArray[np.float64]
START, POPULATION = np.array([0.3, 0.4, 0.5, 0.6]), 8


def value(point: Floats) -> float:
    """What is to be made small: a long valley."""
    return float(((point - 0.5) ** 2 * [1, 4, 16, 64]).sum())


def generations(search: Any, number: int) -> Floats:
    """Return the points that a search draws in so many generations."""
    drawn = []
    for _ in range(number):
        points = [search.ask() for _ in range(POPULATION)]
        search.tell([(point, value(point)) for point in points])
        drawn += points
    return np.array(drawn)


def new_search() -> Any:
    return evolution(START, step=0.1, seed=2**40 + 3, population=POPULATION)


def test_points_do_not_depend_on_which_eigenvectors_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = generations(new_search(), 12)
    real, rng = np.linalg.eigh, np.random.default_rng(1)

    def elsewhere(matrix: Floats) -> tuple[Floats, Floats]:
        values, vectors = real(matrix)
        for first in range(len(values)):
            equal = np.isclose(values, values[first], rtol=1e-9)
            turned = np.linalg.qr(rng.normal(size=(equal.sum(), equal.sum())))[0]
            vectors[:, equal] = vectors[:, equal] @ turned
        return values, vectors

    monkeypatch.setattr(np.linalg, "eigh", elsewhere)
    assert generations(new_search(), 12) == pytest.approx(here, abs=1e-9)


def test_points_have_the_spread_that_the_library_has_learned() -> None:
    theirs = cmaes.CMA(mean=START.copy(), sigma=0.1, seed=1, population_size=POPULATION)
    ours = evolution(START, step=0.1, seed=1, population=POPULATION)
    points = generations(theirs, 3)
    for one in np.split(points, 3):
        ours.tell([(point, value(point)) for point in one])
    assert ours.mean == pytest.approx(theirs.mean)
    spreads = [np.cov(np.array([each.ask() for _ in range(20_000)]).T) for each in (ours, theirs)]
    scale = np.sqrt(np.outer(*[spreads[1].diagonal()] * 2))
    assert (np.abs(spreads[0] - spreads[1]) / scale).max() < 0.05
    assert spreads[0].diagonal().max() > 1.5 * spreads[0].diagonal().min(), "it has learned"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dimensions", [1, 2, 5])
def test_the_least_population_finds_a_valley(dimensions: int) -> None:
    start = np.full(dimensions, 0.3)
    search = evolution(start, step=0.1, seed=2, population=LEAST_POPULATION)
    for _ in range(40):
        points = [search.ask() for _ in range(LEAST_POPULATION)]
        search.tell([(point, float(((point - 0.5) ** 2).sum())) for point in points])
    assert search.mean == pytest.approx(np.full(dimensions, 0.5), abs=0.1)


DEALS = 30


def rate_of(shares: NDArray[np.float64]) -> WinRate:
    """The win rate of a player from its share of the three games of each deal."""
    wins = np.rint(shares * 3 * whole_win(3)).astype(np.int64)
    total, squares = int(wins.sum()), int((wins**2).sum())
    return WinRate.of(total, squares, deals=len(shares), games=3, players=3, level=False)


def half_width(won: WinRate) -> float:
    return max(won.rate - won.low, won.high - won.rate)


@pytest.mark.parametrize("wins", [0.0, 1.0])
def test_who_wins_all_or_nothing_may_do_otherwise_in_another_deal(wins: float) -> None:
    won = rate_of(np.full(DEALS, wins))
    # Wilson's limit for as many observations as there are deals.
    arm = 1 - 1 / (1 + float(t_quantile(0.975, DEALS - 1)) ** 2 / DEALS)
    assert won.rate == wins and half_width(won) == pytest.approx(arm)
    assert 0 <= won.low <= wins <= won.high <= 1
    assert str(won) == f"{100 * wins:.1f} ±12.2 %"


def test_only_a_copy_of_all_opponents_is_certain_to_win_a_fair_share() -> None:
    expert, counter, chance = load_field(["expert", "counter", "random"])
    candidates = [expert, replace(expert, name="another name"), counter, chance]

    def rates(*opponents: Entrant) -> list[WinRate]:
        played = scores(Evaluation(RULES, candidates, opponents, seed=1, first_deal=1, deals=DEALS))
        return [played.win_rate(i) for i in range(len(candidates))]

    for won in rates(expert)[:2]:
        assert won.rate == pytest.approx(1 / 3) and half_width(won) == 0
    assert all(half_width(won) > 0 for won in rates(expert)[2:])
    assert all(half_width(won) > 0 for won in rates(expert, counter))
    assert half_width(rates(chance)[3]) > 0, "copies that draw win as chance has it"
    varied = rate_of(np.full(DEALS, 1 / 3))
    assert half_width(varied) > 0.1, "what is no copy may win otherwise in another deal"


def test_the_gain_is_what_is_won_beyond_a_fair_share() -> None:
    won = rate_of(np.array([1 / 3, 2 / 3] * DEALS))
    assert won.gain[0] == pytest.approx(1 / 6)
    assert 0 < won.gain[1] < won.gain[0] < won.gain[2] and won.is_gain
    none = WinRate(1 / 3, 1 / 3, 1 / 3, 3)
    assert (str(none.gain[0]), none.is_gain) == ("0.0", False)
