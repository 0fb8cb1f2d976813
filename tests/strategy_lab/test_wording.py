"""Running text: the examples in its docstrings hold."""

from __future__ import annotations

import doctest

from strategy_lab import errors


def test_the_examples() -> None:
    tried = doctest.testmod(errors)
    assert tried.attempted > 0
    assert tried.failed == 0
