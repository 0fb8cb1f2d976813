"""Ctrl-C in the middle of a run, at the same place each time."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from strategy_lab.simulation import execution


def interrupt_after(monkeypatch: pytest.MonkeyPatch, chunks: int) -> None:
    count = execution.Outcome.add
    stop = threading.Event()
    counted = 0

    class Stop:
        def __enter__(self) -> threading.Event:
            if chunks == 0:
                stop.set()
            return stop

        def __exit__(self, *error: object) -> None:
            pass

    def add(self: Any, played: Any) -> None:
        nonlocal counted
        count(self, played)
        counted += 1
        if counted >= chunks:
            stop.set()

    monkeypatch.setattr(execution, "MOMENT", 0.0)  # pieces that do not depend on the machine's pace
    monkeypatch.setattr(execution, "stop_on_interrupt", Stop)
    monkeypatch.setattr(execution.Outcome, "add", add)
