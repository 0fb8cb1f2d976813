"""What is asked for of a ranking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from strategy_lab.experiments.run.spec import TournamentSpec

if TYPE_CHECKING:
    from strategy_lab.experiments.rank.experiment import Rank


@dataclass(frozen=True, kw_only=True)
class RankSpec(TournamentSpec):
    """Play a tournament and rate its strategies, for each ruleset and player count.

    The tournament is that of run. Ratings are Plackett and Luce's, from the finishing orders of
    all games; beside them is printed who finishes ahead of whom, with any cycles, which a rating
    cannot show. Intervals are 95 %, from a bootstrap over deals.
    """

    command: ClassVar[str] = "rank"
    tables: ClassVar[tuple[str, ...]] = ("ratings", "head_to_head", "cycles")
    first: ClassVar[str] = "games"
    presentation: ClassVar[str] = "strategy_lab.display.presentations:RankPresentation"
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim rank --games 1e6",
        "forsale-sim rank --players 4 --strategy expert --strategy spread --strategy mine.py",
        "forsale-sim rank --ruleset iello-en --ruleset iello-fr --out ranking",
    )

    def experiment(self) -> Rank:
        from strategy_lab.experiments.rank.experiment import Rank

        return Rank(self.plan, self.games_requested)
