"""Playouts: both engines play the same ones, and neither looks at what is hidden."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from forsale_sim.cards import count
from forsale_sim.for_sale import load_entrant
from forsale_sim.play.playouts import CompiledPlayouts, PlainPlayouts, make_playouts, shuffle_hidden
from forsale_sim.reference.table import Deal, Game
from strategy_lab.errors import StrategyError

from tests.play.positions import dealt, lineup, positions
from tests.strategy_lab.check.trying import write
from tests.support.decks import one_round, play

SEED = 77

TABLES = [
    ("iello-en", 3),
    ("gryphon-2009", 6),
    ("iello-en[refund=1/3 up,refunded=first,opener=lot]", 4),
    ("iello-en-variant[raise=2,opening_bid=2,opener=lowest]", 4),
    ("iello-en[opener=left]", 3),
]


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_both_engines_play_the_same(ruleset: str, players: int) -> None:
    compiled = CompiledPlayouts(lineup(players), SEED)
    plain = PlainPlayouts(lineup(players), SEED)
    phases, outcomes = set(), set()
    for number, game in enumerate(positions(ruleset, players)):
        moves = game.legal_moves()[:2]
        ours = plain.play(game, moves, 100 * number, 2)
        assert np.array_equal(compiled.play(game, moves, 100 * number, 2), ours), str(game)
        phases.add(game.phase)
        outcomes |= set(ours.ravel().tolist())
    assert phases == {"buying", "selling"}
    assert {0, 60} <= outcomes


@pytest.mark.parametrize("ruleset", ["iello-fr[opener=lot]"])
@pytest.mark.parametrize("kind", [CompiledPlayouts, PlainPlayouts])
def test_what_is_hidden_decides_nothing(
    kind: type[CompiledPlayouts] | type[PlainPlayouts], ruleset: str
) -> None:
    playouts = kind(lineup(4), SEED)
    hidden = 0
    for number, game in enumerate(positions(ruleset, 4, deal=3)):
        other = otherwise(game)
        hidden += other.sale is not None and other.sale.face_down != game.sale.face_down
        moves = game.legal_moves()[:2]
        wins = playouts.play(game, moves, number, 2)
        assert np.array_equal(wins, playouts.play(other, moves, number, 2))
    assert hidden > 3


def otherwise(game: Game) -> Game:
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


def test_cards_unseen_come_up_in_any_order() -> None:
    game = dealt("iello-en", 3)  # no card is set aside
    seen = game.deal.houses[:3]
    nexts = set()
    for number in range(300):
        other = shuffle_hidden(game, SEED, number)
        assert other.deal.houses[:3] == seen
        assert sorted(other.deal.houses) == sorted(game.rules.houses)
        assert sorted(other.deal.cheques) == list(range(1, 31))
        nexts.add(other.deal.houses[3])
    assert nexts == set(game.rules.houses) - set(seen)


def test_a_sure_win_is_sure() -> None:
    game = play(one_round(), 1, 2, 5, 6)  # seat 2 to act: a pass leaves it the worst house
    playouts = CompiledPlayouts([load_entrant("spread")] * 3, SEED)
    wins = playouts.play(game, [0, 28], 0, 20)
    plain = PlainPlayouts([load_entrant("spread")] * 3, SEED).play(game, [0, 28], 0, 20)
    assert np.array_equal(wins, plain)
    assert (wins[1] == 0).all()  # all coins gone for 13 thousand


def test_strategies_that_cannot_be_compiled_are_played_by_the_other_engine(tmp_path: Path) -> None:
    spec = write(tmp_path, bid="if time.time() < 0: return 99")
    seated = [load_entrant(spec), load_entrant("expert"), load_entrant("expert")]
    assert isinstance(make_playouts(seated, 1), PlainPlayouts)
    assert isinstance(make_playouts(seated[1:] * 2, 1), CompiledPlayouts)


@pytest.mark.parametrize("kind", [CompiledPlayouts, PlainPlayouts])
def test_a_strategy_that_breaks_the_rules_is_an_error(
    tmp_path: Path, kind: type[CompiledPlayouts] | type[PlainPlayouts]
) -> None:
    spec = write(tmp_path, bid="if view.round == 3: return 99")
    playouts = kind([load_entrant(spec)] * 3, SEED)
    with pytest.raises(StrategyError, match="illegal"):
        playouts.play(dealt("iello-en", 3), [0], 0, 5)
