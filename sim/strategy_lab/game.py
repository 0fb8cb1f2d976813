"""What a game supplies to the laboratory, in one object; nothing else here knows which game it is.

An installed package offers its game by an entry point in the group ``forsale_sim.games``, under the
game's name; docs/architecture.md says what each member is for.
"""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, SupportsIndex, TypeAlias, TypeVar

import numpy as np

from strategy_lab.errors import UsageError
from strategy_lab.random_words import LINEUP, Source, draw_below, purpose_word
from strategy_lab.rows import Rows
from strategy_lab.varying import Variable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from strategy_lab.check.rehearsal import Excerpt, Rehearsal, RulesetReport, Scope
    from strategy_lab.compiled.views import Views
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.program import Program
    from strategy_lab.results.measures import Measures
    from strategy_lab.results.saved_games import OwnColumns
    from strategy_lab.simulation.experiment import Engine, Game, Plan


JSON: TypeAlias = Any

GROUP = "forsale_sim.games"
"""The group of entry points that offers games. All groups of the laboratory are named after what is
installed, forsale-sim; packages offer games by this name, so it stays."""


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """A decision that players make."""

    # The names of the arguments that the game passes, by position; the view is the first.
    asked_with: tuple[str, ...] = ("view",)

    # What decides for a strategy that does not; None if every strategy has to.
    default: Callable[..., Any] | None = None


class CompiledView(Protocol):
    """A module that says how the decisions of a game are compiled; it may import numba."""

    views: Views
    # Functions of a view, compiled: what the kernel passes for an argument of a decision.
    asked: Mapping[str, Any]
    # By decision whose answer is no whole number: a compiled function of a view and an answer that
    # returns one.
    answers: Mapping[str, Any]
    # Returns what an author may have meant, for numba's message and the line; maybe nothing.
    mistake: Callable[[str, str], str]


class ResolvedRules(Protocol):
    """The rules of a game for a number of players; a frozen value."""

    @property
    def ruleset(self) -> str:
        """The ruleset's name."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def most_score(self) -> int:
        """A bound on a player's score at the end; no score is below 0, or `least_score`."""

    @property
    def most_of_all(self) -> int:
        """A bound on the sum of all players' scores."""

    def settings(self) -> dict[str, Any]:
        """Return all that decides how games are played, in values that JSON can hold."""


class Ruleset(Variable, Protocol):
    """A ruleset of a game."""

    def rules(self, players: int) -> ResolvedRules:
        """Return its rules for a number of players."""


class SeatedGame(Protocol):
    """A game of a plan at the table of an engine that tells what happens."""

    @property
    def names(self) -> list[str]:
        """What tables call the strategy in each seat."""

    def play(self, recording: bool = False) -> Sequence[Any]:
        """Play the game to its end; return every decision in it, if they are recorded."""

    def story(self) -> str:
        """Return what has happened, move by move."""

    def trace(self) -> Iterable[str]:
        """Return a finished game as lines of JSON."""

    def moves(self, decision: str) -> list[tuple[int, int]]:
        """Return the moves of a decision, each with its seat."""

    def rows(self) -> Rows:
        """Return the row of a finished game, with its detail."""


@dataclass(frozen=True, slots=True)
class OwnCheck:
    """What is checked of a game's strategies and rulesets beyond what can be checked of any."""

    questions: tuple[str, ...]  # those of `check.rehearsal.QUESTIONS` that no other game asks
    # Returns the trials of a strategy, and of it at the ends of the ranges of its parameters.
    rehearsal: Callable[[Entrant, list[Entrant], Scope], Rehearsal]
    # Checks the file of a ruleset, of which no answer may take more than some seconds.
    check_ruleset: Callable[[str, int], RulesetReport]
    story: Callable[[Excerpt], str]  # returns a game up to a decision
    whereabouts: Callable[[Excerpt], str]  # returns which decision of a game it is, in words


@dataclass(frozen=True, slots=True)
class Strangers:
    """Players that strategies of a game are tried among, as they were not made for them."""

    # Returns the specs of those in a part, with so many more that a seed draws.
    met: Callable[[str, int, int], Sequence[str]]
    drawn: Callable[[int, int], Sequence[str]]  # returns so many that a seed draws: quick ones
    kind: Callable[[str], str]  # returns the kind of one, by its name in tables
    versions: Callable[[], Mapping[str, str]]  # returns which versions of them there are
    beside: Sequence[str] = ()  # specs of strategies that are tried beside any other


@dataclass(frozen=True, slots=True)
class SeatLever:
    """A rule by which seats can be made fair: what each begins with."""

    rule: str  # its key in a ruleset's file
    unit: str  # what several of it are called
    by_seat: Callable[[Any], Sequence[int]]  # returns what each seat begins with by rules


def playing(a: str, b: str) -> str:
    """Return what a change is called by the names of rulesets: what is left of a what-if's."""
    is_what_if = b.startswith(f"{a}[") and b.endswith("]")
    return f"playing with {b[len(a) + 1 : -1]}" if is_what_if else f"playing {b}"


@dataclass(frozen=True, slots=True)
class RuleWords:
    """What sentences call rulesets."""

    ruleset: Callable[[Any], str] = lambda ruleset: str(ruleset.name)  # returns what they call one

    # Returns what is changed from one to another for a number of players, as a subject.
    changes: Callable[[Any, Any, int], str] = lambda a, b, _: playing(a.name, b.name)

    first_seat: str = "the first seat"

    # Returns the file of one for a number of players alone, if files can have it.
    file: Callable[[Any, int], str] | None = None


class MadeResponse(NamedTuple):
    """Who is made to win from copies of a strategy."""

    name: str
    make: Callable[[], Entrant]


def _no_memory(*_: Any) -> tuple[Any, ...]:
    raise NotImplementedError("this game has no kernel")


def later(place: str) -> Callable[..., Any]:
    """Return a function of a module, ``module:function``, which is imported when it is called."""
    module, _, name = place.partition(":")

    def call(*arguments: Any, **options: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **options)

    return call


@dataclass(frozen=True, eq=False, kw_only=True)
class GameDefinition:
    """A game, as the laboratory plays, counts and shows it."""

    name: str  # what specs and entry points call it
    title: str  # what sentences call it
    package: Path  # the folder of its package, with the sources that compiled decisions may contain
    players: tuple[int, int]  # the least and the most that can play
    program: Callable[[], Program]  # returns its command line
    load_ruleset: Callable[[str], Any]  # returns the ruleset that a text names
    ruleset_names: Callable[[], Sequence[str]]  # returns the names of the built-in rulesets
    ruleset_of: Callable[[Mapping[str, Any]], Any]  # returns the ruleset of what its file would say

    # Returns a ruleset as values that JSON can hold.
    ruleset_settings: Callable[[Any], dict[str, JSON]]
    ruleset_from: Callable[[JSON], Any]  # returns the ruleset of such values
    rule_keys: tuple[str, ...]  # which of these values are rules; the others are words about them
    strategies: str  # the group of entry points by which packages offer strategies for it
    decisions: dict[str, DecisionKind]  # what players decide, by name
    compiled_view: str = ""  # the module of how decisions are compiled: a `CompiledView`
    row: np.dtype[Any]  # the record of a game, which begins with `rows.BY_SEAT`
    detail: np.dtype[Any] | None = None  # the record of more about a game, if there is any
    rows: type[Rows] = Rows  # the class of its rows
    score: str  # what it calls a player's score

    # Returns what whole games are measured by, and what the file of games says of one.
    measures: Callable[[], Measures] = later("strategy_lab.results.measures:no_others")
    columns: Callable[[], OwnColumns] = later("strategy_lab.results.saved_games:OwnColumns")

    # Returns the strategy file that an author starts from, with ``{name}``, ``{class_name}`` and
    # ``{file}``.
    template: Callable[[], str] = str

    kernel: str = ""  # the module of its kernel, whose compiled ``play_chunk`` plays

    # Returns the records in which that plays: of rules, a seed, after how many draws all strategies
    # can be drawn again, and what strategies ask their views for.
    memory: Callable[[Any, int, int, Collection[str]], tuple[Any, ...]] = _no_memory
    chunk_games: int = 16384  # how many games it plays at once, in well under a second

    # What makes the engine of a name for a plan; the first is the usual one.
    engines: Mapping[str, Callable[[Plan], Engine]] = field(
        default_factory=lambda: {
            "compiled": later("strategy_lab.engines:KernelEngine"),
            "python": later("strategy_lab.simulation.replaying:SeatedEngine"),
        }
    )

    readable: str = ""  # the module of its `simulation.replaying.ReadableEngine`

    # Returns a game of a plan at the table of the engine that tells what happens.
    seat_game: Callable[[Plan, Game], SeatedGame] = later(
        "strategy_lab.simulation.replaying:TracedGame"
    )

    strangers: Strangers | None = None  # who is met by those who were not made for them

    seat_lever: SeatLever | None = None  # by what seats can be made fair, if by anything
    rule_words: RuleWords = RuleWords()  # what sentences call its rulesets

    # Returns who is made to win from copies of a strategy. It takes that, rules, and ``budget``,
    # ``samples`` and ``seed``, as `exploit` does.
    responses: Callable[..., Iterable[MadeResponse]] = lambda *_, **_options: ()

    # Returns what each decision of a game gave away, as the columns of a table, if it can tell.
    review: Callable[[Sequence[Any]], Iterable[Mapping[str, Any]]] | None = None

    # The functions of a Python file that can replace rules, if any can.
    rule_functions: tuple[str, ...] = ()
    own_check: OwnCheck | None = None  # what is checked of it alone, if anything is

    # Returns the rulesets in a file of games, and what draws a plot of one: of a kind that its
    # program names.
    plot_games: Callable[[Path, str], tuple[list[str], Callable[[str], Figure]]] | None = None

    # What a point of the score more than others have counts in wins, while parameters are searched
    # for: who wins hangs on little things, and the score tells more by each deal.
    score_weight: float = 0.01

    # Returns what is told of rules before they are played.
    notes: Callable[[Sequence[Any]], Iterable[str]] = lambda _rules: ()

    def engine_named(self, name: str | None) -> str:
        """Return the name of an engine; for none, of the usual one."""
        if name is None:
            return next(iter(self.engines))
        if name not in self.engines:
            raise UsageError(f"engine: there is no {name!r}; there are: {', '.join(self.engines)}")
        return name

    def __reduce__(self) -> tuple[Callable[[str], GameDefinition], tuple[str]]:
        return find_game, (self.name,)


def find_game(name: str) -> GameDefinition:
    """Return the game that an installed package offers under a name."""
    from strategy_lab.program import imported, offered

    games = offered(GROUP)
    for point in games:
        if point.name == name:
            game: GameDefinition = imported(point, point.load)
            return game
    known = ", ".join(point.name for point in games) or "none"
    raise UsageError(
        f"no installed package offers the game {name!r}; there are: {known}. "
        "Install the package that has it, as pip install -e does with its folder"
    )


class IllegalMoveError(ValueError):
    """A move that the rules do not allow; the game has not changed."""

    def __init__(self, move: str, rule: str) -> None:
        super().__init__(move, rule)
        self.move, self.rule = move, rule

    def __str__(self) -> str:
        return f"{self.move} is illegal: {self.rule}"


def whole_number(answer: object) -> int:
    """Return a strategy's answer, an integer of Python or NumPy, as an int."""
    if type(answer) is int:
        return answer
    if isinstance(answer, SupportsIndex) and not isinstance(answer, bool):
        with suppress(TypeError):  # arrays of more than one number, NumPy's bool
            return operator.index(answer)
    wrong = f"of type {type(answer).__name__}"
    if answer is None:
        wrong = "None: a return is missing, or what it returns is None"
    elif isinstance(answer, float | bool):
        wrong += ": int(…) makes one of it"
    raise IllegalMoveError(reprlib.repr(answer), f"a move is a whole number (int), not {wrong}")


T = TypeVar("T")


def turned(lineup: Sequence[T], seating: int) -> list[T]:
    """Return a lineup by seat under a seating: in seating 2, everyone sits one seat earlier."""
    first = (seating - 1) % len(lineup)
    return [*lineup[first:], *lineup[:first]]


def draw_lineup(
    seed: int, players: int, deal: int, field_size: int, refilled_after: int
) -> tuple[int, ...]:
    """Draw the lineup of a deal from a pool of strategies."""
    next_word = Source(seed).stream(purpose_word(LINEUP, players), deal).__next__
    lineup: list[int] = []
    while len(lineup) < players:
        pool = list(range(field_size))
        for q in range(min(refilled_after, players - len(lineup))):
            j = q + draw_below(field_size - q, next_word)
            pool[q], pool[j] = pool[j], pool[q]
            lineup.append(pool[q])
    return tuple(lineup)
