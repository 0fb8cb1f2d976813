"""What is asked for of a ranking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from forsale_sim.experiments.run.spec import TournamentSpec

if TYPE_CHECKING:
    from forsale_sim.experiments.rank.experiment import Rank


@dataclass(frozen=True, kw_only=True)
class RankSpec(TournamentSpec):
    """The request for a ranking: that of the tournament that it is made from."""

    command: ClassVar[str] = "rank"

    def experiment(self) -> Rank:
        """Settle what is played."""
        from forsale_sim.experiments.rank.experiment import Rank

        return Rank(self.plan, self.games_requested)
