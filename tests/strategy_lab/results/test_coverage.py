"""How often intervals cover the truth: 10,000 small runs of real games against a very long one.

``pytest -m slow -s tests/strategy_lab/results/test_coverage.py`` prints the figures that
docs/statistics.md has.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from forsale_sim.for_sale import load_field
from forsale_sim.measures import MEASURES
from forsale_sim.program import DEFAULT_FIELD
from forsale_sim.records import GameRows
from forsale_sim.rules.loading import load_ruleset
from numpy.typing import ArrayLike, NDArray
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.experiments.run.experiment import look_after
from strategy_lab.results import tables
from strategy_lab.results.accumulators import Cell
from strategy_lab.results.measures import Tally
from strategy_lab.results.tables import estimates, told_of_players
from strategy_lab.rows import whole_win
from strategy_lab.simulation.experiment import Chunk, Plan, make_plan
from strategy_lab.stats.batches import gap
from strategy_lab.stats.differences import all_equal
from strategy_lab.stats.intervals import (
    ClusterSums,
    Shares,
    rate_interval,
    ratio,
    shares,
)

from tests.strategy_lab.simulation.playing import play

pytestmark = pytest.mark.slow

RUNS, DEALS = 10_000, 150
LONG = 4_000_000
"""Games of the run that gives the truth: its own error is a thirtieth of a small run's."""

FIELD = ("counter", "expert", "linear", "matcher", "miser", "spread")
PLAYERS = (3, 4, 6)
PART = 1 / whole_win(4)
"""What a part of a win is, among four players."""


class Found(NamedTuple):
    """What a tally shows: an estimate and its interval for each of several quantities."""

    value: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


@cache
def plan(ruleset: str, players: int, seed: int) -> Plan:
    field = load_field(FIELD)
    return make_plan([load_ruleset(ruleset)], field=field, players=[players], seed=seed, games=LONG)


def cell_of(ruleset: str, players: int) -> Cell:
    return plan(ruleset, players, 1).cells[0].cell


@cache
def long_run(ruleset: str, players: int) -> Tally:
    made = plan(ruleset, players, 1)
    tally: Tally = play(made, threads=2).tally(0)
    return tally


@cache
def small_runs(ruleset: str, players: int) -> list[GameRows]:
    engine = CompiledEngine(plan(ruleset, players, 2))
    return [engine.play(Chunk(0, 0, 1 + run * DEALS, DEALS)) for run in range(RUNS)]


def tallies(ruleset: str, players: int) -> Iterator[Tally]:
    cell = cell_of(ruleset, players)
    for rows in small_runs(ruleset, players):
        tally = Tally.empty(cell, MEASURES)
        tally.count([rows])
        yield tally


def found(cell: Cell, tally: Tally) -> dict[str, Found]:
    """Every interval of a table, by what it is of."""
    all_found = {}
    for name, group in (("strategy", tables.by_strategy), ("seat", tables.by_seat)):
        grouped = group(tally)
        columns = estimates(grouped, told_of_players(MEASURES))
        for measure in ("win_rate", "money_mean"):
            limits = (columns[f"{measure}{limit}"] for limit in ("", "_low", "_high"))
            all_found[f"{measure} by {name}"] = Found(*limits)
    ahead = ratio(tables.head_to_head(tally), unit=0.5)
    upper = np.triu_indices(len(cell.field), k=1)
    limits = (array[upper] for array in (ahead.value, *rate_interval(ahead)))
    return all_found | {"ahead_rate": Found(*limits)}


def report(what: str, share: ArrayLike) -> None:
    """Print a share of runs; of several shares the mean and the extremes."""
    percent = 100 * np.asarray(share)
    extremes = f" ({percent.min():.1f} to {percent.max():.1f} of {percent.size})"
    print(f"\n{what}: {percent.mean():.1f} %{extremes if percent.size > 1 else ''}", end="")


@pytest.mark.parametrize("players", PLAYERS)
def test_intervals_of_tables_cover(players: int) -> None:
    cell = cell_of("iello-en", players)
    truth = found(cell, long_run("iello-en", players))
    covered: dict[str, list[NDArray[np.bool_]]] = {name: [] for name in truth}
    for tally in tallies("iello-en", players):
        for name, (_, low, high) in found(cell, tally).items():
            covered[name].append((low <= truth[name].value) & (truth[name].value <= high))
    for name, runs in covered.items():
        share = np.mean(runs, axis=0)
        report(f"{players} players, {name}", share)
        assert 0.94 <= share.mean() <= 0.96, name
        assert 0.92 <= share.min() <= share.max() <= 0.97, name


def seat_shares(players: int, *, dealt_out: bool) -> Shares:
    """Of all small runs; `dealt_out`: what seats won in a deal goes to seats by chance."""
    won = np.array(
        [
            rows.win.reshape(DEALS, players, players).sum(axis=1, dtype=np.int64)
            for rows in small_runs("iello-en", players)
        ]
    )
    if dealt_out:
        won = np.random.default_rng(1).permuted(won, axis=2)
    products = np.einsum("rdi,rdj->rij", won, won)
    return shares(np.full(RUNS, DEALS), won.sum(axis=1), products, whole_win(players) * players)


@pytest.mark.parametrize("players", PLAYERS)
def test_intervals_of_seat_effects_cover(players: int) -> None:
    truth = tables.seat_shares(long_run("iello-en", players)).value
    covered = covering(seat_shares(players, dealt_out=False), np.ptp(truth))
    report(f"{players} players, gap between the best and the worst seat", covered)
    assert 0.93 <= covered <= 0.98


@pytest.mark.parametrize("players", PLAYERS)
def test_equal_seats_are_seldom_said_to_differ(players: int) -> None:
    equal = seat_shares(players, dealt_out=True)
    wrong = (all_equal(*equal).p <= 0.05).mean()
    report(f"{players} players, equal seats said to differ", wrong)
    assert 0.04 <= wrong <= 0.06
    covered = covering(equal, 0.0)
    report(f"{players} players, gap between equal seats", covered)
    assert 0.96 <= covered <= 0.99


def covering(found: Shares, truth: float) -> float:
    """Return how often limits cover a gap that is known."""
    limits = [gap(*each)[1:] for each in zip(*found, strict=True)]
    return float(np.mean([low <= truth <= high for low, high in limits]))


def deal_moments(plan: Plan) -> NDArray[np.int64]:
    """What deals add to `ClusterSums`: (sums, strategies and seats, deals)."""
    (planned,) = plan.cells
    rows = CompiledEngine(plan).play(Chunk(0, 0, 1, planned.deals))
    deal = np.repeat(np.arange(planned.deals), planned.cell.seatings)
    size = len(plan.field) + rows.players
    n, x = np.zeros((2, size, planned.deals), np.int64)
    for seat in range(rows.players):
        for of in (rows.strategy[:, seat], len(plan.field) + seat):
            np.add.at(n, (of, deal), 1)
            np.add.at(x, (of, deal), rows.win[:, seat])
    return np.stack([n > 0, n, x, n * n, x * n, x * x])


@pytest.fixture(scope="module")
def usual_deals() -> NDArray[np.int64]:
    """Of a long run of the usual field, which is the truth that runs are resampled from."""
    field = load_field(DEFAULT_FIELD)
    rulesets = [load_ruleset("iello-en")]
    return deal_moments(make_plan(rulesets, field=field, players=[4], seed=11, games=400_000))


def test_intervals_cover_where_a_run_with_a_precision_stops(
    usual_deals: NDArray[np.int64],
) -> None:
    moments = usual_deals
    truth = ratio(ClusterSums(*moments.sum(axis=2)), unit=PART).value
    random = np.random.default_rng(5)
    covered: list[NDArray[np.bool_]] = []
    for _ in range(RUNS):
        sums, deals = np.zeros(moments.shape[:2], np.int64), 0
        arm = 1.0
        while arm > 0.01:
            more = random.integers(0, moments.shape[2], look_after(deals) - deals)
            sums += moments[:, :, more].sum(axis=2)
            deals = look_after(deals)
            rate = ratio(ClusterSums(*sums), unit=PART)
            low, high = rate_interval(rate)
            arm = np.maximum(rate.value - low, high - rate.value).max()
        covered.append((low <= truth) & (truth <= high))
    share = np.mean(covered, axis=0)
    report("rates of runs with a precision of 1 point", share)
    assert 0.945 <= share.mean() <= 0.955
    assert share.min() >= 0.93


@pytest.mark.parametrize("deals", [100, 200, 500, 1000, 2000, 5000])
def test_intervals_of_rare_wins_cover(usual_deals: NDArray[np.int64], deals: int) -> None:
    """10,000 runs with about 1 to 40 wins of a strategy that wins one game in 200."""
    rare = usual_deals[:, DEFAULT_FIELD.index("random")]
    truth = ratio(ClusterSums(*rare.sum(axis=1, keepdims=True)), unit=PART).value
    random = np.random.default_rng(3)
    covered = []
    for _ in range(5):  # together they would take gigabytes
        drawn = random.integers(0, rare.shape[1], (RUNS // 5, deals))
        low, high = rate_interval(ratio(ClusterSums(*rare[:, drawn].sum(axis=2)), unit=PART))
        covered.append((low <= truth) & (truth <= high))
    share = np.mean(covered)
    report(f"rare wins in {deals} deals, {truth[0]:.3%} of games", share)
    assert 0.94 <= share <= 0.98
