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

AT_WITNESSES = 0.5
"""Of the games that confirm: what is played at tables that had no part in the choice."""

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
    witness_deals
        How many deals are played at tables that had no part in the choice.
    """

    race_games: int
    batch_deals: int
    looks: tuple[int, ...]
    confirmation_batches: int
    confirmation_batch_deals: int
    witness_deals: int

    @property
    def race_deals(self) -> int:
        """How many deals a candidate plays at most before the confirmation."""
        return self.looks[-1] * self.batch_deals

    @property
    def confirmation_deals(self) -> int:
        """How many deals a finalist plays to confirm."""
        return self.confirmation_batches * self.confirmation_batch_deals

    def at_witness(self, share: int) -> tuple[int, int]:
        """Return the batches, and the deals of each, of a table that plays one of `share` deals."""
        deals = max(self.witness_deals // share, FEWEST_CONFIRMATION_BATCHES)
        batches = min(deals, CONFIRMATION_BATCHES)
        return batches, deals // batches


def make_budget(
    games: int, candidates: int, race_seatings: int, seatings: int, at_witnesses: float = 0.0
) -> Budget:
    """Share out the games.

    A deal is played `race_seatings` times by each candidate, `seatings` times by each finalist, and
    `at_witnesses` times at all further tables.
    """
    race, first = int(RACE_SHARE * games), FIRST_LOOK * candidates * race_seatings
    at_finalists = min(candidates, MOST_FINALISTS) * seatings
    share = AT_WITNESSES if at_witnesses else 0.0
    batch_deals = int(FIRST_SHARE * race) // first
    deals = int((1 - share) * (games - race) / at_finalists)
    witness_deals = int(share * (games - race) / at_witnesses) if at_witnesses else 0
    if batch_deals < 1 or deals < FEWEST_CONFIRMATION_BATCHES:
        needed = max(
            first / (FIRST_SHARE * RACE_SHARE),
            at_finalists * FEWEST_CONFIRMATION_BATCHES / ((1 - RACE_SHARE) * (1 - share)),
        )
        raise UsageError(
            f"{games:,} games are too few for a race of {candidates} rulesets: it takes at least "
            f"{int(needed) + 2:,} (--games), or fewer values to try (--vary)"
        )
    most = race // (2 * race_seatings * batch_deals)  # two that are left could use all of it
    batches = min(deals, CONFIRMATION_BATCHES)
    return Budget(
        race, batch_deals, looks(max(FIRST_LOOK, most)), batches, deals // batches, witness_deals
    )
