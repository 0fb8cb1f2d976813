"""What many tables show: counted shares, and ranges that hold another table of the population."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import binomtest
from strategy_lab.stats import populations

TABLES, TRIES = 40, 4000
EXACT = np.zeros(TABLES)


@pytest.mark.parametrize(("count", "of"), [(40, 40), (37, 40), (20, 40), (1, 3), (0, 7)])
def test_a_share_of_tables_has_wilsons_limits(count: int, of: int) -> None:
    expected = binomtest(count, of).proportion_ci(method="wilson")
    assert populations.share_limits(count, of) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(
    ("against", "size", "word"),
    [
        (0, 2.0, populations.ALWAYS),
        (2, 2.0, populations.MOSTLY),
        (4, 2.0, populations.MOSTLY),
        (5, 2.0, populations.DEPENDS),
        (20, 2.0, populations.DEPENDS),
        (0, 0.5, populations.NOTHING),
    ],
)
def test_words_follow_from_counts(against: int, size: float, word: str) -> None:
    values = np.full(TABLES, size)
    values[:against] = -2.0
    assert populations.agreement(values, EXACT, 1.0).word == word
    opposite = populations.agreement(-values, EXACT, 1.0)
    assert opposite.word == word
    assert opposite.agreeing == TABLES - against


def test_what_only_rounding_leaves_has_no_sign() -> None:
    values = np.full(TABLES, 0.2)
    values[:5] = 0.1 + 0.2 - 0.3
    for sign in (1, -1):
        shown = populations.agreement(sign * values, EXACT, 1.0)
        assert shown.agreeing == TABLES - 5
        assert 0.0 in (shown.low, shown.high)


def test_a_range_inside_what_matters_is_nothing() -> None:
    values = np.full(TABLES, 0.5)
    values[:3] = 3.0
    assert populations.agreement(values, EXACT, 1.0).word == populations.NOTHING
    values[3] = 3.0  # then the range of eight of ten tables reaches beyond
    assert populations.agreement(values, EXACT, 1.0).word == populations.ALWAYS


def test_tables_of_few_games_do_not_show_that_there_is_nothing() -> None:
    chance = np.random.default_rng(3)
    for error, word in ((0.5, populations.NOTHING), (5.0, populations.DEPENDS)):
        errors = np.full(TABLES, error)
        shown = populations.agreement(chance.normal(0.0, errors), errors, 1.0)
        assert shown.word == word


def test_values_spread_as_tables_do_once_errors_are_out() -> None:
    chance = np.random.default_rng(1)
    tables, errors = chance.normal(1.0, 1.0, 5000), np.full(5000, 0.7)
    shrunk = populations.without_errors(tables + chance.normal(0.0, errors), errors)
    assert shrunk.std() == pytest.approx(1.0, abs=0.05)
    assert shrunk.mean() == pytest.approx(1.0, abs=0.05)
    exact = np.array([3.0, 1.0, 2.0])
    assert populations.without_errors(exact, np.zeros(3)).tolist() == exact.tolist()


def test_tables_that_differ_by_chance_alone_have_the_interval_of_their_mean() -> None:
    chance, inside = np.random.default_rng(2), 0
    for _ in range(1000):
        low, middle, high = populations.middle_of(chance.normal(1.0, 0.5, 20), np.full(20, 0.6))
        assert low <= middle <= high
        inside += low <= 1.0 <= high
    assert inside >= 900


SPREADS: dict[str, Callable[[np.random.Generator, int], np.ndarray]] = {
    "normal": lambda chance, n: chance.normal(0.0, 1.0, n),
    "skewed": lambda chance, n: chance.exponential(1.0, n),
    "two kinds": lambda chance, n: chance.normal(3.0 * (chance.random(n) < 0.5), 0.5),
    "heavy tails": lambda chance, n: chance.standard_t(3, n),
}


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("noise", [0.0, 0.3, 0.7])
def test_the_range_holds_eight_of_ten_new_tables(spread: str, noise: float) -> None:
    chance, draw = np.random.default_rng([7, round(10 * noise)]), SPREADS[spread]
    error, held = noise * draw(chance, 100_000).std(), 0
    for _ in range(TRIES):
        tables = draw(chance, TABLES + 1)
        seen = tables[1:] + chance.normal(0.0, error, TABLES) if error else tables[1:]
        low, _, high = populations.middle_of(seen, np.full(TABLES, error))
        held += low <= tables[0] <= high
    assert 0.77 <= held / TRIES <= 0.86


def test_the_range_of_the_largest_finding_holds_eight_of_ten_new_tables() -> None:
    """Of a page with 20 measures, the largest finding is told first: it was picked by its size."""
    chance, held, pages = np.random.default_rng(3), 0, 0
    for _ in range(1000):
        middles = chance.normal(0.0, 1.2, 20)
        tables = chance.normal(middles, 1.0, (TABLES, 20)) + chance.normal(0.0, 0.5, (TABLES, 20))
        largest = int(np.abs(tables.mean(axis=0)).argmax())
        found = populations.agreement(tables[:, largest], np.full(TABLES, 0.5), 0.3)
        if found.word in (populations.ALWAYS, populations.MOSTLY):
            new = chance.normal(middles[largest], 1.0, 20)
            held += int(np.sum((found.low <= new) & (new <= found.high)))
            pages += 20
    assert pages > 10_000
    assert 0.77 <= held / pages <= 0.82


def test_a_page_on_rules_without_any_effect_has_no_finding() -> None:
    chance = np.random.default_rng(4)
    words = [
        populations.agreement(values, np.full(TABLES, 1.0), 0.5).word
        for values in chance.normal(0.0, 1.0, (1000, TABLES))
    ]
    assert sum(word in (populations.ALWAYS, populations.MOSTLY) for word in words) <= 1000 / 20 / 20
