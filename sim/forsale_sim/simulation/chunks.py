"""Chunks: the pieces that runs are played, checkpointed and distributed in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.plan import PlannedCell

LEAST_CHUNKS = 32
"""How many chunks deals are shared out in, if there are as many: a few slow games keep any usual
number of threads busy, and many quick ones are still played at once by thousands."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some deals of a cell, played in one piece: the unit of progress. It never splits a deal."""

    cell: int
    first_deal: int
    deals: int

    @property
    def played(self) -> Deals:
        """The deals as a set."""
        return Deals.of([(self.first_deal, self.first_deal + self.deals - 1)])


def even_share(deals: int) -> int:
    """Return the most deals that a chunk has if so many are to be shared out evenly."""
    return -(-deals // LEAST_CHUNKS)


def chunks(
    cells: Sequence[PlannedCell], wanted: Sequence[Deals], games: int, *, growing: bool = False
) -> Iterator[Chunk]:
    """Yield deals in chunks of about `games` games, from every cell in turn.

    So a run that is stopped early has played about the same share of each cell.

    Parameters
    ----------
    cells
        The cells of a plan.
    wanted
        Which deals of each.
    games
        How many games make a chunk, at most and in whole deals.
    growing
        Begin with chunks of one deal and double, up to an even share: a slow run that is stopped
        soon has something to show, and does not leave one thread to play its end.
    """
    sizes = [max(1, games // cell.cell.seatings) for cell in cells]
    limit = even_share(sum(map(len, wanted))) if growing else max(sizes)
    most = 1 if growing else limit
    left = list(wanted)
    while any(left):
        for index, deals in enumerate(left):
            if deals:
                (first, last), *_ = deals.stretches
                chunk = Chunk(index, first, min(most, sizes[index], last - first + 1))
                yield chunk
                left[index] = deals - chunk.played
        most = min(2 * most, limit)
