"""The worked examples' positions: one turn in both engines, with the same dice, ends the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from monopoly_sim.engine.auctions import act_on as act_on_compiled
from monopoly_sim.engine.auctions import propose as propose_compiled
from monopoly_sim.engine.landing import play_turn as play_turn_compiled
from monopoly_sim.engine.state import DECISIONS
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
    """Buys what it can pay, bids half of it, takes the higher die and the last square."""

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


def splitmixed(words: NDArray[np.uint64], n: int) -> NDArray[np.uint64]:
    """Return what `splitmix` returns for each of many words."""
    words = words + np.uint64(n * GAMMA % 2**64)
    words = (words ^ words >> np.uint64(30)) * np.uint64(MIXER_0)
    words = (words ^ words >> np.uint64(27)) * np.uint64(MIXER_1)
    return words ^ words >> np.uint64(31)


def key_of(rolls: Iterable[Faces], throw: Faces = ()) -> int:
    """Return a key of a seat's dice with which they show some faces, and then for a rent."""
    keys = np.arange(1, 400_000, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for n, faces in enumerate(rolls, start=1):
        rolled = splitmixed(keys, n)
        keys = keys[[dice_of(word)[: len(faces)] == faces for word in rolled.tolist()]]
    if throw:
        thrown = splitmixed(splitmixed(keys, 1), 1)
        keys = keys[[dice_of(word)[: len(throw)] == throw for word in thrown.tolist()]]
    return int(keys[0])


def on(square: int, cash: int | None = None) -> Setup:
    return lambda game: put(game, 1, square, cash)


def owned(seat: int, *squares: int, level: int = 0, mortgaged: bool = False) -> Setup:
    return lambda game: give(game, seat, *squares, level=level, mortgaged=mortgaged)


def card(deck: int, effect: str) -> Setup:
    return lambda game: stack(game, deck, effect)


def jailed(turn: int) -> Setup:
    def set_up(game: Game) -> None:
        put(game, 1, 10)
        game.set_jail(1, turn)

    return set_up


def poor_debtor(game: Game) -> None:
    put(game, 1, 0, cash=20)
    give(game, 1, 3, mortgaged=True)


EXAMPLES: dict[str, tuple[list[Setup], list[Faces], Faces]] = {
    "1: over GO": ([on(35, 100)], [(4, 2)], ()),
    "2: on GO": ([on(36, 100)], [(1, 3)], ()),
    "3: a third double": ([on(10)], [(2, 2), (1, 1), (2, 2)], ()),
    "4: a doubled rent": ([on(13), owned(2, 16, 18, 19)], [(2, 4)], ()),
    "4: a mortgage": ([on(13), owned(2, 18, 19), owned(2, 16, mortgaged=True)], [(2, 4)], ()),
    "5: a house": ([on(10), owned(2, 18, 19), owned(2, 16, level=1)], [(2, 4)], ()),
    "6: railways": ([on(10), owned(2, 5, 15, 25)], [(2, 3)], ()),
    "6: by card": (
        [on(4), owned(2, 5, 15, 25), card(0, "nearest railway, rent x 2")], [(1, 2)], ()
    ),
    "7: a utility": ([on(9), owned(2, 12)], [(1, 2)], (3, 5)),
    "7: both": ([on(9), owned(2, 12, 28)], [(1, 2)], (3, 5)),
    "7: by card": ([on(4), owned(2, 12), card(0, "nearest utility, dice x 10")], [(1, 2)], (2, 6)),
    "7: three dice": ([on(6), owned(2, 12), speed_up], [(1, 2, 3)], (3, 5, 3)),
    "10: hotels are sold": (
        [
            on(0, 20),
            owned(2, 6, 8, level=5), owned(2, 9, level=5),
            owned(1, 21, 23, 24, level=5),
            lambda game: setattr(game.table, "houses", 2),
        ],
        [(2, 4)],
        (),
    ),
    "13: bankrupt to a player": ([on(0, 100), owned(2, 39, level=0), owned(1, 3),
        owned(2, 6, 8, 9, level=5)], [(2, 4)], ()),
    "14: bankrupt to the bank": ([poor_debtor], [(1, 3)], ()),
    "15: an auction": ([on(20, 10)], [(1, 3)], ()),
    "16: the third failure": ([jailed(3), lambda game: put(game, 1, 10, 60)], [(4, 3)], ()),
    "17: doubles open the jail": ([jailed(1), lambda game: put(game, 1, 10, 40)], [(5, 5)], ()),
    "17: paid first": ([jailed(1)], [(5, 5), (1, 2)], ()),
    "19: back": ([on(33), card(0, "back 3"), card(1, "collect 25")], [(1, 2)], ()),
    "20: over GO by card": (
        [on(33, 300), owned(2, 5, 15), card(0, "nearest railway, rent x 2")], [(1, 2)], ()
    ),
    "21: three dice": ([on(38), speed_up], [(3, 2, 3)], ()),
    "22: Mr. Monopoly": ([on(4), speed_up], [(2, 3, 5)], ()),
    "22: to a rent": (
        [on(4), speed_up, owned(1, 11), owned(2, 12, mortgaged=True),
         lambda game: give_all_but(game, 3, 11, 12)], [(2, 3, 6)], ()
    ),
    "23: the bus": ([on(4), speed_up], [(6, 1, 4)], ()),
    "24: a triple": ([on(24), speed_up], [(2, 2, 2)], ()),
    "24: to jail": ([on(24), speed_up], [(2, 4, 5)], ()),
}  # fmt: skip


def seated(game: Game, player: Any, field: CompiledField) -> Any:
    """Return the kernel's state of a game in which a player is in all seats."""
    game.decisions._lineup = [player] * 3
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
def test_a_turn_ends_the_same(careful: CompiledField, name: str, edition: str) -> None:
    setups, rolls, throw = EXAMPLES[name]
    game = game_of(edition, speed_die=speed_up in setups)
    for set_up in setups:
        set_up(game)
    dice = DealDice(seed=1, players=3, deal=1)
    dice._seats[1] = key_of(rolls, throw)
    game.dice = dice
    before = list(game.table.cash)
    state = seated(game, Careful(), careful)
    state["dice_key"][:4] = dice._seats

    play_turn(game, 1)
    play_turn_compiled(state, 1)

    check_same_table(game, state)
    assert game.table.rolls[1] == len(rolls)
    assert (game.table.cash, game.table.position[1]) != (before, 0)


ACTIONS: dict[str, tuple[list[Setup], list[int], list[int]]] = {
    "8: even building": (
        [owned(1, 31, 32, level=2), owned(1, 34, level=1)], [build(34)], [build(31), build(32)]
    ),
    "9: a hotel": (
        [
            owned(1, 21, 23, 24, level=4),
            lambda game: vars(game.table).update(houses=3, hotels=9),
        ],
        [build(24)],
        [],
    ),
    "10: enough houses for one": (
        [
            owned(1, 21, 23, 24, level=5),
            lambda game: vars(game.table).update(houses=4, hotels=9),
        ],
        [sell(21), sell(23)],
        [],
    ),
    "11: a mortgage": ([owned(1, 39)], [mortgage(39), redeem(39)], [redeem(39)]),
    "11: a fraction": ([owned(1, 12)], [mortgage(12), redeem(12)], [build(12)]),
    "11: another": ([owned(1, 37)], [mortgage(37), redeem(37)], [sell(37)]),
    "12: a mortgaged group": (
        [owned(1, 18, mortgaged=True), owned(1, 16, 19)],
        [redeem(18), build(16)],
        [build(16)],
    ),
}  # fmt: skip
"""By what they show: what is owned, actions that are allowed, and before them some that are not."""


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_does_the_same(careful: CompiledField, name: str) -> None:
    setups, allowed, refused = ACTIONS[name]
    game = game_of()
    put(game, 1, 0, cash=1000)
    for set_up in setups:
        set_up(game)
    state = seated(game, Careful(), careful)
    for action in refused:
        with pytest.raises(IllegalMoveError):
            checked_action(game.table, 1, action)
        with pytest.raises(ValueError, match="rules do not allow"):
            act_on_compiled(state, 1, action)
    for action in allowed:
        act_on(game, 1, *checked_action(game.table, 1, action))
        act_on_compiled(state, 1, action)
        check_same_table(game, state)


class Trader:
    """Offers 50 for the mortgaged street 21 to whoever has it; accepts all; may redeem at once."""

    name = "trader"

    @staticmethod
    def buy(view: View, square: int) -> bool:
        return False

    @staticmethod
    def bid(view: View, lot: int) -> int:
        return 0

    @staticmethod
    def propose(view: View) -> Trade:
        return Trade(1, 0, 1 << 21, 50, 0, 0)

    @staticmethod
    def answer(view: View, offer: Trade) -> bool:
        return True


class Redeemer(Trader):
    @staticmethod
    def manage(view: View) -> int:
        return redeem(21) if view.received != 0 else DONE


@pytest.mark.parametrize(("player", "cost"), [(Trader, 50 + 11), (Redeemer, 50 + 121)])
def test_18_a_mortgaged_street_changes_hands(player: type[Trader], cost: int) -> None:
    game = game_of()
    give(game, 1, 21, mortgaged=True)
    state = seated(game, player(), compiled_players(player))
    propose(game, 2)
    propose_compiled(state, 2)
    assert game.table.cash[1:3] == [1550, 1500 - cost]
    check_same_table(game, state)
