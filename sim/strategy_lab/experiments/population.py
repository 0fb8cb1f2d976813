"""The population of players that rules are judged by: tables are drawn from it.

Who plays decides more than chance does, so what a rule does is seen at many tables. Half of the
players are drawn by number where a game has such strangers; the others are the built-in players and
those of the panel that decide quickly. Beside the population stand tables of equals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from strategy_lab.errors import UsageError

if TYPE_CHECKING:
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.plugins.strategies import Strategy
    from strategy_lab.program import Program

USUAL = "population"  # the word for the usual population of a game

DEFAULT_TABLES = 40

VALIDATE = "validate"
GAUNTLET_PARTS = ("train", VALIDATE, "test")
"""Of the strangers of a game: to make a strategy with, to choose by, and to judge it by."""


class Level(NamedTuple):
    name: str
    entrant: Entrant


class Table(NamedTuple):
    name: str
    players: int
    level: str  # of equals; empty for a table that is drawn from the population
    number: int  # which of its deals are its own: no two tables share any
    lineup: tuple[Entrant, ...]  # by seat in seating 1
    # Who plays a ruleset in their place: its name, and whoever was trained for it.
    trained: tuple[tuple[str, Entrant], ...] = ()
    rivals: tuple[str, ...] = ()  # the names of two levels whose players sit in turn

    def at(self, ruleset: str) -> tuple[Entrant, ...]:
        found = [entrant for name, entrant in self.trained if name == ruleset]
        return tuple(found) * self.players or self.lineup

    @property
    def is_of_equals(self) -> bool:
        return len({entrant.name for entrant in self.lineup}) == 1


class Population(NamedTuple):
    text: str  # as it was asked for
    members: tuple[Entrant, ...]
    levels: tuple[Level, ...] = ()

    def __str__(self) -> str:
        return self.text


def load_population(specs: Sequence[str | Strategy], program: Program, seed: int) -> Population:
    """Return the players that specs name, each once; `USUAL` stands for the usual population.

    Levels stand beside that one alone.
    """
    from strategy_lab.plugins.entrants import load_field

    named: list[str | Strategy] = []
    for spec in specs:
        if spec == USUAL:
            strangers = program.game.strangers
            named += program.population
            named += strangers.drawn(len(program.population), seed) if strangers else ()
        else:
            named += program.named_fields.get(spec, (spec,)) if isinstance(spec, str) else (spec,)
    members = load_field(named, program.game)
    if len(members) < 2:
        raise UsageError(
            f"a population of {members[0].name} alone has no two tables that differ: name other "
            "players, too (--players-from)"
        )
    levels: tuple[Level, ...] = ()
    if USUAL in specs and program.levels:
        equals = load_field([*program.levels.values()], program.game)
        levels = tuple(map(Level, program.levels, equals))
    return Population(",".join(map(str, specs)), members, levels)


def rival_tables(population: Population, players: Sequence[int], first: int) -> Iterator[Table]:
    """Yield a table for every two levels: their players sit in turn, those of the weaker first.

    `first`: the number of the first table.
    """
    for count in players:
        for number, (a, b) in enumerate(combinations(population.levels, 2), start=first):
            name = f"{a.name} and {b.name}"
            lineup = tuple((a, b)[seat % 2].entrant for seat in range(count))
            yield Table(name, count, name, number, lineup, rivals=(a.name, b.name))


def held_population(held: Mapping[str, Any]) -> Population:
    return Population(
        held["text"], held["members"], tuple(Level(**level) for level in held["levels"])
    )


def population_text(names: Sequence[str]) -> str:
    """Return a sentence on who was drawn."""
    drawn = [name for name in names if ":number=" in name]
    named = [name for name in names if name not in drawn]
    more = f", and {len(drawn)} strangers drawn by number" if drawn else ""
    return f"players drawn from {len(named)} ({', '.join(named)}){more}"


def draw_tables(
    population: Population,
    players: Sequence[int],
    tables: int,
    seed: int,
    *,
    first: int = 0,
    levels: bool = True,
) -> Iterator[Table]:
    """Yield tables for each number of players: those drawn from the population, then of equals.

    Nobody sits twice at a table that the population has enough players for. `first`: how many
    tables were drawn before, elsewhere.
    """
    from strategy_lab.game import draw_lineup  # which needs numpy

    size = len(population.members)
    for count in players:
        for number in range(first, first + tables):
            drawn = draw_lineup(seed, count, number + 1, size, size)
            lineup = tuple(population.members[index] for index in drawn)
            yield Table(str(number + 1), count, "", number, lineup)
        for number, level in enumerate(population.levels if levels else (), start=first + tables):
            yield Table(level.name, count, level.name, number, (level.entrant,) * count)
