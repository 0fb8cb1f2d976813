"""After the game: which of a person's moves cost most, as far as playouts can tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from forsale_sim.play.estimating import Estimate, difference, sample
from forsale_sim.play.playouts import Playouts
from forsale_sim.play.showing import deed
from forsale_sim.reference.game import Game
from forsale_sim.reference.table import aligned

SCREENED, COMPARED = 1000, 10_000
"""Playouts of each legal move to find the best, and of two moves to compare them."""

SECONDS = 0.5
"""For each decision and each comparison, at most."""

TOLD = 5
"""How many decisions are told, at most."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision: the position, which is not changed any more, and the move made."""

    game: Game
    move: int


@dataclass(frozen=True, slots=True)
class Regret:
    """A decision that another move might have been better in.

    Attributes
    ----------
    better
        The other move.
    cost
        What the move made costs: the difference of the two chances to win.
    """

    decided: Decided
    better: int
    cost: Estimate


def regrets(decisions: Sequence[Decided], playouts: Playouts, stage: int) -> list[Regret]:
    """Find the moves that cost most, the costliest first.

    A few playouts of each legal move find the best one. The decisions in which it seems best by
    most are then compared anew, on playouts of their own: the largest of many estimates is too
    large, so what a decision was picked by must not be what is told of it.

    Parameters
    ----------
    decisions
        All of one player's.
    playouts
        Who plays.
    stage
        Names the random numbers, with all after it.
    """
    picked = []
    for i, decided in enumerate(decisions):
        moves = decided.game.legal_moves()
        wins = sample(
            playouts, decided.game, moves, stage + i, most=SCREENED, seconds=SECONDS
        ).mean(axis=1)
        best = int(np.argmax(wins))
        cost = float(wins[best] - wins[moves.index(decided.move)])
        if cost > 0:
            picked.append((cost, i, moves[best]))
    picked.sort(key=lambda found: -found[0])
    found = []
    for _, i, better in picked[:TOLD]:
        decided = decisions[i]
        ours, other = sample(
            playouts,
            decided.game,
            [decided.move, better],
            stage + len(decisions) + i,
            most=COMPARED,
            seconds=SECONDS,
        )
        found.append(Regret(decided, better, difference(other, ours)))
    return sorted(found, key=lambda regret: -regret.cost.value)


def review(decisions: Sequence[Decided], found: Sequence[Regret]) -> Iterator[str]:
    """Yield in words what was found: moves whose cost is clear of 0, and what is left."""
    clear = [regret for regret in found if regret.cost.low > 0]
    yield f"Looking back at your {len(decisions)} decisions"
    yield ""
    if clear:
        rows = [("phase", "round", "you", "better", "cost"), *map(_row, clear)]
        for line in aligned(rows, {"round", "cost"}):
            yield f"  {line}"
        yield ""
        yield ("Cost: points of the chance to win, from playouts as for a hint, new ones. ±: 95 %.")
        yield "At a first look, none of the others seemed to cost more."
    else:
        yield "No move was found that is clearly better than yours."


def _row(regret: Regret) -> tuple[str, ...]:
    game = regret.decided.game
    return (
        game.phase,
        str(game.round),
        deed(game, regret.decided.move),
        deed(game, regret.better),
        str(regret.cost),
    )
