"""Schedulers of Dask to play on, which were there before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

distributed = pytest.importorskip("distributed")


@contextmanager
def scheduler(workers: int = 2, processes: bool = False) -> Iterator[Any]:
    """A Dask cluster whose workers are threads of this process, or others."""
    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=processes,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        memory_limit=0,
        silence_logs=50,
    ) as made:
        yield made
