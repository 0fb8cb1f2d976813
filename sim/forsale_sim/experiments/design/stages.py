"""What each candidate plays from one look at the race to the next, and to be confirmed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from forsale_sim.experiments.design.budget import Budget


class Stage(NamedTuple):
    """What a candidate plays in a field up to the next look, or to be confirmed.

    Attributes
    ----------
    look
        The index of the look; that of none for the confirmation.
    candidate, field
        Indices.
    first_deal
        The number of the first deal.
    batches, batch_deals
        How many batches, and of how many deals.
    """

    look: int
    candidate: int
    field: int
    first_deal: int
    batches: int
    batch_deals: int


def make_stages(
    budget: Budget,
    candidates: int,
    race_fields: Sequence[int],
    confirming: Mapping[int, tuple[int, int]],
) -> tuple[Stage, ...]:
    """Return all that may be played: look by look, then the confirmation on fresh deals.

    `confirming` has the fields that confirm, each with its batches and the deals of each.
    """
    stages, done = [], 0
    for look, batches in enumerate(budget.looks):
        first = 1 + done * budget.batch_deals
        stages += [
            Stage(look, candidate, place, first, batches - done, budget.batch_deals)
            for candidate in range(candidates)
            for place in race_fields
        ]
        done = batches
    stages += [
        Stage(len(budget.looks), candidate, place, 1 + budget.race_deals, *batches)
        for candidate in range(candidates)
        for place, batches in confirming.items()
    ]
    return tuple(stages)
