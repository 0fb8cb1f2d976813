from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategy_lab.stats.rankings import cycles, groups, reachable


def graph(items: int, *edges: tuple[int, int]) -> NDArray[np.bool_]:
    beats = np.zeros((items, items), bool)
    for edge in edges:
        beats[edge] = True
    return beats


def test_groups_stand_in_the_order_in_which_they_are_ahead() -> None:
    ahead = graph(5, (4, 0), (0, 4), (4, 2), (2, 1), (1, 2), (1, 3))
    assert groups(ahead).tolist() == [1, 2, 2, 3, 1]


@given(st.integers(1, 7).flatmap(lambda n: st.lists(st.booleans(), min_size=n * n, max_size=n * n)))
def test_nobody_was_ahead_of_one_of_an_earlier_group(drawn: list[bool]) -> None:
    items = int(len(drawn) ** 0.5)
    ahead = np.array(drawn).reshape(items, items)
    group = groups(ahead)
    assert set(group) == set(range(1, group.max() + 1))
    for first, second in np.argwhere(ahead):
        assert group[first] <= group[second]
    reached = reachable(ahead)
    np.testing.assert_array_equal(reached & reached.T, group[:, None] == group[None, :])


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ([(0, 1), (1, 2), (0, 2)], []),
        ([(0, 1), (1, 2), (2, 0)], [(0, 1, 2)]),
        ([(0, 2), (2, 1), (1, 0)], [(0, 2, 1)]),
        ([(0, 1), (1, 2), (2, 3), (3, 0)], [(0, 1, 2, 3)]),
        # A long one and a short one through the same items: the short one, and what it leaves out.
        ([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)], [(0, 2, 3), (0, 1, 2, 3)]),
        ([(0, 1), (1, 2), (2, 0), (3, 0), (3, 4)], [(0, 1, 2)]),
        ([], []),
    ],
)
def test_cycles_are_named_once_and_the_shortest_first(
    edges: list[tuple[int, int]], expected: list[tuple[int, ...]]
) -> None:
    assert cycles(graph(5, *edges)) == expected


@given(st.lists(st.sampled_from([-1, 0, 1]), min_size=15, max_size=15))
def test_every_leg_of_a_cycle_is_named_and_every_cycle_is_one(drawn: list[int]) -> None:
    beats = np.zeros((6, 6), bool)
    for sign, (first, second) in zip(drawn, zip(*np.triu_indices(6, 1), strict=True), strict=True):
        beats[first, second], beats[second, first] = sign > 0, sign < 0
    found = cycles(beats)
    legs = {(a, b) for cycle in found for a, b in zip(cycle, cycle[1:] + cycle[:1], strict=True)}
    assert all(beats[leg] for leg in legs)
    reached = reachable(beats)
    on_a_cycle = {(a, b) for a, b in np.argwhere(beats).tolist() if reached[b, a]}
    assert legs == on_a_cycle
