"""Where tokens come to, exactly, and how soon what is built there has paid for itself.

A turn is a step of a Markov chain whose states are the square on which a token stands free at the
start of a turn, and the turns that it may have spent in jail. Cards are drawn with equal chances:
decks that go round come to the same in the long run. A card that opens the jail does nothing here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from monopoly_sim.reference.events import BUS, FACES
from monopoly_sim.reference.turns import MOST_DOUBLES
from monopoly_sim.rules.board import HOTEL, Code, Effect, Kind, has, members
from monopoly_sim.rules.ruleset import Rules

Floats = NDArray[np.float64]
Policy = Literal["leave", "stay"]

SIDES = range(1, FACES + 1)  # of a die, the speed die included


class _Dice(NamedTuple):
    steps: int
    is_double: bool
    is_triple: bool
    goes_on: bool  # Mr. Monopoly


def _thrown(first: int, second: int, third: int) -> _Dice:
    steps, is_double = first + second + (third if third < BUS else 0), first == second
    return _Dice(steps, is_double, is_double and first == third and third < BUS, third > BUS)


class _Arrival(NamedTuple):
    chance: float
    place: int
    squares: tuple[int, ...]  # visited on the way, the last one included


class Landings:
    """Of one token by rules, with a policy in jail: leave at once, or stay as long as allowed.

    With the speed die, a bus goes as far as both dice say, Mr. Monopoly on to the next deed, as he
    does while it is unowned or another's, and three of a kind to the last street of the board.

    What follows, on average, from some point of a turn on is one vector: visits by square, ends of
    rolls by place, the end of the turn by place, and how many rolls there are. A place is a square,
    or one of the turns in jail, which stand behind the squares.
    """

    def __init__(self, rules: Rules, policy: Policy) -> None:
        self.rules, self._board, self._leaves = rules, rules.board, policy == "leave"
        self._size = rules.board.size
        places = self._size + rules.jail_rolls
        cuts = [0, self._size, self._size + places, self._size + 2 * places]
        self._visits, self._ends, self._last = (slice(*each) for each in pairwise(cuts))
        self._places, self._rolls = places, cuts[-1]
        thrown = product(SIDES, SIDES, SIDES if rules.speed_die else (0,))
        self._dice = Counter(_thrown(*dice) for dice in thrown)
        self._known: dict[tuple[int, int], Floats] = {}  # what follows a roll, once it is counted
        self._streets = [
            place for place, kind in enumerate(self._board.kinds) if kind == Kind.STREET
        ]

    @cached_property
    def _turn(self) -> Floats:
        """The average turn, in the long run."""
        ways = [self._roll(square, 0) for square in range(self._size)]
        ways += [self._in_jail(turn) for turn in range(self.rules.jail_rolls)]
        steps = np.array([way[self._last] for way in ways])
        balance = np.vstack([steps.T - np.eye(self._places), np.ones(self._places)])
        shares = np.linalg.lstsq(balance, np.eye(self._places + 1)[-1], rcond=None)[0]
        weighted = (way * share for share, way in zip(shares, ways, strict=True))
        return sum(weighted, self._nothing())

    @property
    def visits(self) -> Floats:
        """How often a token comes to each square in a turn, by cards too: (squares,)."""
        return self._turn[self._visits]

    @property
    def ends(self) -> Floats:
        """How often a token is on each square after a roll, and in jail: (squares + 1,)."""
        ends = self._turn[self._ends]
        return np.append(ends[: self._size], ends[self._size :].sum()) / self.rolls

    @property
    def rolls(self) -> float:
        """How many rolls a turn has."""
        return float(self._turn[self._rolls])

    def _nothing(self) -> Floats:
        return np.zeros(self._rolls + 1)

    def _roll(self, start: int, doubles: int) -> Floats:
        """Return what follows a roll from a square, after so many doubles."""
        whole = self._nothing()
        for dice, count in self._dice.items():
            whole += self._walk(start, doubles, dice) * (count / self._dice.total())
        return whole

    def _walk(self, start: int, doubles: int, dice: _Dice) -> Floats:
        if dice.is_triple:
            again = doubles if self.rules.triple_rolls_again else None
            return self._follow(self._act(self._streets[-1]), again)
        if dice.is_double and doubles == MOST_DOUBLES - 1:
            return self._follow([_Arrival(1.0, self._size, ())], None)
        arrivals = self._act((start + dice.steps) % self._size)
        if dice.goes_on:
            arrivals = [self._gone_on(arrival) for arrival in arrivals]
        return self._follow(arrivals, doubles + 1 if dice.is_double else None)

    def _follow(self, arrivals: list[_Arrival], doubles: int | None) -> Floats:
        """Return what follows arrivals: another roll after so many `doubles`, if there is one."""
        whole = self._nothing()
        for chance, place, squares in arrivals:
            way = self._nothing()
            np.add.at(way, list(squares), 1.0)
            way[self._ends][place] += 1
            way[self._rolls] += 1
            if doubles is None or place >= self._size:
                way[self._last][place] += 1
            else:
                way += self._later(place, doubles)
            whole += way * chance
        return whole

    def _later(self, start: int, doubles: int) -> Floats:
        if (start, doubles) not in self._known:
            self._known[start, doubles] = self._roll(start, doubles)
        return self._known[start, doubles]

    def _gone_on(self, arrival: _Arrival) -> _Arrival:
        if arrival.place >= self._size:
            return arrival
        place = self._ahead(arrival.place, self._board.deeds)
        return _Arrival(arrival.chance, place, (*arrival.squares, place))

    def _act(self, square: int) -> list[_Arrival]:
        """Return where a token is once it has come to a square, and done what that says."""
        kind = self._board.kinds[square]
        if kind == Kind.GO_TO_JAIL:
            return [_Arrival(1.0, self._size, (square,))]
        if kind not in (Kind.DECK_A, Kind.DECK_B):
            return [_Arrival(1.0, square, (square,))]
        cards, chances = self.rules.decks[int(kind == Kind.DECK_B)], defaultdict[Any, float](float)
        for card in cards:
            target = self._led_to(card, square)
            is_there = target in (square, self._size)
            for after in [_Arrival(1.0, target, ())] if is_there else self._act(target):
                chances[after.place, (square, *after.squares)] += after.chance / len(cards)
        return [_Arrival(chance, *where) for where, chance in chances.items()]

    def _led_to(self, card: Effect, square: int) -> int:
        match card.code:
            case Code.ADVANCE:
                return card.amount
            case Code.NEAREST_RAILWAY:
                return self._ahead(square, self._board.railways)
            case Code.NEAREST_UTILITY:
                return self._ahead(square, self._board.utilities)
            case Code.BACK:
                return (square - card.amount) % self._size
            case Code.JAIL:
                return self._size
        return square

    def _ahead(self, square: int, squares: int) -> int:
        steps = (
            each for each in range(1, self._size) if has(squares, (square + each) % self._size)
        )
        return (square + next(steps, 0)) % self._size

    def _in_jail(self, turn: int) -> Floats:
        """Return what follows in a turn in jail, from 0 on."""
        jail, rules = self._board.jail, self.rules
        if self._leaves:
            return self._roll(jail, 0)
        whole = self._nothing()
        for first, second in product(SIDES, SIDES):
            is_double, is_last = first == second, turn == rules.jail_rolls - 1
            if is_double or is_last:
                arrivals = self._act((jail + first + second) % self._size)
                again = is_double and rules.jail_double_rolls_again
                whole += self._follow(arrivals, 1 if again else None)
            else:
                whole += self._follow([_Arrival(1.0, self._size + turn + 1, ())], None)
        return whole * (1 / FACES**2)


@dataclass(frozen=True, slots=True)
class Return:
    """What a street brings in, once its group is whole."""

    square: int
    visits: float  # of a token in a turn
    # After how many turns of others the deed has paid for itself, then each house, then the hotel.
    turns: tuple[float, ...]

    @property
    def best(self) -> int:
        """Which house has paid for itself first; `HOTEL` for the hotel."""
        return min(range(1, HOTEL + 1), key=lambda level: self.turns[level])


def returns(landings: Landings) -> list[Return]:
    """Return how soon each street and each of its buildings has paid for itself.

    All streets of its group are built alike, so that the rent without houses is the double one.
    """
    board, visits, found = landings.rules.board, landings.visits, []
    for group in board.groups:
        for square in members(group):
            rents = [2 * board.rents[square][0], *board.rents[square][1:]]
            gains = [rents[0], *(b - a for a, b in pairwise(rents))]
            costs = [board.prices[square], *HOTEL * [board.house_prices[square]]]
            turns = tuple(
                cost / (gain * float(visits[square])) if gain > 0 else float("inf")
                for cost, gain in zip(costs, gains, strict=True)
            )
            found.append(Return(square, float(visits[square]), turns))
    return found
