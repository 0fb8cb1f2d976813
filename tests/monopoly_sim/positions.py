"""Games set up by hand: positions, dice, cards and players' answers as a test needs them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from monopoly_sim.reference.events import Dice, Game
from monopoly_sim.reference.table import BANK
from monopoly_sim.rules.board import members
from monopoly_sim.rules.ruleset import load_ruleset


class Scripted:
    """A player with an answer for some decisions: a value, or a function of what is asked."""

    def __init__(self, **answers: Any) -> None:
        self.name = "scripted"
        for decision, answer in answers.items():
            setattr(self, decision, answer if callable(answer) else self._always(answer))

    @staticmethod
    def _always(answer: Any) -> Any:
        return lambda *_: answer


class ScriptedDice:
    """Dice that show what a test wants, in order; a pair has no speed die."""

    def __init__(self, rolls: Iterable[tuple[int, ...]], throws: Iterable[tuple[int, ...]]) -> None:
        self._rolls, self._throws = iter(rolls), iter(throws)

    def roll(self, seat: int, n: int) -> Dice:
        return self._next(self._rolls)

    def throw(self, seat: int, n: int, k: int) -> Dice:
        return self._next(self._throws)

    @staticmethod
    def _next(dice: Any) -> Dice:
        first, second, third = (*next(dice), 0)[:3]
        return first, second, third


def game_of(
    ruleset: str = "football-de",
    *,
    players: int = 3,
    rolls: Iterable[tuple[int, ...]] = (),
    throws: Iterable[tuple[int, ...]] = (),
    answers: Mapping[int, Mapping[str, Any]] | None = None,
    **changes: Any,
) -> Game:
    """Return a game that has not begun: `answers` are by seat and decision, `changes` are rules."""
    rules = load_ruleset(ruleset)
    if changes:
        rules = rules.extended({"name": "changed", **changes}, "the test")
    lineup = [Scripted(**(answers or {}).get(seat, {})) for seat in range(1, players + 1)]
    game = Game(rules.rules(players), lineup, seed=1, deal=1)
    game.dice = ScriptedDice(rolls, throws)  # type: ignore[assignment]
    return game


def put(game: Game, seat: int, square: int, cash: int | None = None) -> None:
    game.table.position[seat] = square
    if cash is not None:
        game.table.cash[BANK] += game.table.cash[seat] - cash
        game.table.cash[seat] = cash


def give(game: Game, seat: int, *squares: int, level: int = 0, mortgaged: bool = False) -> None:
    for square in squares:
        game.hand_over(square, seat)
        game.set_levels({square: level})
        if mortgaged:
            game.set_mortgage(square, mortgaged=True)


def give_all_but(game: Game, seat: int, *squares: int) -> None:
    give(game, seat, *(each for each in members(game.rules.board.deeds) if each not in squares))


def stack(game: Game, deck: int, effect: str) -> None:
    cards = [str(card) for card in game.rules.decks[deck]]
    place = cards.index(effect)
    game.table.decks[deck].remove(place)
    game.table.decks[deck].insert(0, place)


def speed_up(game: Game) -> None:
    game.table.speed = [2] * len(game.table.speed)
