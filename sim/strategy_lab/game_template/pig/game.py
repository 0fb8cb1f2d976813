"""Pig: roll a die as often as you dare. On a 1 the points of the turn are lost."""

from __future__ import annotations

from functools import partial

from strategy_lab.plugins.strategies import Strategy, make_strategy
from strategy_lab.table_game import (
    Table,
    TableRules,
    TableView,
    checked,
    rule,
    table_game,
    table_of,
)


class Rules(TableRules):
    """What a file in `editions` may say, beside its title and the numbers of players."""

    target: int = rule(100, "who has so many points wins", low=1, high=1000)
    faces: int = rule(6, "of the die", low=2, high=100)
    lost_at: int = rule(1, "the number at which the points of a turn are lost", low=1, high=100)

    def score_range(self, players: int) -> tuple[int, int]:
        return 0, self.target + self.faces


class View(TableView):
    """What a strategy sees when it decides, beside `seat`, `players`, `rules` and `random()`."""

    @property
    def turn_total(self) -> int:
        """The points of this turn, which a 1 would lose."""
        return table_of(self).turn_total

    @property
    def score(self) -> int:
        """My points, without those of this turn."""
        return table_of(self).score[self.seat]

    def score_of(self, seat: int) -> int:
        """The points of a seat."""
        return table_of(self).score[checked(self, seat)]


class Pig(Table):
    """One game. Lists by seat begin with an entry that nobody has: seats count from 1."""

    view = View
    decisions = {"roll": "whether to roll again, or else keep the points of the turn"}
    counts = {"turns": "turns until the game is won"}
    turn_total = 0

    def play(self) -> None:
        seat = 1
        while max(self.score) < self.rules.target:
            self.take_turn(seat)
            seat = seat % self.players + 1

    def take_turn(self, seat: int) -> None:
        self.count["turns"] += 1
        self.turn_total = 0
        while self.score[seat] + self.turn_total < self.rules.target:
            if not self.ask(seat, "roll"):
                break
            die = self.roll(self.rules.faces)
            self.tell(f"{self.who(seat)} rolls {die}")
            if die == self.rules.lost_at:
                self.turn_total = 0
                break
            self.turn_total += die
        self.score[seat] += self.turn_total
        self.tell(f"{self.who(seat)} keeps {self.turn_total} and has {self.score[seat]}")


GAME = table_game(
    "pig",
    Pig,
    Rules,
    ruleset="classic",
    field=("careful", "bold", "chancer"),
    players=(2, 5),
    help="Play Pig, the dice game. Start with:  pig run --games 1e6",
    kernel="pig.kernel",
)


def strategy(name: str) -> partial[Strategy]:
    """Make a strategy of a class whose functions are the decisions of the game."""
    return partial(make_strategy, GAME, name)
