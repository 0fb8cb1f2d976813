"""A hint: what the advisor would do, and what the legal moves are worth by playouts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from forsale_sim.play.estimating import Estimate, chance, sample
from forsale_sim.play.playouts import Playouts, seed_of_playouts
from forsale_sim.play.showing import deed
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.reference.game import Game
from forsale_sim.reference.looking import look
from forsale_sim.reference.table import aligned
from forsale_sim.reference.words import GameWords

SCREENED, SHOWN = 1000, 10_000
"""Playouts of each legal move to find those worth showing, and of each that is shown."""

MOVES_SHOWN = 5
"""The best ones; beside them, a pass and what the advisor would do."""

SECONDS = 0.5
"""For each of the two, at most: strategies that think for long are played out less often."""

ADVISORS_DEAL = 2**64 - 1
"""What no playout is numbered: its random numbers are those of an advisor that draws any."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What the playouts found in a position.

    Attributes
    ----------
    game
        The position.
    advisor, advised
        A strategy's name, and its move.
    chances
        By move, ascending: the chance of a win.
    playouts
        How many each chance comes from.
    """

    game: Game
    advisor: str
    advised: int
    chances: dict[int, Estimate]
    playouts: int

    @property
    def best(self) -> int:
        """The move with the best chance."""
        return max(self.chances, key=lambda move: self.chances[move].value)

    def lines(self) -> Iterator[str]:
        """Yield the hint in words."""
        yield f"{self.advisor} would {deed(self.game, self.advised)}. Chances to win, %:"
        rows = [
            (deed(self.game, move), str(found), "<- best" if move == self.best else "")
            for move, found in self.chances.items()
        ]
        for line in aligned([("move", "chance", ""), *rows], {"chance"})[1:]:
            yield f"  {line}"
        yield f"From {self.playouts:,} playouts a move: unseen cards shuffled, you go on as"
        yield f"{self.advisor}, the others as they are. ±: 95 %."


def make_hint(game: Game, advisor: Entrant, playouts: Playouts, seed: int, stage: int) -> Hint:
    """Estimate what the moves of the player to act are worth.

    Parameters
    ----------
    game
        The position, or what is known of it: the order of the deck is not looked at.
    advisor
        Who plays on for that player.
    playouts
        Who plays.
    seed
        The game's.
    stage
        Names the random numbers, with the one after it.

    Raises
    ------
    StrategyError
        If a strategy makes an illegal move or raises an exception.
    """
    moves = game.legal_moves()
    advised = advised_move(game, advisor, seed, stage)
    screened = sample(playouts, game, moves, stage, most=SCREENED, seconds=SECONDS)
    by_chance = np.argsort(-screened.mean(axis=1), kind="stable")
    best = [moves[i] for i in by_chance[:MOVES_SHOWN]]
    shown = sorted({*best, *(move for move in (0, advised) if move in moves)})
    wins = sample(playouts, game, shown, stage + 1, most=SHOWN, seconds=SECONDS)
    chances = {move: chance(found) for move, found in zip(shown, wins, strict=True)}
    return Hint(game, advisor.name, advised, chances, wins.shape[1])


def advised_move(game: Game, advisor: Entrant, seed: int, stage: int) -> int:
    """Return what a strategy would do in the place of the player to act."""
    words = GameWords(seed_of_playouts(seed), game.rules.players, ADVISORS_DEAL, seating=1)
    view = look(game, words.decision(game.to_act, stage))
    return advisor.bid(view) if game.auction else advisor.sell(view)
