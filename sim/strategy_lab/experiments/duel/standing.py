"""How the matches of a duel stand: what was played up to the last look at each test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from strategy_lab.experiments.duel.matches import Match
from strategy_lab.results.duels.tally import DuelTally
from strategy_lab.stats.sequential.two_sided import Finding, TwoSidedTest

FIRST_LOOK = 100
"""Deals before the test is looked at, about: with few, its approximations are poor."""

GROWTH = 16
"""From one look to the next the deals grow by a part in so many."""


class Look(NamedTuple):
    """The deals of a match that are played from one look at its test to the next."""

    first_deal: int
    rounds: int
    """How many deals each mixed table has: the first so many deals are of the first one."""

    deals: int


@dataclass(slots=True)
class Standing:
    """What has been played of a match, up to the last look at its test."""

    match: Match
    test: TwoSidedTest
    tally: DuelTally
    looks: int = 0
    """How often the test was looked at."""

    complete: bool = False
    """Whether nothing more is to be played: the test has ended, or the deals are used up."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.tally.deals * self.match.games_per_deal

    def look(self, more: DuelTally) -> None:
        """Add the deals of a look, and look at the test."""
        self.tally += more
        self.looks += 1
        self.complete = self.test.look(*self.tally.seen_scores()) is not Finding.OPEN


def looks(deals_per_round: int, most_deals: int) -> Iterator[Look]:
    """Yield the looks at the test of a match.

    Each is after whole rounds, so that every mixed table has had as many deals; at least one.
    """
    most = max(1, most_deals // deals_per_round)
    done, more = 0, -(-FIRST_LOOK // deals_per_round)
    while done < most:
        more = min(more, most - done)
        yield Look(1 + done * deals_per_round, more, more * deals_per_round)
        done += more
        more = -(-done // GROWTH)


def standing_text(standing: Standing, names: Sequence[str]) -> str:
    """Return where the tests of a match stand, in a line."""
    test, cell = standing.test, standing.match.cell
    return (
        f"{cell.ruleset}, {cell.players} players: llr {test.first.llr:+.2f} for {names[0]}, "
        f"{test.second.llr:+.2f} for {names[1]}, between {test.bounds.lower:.2f} and "
        f"{test.bounds.upper:.2f}"
    )
