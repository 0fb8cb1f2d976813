"""Who there is of a cluster: how many workers, and whether it is still there at all."""

from __future__ import annotations

import time
from typing import Any

from forsale_sim.errors import ForSaleError

WORKERS_WITHIN = 60.0
"""Seconds that a run waits for workers when there are none."""

LOOK_EVERY = 1.0
"""Seconds between two looks."""


class Workforce:
    """The workers of a scheduler, who may come and go.

    Parameters
    ----------
    client
        Connected to the scheduler.

    Attributes
    ----------
    threads
        How many threads they have together, when it was last looked; 0 before that.
    """

    def __init__(self, client: Any) -> None:
        self.threads = 0
        self._client = client
        self._looked = self._had_workers = time.monotonic()

    def look(self) -> None:
        """Look how many there are, unless that was done a moment ago."""
        now = time.monotonic()
        if self.threads and now < self._looked + LOOK_EVERY:
            return
        self.threads = sum(self._threads_by_address().values())
        self._looked = now
        if self.threads:
            self._had_workers = now
        elif now > self._had_workers + WORKERS_WITHIN:
            raise ForSaleError(
                f"the scheduler has had no workers for {WORKERS_WITHIN:.0f} seconds: start some "
                f"with: dask worker {self._client.scheduler.address}"
            )

    def addresses(self) -> list[str]:
        """Return the address of every worker."""
        return list(self._threads_by_address())

    def _threads_by_address(self) -> dict[str, int]:
        try:
            return dict(self._client.nthreads())
        except OSError as error:
            raise scheduler_lost() from error


def scheduler_lost() -> ForSaleError:
    """Return what to raise when the scheduler has gone."""
    return ForSaleError(
        "the connection to the scheduler was lost: see whether it and the network still work"
    )
