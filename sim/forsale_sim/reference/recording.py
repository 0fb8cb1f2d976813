"""Games whose decisions are kept: what each player saw and answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from forsale_sim.reference.game import Game
from forsale_sim.reference.play import Player, play_on
from forsale_sim.reference.view import View


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision of a replayed game.

    Attributes
    ----------
    seat, strategy
        Who decided.
    view
        What the strategy saw.
    move
        What it answered: a bid, 0 to pass; or the house to sell.
    game
        A copy of the game before the move, hidden cards included.
    """

    seat: int
    strategy: str
    view: View
    move: int
    game: Game = field(repr=False)


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game of a run that was played again, or read from its trace.

    Attributes
    ----------
    game
        After its last move.
    seed, number
        The run's seed, and the game's number in the run.
    lineup
        The names of the strategies by seat, seat 1 first.
    decisions
        All of them, in the order of play.
    """

    game: Game
    seed: int
    number: int
    lineup: Sequence[str]
    decisions: Sequence[PastDecision]


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A player whose decisions are kept."""

    player: Player
    game: Game
    kept: list[PastDecision]

    @property
    def name(self) -> str:
        return self.player.name

    def decide(self, decision: str, view: View) -> int:
        before = self.game.copy()
        move = self.player.decide(decision, view)
        self.kept.append(PastDecision(view.seat, self.name, view, move, before))
        return move


def play_recorded(
    game: Game, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1
) -> list[PastDecision]:
    """Play a game that has just begun to its end, as `play_on` does; return every decision."""
    kept: list[PastDecision] = []
    play_on(game, [_Recorded(player, game, kept) for player in lineup], seed, deal, seating)
    return kept
