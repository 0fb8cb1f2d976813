"""Hints find what is clearly best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from forsale_sim.for_sale import load_entrant
from forsale_sim.play import review
from forsale_sim.play.playouts import (
    chance,
    make_playouts,
    worse_than_best,
)
from forsale_sim.play.review import make_hint
from forsale_sim.reference.table import Game
from numpy.typing import NDArray

from tests.play.positions import dealt, positions

SEED = 5


@dataclass
class Known:
    """Playouts that win as often as the move is set to: the lower the house or bid, the better."""

    best: int = 1
    noise: float = 0.0

    def play(self, game: Game, moves: Sequence[int], first: int, number: int) -> NDArray[np.uint8]:
        chance = np.random.default_rng(first)
        even = [0.6 if move == self.best else 0.4 for move in moves]
        rates = np.array(even) + self.noise * chance.standard_normal(len(moves))
        return 60 * (chance.random((len(moves), number)) < rates[:, None]).astype(np.uint8)


def test_intervals_cover_the_truth() -> None:
    generator = np.random.default_rng(1)
    chances = [chance(wins) for wins in (generator.random((1000, 200)) < 0.3).astype(float)]
    assert 0.93 < np.mean([one.low < 0.3 < one.high for one in chances]) < 0.97


def test_a_hint_shows_the_best_the_pass_and_the_advice() -> None:
    game = dealt("iello-en", 3)
    hint = make_hint(game, load_entrant("counter"), Known(best=20), SEED, stage=0)
    assert hint.best == [20]
    assert {0, 20, hint.advised} <= set(hint.chances)
    assert list(hint.chances) == sorted(hint.chances)
    assert len(hint.chances) <= review.MOVES_SHOWN + 2
    text = "\n".join(hint.lines())
    assert text.startswith(f"counter would bid {hint.advised}. Chances to win, %:\n")
    assert text.count("<- best") == 1
    assert "bid 20" in next(line for line in text.splitlines() if "best" in line)
    assert f"From {review.SHOWN:,} playouts a move" in text


def test_a_move_is_called_the_best_only_if_all_others_are_shown_to_be_worse() -> None:
    generator = np.random.default_rng(3)
    chances = np.array([[0.5], [0.48], [0.1]])
    few, many = ((generator.random((3, n)) < chances).astype(float) for n in (60, 200_000))
    assert worse_than_best(few) == [2]
    assert worse_than_best(many) == [1, 2]
    assert worse_than_best(np.zeros((3, 50))) == []
    assert worse_than_best(np.array([[1.0, 0.0]])) == []
    game = dealt("iello-en", 3)
    estimates = {move: chance(wins) for move, wins in zip((0, 1, 2), few, strict=True)}
    hint = review.Hint(game, "counter", 1, estimates, frozenset({2}), 60, "")
    marked = [line for line in hint.lines() if "<- perhaps best" in line]
    assert len(marked) == 2
    assert "<- best" not in "".join(hint.lines())


def test_a_hint_in_a_sale_shows_houses() -> None:
    game = next(game for game in positions("iello-en", 3) if game.sale)
    playouts = make_playouts([load_entrant("expert")] * 3, SEED)
    playouts.play(game, game.legal_moves(), 0, 1)  # compiles, which would take the hint's time
    hint = make_hint(game, load_entrant("expert"), playouts, SEED, stage=0)
    assert set(hint.chances) <= set(game.legal_moves())
    assert hint.advised in hint.chances
    assert hint == make_hint(game, load_entrant("expert"), playouts, SEED, stage=0)
