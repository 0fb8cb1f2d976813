"""The way to a Dask scheduler: one that runs somewhere, or one started here for trying out."""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib import import_module
from multiprocessing import resource_tracker
from typing import Any

from strategy_lab.errors import LaboratoryError, UsageError

ANSWER_WITHIN = 10.0
"""Seconds that a scheduler has to answer."""

END_WITHIN = 1.0
"""Seconds that a local worker has to end on its own."""

LOCAL = re.compile(r"local:(\d+)")
REMOTE = re.compile(r"tcp://\S+:\d+")
MOST_WORKERS = 1024

ENVIRONMENT = "distributed.nanny.pre-spawn-environ"
QUIET = {"DASK_LOGGING__DISTRIBUTED": "critical", "DASK_LOGGING__TORNADO": "critical"}
"""Environment of local workers: they share the terminal, on which Dask has nothing to say."""

UNWATCHED = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "60s",
    "distributed.admin.tick.interval": "500ms",
}
"""Of a local cluster: Dask keeps statistics of itself, many times a second, for pages not shown."""


def check_scheduler(scheduler: str) -> int:
    """Return how many local workers a scheduler is to be started with, 0 for one that runs."""
    local = LOCAL.fullmatch(scheduler)
    if local is None and not REMOTE.fullmatch(scheduler):
        raise UsageError(
            f"--scheduler must be tcp://HOST:PORT, or local:N, such as local:4, not {scheduler!r}"
        )
    if local is not None and not 1 <= int(local[1]) <= MOST_WORKERS:
        raise UsageError(f"--scheduler local:N starts 1 to {MOST_WORKERS} workers, not {local[1]}")
    return 0 if local is None else int(local[1])


@contextmanager
def connected(scheduler: str) -> Iterator[Any]:
    """Give a Dask client of a scheduler, and leave nothing of it running."""
    workers = check_scheduler(scheduler)
    distributed = _distributed()
    with ExitStack() as opened:
        opened.enter_context(distributed.utils.silence_logging_cmgr(logging.CRITICAL))
        address: Any = scheduler
        if workers:
            address = opened.enter_context(_local_cluster(distributed, workers))
        else:
            _require_answer(distributed, scheduler)
        yield opened.enter_context(_client(distributed, address))


def _distributed() -> Any:
    """Return Dask's package, which takes a second to import and is not installed everywhere."""
    try:
        return import_module("distributed")
    except ImportError as error:
        raise LaboratoryError(
            f"--scheduler needs Dask, which cannot be imported ({error}): install it with "
            f"{sys.executable} -m pip install distributed"
        ) from error


@contextmanager
def _client(distributed: Any, address: Any) -> Iterator[Any]:
    with warnings.catch_warnings():
        # Workers compare the versions that decide results, and do so for all of a run.
        warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
        client = distributed.Client(address, set_as_default=False)
    try:
        yield client
    finally:
        client.close(timeout=ANSWER_WITHIN)


def _require_answer(distributed: Any, address: str) -> None:
    """Check that a scheduler answers, in time: Dask's client may wait for ever."""

    async def identity() -> Any:
        async with distributed.rpc(address) as somebody:
            return await somebody.identity()

    async def in_time() -> Any:
        return await asyncio.wait_for(identity(), ANSWER_WITHIN)

    try:
        with ThreadPoolExecutor(1) as thread:  # this one may have an event loop, as in a notebook
            somebody = thread.submit(asyncio.run, in_time()).result()
    except OSError as error:
        raise LaboratoryError(
            f"no Dask scheduler answered at {address} within {ANSWER_WITHIN:.0f} seconds: start "
            "one there with: dask scheduler"
        ) from error
    if somebody["type"] != "Scheduler":
        raise LaboratoryError(
            f"at {address} there is no scheduler but a {somebody['type'].lower()} of Dask: give "
            "the address that dask scheduler prints"
        )


@contextmanager
def _local_cluster(distributed: Any, workers: int) -> Iterator[Any]:
    config: Any = import_module("dask.config")
    quiet = {**config.get(ENVIRONMENT), **QUIET}
    with ExitStack() as opened:
        opened.enter_context(config.set({ENVIRONMENT: quiet, **UNWATCHED}))
        with _deaf_to_interrupts():
            try:
                cluster = distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",  # not 8787, which another may have
                    scheduler_kwargs={"dashboard": False},
                    memory_limit=0,
                    silence_logs=logging.CRITICAL,
                )
            except RuntimeError as error:
                raise LaboratoryError(f"local workers could not be started: {error}") from error
        opened.callback(cluster.close)
        opened.callback(cluster.sync, _end_workers, cluster)
        yield cluster


async def _end_workers(cluster: Any) -> None:
    """End the workers of a local cluster soon, whatever they are doing."""
    workers = cluster.workers.values()
    await asyncio.gather(*(worker.close(timeout=END_WITHIN) for worker in workers))


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Put off Ctrl-C; threads and processes that are started meanwhile never hear of it.

    A terminal sends it to all processes, but only this one is to act on it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which would let through all signals when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
