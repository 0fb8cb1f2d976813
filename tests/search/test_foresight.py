"""Foresight asks a policy what the others do, and answers it as well as a search by definition."""

from __future__ import annotations

import pytest
from forsale_sim.cards import lowest
from forsale_sim.reference.table import Game, game_view
from forsale_sim.search import bid_by_foresight, sale_by_foresight
from forsale_sim.search.always_compiled import always_compiled
from forsale_sim.view import View

from tests.play.positions import positions
from tests.search.test_auction_search import Definition, random_weights
from tests.strategies.positions import Draws, buying, selling

HANDS = {1: [1, 30], 2: [2, 29], 3: [4, 5], 4: [6, 7]}
GONE = 2 * [*range(5, 15)]
WEIGHTS = random_weights(3)


def up_to_three(view: View) -> int:
    return view.least_bid if view.least_bid <= 3 else 0


def too_low_a_bid(view: View) -> int:
    return view.least_bid - 1 if view.least_bid > 1 else 1


def lowest_of_two(view: View) -> int:
    return lowest(view.hand)


def highest_of_two(view: View) -> int:
    return lowest(view.hand & (view.hand - 1))


def no_house(view: View) -> int:
    return 62


@always_compiled
def bid_among_misers(view: View) -> int:
    return bid_by_foresight(view, 1, 8, WEIGHTS, 30, up_to_three)


@always_compiled
def bid_among_cheats(view: View) -> int:
    return bid_by_foresight(view, 1, 8, WEIGHTS, 30, too_low_a_bid)


@always_compiled
def sale_among_low_sellers(view: View) -> int:
    return sale_by_foresight(view, 1, 8, lowest_of_two)


@always_compiled
def sale_among_high_sellers(view: View) -> int:
    return sale_by_foresight(view, 1, 8, highest_of_two)


@always_compiled
def sale_among_cheats(view: View) -> int:
    return sale_by_foresight(view, 1, 8, no_house)


def best_chance(by_definition: Definition, game: Game, seat: int) -> float:
    if game.phase != "buying" or game.round != by_definition.game.round:
        return float(by_definition.chances(game)[seat])
    auction = game.auction
    assert auction is not None
    if game.to_act != seat:
        moves = [auction.least_bid if auction.least_bid <= 3 else 0]
    else:
        moves = [0, *by_definition.bids(game)]
    return max(best_chance(by_definition, after(game, move), seat) for move in moves)


def after(game: Game, move: int) -> Game:
    game = game.copy()
    game.step(move)
    return game


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("ruleset", "players", "deal"),
    [("iello-en", 3, 1), ("iello-en", 4, 2), ("iello-en", 5, 3),
     ("iello-en[refund=1/3 up,raise=2,opening_bid=2]", 4, 2),
     ("iello-en-variant[refunded=first,opener=left]", 4, 2)],
)  # fmt: skip
def test_no_bid_wins_more_against_players_who_are_known(
    ruleset: str, players: int, deal: int
) -> None:
    chosen = []
    for game in positions(ruleset, players, deal):
        if game.phase == "buying":
            seat, by_definition = game.to_act, Definition(game, WEIGHTS)
            bid = bid_among_misers(game_view(game, Draws(0.5)))
            wins = best_chance(by_definition, after(game, bid), seat)
            assert wins == pytest.approx(best_chance(by_definition, game, seat)), str(game)
            chosen.append(bid)
    assert min(chosen) == 0
    assert max(chosen) > 3


@pytest.mark.thorough
def test_the_sale_answers_what_the_others_sell() -> None:
    """House 20 wins where the others sell low; where they sell high, it is kept to win later."""
    hands = {1: [5, 20], 2: [2, 28], 3: [4, 29], 4: [6, 30]}
    view = selling([2, 3, 4, 15], hands, gone=GONE)
    assert sale_among_low_sellers(view) == 20
    assert sale_among_high_sellers(view) == 5


@pytest.mark.thorough
def test_policies_that_break_the_rules_are_refused() -> None:
    with pytest.raises(ValueError, match=r"policy .* illegal"):
        bid_among_cheats(buying([12, 15, 20, 29], bids={2: 5}))
    with pytest.raises(ValueError, match=r"policy .* illegal"):
        sale_among_cheats(selling([2, 3, 4, 15], HANDS, gone=GONE))
