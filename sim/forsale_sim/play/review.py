"""The review after a game: the moves that cost a player most, as estimated by playouts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from forsale_sim.play.estimates import Estimate, difference, sample
from forsale_sim.play.playouts import Playouts, make_playouts
from forsale_sim.play.table_text import move_text
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.reference.columns import aligned
from forsale_sim.reference.game import Game
from forsale_sim.reference.recording import PastDecision

SCREENED, COMPARED = 1000, 10_000
"""Playouts of each legal move to find the best, and of two moves to compare them."""

SECONDS = 0.5
"""Time limit for each decision and each comparison."""

MOST_SHOWN = 5
"""The most decisions that are shown."""


@dataclass(frozen=True, slots=True)
class PastMove:
    """A move that was made, with a copy of the position before it."""

    game: Game
    move: int


@dataclass(frozen=True, slots=True)
class Regret:
    """A move that another one might have been better than.

    Attributes
    ----------
    cost
        The difference of the two chances to win.
    """

    made: PastMove
    better: int
    cost: Estimate


def regrets(decisions: Sequence[PastMove], playouts: Playouts, stage: int) -> list[Regret]:
    """Find the moves that cost most, the costliest first.

    A few playouts of each legal move find the best one. The decisions where it seems best by most
    are then compared again, on new playouts: the largest of many estimates is too large, so the one
    that picked a decision must not be the one that is shown.

    Parameters
    ----------
    decisions
        All moves of one player.
    stage
        Selects the random numbers, together with all later stages.
    """
    candidates = []
    for i, made in enumerate(decisions):
        moves = made.game.legal_moves()
        wins = sample(playouts, made.game, moves, stage + i, most=SCREENED, seconds=SECONDS).mean(
            axis=1
        )
        best = int(np.argmax(wins))
        cost = float(wins[best] - wins[moves.index(made.move)])
        if cost > 0:
            candidates.append((cost, i, moves[best]))
    candidates.sort(key=lambda candidate: -candidate[0])
    costliest = []
    for _, i, better in candidates[:MOST_SHOWN]:
        made = decisions[i]
        ours, other = sample(
            playouts,
            made.game,
            [made.move, better],
            stage + len(decisions) + i,
            most=COMPARED,
            seconds=SECONDS,
        )
        costliest.append(Regret(made, better, difference(other, ours)))
    return sorted(costliest, key=lambda regret: -regret.cost.value)


def review(
    decisions: Sequence[PastMove], costliest: Sequence[Regret], strategy: str | None = None
) -> Iterator[str]:
    """Yield the review in words: the moves whose cost is clearly above 0.

    It speaks to the person who made them, or of the `strategy` that did.
    """
    clear = [regret for regret in costliest if regret.cost.low > 0]
    number = len(decisions)
    whose = (
        f"your {number} decisions" if strategy is None else f"the {number} decisions of {strategy}"
    )
    yield f"Looking back at {whose}"
    yield ""
    if clear:
        mover = "you" if strategy is None else "move"
        rows = [("phase", "round", mover, "better", "cost"), *map(_row, clear)]
        for line in aligned(rows, {"round", "cost"}):
            yield f"  {line}"
        yield ""
        how = "made as for a hint" if strategy is None else "in which all play on as they do here"
        yield f"Cost: points of the chance to win, from new playouts, {how}. ±: 95 %."
        yield "At a first look, no other move seemed to cost more."
    else:
        yield f"No other move is clearly better than {'yours' if strategy is None else 'its own'}."


def review_of_strategy(
    lineup: Sequence[Entrant], seed: int, seat: int, made: Iterable[PastDecision]
) -> Iterator[str]:
    """Yield the review of the moves that a strategy made in one seat of a game.

    Parameters
    ----------
    lineup
        The strategies by seat; all of them play on in the playouts.
    seed
        The game's, for random numbers of the playouts' own.
    seat
        Whose moves are reviewed.
    made
        All decisions of the game.
    """
    decisions = [PastMove(each.game, each.move) for each in made if each.seat == seat]
    costliest = regrets(decisions, make_playouts(lineup, seed), stage=0)
    return review(decisions, costliest, f"{lineup[seat - 1].name} in seat {seat}")


def _row(regret: Regret) -> tuple[str, ...]:
    game = regret.made.game
    return (
        game.phase,
        str(game.round),
        move_text(game, regret.made.move),
        move_text(game, regret.better),
        str(regret.cost),
    )
