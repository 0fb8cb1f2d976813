"""What remains of a search that is interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from forsale_sim.errors import StoppedError
from forsale_sim.wording import counted


class StoppedSearchError(StoppedError):
    """Ctrl-C during a search that has a checkpoint.

    Parameters
    ----------
    generations
        How many are in the checkpoint.
    """

    def __init__(self, generations: int) -> None:
        super().__init__(generations)
        self.generations = generations

    def __str__(self) -> str:
        if not self.generations:
            return "interrupted: the first generation was not done"
        return f"interrupted: what was found in {counted(self.generations, 'generation')} is kept"


@contextmanager
def interruptible(generations: Callable[[], int]) -> Iterator[None]:
    """Turn an interruption into one that says how many generations are kept."""
    try:
        yield
    except (KeyboardInterrupt, StoppedError):
        raise StoppedSearchError(generations()) from None
