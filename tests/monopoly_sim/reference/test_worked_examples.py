"""Examples of the rules, worked by hand: each says what a position comes to."""

from __future__ import annotations

import pytest
from monopoly_sim.reference.events import Game
from monopoly_sim.reference.table import BANK, FREE, Trade, street_rent
from monopoly_sim.reference.turns import (
    act,
    act_on,
    auction_deed,
    checked_action,
    imprison,
    owe,
    play_turn,
    propose,
    visit,
)
from monopoly_sim.reference.view import PAY, ROLL, build, mortgage, redeem, sell
from monopoly_sim.rules.board import set_of
from strategy_lab.errors import StrategyError

from tests.monopoly_sim.positions import game_of, give, give_all_but, put, speed_up, stack

MINE, OTHER, THIRD = 1, 2, 3
NO, YES = False, True


def levels(game: Game, *squares: int) -> list[int]:
    return [game.table.level[square] for square in squares]


def stock(game: Game) -> tuple[int, int]:
    return game.table.houses, game.table.hotels


def do(game: Game, action: int) -> None:
    act_on(game, MINE, *checked_action(game.table, MINE, action))


def test_1_a_free_street_is_bought_after_the_salary() -> None:
    game = game_of(rolls=[(4, 2)], answers={MINE: {"buy": YES}})
    put(game, MINE, 35, cash=100)
    play_turn(game, MINE)
    assert game.table.position[MINE] == 1
    assert game.table.cash[MINE] == 240
    assert game.table.owner[1] == MINE


def test_2_the_salary_is_paid_once_for_landing_on_go() -> None:
    game = game_of(rolls=[(1, 3), (1, 2)], answers={MINE: {"buy": NO}}, auction="none")
    put(game, MINE, 36, cash=100)
    play_turn(game, MINE)
    assert (game.table.position[MINE], game.table.cash[MINE]) == (0, 300)
    play_turn(game, MINE)
    assert (game.table.position[MINE], game.table.cash[MINE]) == (3, 300)


def test_3_third_doubles_lead_to_jail_unmoved() -> None:
    rolls = [(5, 5), (1, 1), (2, 2)]
    game = game_of(rolls=rolls, answers={MINE: {"buy": NO}}, auction="none")
    stack(game, 0, "collect 50")
    put(game, MINE, 10, cash=100)
    play_turn(game, MINE)  # 20, then 22, where the card is
    assert (game.table.position[MINE], game.table.jail[MINE]) == (10, FREE + 1)
    assert game.table.cash[MINE] == 150


@pytest.mark.parametrize(
    ("ruleset", "mortgaged", "square", "paid"),
    [
        ("football-de", NO, 19, 32),
        ("football-de", YES, 19, 16),
        ("hasbro-classic", YES, 19, 32),
        ("football-de", YES, 16, 0),
        ("hasbro-classic", YES, 16, 0),
    ],
)
def test_4_a_whole_group_pays_double(ruleset: str, mortgaged: bool, square: int, paid: int) -> None:
    game = game_of(ruleset)
    give(game, OTHER, 16, mortgaged=mortgaged)
    give(game, OTHER, 18, 19)
    put(game, MINE, square, cash=500)
    act(game, MINE)
    assert game.table.cash[MINE] == 500 - paid
    assert game.table.cash[OTHER] == 1500 + paid


def test_5_it_does_so_too_where_another_of_the_group_is_built() -> None:
    game = game_of()
    give(game, OTHER, 16, level=1)
    give(game, OTHER, 18, 19)
    assert (street_rent(game.table, 19), street_rent(game.table, 16)) == (32, 70)


def test_6_three_railways() -> None:
    game = game_of(rolls=[])
    give(game, OTHER, 5, 15, 25)
    put(game, MINE, 15, cash=1000)
    act(game, MINE)
    assert game.table.cash[MINE] == 900
    stack(game, 0, "nearest railway, rent x 2")
    put(game, MINE, 7, cash=1000)
    act(game, MINE)
    assert (game.table.position[MINE], game.table.cash[MINE]) == (15, 800)


def test_7_utilities_ask_for_a_throw() -> None:
    game = game_of(throws=[(3, 5), (2, 6), (3, 5)])
    give(game, OTHER, 12)
    put(game, MINE, 12, cash=1000)
    act(game, MINE)
    assert game.table.cash[MINE] == 968
    stack(game, 0, "nearest utility, dice x 10")
    put(game, MINE, 7, cash=1000)
    act(game, MINE)
    assert game.table.cash[MINE] == 920
    give(game, OTHER, 28)
    put(game, MINE, 12, cash=1000)
    act(game, MINE)
    assert game.table.cash[MINE] == 920


@pytest.mark.parametrize(("throw", "paid"), [((3, 5, 3), 44), ((3, 5, 4), 32), ((3, 5, 6), 32)])
def test_7_all_three_dice_are_thrown_where_they_are_used(
    throw: tuple[int, int, int], paid: int
) -> None:
    game = game_of(speed_die=True, throws=[throw])
    speed_up(game)
    give(game, OTHER, 12)
    put(game, MINE, 12, cash=1000)
    act(game, MINE)
    assert game.table.cash[MINE] == 1000 - paid


def test_8_building_is_even() -> None:
    game = game_of()
    give(game, MINE, 31, 32, level=2)
    give(game, MINE, 34, level=1)
    put(game, MINE, 0, cash=1000)
    for square in (31, 32):
        with pytest.raises(ValueError, match="building is even: another street of the group is"):
            checked_action(game.table, MINE, build(square))
    houses = game.table.houses
    do(game, build(34))
    assert levels(game, 31, 32, 34) == [2, 2, 2]
    assert (game.table.cash[MINE], game.table.houses) == (800, houses - 1)


def test_9_a_hotel_gives_its_four_houses_back() -> None:
    game = game_of()
    give(game, MINE, 21, 23, 24, level=4)
    put(game, MINE, 0, cash=1000)
    game.table.houses, game.table.hotels = 3, 9
    do(game, build(24))
    assert levels(game, 21, 23, 24) == [4, 4, 5]
    assert (game.table.cash[MINE], stock(game)) == (850, (7, 8))


def test_10_a_group_is_sold_down_where_houses_are_short() -> None:
    game = game_of(answers={MINE: {"raise_cash": sell(21)}})
    give(game, MINE, 21, 23, 24, level=5)
    put(game, MINE, 0, cash=0)
    game.table.houses, game.table.hotels = 2, 9
    owe(game, MINE, 300, BANK, "test")
    assert levels(game, 21, 23, 24) == [1, 1, 0]
    assert (game.table.cash[MINE], stock(game)) == (975 - 300, (0, 12))


def test_10_or_one_hotel_if_there_are_four() -> None:
    game = game_of()
    give(game, MINE, 21, 23, 24, level=5)
    put(game, MINE, 0, cash=0)
    game.table.houses, game.table.hotels = 4, 9
    do(game, sell(21))
    assert levels(game, 21, 23, 24) == [4, 5, 5]
    assert (game.table.cash[MINE], stock(game)) == (75, (0, 10))
    do(game, sell(23))
    assert levels(game, 21, 23, 24) == [2, 1, 1]
    assert (game.table.cash[MINE], stock(game)) == (75 + 750, (0, 12))


@pytest.mark.parametrize(("square", "lent", "owed"), [(39, 200, 220), (12, 75, 83), (37, 175, 193)])
def test_11_mortgages(square: int, lent: int, owed: int) -> None:
    game = game_of()
    give(game, MINE, square)
    put(game, MINE, 0, cash=1000)
    do(game, mortgage(square))
    assert game.table.cash[MINE] == 1000 + lent
    do(game, redeem(square))
    assert game.table.cash[MINE] == 1000 + lent - owed
    assert not game.table.mortgaged


def test_12_a_mortgage_keeps_the_group_from_being_built_on() -> None:
    game = game_of()
    give(game, MINE, 18, mortgaged=True)
    give(game, MINE, 16, 19)
    put(game, MINE, 0, cash=1000)
    with pytest.raises(ValueError, match="a street of the group is mortgaged: redeem it first"):
        checked_action(game.table, MINE, build(16))
    do(game, redeem(18))
    do(game, build(16))
    assert game.table.cash[MINE] == 1000 - 99 - 100


def test_13_a_creditor_gets_what_there_is_and_pays_interest() -> None:
    game = game_of()
    give(game, MINE, 3)
    put(game, MINE, 0, cash=100)
    owe(game, MINE, 500, OTHER, "rent")
    assert MINE not in game.table.seats
    assert game.table.cash[OTHER] == 1500 + 127
    assert (game.table.owner[3], game.table.mortgaged) == (OTHER, 1 << 3)


def test_14_the_bank_auctions_what_it_gets() -> None:
    limits = {OTHER: {"bid": 50}, THIRD: {"bid": 35}}
    game = game_of(answers=limits)
    give(game, MINE, 3, mortgaged=True)
    put(game, MINE, 0, cash=20)
    bank = game.table.cash[BANK]
    owe(game, MINE, 200, BANK, "tax")
    assert game.table.cash[BANK] == bank + 20 + 36
    assert (game.table.owner[3], game.table.mortgaged) == (OTHER, 0)
    assert game.table.cash[OTHER] == 1500 - 36
    put(game, THIRD, 3)
    act(game, THIRD)
    assert game.table.cash[THIRD] == 1500 - 4


def test_15_an_auction_is_won_a_step_above_the_second_limit() -> None:
    limits = {seat: {"bid": limit} for seat, limit in enumerate((100, 110, 25), start=1)}
    game = game_of(answers=limits)
    for seat, cash in enumerate((90, 120, 30), start=1):
        put(game, seat, 0, cash)
    auction_deed(game, 24, [MINE, OTHER, THIRD])
    assert game.table.cash[MINE:] == [90, 120 - 91, 30]
    assert game.table.owner[24] == OTHER


def test_15_nobody_need_bid() -> None:
    game = game_of(answers={seat: {"bid": 0} for seat in (1, 2, 3)})
    auction_deed(game, 24, [MINE, OTHER, THIRD])
    assert game.table.owner[24] == BANK


def in_jail(game: Game, turn: int, cash: int) -> None:
    put(game, MINE, 10, cash)
    imprison(game, MINE)
    game.table.jail[MINE] = turn


def test_16_after_the_third_failure_the_fee_is_due() -> None:
    game = game_of(rolls=[(4, 3)], answers={MINE: {"jail": ROLL}})
    in_jail(game, turn=3, cash=60)
    stack(game, 1, "collect 10")
    play_turn(game, MINE)
    assert (game.table.position[MINE], game.table.jail[MINE]) == (17, FREE)
    assert game.table.cash[MINE] == 60 - 50 + 10


def test_16_who_lacks_it_has_to_raise_it() -> None:
    needs: list[int] = []

    def raise_cash(view: object, need: int) -> int:
        needs.append(need)
        return mortgage(3)

    game = game_of(rolls=[(4, 3)], answers={MINE: {"jail": ROLL, "raise_cash": raise_cash}})
    give(game, MINE, 3)
    in_jail(game, turn=3, cash=40)
    stack(game, 1, "collect 10")
    play_turn(game, MINE)
    assert needs == [10]
    assert game.table.cash[MINE] == 40 + 30 - 50 + 10


def test_17_doubles_open_the_jail_and_give_no_further_roll() -> None:
    game = game_of(rolls=[(5, 5)], answers={MINE: {"jail": ROLL}})
    in_jail(game, turn=1, cash=100)
    play_turn(game, MINE)
    assert (game.table.position[MINE], game.table.cash[MINE]) == (20, 100)


def test_17_after_the_fee_they_do() -> None:
    game = game_of(rolls=[(5, 5), (6, 4)], answers={MINE: {"jail": PAY}})
    in_jail(game, turn=1, cash=100)
    play_turn(game, MINE)
    assert (game.table.position[MINE], game.table.jail[MINE]) == (10, FREE + 1)  # from 30
    assert game.table.cash[MINE] == 50


@pytest.mark.parametrize("at_once", [NO, YES])
def test_18_a_mortgaged_street_costs_its_buyer_interest(at_once: bool) -> None:
    offer = Trade(partner=MINE, got=set_of([21]), cash=50)
    game = game_of(
        answers={
            MINE: {"answer": YES},
            OTHER: {
                "propose": offer,
                "manage": lambda view: redeem(21) if at_once and view.received else 0,
            },
        }
    )
    give(game, MINE, 21, mortgaged=True)
    propose(game, OTHER)
    assert game.table.owner[21] == OTHER
    assert game.table.cash[MINE] == 1500 + 50
    assert game.table.cash[OTHER] == 1500 - 50 - (121 if at_once else 11)
    if not at_once:
        act_on(game, OTHER, *checked_action(game.table, OTHER, redeem(21)))
        assert game.table.cash[OTHER] == 1500 - 50 - 11 - 121


@pytest.mark.parametrize(("start", "square", "paid"), [(36, 33, 0), (7, 4, 200), (22, 19, 0)])
def test_19_three_squares_back(start: int, square: int, paid: int) -> None:
    game = game_of(answers={seat: {"buy": NO, "bid": 0} for seat in (1, 2, 3)})
    stack(game, 0, "back 3")
    stack(game, 1, "jail free")
    put(game, MINE, start, cash=500)
    act(game, MINE)
    assert (game.table.position[MINE], game.table.cash[MINE]) == (square, 500 - paid)
    assert game.table.jail_cards(MINE) == (square == 33)  # the card of the other deck


def test_20_the_nearest_railway_may_lie_beyond_go() -> None:
    game = game_of()
    give(game, OTHER, 5, 15)
    stack(game, 0, "nearest railway, rent x 2")
    put(game, MINE, 36, cash=100)
    act(game, MINE)
    assert (game.table.position[MINE], game.table.cash[MINE]) == (5, 100 + 200 - 100)


def fast(rolls: list[tuple[int, int, int]], start: int, **answers: object) -> Game:
    """A game with the speed die in which nobody buys but by `answers`."""
    others = {seat: {"buy": NO, "bid": 0} for seat in (2, 3)}
    mine = {"buy": NO, "bid": 0, **answers}
    game = game_of(speed_die=True, rolls=rolls, answers={**others, MINE: mine})
    speed_up(game)
    put(game, MINE, start, cash=1000)
    return game


def test_21_a_number_on_the_speed_die_is_added() -> None:
    game = fast([(3, 2, 3)], start=38)
    play_turn(game, MINE)
    assert (game.table.position[MINE], game.table.cash[MINE]) == (6, 1200)


def test_22_mr_monopoly_leads_to_the_next_free_deed() -> None:
    game = fast([(2, 3, 5)], start=4, buy=YES)
    play_turn(game, MINE)
    assert game.table.position[MINE] == 11
    assert game.table.deeds[MINE] == set_of([9, 11])


def test_22_or_to_the_next_that_pays_an_opponent() -> None:
    game = fast([(2, 3, 6)], start=4)
    give(game, MINE, 9, 11)
    give(game, OTHER, 12, mortgaged=True)
    give_all_but(game, OTHER, 9, 11, 12)
    play_turn(game, MINE)
    assert game.table.position[MINE] == 13
    assert game.table.cash[MINE] == 1000 - 10


@pytest.mark.parametrize(("dice", "choices"), [((6, 1, 4), {1, 6, 7}), ((4, 4, 4), {4, 8})])
def test_23_the_bus_leaves_a_choice(dice: tuple[int, int, int], choices: set[int]) -> None:
    for steps in range(13):
        rolls = [dice, (1, 2, 1)]
        game = fast(rolls, start=0, bus=steps)
        stack(game, 0, "collect 50")
        if steps not in choices:
            with pytest.raises(StrategyError, match=f"{steps} is illegal: the choice is one of"):
                play_turn(game, MINE)
            continue
        play_turn(game, MINE)
        again = 4 if dice[0] == dice[1] else 0  # the double counts: another roll
        assert game.table.position[MINE] == steps + again


def test_24_a_triple_leads_anywhere_and_is_no_third_double() -> None:
    game = fast([(1, 1, 3), (2, 2, 1), (2, 2, 2)], start=14, jump=5)
    play_turn(game, MINE)  # to 19, to 24, to 5
    assert (game.table.position[MINE], game.table.jail[MINE]) == (5, FREE)
    assert game.table.cash[MINE] == 1000 + 200


def test_24_mr_monopoly_is_not_played_from_jail() -> None:
    game = fast([(2, 4, 6)], start=24, buy=YES)
    play_turn(game, MINE)
    assert (game.table.position[MINE], game.table.jail[MINE]) == (10, FREE + 1)
    assert game.table.deeds[MINE] == 0


def test_a_visit_to_one_s_own_deed_costs_nothing() -> None:
    game = game_of()
    give(game, MINE, 39)
    visit(game, MINE, 39)
    assert game.table.cash[MINE] == 1500
