"""Examples of the rules, worked by hand: what each comes to, in both engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from monopoly_sim.engine.state import DECISIONS
from monopoly_sim.engine.turns import act_on as act_on_compiled
from monopoly_sim.engine.turns import play_turn as play_turn_compiled
from monopoly_sim.engine.turns import propose as propose_compiled
from monopoly_sim.reference.events import DealDice, Game, dice_of
from monopoly_sim.reference.table import Trade
from monopoly_sim.reference.turns import act_on, checked_action, play_turn, propose
from monopoly_sim.reference.view import DONE, View, build, mortgage, redeem, sell
from numpy.typing import NDArray
from strategy_lab.game import IllegalMoveError
from strategy_lab.plugins.compiling import CompiledField
from strategy_lab.random_words import GAMMA, MIXER_0, MIXER_1

from tests.monopoly_sim.engine.playing import check_same_table, compiled_players, mirrored
from tests.monopoly_sim.positions import game_of, give, give_all_but, put, speed_up, stack

Faces = tuple[int, ...]
Setup = Callable[[Game], None]


class Careful:
    """Buys what it can pay, bids half of it, takes the higher die and the last square.

    It offers 50 for the mortgaged street 21 to seat 1, accepts all, and redeems it at once, if it
    still has much.
    """

    name = "careful"

    @staticmethod
    def bid(view: View, lot: int) -> int:
        return view.cash // 2

    @staticmethod
    def bus(view: View, first: int, second: int) -> int:
        return max(first, second)

    @staticmethod
    def jump(view: View) -> int:
        return 5

    @staticmethod
    def propose(view: View) -> Trade:
        offers = view.seat == 2 and view.owner_of(21) == 1 and view.mortgaged >> 21 & 1 != 0
        return Trade(1 if offers else 0, 0, 1 << 21 if offers else 0, 50 if offers else 0, 0, 0)

    @staticmethod
    def answer(view: View, offer: Trade) -> bool:
        return True

    @staticmethod
    def manage(view: View) -> int:
        return redeem(21) if view.received >> 21 & 1 and view.cash > 1000 else DONE


def splitmixed(words: NDArray[np.uint64], n: int) -> NDArray[np.uint64]:
    words = words + np.uint64(n * GAMMA % 2**64)
    words = (words ^ words >> np.uint64(30)) * np.uint64(MIXER_0)
    words = (words ^ words >> np.uint64(27)) * np.uint64(MIXER_1)
    return words ^ words >> np.uint64(31)


def key_of(rolls: Iterable[Faces], throw: Faces = ()) -> int:
    """Return the first key by which a player rolls, and in jail throws, these dice."""
    for first in range(1, 400_000, 4000):
        keys = np.arange(first, first + 4000, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        for n, faces in enumerate(rolls, start=1):
            rolled = splitmixed(keys, n)
            keys = keys[[dice_of(word)[: len(faces)] == faces for word in rolled.tolist()]]
        if throw:
            thrown = splitmixed(splitmixed(keys, 1), 1)
            keys = keys[[dice_of(word)[: len(throw)] == throw for word in thrown.tolist()]]
        if len(keys):
            return int(keys[0])
    raise AssertionError(f"no key rolls {rolls}")


def on(square: int, cash: int | None = None) -> Setup:
    return lambda game: put(game, 1, square, cash)


def owned(seat: int, *squares: int, level: int = 0, mortgaged: bool = False) -> Setup:
    return lambda game: give(game, seat, *squares, level=level, mortgaged=mortgaged)


def card(deck: int, effect: str) -> Setup:
    return lambda game: stack(game, deck, effect)


def bank(**stock: int) -> Setup:
    return lambda game: vars(game.table).update(stock)


def jailed(turn: int, cash: int) -> Setup:
    def set_up(game: Game) -> None:
        put(game, 1, 10, cash)
        game.set_jail(1, turn)

    return set_up


RAILWAY, UTILITY = "nearest railway, rent x 2", "nearest utility, dice x 10"

EXAMPLES: dict[str, tuple[list[Setup], list[Faces], Faces, tuple[int, int, int]]] = {
    "1: over GO": ([on(35, 100)], [(4, 2)], (), (1, 100 + 200 - 60, 1500)),
    "2: on GO": ([on(36, 100)], [(1, 3)], (), (0, 300, 1500)),
    "3: a third double": ([on(10)], [(2, 2), (1, 1), (2, 2)], (), (10, 1500 - 160 - 180, 1500)),
    "4: a doubled rent": ([on(13), owned(2, 16, 18, 19)], [(2, 4)], (), (19, 1468, 1532)),
    "4: a mortgage": (
        [on(13), owned(2, 18, 19), owned(2, 16, mortgaged=True)], [(2, 4)], (), (19, 1484, 1516)
    ),
    "4: mortgaged": ([on(10), owned(2, 16, mortgaged=True)], [(2, 4)], (), (16, 1500, 1500)),
    "4: one's own": ([on(10), owned(1, 16)], [(2, 4)], (), (16, 1500, 1500)),
    "5: a house": ([on(10), owned(2, 18, 19), owned(2, 16, level=1)], [(2, 4)], (),
                   (16, 1430, 1570)),
    "6: railways": ([on(10), owned(2, 5, 15, 25)], [(2, 3)], (), (15, 1400, 1600)),
    "6: by card": ([on(4), owned(2, 5, 15, 25), card(0, RAILWAY)], [(1, 2)], (),
                   (15, 1300, 1700)),
    "7: a utility": ([on(9), owned(2, 12)], [(1, 2)], (3, 5), (12, 1500 - 32, 1532)),
    "7: both": ([on(9), owned(2, 12, 28)], [(1, 2)], (3, 5), (12, 1420, 1580)),
    "7: by card": ([on(4), owned(2, 12), card(0, UTILITY)], [(1, 2)], (2, 6), (12, 1420, 1580)),
    "7: three dice": ([on(6), owned(2, 12), speed_up], [(1, 2, 3)], (3, 5, 3),
                      (12, 2500 - 44, 2544)),
    "10: hotels are sold": (
        [on(0, 20), owned(2, 6, 8, 9, level=5), owned(1, 21, 23, 24, level=5), bank(houses=2)],
        [(2, 4)], (), (6, 20 + 975 - 550, 2050),
    ),
    "13: bankrupt to a player": (
        [on(0, 100), owned(1, 3), owned(2, 6, 8, 9, level=5)], [(2, 4)], (),
        (6, 0, 1500 + 100 + 30 - 3),
    ),
    "14: bankrupt to the bank": ([on(0, 20), owned(1, 3, mortgaged=True)], [(1, 3)], (),
                                 (4, 0, 750)),
    "15: an auction": ([on(20, 10)], [(1, 3)], (), (24, 10, 750)),
    "16: the third failure": ([jailed(3, 60), card(1, "collect 10")], [(4, 3)], (),
                              (17, 60 - 50 + 10, 1500)),
    "16: raised": ([jailed(3, 40), owned(1, 3), card(1, "collect 10")], [(4, 3)], (),
                   (17, 40 + 30 - 50 + 10, 1500)),
    "17: doubles open the jail": ([jailed(1, 40)], [(5, 5)], (), (20, 40, 1500)),
    "17: paid first": ([jailed(1, 1500)], [(5, 5), (1, 2)], (), (23, 1450 - 220, 1500)),
    "18: a mortgage is bought": ([on(10), owned(1, 21, mortgaged=True)], [(4, 6)], (),
                                 (20, 1550, 1500 - 50 - 121)),
    "19: back": ([on(33), card(0, "back 3"), card(1, "collect 25")], [(1, 2)], (),
                 (33, 1525, 1500)),
    "20: over GO by card": ([on(33, 300), owned(2, 5, 15), card(0, RAILWAY)], [(1, 2)], (),
                            (5, 300 + 200 - 100, 1600)),
    "21: three dice": ([on(38), speed_up], [(3, 2, 3)], (), (6, 2500 + 200 - 100, 2500)),
    "22: Mr. Monopoly": ([on(4), speed_up], [(2, 3, 5)], (), (11, 2500 - 120 - 140, 2500)),
    "22: to a rent": (
        [on(4), speed_up, owned(1, 11), owned(2, 12, mortgaged=True),
         lambda game: give_all_but(game, 3, 11, 12)],
        [(2, 3, 6)], (), (13, 2500 - 16 - 10, 2500),
    ),
    "23: the bus": ([on(4), speed_up], [(6, 1, 4)], (), (10, 2500, 2500)),
    "24: a triple": ([on(24), speed_up], [(2, 2, 2)], (), (5, 2500 + 200 - 200, 2500)),
    "24: to jail": ([on(24), speed_up], [(2, 4, 5)], (), (10, 2500, 2500)),
}  # fmt: skip
"""What is set up, the rolls and a throw for a rent; where seat 1 is then, its cash and seat 2's."""

IN_HASBRO = {
    "4: a mortgage": (19, 1468, 1532),
    "7: a utility": (12, 1500 - 12, 1512),
    "7: both": (12, 1470, 1530),
    "7: three dice": (12, 2500 - 24, 2524),
}
"""What ends differently in hasbro-classic."""


def seated(game: Game, field: CompiledField) -> Any:
    game.lineup = [Careful()] * 3
    state: Any = mirrored(game)[0]
    for decision in range(DECISIONS):
        state["functions"][decision][1:4] = field.functions[decision, 0]
        state["arguments"][decision][1:4] = field.arguments[decision, 0]
    return state


@pytest.fixture(scope="module")
def careful() -> CompiledField:
    return compiled_players(Careful)


@pytest.mark.parametrize("edition", ["football-de", "hasbro-classic"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_turn(careful: CompiledField, name: str, edition: str) -> None:
    setups, rolls, throw, expected = EXAMPLES[name]
    game = game_of(edition, speed_die=speed_up in setups)
    for set_up in setups:
        set_up(game)
    dice = DealDice(seed=1, players=3, deal=1)
    dice._seats[1] = key_of(rolls, throw)
    game.dice = dice
    state = seated(game, careful)
    state["dice_key"][:4] = dice._seats

    play_turn(game, 1)
    play_turn_compiled(state, 1)

    if edition == "hasbro-classic":
        expected = IN_HASBRO.get(name, expected)
    assert (game.table.position[1], *game.table.cash[1:3]) == expected
    assert game.table.rolls[1] == len(rolls)
    check_same_table(game, state)


ACTIONS: dict[str, tuple[list[Setup], list[int], list[int], tuple[int, ...]]] = {
    "8: even building": (
        [owned(1, 31, 32, level=2), owned(1, 34, level=1)],
        [build(34)], [build(31), build(32)], (1000 - 200, 26, 12, 2, 2, 2),
    ),
    "9: a hotel": (
        [owned(1, 21, 23, 24, level=4), bank(houses=3, hotels=9)],
        [build(24)], [], (1000 - 150, 7, 8, 4, 4, 5),
    ),
    "10: enough houses for one": (
        [owned(1, 21, 23, 24, level=5), bank(houses=4, hotels=9)],
        [sell(21)], [], (1000 + 75, 0, 10, 4, 5, 5),
    ),
    "10: sold down": (
        [owned(1, 21, level=4), owned(1, 23, 24, level=5), bank(houses=0, hotels=10)],
        [sell(23)], [sell(21)], (1000 + 750, 0, 12, 2, 1, 1),
    ),
    "11: a mortgage": ([owned(1, 39)], [mortgage(39)], [redeem(39)], (1200, 32, 12, 0)),
    "11: redeemed": ([owned(1, 37)], [mortgage(37), redeem(37)], [sell(37)], (982, 32, 12, 0)),
    "11: a fraction": ([owned(1, 12)], [mortgage(12), redeem(12)], [build(12)], (992, 32, 12, 0)),
    "12: a mortgaged group": (
        [owned(1, 18, mortgaged=True), owned(1, 16, 19)],
        [redeem(18), build(16)], [build(16)], (1000 - 99 - 100, 31, 12, 1, 0, 0),
    ),
}  # fmt: skip
"""What is owned; actions that are allowed, and before them some that are not; cash, the bank's
houses and hotels, and the levels then."""


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action(careful: CompiledField, name: str) -> None:
    setups, allowed, refused, (cash, houses, hotels, *levels) = ACTIONS[name]
    game = game_of()
    put(game, 1, 0, cash=1000)
    for set_up in setups:
        set_up(game)
    state = seated(game, careful)
    for action in refused:
        with pytest.raises(IllegalMoveError):
            checked_action(game.table, 1, action)
        with pytest.raises(ValueError, match="rules do not allow"):
            act_on_compiled(state, 1, action)
    for action in allowed:
        act_on(game, 1, *checked_action(game.table, 1, action))
        act_on_compiled(state, 1, action)
        check_same_table(game, state)
    table = game.table
    mine = [square for square in range(40) if table.owner[square] == 1]
    assert (table.cash[1], table.houses, table.hotels) == (cash, houses, hotels)
    assert [table.level[square] for square in mine] == levels


@pytest.mark.parametrize(("cash", "cost"), [(1500, 50 + 121), (900, 50 + 11)])
def test_18_a_mortgaged_street_changes_hands(careful: CompiledField, cash: int, cost: int) -> None:
    game = game_of()
    give(game, 1, 21, mortgaged=True)
    put(game, 2, 0, cash)
    state = seated(game, careful)
    propose(game, 2)
    propose_compiled(state, 2)
    assert game.table.cash[1:3] == [1550, cash - cost]
    check_same_table(game, state)
