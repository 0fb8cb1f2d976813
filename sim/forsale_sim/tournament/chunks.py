"""Chunks: the pieces that runs are played, checkpointed and distributed in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from forsale_sim.tournament.deals import Deals
from forsale_sim.tournament.plan import PlannedCell


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
        Begin with chunks of one deal and double: a slow run that is stopped soon has something to
        show.
    """
    sizes = [max(1, games // cell.cell.seatings) for cell in cells]
    most = 1 if growing else max(sizes)
    left = list(wanted)
    while any(left):
        for index, deals in enumerate(left):
            if deals:
                (first, last), *_ = deals.stretches
                chunk = Chunk(index, first, min(most, sizes[index], last - first + 1))
                yield chunk
                left[index] = deals - chunk.played
        most = min(2 * most, max(sizes))
