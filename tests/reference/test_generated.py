"""What holds in every game of any rules."""

from __future__ import annotations

from fractions import Fraction

import pytest
from forsale_sim.cards import members
from forsale_sim.reference.table import Game, Pass, deal_cards, game_view
from forsale_sim.reference.trace import trace_lines
from forsale_sim.rules.ruleset import Rules
from hypothesis import given, settings
from hypothesis import strategies as st
from strategy_lab.random_words import GameWords
from strategy_lab.rows import whole_win

from tests.generated import rules
from tests.support.trace_checker import check_trace

games = settings(max_examples=150, deadline=None)


def check_table(game: Game) -> None:
    """Nothing is lost or made: every card is somewhere, every coin was paid or is owned."""
    rules = game.rules
    held = [house for hand in game.hands.values() for house in members(hand)]
    on_offer = members(game.auction.houses) if game.auction else []
    to_come = game.deal.houses[game.seen_houses.bit_count() :]
    undealt = game.deal.undealt_houses
    cards = sorted([*held, *game.sold_for, *on_offer, *to_come, *undealt])
    assert cards == list(rules.houses)
    gifts = sum(each.gift for each in game.events if isinstance(each, Pass))
    assert sum(game.coins.values()) + sum(game.prices.values()) == sum(rules.coins) + gifts
    assert max(game.coins.values()) <= rules.most_coins
    assert min(game.coins.values()) >= 0
    cheques = sum(rules.cheques[card - 1] for card in members(game.seen_cheques))
    open_cheques = members(game.sale.cheques) if game.sale else []
    taken = cheques - sum(rules.cheques[card - 1] for card in open_cheques)
    assert sum(game.cheques.values()) == sum(game.sold_for.values()) == taken
    if game.auction:
        assert all(game.auction.bids[seat] <= game.coins[seat] for seat in game.auction.bidders)


def check_choice(game: Game) -> list[int]:
    """Return the legal moves: a real choice, and all that a view says about them is true."""
    moves = game.legal_moves()
    assert len(moves) >= 2
    assert moves == sorted(set(moves))
    view = game_view(game, GameWords(0, game.rules.players, 1, 1).decision(game.to_act, 0))
    assert view.seat == game.to_act
    if game.auction:
        assert moves == [0, *range(view.least_bid, view.coins + 1)]
    else:
        assert moves == members(view.hand)
    return moves


@pytest.mark.thorough
@games
@given(rules=rules(), seed=st.integers(0, 2**64 - 1), data=st.data())
def test_every_game_of_any_rules_is_sound(rules: Rules, seed: int, data: st.DataObject) -> None:
    game = Game(rules, deal_cards(rules, seed, deal=1))
    eager = data.draw(st.integers(0, 100), label="eagerness to bid, per cent")
    chance = data.draw(st.randoms(use_true_random=False), label="moves")
    while game.to_act:
        check_table(game)
        assert str(game).startswith(f"generated, {rules.players} players: {game.phase}")
        moves = check_choice(game)
        passing = game.auction is not None and chance.randrange(100) >= eager
        game.step(0 if passing else chance.choice(moves))

    check_table(game)
    assert game.phase == "over"
    assert str(game).startswith(f"generated, {rules.players} players: over")
    assert len(game.sold_for) == rules.cards_dealt
    assert sum(Fraction(win, whole_win(rules.players)) for win in game.score.wins) == 1
    check_trace(trace_lines(game, seed, 1, ["any"] * rules.players))
