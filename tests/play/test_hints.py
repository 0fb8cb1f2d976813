"""Playouts know nothing that is hidden, and hints find what is clearly best by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from forsale_sim.cards import count
from forsale_sim.for_sale import load_entrant
from forsale_sim.play import review
from forsale_sim.play.playouts import Playouts, chance, worse_than_best
from forsale_sim.play.review import make_hint
from forsale_sim.reference.table import Deal, Game, Sale, play_seated
from forsale_sim.view import View
from numpy.typing import NDArray
from strategy_lab.errors import StrategyError, UsageError

from tests.play.positions import dealt, lineup, positions
from tests.strategy_lab.check.trying import write
from tests.support.decks import one_round, play

SEED = 77
CERTAIN = ("expert", "counter", "linear")


@dataclass
class Moves:
    """Makes a move, and goes on as another player."""

    name: str
    move: int | None

    def decide(self, decision: str, view: View) -> int:
        move, self.move = self.move, None
        return load_entrant(self.name).decide(decision, view) if move is None else move


def test_what_is_certain_comes_out_as_the_readable_engine_plays_it() -> None:
    playouts = Playouts([load_entrant(spec) for spec in CERTAIN], SEED)
    compared = 0
    for game in positions("iello-en", 3):
        if game.sale is None or count(game.seen_cheques) < 27:  # else three are left: the last
            continue
        seat, moves = game.to_act, game.legal_moves()
        for move, wins in zip(moves, playouts.play(game, moves, 5, 3), strict=True):
            again = game.copy()
            again.sale = Sale(game.sale.cheques, again.hands)  # others choose anew
            seated: list[Any] = [load_entrant(spec) for spec in CERTAIN]
            seated[seat - 1] = Moves(CERTAIN[seat - 1], move)
            play_seated(again, seated, SEED, 1)
            assert wins.tolist() == [again.score.wins[seat - 1]] * 3
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("ruleset", ["iello-fr[opener=lot]", "iello-en[refund=1/3 up,raise=2]"])
def test_what_is_hidden_decides_nothing(ruleset: str) -> None:
    playouts, hidden = Playouts(lineup(4), SEED), 0
    for number, game in enumerate(positions(ruleset, 4, deal=3)):
        other = otherwise(game)
        hidden += other.sale is not None and other.sale.face_down != game.sale.face_down
        wins = playouts.play(game, game.legal_moves()[:2], number, 2)
        assert np.array_equal(wins, playouts.play(other, game.legal_moves()[:2], number, 2))
    assert hidden > 3


def otherwise(game: Game) -> Game:
    """Return a game with all cards that nobody has seen in another order."""
    other, deal, dealt_cards = game.copy(), game.deal, game.rules.cards_dealt
    decks = [
        (*cards[: count(seen)], *reversed((*cards[count(seen) :], *undealt)))
        for cards, undealt, seen in (
            (deal.houses, deal.undealt_houses, game.seen_houses),
            (deal.cheques, deal.undealt_cheques, game.seen_cheques),
        )
    ]
    dealt_decks = [deck[:dealt_cards] for deck in decks]
    set_aside = [tuple(sorted(deck[dealt_cards:])) for deck in decks]
    drawn = len(game.past_auctions)
    lots = (seat % game.rules.players + 1 for seat in deal.openers[drawn:])
    other.deal = Deal(*dealt_decks, *set_aside, openers=(*deal.openers[:drawn], *lots))
    if other.sale:
        for seat, house in other.sale.face_down.items():
            hand = other.hands[seat]
            other.sale.face_down[seat] = (hand & ~(1 << (house - 1)) or hand).bit_length()
    return other


def test_a_sure_loss_is_sure() -> None:
    game = play(one_round(), 1, 2, 5, 6)  # seat 2 to act: a pass leaves it the worst house
    wins = Playouts([load_entrant("spread")] * 3, SEED).play(game, [0, 28], 0, 20)
    assert (wins[1] == 0).all()  # all coins gone for 13 thousand


def test_strategies_that_cannot_be_played_out_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="mine"):
        Playouts(
            [load_entrant(write(tmp_path, bid="if sum(1 for _ in range(2)) > 9: return 99"))] * 3, 1
        )
    cheat = load_entrant(write(tmp_path, bid="if view.round == 3: return 99"))
    with pytest.raises(StrategyError, match="illegal"):
        Playouts([cheat] * 3, SEED).play(dealt("iello-en", 3), [0], 0, 5)


@dataclass
class Known:
    """Playouts that win as often as the move is set to."""

    best: int

    def play(self, game: Game, moves: Sequence[int], first: int, number: int) -> NDArray[np.uint8]:
        rates = np.array([0.6 if move == self.best else 0.4 for move in moves])
        chance = np.random.default_rng(first).random((len(moves), number))
        return 60 * (chance < rates[:, None]).astype(np.uint8)


def test_intervals_cover_the_truth() -> None:
    generator = np.random.default_rng(1)
    chances = [chance(wins) for wins in (generator.random((1000, 200)) < 0.3).astype(float)]
    assert 0.93 < np.mean([one.low < 0.3 < one.high for one in chances]) < 0.97


def test_a_hint_shows_the_best_the_pass_and_the_advice() -> None:
    known = cast("Playouts", Known(best=20))
    hint = make_hint(dealt("iello-en", 3), load_entrant("counter"), known, SEED, stage=0)
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
    estimates = {move: chance(wins) for move, wins in zip((0, 1, 2), few, strict=True)}
    game = dealt("iello-en", 3)
    hint = review.Hint(game, "counter", 1, estimates, frozenset({2}), 60, "")
    text = "".join(hint.lines())
    assert (text.count("<- perhaps best"), text.count("<- best")) == (2, 0)


def test_a_hint_in_a_sale_shows_houses() -> None:
    game = next(game for game in positions("iello-en", 3) if game.sale)
    advisor, playouts = load_entrant("expert"), Playouts([load_entrant("expert")] * 3, SEED)
    playouts.play(game, game.legal_moves(), 0, 1)  # compiles, which would take the hint's time
    hint = make_hint(game, advisor, playouts, SEED, stage=0)
    assert {hint.advised, *hint.chances} <= set(game.legal_moves())
    assert hint == make_hint(game, advisor, playouts, SEED, stage=0)
