from __future__ import annotations

import os
import signal
import threading

import pytest
from strategy_lab.simulation.execution import run_in_thread


def test_what_is_done_apart_returns_and_raises_here() -> None:
    assert run_in_thread(threading.current_thread) is not threading.current_thread()
    with pytest.raises(ZeroDivisionError):
        run_in_thread(lambda: 1 / 0)


def test_ctrl_c_does_not_wait_for_the_work() -> None:
    interrupted, worked_on = threading.Event(), threading.Event()

    def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        interrupted.wait()
        worked_on.set()

    with pytest.raises(KeyboardInterrupt):
        run_in_thread(work)
    assert not worked_on.is_set()
    interrupted.set()
    assert worked_on.wait(10)
