"""Results of pieces come in order, few at a time, and nobody is waited for in vain."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator

import pytest
from strategy_lab.simulation.execution import in_order
from strategy_lab.simulation.experiment import Piece


def numbered(number: int) -> Iterator[Piece]:
    return (Piece(0, i, 1) for i in range(number))


@pytest.mark.parametrize("threads", [0, 1, 2, 5])
def test_results_come_in_order_and_few_are_under_way(threads: int) -> None:
    begun: list[int] = []
    under_way: list[int] = []

    def work(piece: Piece) -> int:
        begun.append(piece.first)
        time.sleep(random.Random(piece.first).random() / 500)
        return piece.first

    results = []
    for result in in_order(work, numbered(200), threads, threading.Event()):
        results.append(result)
        under_way.append(len(begun) - len(results))
    assert results == list(range(200))
    assert max(under_way) <= 3 * threads


def test_rows_that_wait_for_their_turn_are_few() -> None:
    made = iter(range(10**9))
    pieces = (Piece(0, i, 1) for i in made)
    results = in_order(lambda piece: piece.first, pieces, 3, threading.Event())
    assert [next(results) for _ in range(50)] == list(range(50))
    assert next(made) < 50 + 2 * 3 + 3
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_the_first_error_in_order_is_raised(threads: int) -> None:
    def work(piece: Piece) -> int:
        if piece.first in {7, 8, 9}:
            time.sleep(0.05 if piece.first == 7 else 0)
            raise ValueError(piece.first)
        return piece.first

    results: list[int] = []
    with pytest.raises(ValueError, match="7"):
        results.extend(in_order(work, numbered(100), threads, threading.Event()))
    assert results == list(range(7))


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_nothing_comes_after_the_stop(threads: int) -> None:
    stop = threading.Event()
    results = []
    for result in in_order(lambda piece: piece.first, numbered(1000), threads, stop):
        results.append(result)
        if result == 20:
            stop.set()
    assert results == list(range(21))


@pytest.mark.parametrize("threads", [1, 3])
def test_work_that_never_ends_is_not_waited_for(threads: int) -> None:
    stop, ended = threading.Event(), threading.Event()

    def work(piece: Piece) -> int:
        if piece.first >= 5:
            stop.set()
            ended.wait(60)
        return piece.first

    started = time.perf_counter()
    try:
        results = list(in_order(work, numbered(100), threads, stop))
        assert time.perf_counter() - started < 5
        assert results == list(range(len(results)))
        assert len(results) <= 5
    finally:
        ended.set()


def test_an_error_does_not_wait_for_work_that_never_ends() -> None:
    ended = threading.Event()

    def work(piece: Piece) -> int:
        if piece.first == 3:
            raise ValueError("third")
        if piece.first > 3:
            ended.wait(60)
        return piece.first

    started = time.perf_counter()
    try:
        with pytest.raises(ValueError, match="third"):
            list(in_order(work, numbered(100), 2, threading.Event()))
        assert time.perf_counter() - started < 5
    finally:
        ended.set()
