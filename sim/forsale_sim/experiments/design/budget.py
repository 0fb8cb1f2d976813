"""How the games of a search are shared out: a race of looks, then a confirmation."""

from __future__ import annotations

from dataclasses import dataclass

from strategy_lab.errors import UsageError
from strategy_lab.stats.sequential.race import FIRST_LOOK, looks

from forsale_sim.experiments.design.standing import MOST_FINALISTS

RACE_SHARE = 0.6
"""Of all games; the rest confirms."""

FIRST_SHARE = 0.25
"""Of the games of the race: what the first look takes, in which all candidates play."""

CONFIRMATION_BATCHES = 400
"""So many that an interval is hardly wider than with every deal by itself."""

FEWEST_CONFIRMATION_BATCHES = 16


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is played at most.

    Attributes
    ----------
    race_games
        How many games the race may take.
    batch_deals
        How many deals are a batch of the race.
    looks
        After how many batches there are looks.
    confirmation_batches, confirmation_batch_deals
        What every finalist plays in the end.
    """

    race_games: int
    batch_deals: int
    looks: tuple[int, ...]
    confirmation_batches: int
    confirmation_batch_deals: int

    @property
    def race_deals(self) -> int:
        """How many deals a candidate plays at most before the confirmation."""
        return self.looks[-1] * self.batch_deals

    @property
    def confirmation_deals(self) -> int:
        """How many deals a finalist plays to confirm."""
        return self.confirmation_batches * self.confirmation_batch_deals


def make_budget(games: int, candidates: int, race_seatings: int, seatings: int) -> Budget:
    """Share out the games."""
    finalists = min(candidates, MOST_FINALISTS)
    race, first = int(RACE_SHARE * games), FIRST_LOOK * candidates * race_seatings
    batch_deals = int(FIRST_SHARE * race) // first
    deals = (games - race) // (finalists * seatings)
    if batch_deals < 1 or deals < FEWEST_CONFIRMATION_BATCHES:
        needed = max(
            first / (FIRST_SHARE * RACE_SHARE),
            finalists * seatings * FEWEST_CONFIRMATION_BATCHES / (1 - RACE_SHARE),
        )
        raise UsageError(
            f"{games:,} games are too few for a race of {candidates} rulesets: it takes at least "
            f"{int(needed) + 2:,} (--games), or fewer values to try (--vary)"
        )
    most = race // (2 * race_seatings * batch_deals)  # two that are left could use all of it
    batches = min(deals, CONFIRMATION_BATCHES)
    return Budget(race, batch_deals, looks(max(FIRST_LOOK, most)), batches, deals // batches)
