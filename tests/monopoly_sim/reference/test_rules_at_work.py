"""Rules that the worked examples leave out, and house rules."""

from __future__ import annotations

import pytest
from monopoly_sim.reference import turns
from monopoly_sim.reference.events import Bid, Ending, Game, Payment, Proposal
from monopoly_sim.reference.table import BANK, FREE, POT, Trade, jail_cards
from monopoly_sim.reference.trace import is_stalemate, pass_dice, result_of
from monopoly_sim.reference.view import CARD, build, sell
from monopoly_sim.rules.board import set_of

from tests.monopoly_sim.positions import game_of, give, put, speed_up, stack

NO, YES = False, True


def payments(game: Game, purpose: str) -> list[tuple[int, int, int]]:
    return [
        (event.payer, event.payee, event.amount)
        for event in game.events
        if isinstance(event, Payment) and event.purpose == purpose
    ]


@pytest.mark.parametrize("auction", ["limits", "open"])
def test_who_refuses_bids_too_and_last(auction: str) -> None:
    refuser = {"buy": NO, "bid": 60}
    game = game_of(answers={2: refuser, 1: {"bid": 20}, 3: {"bid": 0}}, auction=auction)
    put(game, 2, 39)
    turns.act(game, 2)
    bids = [event for event in game.events if isinstance(event, Bid)]
    assert [bid.seat for bid in bids[:3]] == [3, 1, 2]
    assert game.table.owner[39] == 2
    assert 20 <= 1500 - game.table.cash[2] <= 21


def test_an_open_auction_asks_again_with_each_bid() -> None:
    asked: list[int] = []

    def bid(view: object, lot: int) -> int:
        asked.append(view.least_bid)  # type: ignore[attr-defined]
        return 5

    game = game_of(answers={1: {"bid": bid}, 2: {"bid": 4}, 3: {"bid": 0}})
    assert turns.open_auction(game, 39, [1, 2, 3]) == turns.Sale(1, 5)
    assert asked == [1, 3, 5]


def test_equal_limits_go_to_the_first_at_that_price() -> None:
    assert turns.best_of(
        [turns.Sale(3, 40), turns.Sale(1, 50), turns.Sale(2, 50)], least=1, step=1
    ) == turns.Sale(1, 50)
    assert turns.best_of([turns.Sale(2, 50)], least=10, step=1) == turns.Sale(2, 10)


def two_builders(stock: int, limits: tuple[int, int], **changes: object) -> Game:
    game = game_of(
        answers={1: {"bid": limits[0]}, 2: {"bid": limits[1]}, 3: {"bid": 999}}, **changes
    )
    give(game, 1, 37, 39)
    give(game, 2, 16, 18, 19)
    game.table.houses = stock
    game.events.clear()
    turns.act_on(game, 1, *turns.checked_action(game.table, 1, build(39)))
    return game


def test_scarce_houses_are_auctioned_among_those_who_can_place_them() -> None:
    game = two_builders(stock=1, limits=(150, 120))
    assert [event.seat for event in game.events if isinstance(event, Bid)] == [1, 2]
    assert game.table.level[39] == 1
    assert payments(game, "building") == [(1, BANK, 121)]


def test_another_winner_places_the_house_on_the_dearest_street() -> None:
    game = two_builders(stock=1, limits=(150, 300))
    assert (game.table.level[39], game.table.level[19]) == (0, 1)
    assert payments(game, "building") == [(2, BANK, 151)]


@pytest.mark.parametrize(
    ("stock", "limits", "scarce"),
    [(32, (150, 120), "auction"), (1, (150, 0), "auction"), (1, (150, 300), "seat_order")],
)
def test_else_a_house_costs_its_price(stock: int, limits: tuple[int, int], scarce: str) -> None:
    game = two_builders(stock, limits, scarce=scarce)
    assert game.table.level[39] == 1
    assert payments(game, "building") == [(1, BANK, 200)]


def test_who_waits_for_a_house_is_asked_when_one_comes_back() -> None:
    game = game_of(
        answers={1: {"manage": lambda view: build(39) if view.buildable >> 39 & 1 else 0}}
    )
    give(game, 1, 37, 39)
    give(game, 2, 1, 3, level=1)
    game.table.houses = 0
    turns.open_window(game, 3)
    assert not game.table.touched, "nobody is asked again while nothing changes"
    turns.act_on(game, 2, *turns.checked_action(game.table, 2, sell(3)))
    turns.open_window(game, 3)
    assert game.table.level[39] == 1


def test_houses_that_a_sold_hotel_leaves_on_its_group_bring_nobody_back() -> None:
    game = game_of()
    give(game, 2, 21, 24, level=4)
    give(game, 2, 23, level=5)
    game.table.houses, game.table.touched = 0, set()
    turns.act_on(game, 2, *turns.checked_action(game.table, 2, sell(23)))
    assert [game.table.level[street] for street in (21, 23, 24)] == [3, 3, 2]
    assert (game.table.houses, game.table.touched) == (0, {2})


def test_the_jackpot_takes_fines_and_goes_to_who_parks() -> None:
    game = game_of(free_parking_jackpot=True)
    put(game, 1, 4)
    turns.act(game, 1)
    put(game, 2, 38)
    turns.act(game, 2)
    assert game.table.pot == 300
    put(game, 3, 20)
    turns.act(game, 3)
    assert (game.table.pot, game.table.cash[3]) == (0, 1800)
    assert payments(game, "tax") == [(1, POT, 200), (2, POT, 100)]


def test_players_in_jail_collect_rent_unless_a_house_rule_says_no() -> None:
    for collects, cash in ((YES, 1450), (NO, 1500)):
        game = game_of(jail_rent=collects)
        give(game, 2, 39)
        turns.imprison(game, 2)
        put(game, 1, 39)
        turns.act(game, 1)
        assert game.table.cash[1] == cash


@pytest.mark.parametrize(("percent", "paid"), [(0, 200), (10, 150), (50, 200)])
def test_an_income_tax_by_worth_is_at_most_the_printed_one(percent: int, paid: int) -> None:
    game = game_of(income_tax_percent=percent)
    put(game, 1, 4)
    turns.act(game, 1)
    assert game.table.cash[1] == 1500 - paid


def test_a_card_opens_the_jail_and_goes_under_its_deck() -> None:
    game = game_of(rolls=[(5, 6)], answers={1: {"jail": CARD, "buy": NO}}, auction="none")
    stack(game, 1, "jail free")
    put(game, 1, 17)
    turns.act(game, 1)
    assert jail_cards(game.table, 1) == 1
    assert len(game.table.decks[1]) == 15
    turns.imprison(game, 1)
    turns.play_turn(game, 1)
    assert (game.table.position[1], game.table.jail[1]) == (21, FREE)
    card = game.rules.decks[1][game.table.decks[1][-1]]
    assert str(card) == "jail free"


def test_each_player_pays_a_collector_or_is_bankrupt_to_it() -> None:
    game = game_of()
    stack(game, 1, "collect 10 from each")
    put(game, 2, 0, cash=4)
    put(game, 1, 17)
    turns.act(game, 1)
    assert game.table.cash[1:] == [1500 + 10 + 4, 0, 1490]
    assert game.table.out == [2]


def test_repairs_are_paid_by_building() -> None:
    game = game_of()
    give(game, 1, 37, level=4)
    give(game, 1, 39, level=5)
    stack(game, 0, "repairs 25 a house, 100 a hotel")
    put(game, 1, 7)
    turns.act(game, 1)
    assert payments(game, "repairs") == [(1, BANK, 200)]


def test_an_heir_who_cannot_pay_interest_owes_it_to_the_bank() -> None:
    game = game_of(answers={3: {"bid": 50}})
    give(game, 1, 37, 39, mortgaged=True)
    put(game, 1, 0, cash=0)
    put(game, 2, 0, cash=37)
    turns.owe(game, 1, 100, 2, "rent")  # the interest on 37 and 39 is 18 + 20
    assert game.table.out == [1, 2]
    assert game.is_decided
    assert game.table.deeds[BANK] == game.rules.board.deeds
    assert payments(game, "bankruptcy") == [(2, BANK, 37)]


def test_an_heir_may_redeem_at_once() -> None:
    game = game_of(
        answers={2: {"manage": lambda view: 4 * 64 + 39 if view.received >> 39 & 1 else 0}}
    )
    give(game, 1, 37, 39, mortgaged=True)
    put(game, 1, 0, cash=0)
    turns.go_bankrupt(game, 1, 2)
    assert game.table.mortgaged == 1 << 37
    assert game.table.cash[2] == 1500 - 220 - 18


def test_a_trade_of_everything() -> None:
    trade = Trade(2, given=set_of([1]), got=set_of([3]), cash=-20, cards_given=1)
    seen: list[Trade] = []

    def answer(view: object, offer: Trade) -> bool:
        seen.append(offer)
        return True

    game = game_of(answers={1: {"propose": trade}, 2: {"answer": answer}})
    give(game, 1, 1)
    give(game, 2, 3)
    stack(game, 0, "jail free")
    put(game, 1, 7)
    turns.act(game, 1)
    turns.propose(game, 1)
    assert seen == [Trade(1, given=set_of([3]), got=set_of([1]), cash=20, cards_got=1)]
    assert (game.table.owner[1], game.table.owner[3]) == (2, 1)
    assert game.table.cash[1:3] == [1520, 1480]
    assert (jail_cards(game.table, 1), jail_cards(game.table, 2)) == (0, 1)


def test_a_refused_proposal_is_not_put_again_in_the_round() -> None:
    trade = Trade(2, got=set_of([3]), cash=20)
    game = game_of(answers={1: {"propose": trade}, 2: {"answer": NO}})
    give(game, 2, 3)
    for _ in range(3):
        turns.propose(game, 1)
    assert sum(isinstance(event, Proposal) for event in game.events) == 1
    game.table.turn = 3
    pass_dice(game)
    turns.propose(game, 1)
    assert sum(isinstance(event, Proposal) for event in game.events) == 2


@pytest.mark.parametrize(("since", "square"), [("next_turn", 5), ("next_roll", 8)])
def test_the_speed_die_comes_with_the_next_turn_or_roll(since: str, square: int) -> None:
    game = game_of(
        rolls=[(2, 2, 3), (2, 3, 3)],
        answers={seat: {"buy": NO} for seat in (1, 2, 3)},
        auction="none",
        speed_die=True,
        speed_die_from=since,
    )
    put(game, 1, 36)
    turns.play_turn(game, 1)
    assert game.table.position[1] == square


@pytest.mark.parametrize(("again", "square"), [(NO, 15), (YES, 24)])
def test_a_triple_may_give_another_roll(again: bool, square: int) -> None:
    game = game_of(
        rolls=[(2, 2, 2), (2, 4, 3)],
        answers={1: {"jump": 15, "buy": NO}},
        auction="none",
        speed_die=True,
        triple_rolls_again=again,
    )
    speed_up(game)
    turns.play_turn(game, 1)
    assert game.table.position[1] == square


def test_after_the_last_round_the_richest_wins() -> None:
    game = game_of(max_rounds=2)
    give(game, 2, 39, mortgaged=True)
    give(game, 3, 1)
    game.table.round, game.table.turn = 2, 3
    pass_dice(game)
    result = result_of(game)
    assert (result.ending, result.rounds) == (Ending.ROUNDS, 2)
    assert result.worth == (1500, 1700, 1560)
    assert result.places == (3, 1, 2)


def test_a_stalemate_is_when_nothing_can_happen() -> None:
    game = game_of(quiet_rounds=10)
    board = game.rules.board
    give(game, 1, *(square for square in range(40) if board.deeds >> square & 1))
    assert not is_stalemate(game.table)
    game.table.round = 12
    assert not is_stalemate(game.table)  # whole groups
    for group in board.groups:
        game.hand_over(group.bit_length() - 1, 2)
    assert is_stalemate(game.table)
    put(game, 3, 0, cash=2 * 200)  # three railways would do that
    assert not is_stalemate(game.table)
