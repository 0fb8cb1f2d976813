"""The way to a scheduler: given up within a stated time, and nothing is left behind."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import threading
import time
from pathlib import Path

import pytest
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.simulation import cluster
from strategy_lab.simulation.cluster import check_scheduler, connected


@pytest.mark.parametrize("scheduler", ["local:1", "local:16", "tcp://10.0.0.1:8786"])
def test_schedulers(scheduler: str) -> None:
    assert check_scheduler(scheduler) == int(scheduler[6:] if scheduler[:5] == "local" else 0)


@pytest.mark.parametrize(
    "scheduler",
    [
        "",
        "local",
        "local:",
        "local:two",
        "local:-1",
        "tcp://",
        "tcp://host",
        "host:8786",
        "tls://h:1",
    ],
)
def test_no_schedulers(scheduler: str) -> None:
    with pytest.raises(UsageError, match=r"must be tcp://HOST:PORT, or local:N, .* not "):
        check_scheduler(scheduler)


@pytest.mark.parametrize("workers", [0, 1025])
def test_how_many_local_workers_there_can_be(workers: int) -> None:
    with pytest.raises(UsageError, match=f"starts 1 to 1024 workers, not {workers}"):
        check_scheduler(f"local:{workers}")


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(
            LaboratoryError, match=f"{re.escape(sys.executable)} -m pip install distributed"
        ),
        connected("tcp://127.0.0.1:1"),
    ):
        pass


def test_who_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "ANSWER_WITHIN", 1.0)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = "tcp://{}:{}".format(*silent.getsockname())
        before, started = threading.active_count(), time.monotonic()
        with (
            pytest.raises(
                LaboratoryError, match=rf"no Dask scheduler answered at {address} within 1"
            ),
            connected(address),
        ):
            pass
    assert time.monotonic() - started < 10
    end = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < end:
        time.sleep(0.05)
    assert threading.active_count() <= before


def process_ids(client: object) -> list[int]:
    return list(client.run(os.getpid).values())  # type: ignore[attr-defined]


def test_local_workers_do_not_hear_ctrl_c_and_end_at_once() -> None:
    pytest.importorskip("distributed")
    with connected("local:1") as client:
        (worker,) = process_ids(client)
        os.kill(worker, signal.SIGINT)
        client.submit(time.sleep, 60, pure=False)
        assert process_ids(client) == [worker]
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, set())
        started = time.monotonic()
    assert signal.SIGINT not in blocked
    assert time.monotonic() - started < 20
    assert not Path(f"/proc/{worker}").exists()


def test_a_worker_is_no_scheduler() -> None:
    from tests.strategy_lab.simulation.cluster.schedulers import scheduler

    with scheduler(workers=1) as made:
        (worker,) = made.workers.values()
        with (
            pytest.raises(LaboratoryError, match=r"at tcp://.* no scheduler but a worker of Dask"),
            connected(worker.address),
        ):
            pass
