"""What the program of a game is called and plays unless something else is asked for.

It is known before the game is: nothing slow to import, for help's sake.
"""

from __future__ import annotations

import dataclasses
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from itertools import cycle
from typing import TYPE_CHECKING, Any, TypeVar

from strategy_lab.errors import LaboratoryError, UsageError, placed, time_limit

if TYPE_CHECKING:
    from strategy_lab.game import GameDefinition


STRATEGIES = (
    *("expert", "spread", "counter", "matcher", "linear", "miser", "appraiser", "quick"),
    "champion",
)
"""Whom examples of commands name."""

LINEUPS = ("expert", "spread"), ("mine/tuned.toml", "expert"), ("grown/mixture.toml", "quick")
"""Who plays in them with three of whom."""

COMMANDS = {
    "run": "Play games and print who wins: by strategy, seat and player count.",
    "rank": "Rate the strategies of a field, and show who finishes ahead of whom.",
    "duel": "Is one strategy stronger than another? Plays until it is known.",
    "gauntlet": "Try a strategy against each of the field: its worst tables first.",
    "compare": "Show what one ruleset does differently from another, at many tables.",
    "design": "Look for the rules that make the game you want.",
    "tune": "Find good values of a strategy's parameters.",
    "exploit": "How much can be won from copies of a strategy? Tunes who tries.",
    "psro": "Grow a field by best responses to its equilibrium, until none gains.",
    "meta": "See a field as a game: who invades whom, equilibria, alpha-rank.",
    "report": "Write a page on how the game is balanced, with figures and data.",
    "merge": "Add up parts of a run that were played on their own.",
    "plot": "Draw a plot of a saved run.",
    "replay": "Show one game of a run again, move by move.",
    "rulesets": "List the editions of the rules; show or compare them.",
    "strategies": "List the strategies; show what one does.",
    "check": "Try a strategy everywhere: is it legal, and the same when compiled?",
    "new": "Write a strategy file to start from.",
}
"""What every game can do, by name, the most used first."""


@dataclass(frozen=True, eq=False)
class Program:
    name: str  # what the command is called
    title: str  # what the game is called
    place: str  # where the game is: ``module:OBJECT``
    help: str  # what it is for, and how to start
    # Which ruleset and which strategies play, unless others are asked for.
    ruleset: str
    field: tuple[str, ...]
    # What it can do, by name, the most used first.
    commands: Mapping[str, str] = dataclasses.field(default_factory=lambda: COMMANDS)
    # Fields that one word stands for.
    named_fields: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    # Whom tables are drawn from, beside strangers; all decide quickly. The field unless said.
    population: tuple[str, ...] = ()
    opponents: str = ""  # whom a strategy that is tuned plays with; the field unless said
    trained: str = ""  # what is trained to respond to others; the first of the field unless said
    grown_from: tuple[str, ...] = ()  # the field that grows by such responses; that one unless said
    variations: str = ""  # what may be varied, as help has it
    compared_games: int = 1_000_000  # how many compare and report play unless said
    players: tuple[int, int] = (2, 8)  # the least and the most that can play
    has_kernel: bool = True  # whether its games are compiled
    trains: bool = False  # whether its players are trained anew, and it has `responses`
    levels: Mapping[str, str] = dataclasses.field(default_factory=dict)  # one player of each level
    master: str = ""  # a player above these, who is too slow for tables of copies
    has_strangers: bool = False  # whether its game has `strangers`
    compensates: bool = False  # whether its game has a `seat_lever`
    responses: tuple[str, ...] = ()  # who may win without training; the usual field unless said
    # Where commands of this game alone are, or do more than in others: ``package.module``.
    modules: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # Where the specs of experiments of this game alone are, by command: ``module:Class``.
    experiments: Mapping[str, str] = dataclasses.field(default_factory=dict)
    extended_by: str = ""  # the group of entry points by which packages offer experiments for it
    page: str = ""  # where its function is that returns a seated game and its story as a page
    # What can be plotted of its files of games, by kind, in words.
    game_plots: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # What stands here for words in examples of commands, which are written for For Sale: without
    # any, its own names do. None if they fit as they are.
    words: Mapping[str, str] | None = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "population", self.population or self.field)
        object.__setattr__(self, "opponents", self.opponents or ",".join(self.field))
        object.__setattr__(self, "trained", self.trained or self.field[0])
        object.__setattr__(self, "grown_from", self.grown_from or self.field[:1])

    @property
    def game(self) -> GameDefinition:
        module, _, name = self.place.partition(":")
        game: GameDefinition = getattr(import_module(module), name)
        return game

    @property
    def opponents_by_level(self) -> dict[str, str]:
        """One player of each level, by what a person who plays against it calls it: beginner."""
        masters = {"master": self.master} if self.master else {}
        singular = {name.removesuffix(" players").removesuffix("s"): name for name in self.levels}
        return {level: self.levels[name] for level, name in singular.items()} | masters

    def in_words(self, examples: str) -> str:
        if self.words is None:
            return examples
        words = {**self._own_words(), **self.words}
        texts = sorted(words, key=len, reverse=True)
        known = "|".join(rf"(?<![\w-]){re.escape(text)}(?![\w-])" for text in texts)
        return re.sub(known, lambda text: words[text[0]], examples)

    def _own_words(self) -> dict[str, str]:
        least, most = self.players
        names = dict(zip(STRATEGIES, cycle(self.field), strict=False))
        players = {f"--players {n}": f"--players {min(max(n, least), most)}" for n in (3, 4)}
        lineups = {
            ",".join((one, *3 * [other])): ",".join((names.get(one, one), *others * [names[other]]))
            for one, other in LINEUPS
            for others in [min(most, 4) - 1]
        }
        return {
            **names,
            **players,
            "forsale-sim": self.name,
            "iello-en": self.ruleset,
            "iello-fr": "mine.toml",
            **lineups,
            "--players 3,4": players["--players 4"],
            "spread:share=0.3": f"{names['spread']}:PARAMETER=0.3",
            **dict.fromkeys(("refund=up,all,none", "refund=up,down,none"), "RULE=VALUES"),
            **dict.fromkeys(("coins=14..26", "coins=14..24"), "RULE=4..6"),
            "coins=24,refund=up": "RULE=VALUE",
        }


PATIENCE = 30  # seconds for an import

T = TypeVar("T")

# offered: What installed packages offer: their entry points, for which all their files are read,
# once.


def offered(group: str) -> Sequence[EntryPoint]:
    """Return what is offered in a group: first what comes with this package."""
    return _offered(group, tuple(sys.path))


@cache
def _offered(group: str, path: tuple[str, ...]) -> Sequence[EntryPoint]:
    points = _all_offered(path).select(group=group)
    return sorted(points, key=lambda point: (not _is_own(point), point.name, point.value))


def offering_strategies() -> frozenset[str]:
    """Return the packages that offer strategies for any game."""
    return _offering_strategies(tuple(sys.path))


@cache  # every identity asks for it
def _offering_strategies(path: tuple[str, ...]) -> frozenset[str]:
    groups = [group for group in _all_offered(path).groups if group.endswith(".strategies")]
    points = [point for group in groups for point in _offered(group, path)]
    return frozenset(point.module.partition(".")[0] for point in points)


@cache  # all of a package's metadata is parsed for its name
def _is_own(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == "forsale-sim"


def imported(point: EntryPoint, load: Callable[[], T]) -> T:
    """Return what an import for an entry point gives; say in a sentence what is wrong with it."""
    waits = nullcontext() if _is_own(point) else time_limit(PATIENCE, {imported.__code__})
    try:
        with waits:
            return load()
    except (LaboratoryError, KeyboardInterrupt):
        raise
    except BaseException as error:  # a module may even exit
        said = placed(error, lambda file: point.module.partition(".")[0] in file.parts)
        raise UsageError(
            f"{point.value!r}, which an installed package offers, cannot be imported: {said}; "
            "mend or uninstall it"
        ) from error


@cache
def _all_offered(path: tuple[str, ...]) -> Any:
    return entry_points()
