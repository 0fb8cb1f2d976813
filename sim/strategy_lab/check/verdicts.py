"""What is checked and found: a verdict on each question, with the game behind a bad one."""

from __future__ import annotations

import ast
import builtins
import inspect
import operator
import shlex
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, Literal

from strategy_lab.errors import UsageError
from strategy_lab.game import OwnCheck, find_game
from strategy_lab.plugins.entrants import Entrant, reading_of
from strategy_lab.plugins.identity import identity_of

QUESTIONS = {
    "loads": "loads",
    "source": "uses the view only as it may",
    "pure": "answers by its view alone",
    "quiet": "prints nothing and writes no file",
    "plays": "plays by the rules",
    "repeats": "makes the same move when asked again",
    "elsewhere": "is the same in another process",
    "public": "makes the same move whatever the hidden cards are",
    "compiles": "compiles",
    "agrees": "plays the same game compiled and in plain Python",
    "finishes": "finishes",
}
"""What a check asks, in the order of its report."""

OF_ONE_GAME = ("public",)
"""Asked only where the check of a game asks it: whether cards are hidden, it alone knows."""

Outcome = Literal["passed", "failed", "open"]
"""``open``: not tried, or without consequence."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A game of a run, up to a decision."""

    plays: str  # what the game is called
    ruleset: str
    names: tuple[str, ...]
    specs: tuple[str, ...]
    """The strategies by seat: their names in the run, and the specs that load them."""

    seed: int
    games: int
    """The run's. It has no rotations: game n is the first seating of deal n."""

    game: int  # the game's number in the run
    moves: tuple[int, ...] | None = None
    """The moves of all players before the decision; None for the whole game."""

    @property
    def command(self) -> str:
        options = {
            "ruleset": self.ruleset,
            "lineup": ",".join(self.specs),
            "seed": self.seed,
            "games": self.games,
            "game": self.game,
        }
        words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
        program = find_game(self.plays).program()
        return shlex.join([program.name, "replay", *words, "--no-rotate"])

    def story(self) -> str:
        return "" if self.moves is None else self._check.story(self)

    def whereabouts(self) -> str:
        return "" if self.moves is None else self._check.whereabouts(self)

    @property
    def _check(self) -> OwnCheck:
        own_check = find_game(self.plays).own_check
        assert own_check is not None, "only a check of its own tells moves"
        return own_check


@dataclass(frozen=True, slots=True)
class Verdict:
    question: str  # a key of `QUESTIONS`
    outcome: Outcome
    text: str  # what was tried, what went wrong, or why nothing was tried
    excerpt: Excerpt | None = None  # the game in which it went wrong, if any
    replayable: bool = True  # false if the game cannot be replayed, because a decision never ends

    @property
    def replay(self) -> str | None:
        return self.excerpt.command if self.excerpt and self.replayable else None


class CheckFailedError(Exception):
    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict)
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Cost:
    plain: float
    compiled: float | None = None  # compiled, including the engine's share; None if it is not known


@dataclass
class Report:
    spec: str
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    cost: Cost | None = None
    questions: tuple[str, ...] = tuple(QUESTIONS)

    @property
    def passed(self) -> bool:
        return all(verdict.outcome != "failed" for verdict in self.verdicts.values())

    def add(self, verdict: Verdict) -> None:
        """Add a verdict; the first one on a question stands."""
        self.verdicts.setdefault(verdict.question, verdict)

    def close(self) -> None:
        for question in self.questions:
            self.add(Verdict(question, "open", "not tried"))
        self.verdicts = {question: self.verdicts[question] for question in self.questions}


@dataclass(frozen=True, slots=True)
class Step:
    question: str  # the question that it helps to answer
    seconds: float  # the time limit: if no other message arrives within it, the strategy hangs
    excerpt: Excerpt | None = None  # the game and the decision, if it is one


@dataclass(frozen=True, slots=True)
class Tried:
    """What a process has loaded and played, for another one to compare."""

    source: str
    values: Mapping[str, str]  # a hash of each that was made when the strategy was loaded
    games: Sequence[str]  # a hash of the games of each trial


Moves = tuple[int, ...]
Message = Step | Verdict | Cost | Tried | UsageError | Moves | None
"""What is told while a strategy is checked; None when everything has been tried."""

Tell = Callable[[Message], None]


@dataclass(frozen=True, slots=True)
class Progress:
    """Announces each decision before it is asked for, so that one that hangs can be named."""

    question: str  # the question that the decisions help to answer
    seconds: float  # the time limit of a decision
    tell: Tell

    def game(self, excerpt: Excerpt) -> None:
        self.tell(Step(self.question, self.seconds, excerpt))

    def decision(self, moves: Sequence[int]) -> None:
        self.tell(tuple(map(operator.index, moves)))


# Reads a strategy's source for what it may not do, even in code that no game has reached.

OF_A_GAME = ("engine", "reference", "experiments")
OF_THE_LABORATORY = ("compiled", "simulation")
"""Packages that would tell a strategy more than its view does."""

MOST_TOLD = 3
"""Lines of a strategy that a verdict names."""

BY_NAME = {"getattr": "reads", "setattr": "assigns to", "delattr": "deletes"}


def read_source(entrant: Entrant) -> Iterator[Verdict]:
    """Yield whether the functions of a strategy, and those of its own that they call, are sound.

    And whether they answer by the view alone, and print or write files, which a run would do at
    each decision.
    """
    decisions = entrant.decisions.values()
    functions = identity_of(*(each.function for each in decisions)).functions
    game = import_module(entrant.game.program().place.partition(".")[0])
    offences, effects = list[str](), list[str]()
    for function in functions:
        file, is_offered = (
            function.__code__.co_filename,
            function.__module__.startswith(f"{game.__name__}."),
        )
        offences += [] if is_offered else _placed(file, _offences(function, game))
        effects += _placed(file, _effects(function))
    if offences:
        yield Verdict("source", "failed", f"{offences[0]}, which no strategy may")
    elif functions:
        yield Verdict("source", "passed", f"{len(functions)} functions read")
    else:
        yield Verdict("source", "open", "no file has functions of its own")
    reading = reading_of(entrant)
    if reading.open:
        told = "; ".join(map(str, reading.open[:MOST_TOLD]))
        yield Verdict("pure", "open", f"{told}: that is tried in games, and not proved")
    else:
        yield Verdict("pure", "passed", f"{reading.functions} functions read")
    if effects:
        often = "a run of a million games does so at millions of decisions"
        yield Verdict("quiet", "open", f"{'; '.join(effects)}: {often}")
    else:
        yield Verdict("quiet", "passed", "")


def _placed(file: str, found: Iterable[tuple[int, str]]) -> list[str]:
    return [f"it {what} ({file}, line {line})" for line, what in found]


def _offences(function: FunctionType, game: ModuleType) -> Iterator[tuple[int, str]]:
    """Yield the line and the description of everything that a function may not do.

    `game`: the package of the game, which offers what strategies may use.
    """
    code = function.__code__
    internals = [f"{game.__name__}.{name}" for name in OF_A_GAME]
    internals += [f"strategy_lab.{name}" for name in OF_THE_LABORATORY]
    for name in code.co_names:
        value = function.__globals__.get(name)
        if value is getattr(game, getattr(value, "__name__", name), code):
            continue
        module = _module(value)
        if any(module == internal or module.startswith(f"{internal}.") for internal in internals):
            yield code.co_firstlineno, f"uses {name} of {module}"
    tree = source_tree(function)
    views = _views(tree)
    for node in ast.walk(tree):
        for offence in _offence(node, views):
            yield getattr(node, "lineno", code.co_firstlineno), offence


def source_tree(function: FunctionType) -> ast.Module:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):  # made by exec, or part of an expression
        return ast.Module([], [])
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    return tree


def _module(value: Any) -> str:
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    return str(name)


def _views(tree: ast.AST) -> set[str]:
    arguments = [node for node in ast.walk(tree) if isinstance(node, ast.arg)]
    return {
        argument.arg
        for argument in arguments
        if argument.arg == "view"
        or (argument.annotation and ast.unparse(argument.annotation).strip("'\"").endswith("View"))
    }


def _offence(node: ast.AST, views: set[str]) -> Iterator[str]:
    match node:
        case ast.Attribute(value=ast.Name(id=view), attr=name, ctx=context) if view in views:
            if isinstance(context, ast.Store):
                yield f"assigns to {view}.{name}"
            elif isinstance(context, ast.Del):
                yield f"deletes {view}.{name}"
            elif name.startswith("_"):
                yield f"reads {view}.{name}"
        case ast.Call(
            func=ast.Name(id=function) | ast.Attribute(attr=function),
            args=[ast.Name(id=view), ast.Constant(value=str(name)), *_],
        ) if view in views:
            offence = BY_NAME.get(function.strip("_"))
            if offence and (offence != "reads" or name.startswith("_")):
                yield f"{offence} {view}.{name}"


FUNCTIONS = {"print": "prints", "input": "reads what is typed", "open": "opens a file"}

METHODS = {
    **dict.fromkeys(("write", "writelines", "write_text", "write_bytes"), "writes"),
    **dict.fromkeys(("savetxt", "tofile", "to_csv", "dump"), "writes a file"),
}


def _effects(function: FunctionType) -> Iterator[tuple[int, str]]:
    for node in ast.walk(source_tree(function)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
                if function.__globals__.get(name, builtins) in (builtins, getattr(builtins, name)):
                    yield node.lineno, FUNCTIONS[name]
            case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
                yield node.lineno, METHODS[name]
