"""A match: one person or several, and a strategy in every other seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from strategy_lab.errors import UsageError
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.random_words import LINEUP, WORD, Source, draw_below, purpose_word

from forsale_sim.reference.deals import deal_cards
from forsale_sim.reference.game import Game
from forsale_sim.rules.parameters import Rules
from forsale_sim.rules.ruleset import Ruleset

DEAL = 1
"""The deal of the seed that is played."""

PERSON = "you"
PERSONS = re.compile(rf"{PERSON}( \d+)?")
"""What persons are called in the traces of games."""


@dataclass(frozen=True, slots=True)
class Match:
    """A game for persons to play.

    `seed`: decides the cards and all random numbers of strategies. `seats`: the persons',
    ascending. `lineup`: the strategies by seat, seat 1 first; in a person's seat, the advisor.
    """

    rules: Rules
    seed: int
    seats: tuple[int, ...]
    lineup: tuple[Entrant, ...]

    @property
    def names(self) -> list[str]:
        """The name of the player in each seat; persons are numbered if there are several."""
        names = [entrant.name for entrant in self.lineup]
        for number, seat in enumerate(self.seats, start=1):
            names[seat - 1] = f"{PERSON} {number}" if len(self.seats) > 1 else PERSON
        return names

    @property
    def seat(self) -> int:
        """The seat of the first person."""
        return self.seats[0]

    @property
    def advisor(self) -> Entrant:
        """The strategy that gives hints."""
        return self.lineup[self.seat - 1]

    def deal(self) -> Game:
        """Return the game before the first move."""
        return Game(self.rules, deal_cards(self.rules, self.seed, DEAL))


def make_match(
    ruleset: Ruleset,
    against: Sequence[Entrant],
    advisor: Entrant,
    *,
    players: int | None,
    seat: int | None,
    seed: int,
) -> Match:
    """Return a match, with everyone seated."""
    if not 0 <= seed < WORD:
        raise UsageError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    if players is None:
        players = max(len(against) + 1, min(ruleset.players))
    rules = ruleset.rules(players)
    if len(against) >= players:
        raise UsageError(
            f"--against names {len(against)} opponents, but {players} players are you and "
            f"{players - 1} others: leave some out"
        )
    if seat is None:
        next_word = Source(seed).stream(purpose_word(LINEUP, players), DEAL).__next__
        seat = 1 + draw_below(players, next_word)
    if not 1 <= seat <= players:
        raise UsageError(f"--seat must be 1 to {players}, not {seat}")
    lineup = [against[i % len(against)] for i in range(players - 1)]
    lineup.insert(seat - 1, advisor)
    return Match(rules, seed, (seat,), tuple(lineup))
