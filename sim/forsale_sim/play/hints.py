"""Hints: the advisor's move, and what the legal moves are worth by playouts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

import numpy as np
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.random_words import GameWords
from strategy_lab.text_columns import aligned

from forsale_sim.play.estimates import Estimate, chance, sample, worse_than_best
from forsale_sim.play.playouts import Playouts, seed_of_playouts
from forsale_sim.play.reasons import compare_moves
from forsale_sim.play.table_text import WIDTH, move_text
from forsale_sim.reference.game import Game
from forsale_sim.reference.game_view import game_view

SCREENED, SHOWN = 1000, 10_000
"""Playouts of each legal move to pick the best, and of each that is shown."""

STAGES_OF_A_HINT = 2
"""Of random numbers: one to pick the best moves, one to show them."""

MOVES_SHOWN = 5
"""How many of the best moves are shown, beside a pass and the advisor's move."""

SCREENING, SHOWING = 0.5, 4.0
"""Time limits for either, in seconds, so slow strategies get fewer playouts."""

ADVISORS_DEAL = 2**64 - 1
"""The deal whose random numbers the advisor draws; no playout has this number."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What moves are worth in a position."""

    game: Game
    advisor: str
    advised: int
    """The advisor's name and its move."""

    chances: dict[int, Estimate]
    """The chance of a win by move, ascending."""

    behind: frozenset[int]
    """The moves that are shown to be worse than the one with the best chance."""

    playouts: int
    """How many playouts each chance is estimated from."""

    reason: str
    """What the best move leads to, and what the most obvious other one does."""

    @property
    def best(self) -> list[int]:
        """The moves of which one is the best; one, if all others are shown to be worse."""
        return [move for move in self.chances if move not in self.behind]

    def lines(self) -> Iterator[str]:
        """Yield the hint in words."""
        yield f"{self.advisor} would {move_text(self.game, self.advised)}. Chances to win, %:"
        mark = "<- best" if len(self.best) == 1 else "<- perhaps best"
        rows = [
            (move_text(self.game, move), str(chance), mark if move in self.best else "")
            for move, chance in self.chances.items()
        ]
        for line in aligned([("move", "chance", ""), *rows], {"chance"})[1:]:
            yield f"  {line}"
        yield from wrap(self.reason, WIDTH)
        yield f"From {self.playouts:,} playouts a move, with unseen cards shuffled:"
        yield f"{self.advisor} plays on for you, and the others as before. ±: 95 %."


def make_hint(game: Game, advisor: Entrant, playouts: Playouts, seed: int, stage: int) -> Hint:
    """Estimate what the moves of the player to act are worth."""
    moves = game.legal_moves()
    advised = advised_move(game, advisor, seed, stage)
    screened = sample(playouts, game, moves, stage, most=SCREENED, seconds=SCREENING)
    by_chance = np.argsort(-screened.mean(axis=1), kind="stable")
    best = [moves[i] for i in by_chance[:MOVES_SHOWN]]
    shown = sorted({*best, *(move for move in (0, advised) if move in moves)})
    wins = sample(playouts, game, shown, stage + 1, most=SHOWN, seconds=SHOWING)
    chances = {move: chance(shares) for move, shares in zip(shown, wins, strict=True)}
    behind = frozenset(shown[i] for i in worse_than_best(wins))
    reason = _reason(game, {move: float(chances[move].value) for move in shown})
    return Hint(game, advisor.name, advised, chances, behind, wins.shape[1], reason)


def _reason(game: Game, chances: dict[int, float]) -> str:
    """Return what the best move leads to beside a pass, or the best other move."""
    best, *others = sorted(chances, key=lambda move: -chances[move])
    return compare_moves(game, best, 0 if 0 in others else others[0])


def advised_move(game: Game, advisor: Entrant, seed: int, stage: int) -> int:
    """Return the move of a strategy in the place of the player to act."""
    words = GameWords(seed_of_playouts(seed), game.rules.players, ADVISORS_DEAL, seating=1)
    view = game_view(game, words.decision(game.to_act, stage))
    return advisor.decide(game.decision, view)
