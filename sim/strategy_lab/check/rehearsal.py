"""Plays trial games of any game: in plain Python, once more in another order, and compiled."""

from __future__ import annotations

import hashlib
import operator
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar, Literal, cast

import numpy as np

from strategy_lab.errors import (
    MoveError,
    StrategyError,
    UsageError,
    counted,
    listed,
    time_limit,
)
from strategy_lab.files.whole_files import read_toml
from strategy_lab.game import GameDefinition, OwnCheck, find_game, turned
from strategy_lab.plugins import entrants
from strategy_lab.plugins.compiling import compile_field, compiled_address, decision_code
from strategy_lab.plugins.entrants import Decision, Entrant
from strategy_lab.plugins.identity import unwrap
from strategy_lab.plugins.loading import load_file
from strategy_lab.plugins.purity import ImpureError, reading_of
from strategy_lab.plugins.registry import shipped
from strategy_lab.plugins.strategies import halves, joined
from strategy_lab.rows import Rows
from strategy_lab.simulation.experiment import Chunk, Engine, Game, Plan, make_plan
from strategy_lab.simulation.replaying import MADE_ANEW, Lasting, source_of, values_of

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

Outcome = Literal["passed", "failed", "open"]  # ``open``: not tried, or without consequence


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A game of a run, up to a decision."""

    plays: str  # what the game is called
    ruleset: str
    names: tuple[str, ...]
    specs: tuple[str, ...]
    """The strategies by seat: their names in the run, and the specs that load them."""

    seed: int
    games: int  # the run's. It has no rotations: game n is the first seating of deal n

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
    """Seconds of a decision."""

    plain: float
    compiled: float | None = None  # compiled, including the engine's share; None if it is not known
    by_function: Mapping[str, float] = field(default_factory=dict)  # in plain Python


@dataclass(frozen=True, slots=True)
class Scope:
    """By which rules, and for how many players, a strategy is checked."""

    rulesets: tuple[str, ...] = ()  # all that are built in unless given
    players: tuple[int, ...] = ()  # all that a ruleset is for unless given
    quick: bool = False  # a game for each number of players, by the usual ruleset unless given

    def names(self, game: GameDefinition) -> Sequence[str]:
        built_in = () if self.quick else game.ruleset_names()
        return self.rulesets or built_in or [game.program().ruleset]

    def rules(self, game: GameDefinition) -> list[tuple[Any, int]]:
        """Return pairs of a ruleset and a number of players."""
        found = [
            (ruleset, players)
            for ruleset in map(game.load_ruleset, self.names(game))
            for players in ruleset.players
            if not self.players or players in self.players
        ]
        if not found:
            rules = (
                f"by {listed(self.rulesets, 'or')}" if self.rulesets else "by a built-in ruleset"
            )
            raise UsageError(
                f"{listed(self.players, 'or')} players (--players) cannot play {rules}"
            )
        return found

    @property
    def words(self) -> str:
        if self.players:
            players = f"{listed(map(str, self.players))} players"
            return f"{listed(self.rulesets)}, {players}" if self.rulesets else players
        if self.rulesets:
            return listed(self.rulesets)
        return (
            f"{'the usual ruleset, every' if self.quick else 'every ruleset and'} number of players"
        )


EVERYTHING = Scope()


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
        """Add a verdict; the first one on a question stands, or the first that failed."""
        known = self.verdicts.setdefault(verdict.question, verdict)
        if verdict.outcome == "failed" and known.outcome != "failed":
            self.verdicts[verdict.question] = verdict

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


MOST_TOLD = 3  # lines of a strategy that a verdict names


def read_source(entrant: Entrant) -> Iterator[Verdict]:
    """Yield whether a strategy uses its view as it may, even in code that no game has reached.

    And whether it prints or writes files, which a run would do at each decision.
    """
    reading = reading_of(entrant)
    if reading.offences:
        yield Verdict("source", "failed", f"{reading.offences[0]}, which no strategy may")
    elif reading.functions:
        yield Verdict("source", "passed", f"{reading.functions} functions read")
    else:
        yield Verdict("source", "open", "no file has functions of its own")
    if reading.noted:
        often = "a run of a million games does so at millions of decisions"
        yield Verdict("quiet", "open", f"{'; '.join(map(str, reading.noted))}: {often}")
    else:
        yield Verdict("quiet", "passed", "")


def find_impure(entrant: Entrant, lasting: Lasting) -> Verdict:
    """Return whether a strategy that has played some games answers by the view alone."""
    try:
        lasting.check()
    except StrategyError as error:
        raise CheckFailedError(Verdict("pure", "failed", str(error))) from error
    reading = reading_of(entrant)
    if reading.open:
        told = "; ".join(map(str, reading.open[:MOST_TOLD]))
        return Verdict("pure", "open", f"{told}: that is tried in games, and not proved")
    return Verdict("pure", "passed", f"{reading.functions} functions read")


LOADING_SECONDS = 60  # time to load a strategy, and whatever model it holds
ELSEWHERE_SECONDS = 5.0  # time to play the games of another process again
COMPILING_SECONDS = 300  # time to compile a strategy, its rivals and the engine, if none is cached


@dataclass
class Clock:
    """How long the decisions of the strategy that is checked take, in plain Python."""

    decisions: list[int] = field(default_factory=list)  # in each trial
    answers: dict[str, tuple[int, float]] = field(default_factory=dict)
    """How many each function gave, and the seconds that they took."""

    slowest: float = 0.0

    def answered(self, function: str, seconds: float) -> None:
        self.decisions[-1] += 1
        answers, before = self.answers.get(function, (0, 0.0))
        self.answers[function] = answers + 1, before + seconds
        self.slowest = max(self.slowest, seconds)

    @property
    def cost(self) -> Cost:
        seconds = sum(seconds for _, seconds in self.answers.values())
        each = {name: spent / answers for name, (answers, spent) in self.answers.items()}
        return Cost(seconds / max(sum(self.decisions), 1), by_function=each)


@dataclass(frozen=True)
class Trial:
    """A run of a few games with one lineup and no rotation: game n is deal n."""

    checked: Entrant  # the strategy that is checked, in one or more seats
    plan: Plan

    @classmethod
    def of(
        cls, checked: Entrant, ruleset: Any, specs: Sequence[str], seed: int, games: int = 1
    ) -> Trial:
        """Return a trial of the lineup that `specs` name by seat, `checked` being one of them."""
        members = entrants.load_field(specs, checked.game)
        by_spec = {entrant.spec: index for index, entrant in enumerate(members)}
        lineup = [by_spec[spec] for spec in specs]
        plan = make_plan(
            [ruleset], field=members, lineup=lineup, rotate=False, seed=seed, games=games
        )
        return cls(checked, plan)

    @property
    def rules(self) -> Any:
        return self.plan.cells[0].cell.rules

    @property
    def lineup(self) -> list[Entrant]:
        return [self.plan.field[index] for index in self.plan.cells[0].lineup or ()]

    @property
    def compiled(self) -> Engine:
        engine: Any = self.plan.definition.engines["compiled"]
        made: Engine = engine(self.plan, compared=True)
        return made

    def excerpt(self, game: int = 1, moves: Sequence[int] | None = None) -> Excerpt:
        """Return a game, up to the decision after `moves` if they are given."""
        return Excerpt(
            plays=self.plan.definition.name,
            ruleset=self.plan.cells[0].cell.ruleset,
            names=tuple(entrant.name for entrant in self.lineup),
            specs=tuple(entrant.spec for entrant in self.lineup),
            seed=self.plan.seed,
            games=self.plan.games,
            game=game,
            moves=None if moves is None else tuple(moves),
        )


Question = Callable[[Progress], Verdict]


@dataclass
class Rehearsal:
    """Trial games of a strategy, and of the same with each parameter at the ends of its range.

    What is checked of a game alone, a class of its own adds.
    """

    checked: Entrant
    ends: Sequence[Entrant]
    scope: Scope = EVERYTHING
    tells_moves: ClassVar[bool] = False  # whether a game is shown up to a decision
    clock: Clock = field(default_factory=Clock)
    rows: list[list[Rows]] = field(default_factory=list)  # the finished games of each trial

    @cached_property
    def trials(self) -> list[Trial]:
        """By every ruleset and number of players it sits among others, a seat further each time.

        With its parameters at the ends of their ranges, and in all seats, by the usual ruleset, or
        the first that is asked for.
        """
        game = self.checked.game
        program = game.program()
        rivals = [name for name in reversed(program.field) if name != self.checked.spec]
        trials: list[Trial] = []
        rules = self.scope.rules(game)
        for ruleset, players in rules:
            among = [self.checked.spec, *rivals[: players - 1]]
            lineup = turned(among, 1 + len(trials) % players)
            trials.append(Trial.of(self.checked, ruleset, lineup, seed=1 + len(trials)))
        usual = next((r for r, _ in rules if r.name == program.ruleset), rules[0][0])
        counts = [players for ruleset, players in rules if ruleset is usual]
        players = counts[len(counts) // 2]
        for entrant in (self.checked, *self.ends):
            lineup = [entrant.spec] * players
            trials.append(Trial.of(entrant, usual, lineup, seed=1 + len(trials)))
        return trials

    def play(self, progress: Progress) -> Verdict:
        """Play all games in plain Python."""
        for trial in self.trials:
            self.rows.append(self.played(trial, self.clock, progress))
        games, decisions = sum(map(len, self.rows)), sum(self.clock.decisions)
        text = f"{games} games, {decisions:,} decisions, {self.scope.words}"
        return Verdict("plays", "passed", text)

    def played(self, trial: Trial, clock: Clock, progress: Progress) -> list[Rows]:
        """Return the games of a trial, played in plain Python."""
        clock.decisions.append(0)
        plan, rows = trial.plan, []
        for number in range(1, plan.games + 1):
            moves: list[Any] = []
            watched = replace(
                plan, field=tuple(self._watched(trial, number, moves, clock, progress))
            )
            seated = plan.definition.seat_game(watched, Game(number, plan.cells[0], number, 1))
            try:
                self.note(trial, number, seated.play(recording=self.tells_moves))
            except MoveError as error:
                legal = moves[:-1] if error.answer else moves
                excerpt = trial.excerpt(number, legal if self.tells_moves else None)
                verdict = Verdict("plays", "failed", str(error), excerpt)
                raise CheckFailedError(verdict) from error
            rows.append(seated.rows())
        return rows

    def note(self, trial: Trial, number: int, decisions: Sequence[Any]) -> None:
        """Take note of the decisions of a game of a trial."""

    def _watched(
        self, trial: Trial, number: int, moves: list[Any], clock: Clock, progress: Progress
    ) -> Iterator[Entrant]:
        """Yield the players of a game; each decision of the one that is checked is announced."""
        excerpt = trial.excerpt(number, () if self.tells_moves else None)
        progress.game(excerpt)

        def watched(entrant: Entrant, name: str, asked: Decision) -> Decision:
            is_checked = entrant.name == trial.checked.name

            def decide(*arguments: object, **values: float) -> int:
                if is_checked and self.tells_moves:
                    progress.decision(moves)
                elif is_checked:
                    progress.game(excerpt)
                started = time.perf_counter()
                moves.append(asked.function(*arguments, **values))
                if is_checked:
                    clock.answered(name, time.perf_counter() - started)
                return cast("int", moves[-1])

            return replace(asked, function=decide)

        for entrant in trial.plan.field:
            decisions = {
                name: watched(entrant, name, one) for name, one in entrant.decisions.items()
            }
            yield replace(entrant, decisions=decisions)

    def again(self) -> dict[str, Question]:
        """Return how each question is answered for which decisions are asked for again.

        The others are asked only if the strategy passes the first.
        """
        return {"repeats": self._play_again}

    def _play_again(self, progress: Progress) -> Verdict:
        for trial, before in reversed([*zip(self.trials, self.rows, strict=True)]):
            if not all(map(_same, self.played(trial, Clock(), progress), before)):
                text = (
                    "the same game is another one when played again: a move may depend on nothing "
                    "but the view and its random numbers, not on what happened before, the time, "
                    "or another random generator"
                )
                raise CheckFailedError(Verdict("repeats", "failed", text, trial.excerpt()))
        return Verdict("repeats", "passed", f"{len(self.rows)} games, in another order")

    def tried(self) -> Tried:
        played = [_hash(rows) for rows in self.rows]
        return Tried(source_of(self.checked), values_of(self.checked), played)

    def play_elsewhere(self, before: Tried, progress: Progress) -> Verdict:
        """Play the games of another process in this one, the last trial first, for a while."""
        end, games = time.perf_counter() + ELSEWHERE_SECONDS, 0
        for trial, played in reversed([*zip(self.trials, before.games, strict=True)]):
            rows = self.played(trial, Clock(), progress)
            if _hash(rows) != played:
                text = (
                    "a game is another one in a process in which others were played before it: a "
                    "move may depend on nothing but the view and its random numbers"
                )
                raise CheckFailedError(Verdict("elsewhere", "failed", text, trial.excerpt()))
            games += len(rows)
            if time.perf_counter() > end:
                break
        return Verdict(
            "elsewhere", "passed", f"{counted(games, 'game')}, another hash seed and clock"
        )

    def compile(self, engine: str) -> Verdict:
        """Compile the strategy; one that cannot be fails unless `engine` is "python"."""
        game = self.checked.game
        if not game.compiled_view:
            return Verdict("compiles", "open", f"no decision of {game.title} is compiled")
        try:
            compile_field([self.checked])
        except UsageError as error:
            return Verdict("compiles", "open" if engine == "python" else "failed", str(error))
        for trial in self.trials:  # the kernel and the rivals: their time is not the strategy's
            compile_field(trial.plan.field)
        _ = self.trials[0].compiled
        return Verdict("compiles", "passed", "")

    def agree(self, progress: Progress) -> Verdict:
        """Play all games compiled: they have to be the same."""
        games = 0
        for trial, rows in zip(self.trials, self.rows, strict=True):
            engine = trial.compiled
            for number, plain in enumerate(rows, start=1):
                progress.game(trial.excerpt(number))
                try:
                    compiled = engine.play(Chunk(0, 0, number, 1), detail=True)
                    problem = "" if _same(compiled, plain) else _difference(compiled, plain)
                except StrategyError as error:
                    problem = str(error)
                if problem:
                    verdict = Verdict("agrees", "failed", problem, trial.excerpt(number))
                    raise CheckFailedError(verdict)
                games += 1
        return Verdict("agrees", "passed", f"{games} games compared")

    def cost(self, progress: Progress, *, compiles: bool) -> Cost:
        """Return what a decision costs; compiled, too, if it `compiles`, among copies of itself."""
        usual = self.checked.game.program().ruleset

        def far_from_usual(numbered: tuple[int, Trial]) -> tuple[bool, int]:
            rules = numbered[1].rules
            return rules.ruleset != usual, abs(rules.players - TIMED_PLAYERS)

        alone = [each for each in enumerate(self.trials) if len(each[1].plan.field) == 1]
        index, trial = min(alone, key=far_from_usual)
        decisions = self.clock.decisions[index] / trial.plan.games
        if not compiles or not decisions:
            return self.clock.cost
        return replace(self.clock.cost, compiled=_seconds_a_game(trial, progress) / decisions)


LEAST_SECONDS = 0.05  # how long a measurement must take to be good

MOST_TIMED_DEALS = 2**13
TIMED_PLAYERS = 4  # or as near to that as is played


def _seconds_a_game(trial: Trial, progress: Progress) -> float:
    engine, deals = trial.compiled, 1
    while True:
        progress.game(trial.excerpt(1))
        started = time.perf_counter()
        engine.play(Chunk(0, 0, 1, deals))
        seconds = time.perf_counter() - started
        if seconds >= LEAST_SECONDS or deals >= MOST_TIMED_DEALS:
            return seconds / deals
        deals *= 2


def _difference(compiled: Rows, plain: Rows) -> str:
    """Return in which way a compiled game is another one."""
    pairs = (compiled.data, plain.data), (compiled.detail, plain.detail)
    values = {
        name: (ours[name][0].tolist(), theirs[name][0].tolist())
        for ours, theirs in pairs
        for name in ours.dtype.names or ()
        if np.any(ours[name] != theirs[name])
    }
    name = "score" if "score" in values else next(iter(values))
    told = f"{name} is {{}} compiled, but {{}} in plain Python".format(*values[name])
    return f"the game is another one in its {listed(list(values))}: {told}"


def examine_elsewhere(
    spec: str, seconds: float, before: Tried, game: GameDefinition, tell: Tell, scope: Scope
) -> None:
    """Compare what another process has loaded and played with what this one does.

    Nothing is played where nothing was.
    """
    tell(Step("elsewhere", max(seconds, LOADING_SECONDS)))
    checked = entrants.load_entrant(spec, game)
    values = values_of(checked)
    differing = [name for name in before.values if before.values[name] != values.get(name)]
    if differing or source_of(checked) != before.source:
        what = f"it reads another {listed(differing)}" if differing else "it is another strategy"
        tell(Verdict("elsewhere", "failed", f"{what} in another process. {MADE_ANEW}"))
    elif before.games:
        own = game.own_check
        ends = [entrants.load_entrant(each, game) for each in variants(spec, game)]
        games = (Rehearsal if own is None else own.rehearsal)(checked, ends, scope)
        progress = Progress("elsewhere", seconds, tell)
        try:
            tell(games.play_elsewhere(before, progress))
        except CheckFailedError as failure:
            tell(failure.verdict)
    tell(None)


def _hash(games: Sequence[Rows]) -> str:
    digest = hashlib.sha256()
    for rows in games:
        digest.update(rows.data.tobytes() + rows.detail.tobytes())
    return digest.hexdigest()


def _same(one: Rows, other: Rows) -> bool:
    return bool((one.data == other.data).all() and (one.detail == other.detail).all())


def examine(
    spec: str,
    seconds: float,
    engine: str,
    game: GameDefinition,
    tell: Tell,
    scope: Scope = EVERYTHING,
) -> None:
    """Answer every question about a strategy, within a scope.

    `seconds`: how long a decision may take. `engine`: the engine that has to play the strategy:
    "compiled" or "python". `game`: what it plays. `tell`: what takes all messages.
    """

    def answered(question: Callable[[], Verdict]) -> bool:
        try:
            verdict = question()
        except CheckFailedError as failure:
            verdict = failure.verdict
        tell(verdict)
        return verdict.outcome != "failed"

    def progress(question: str) -> Progress:
        return Progress(question, seconds, tell)

    tell(Step("loads", max(seconds, LOADING_SECONDS)))
    try:
        checked = entrants.load_entrant(spec, game)
    except ImpureError as error:
        tell(Verdict("pure", "failed", str(error)))
        tell(None)
        return
    except UsageError as error:
        tell(error)
        return
    compiles = Step("compiles", max(seconds, COMPILING_SECONDS))
    ends: list[Entrant] = []
    if answered(partial(_load_ends, spec, ends, game)):
        for verdict in read_source(checked):
            tell(verdict)
        tell(compiles)
        # What plain Python calls compiled, too: no decision should have to wait for it.
        for decision in checked.decisions.values():
            if unwrap(decision.function) is not decision.function:
                with suppress(UsageError):  # the question whether it compiles comes later
                    compiled_address(decision_code(decision, checked.game))
        own = game.own_check
        games = (Rehearsal if own is None else own.rehearsal)(checked, ends, scope)
        lasting = Lasting([checked])
        plays = answered(partial(games.play, progress("plays")))
        if answered(partial(find_impure, checked, lasting)) and plays:
            (first, repeat), *others = games.again().items()
            repeats = answered(partial(repeat, progress(first)))
            if repeats:
                tell(games.tried())
            for question, ask in others if repeats else ():
                answered(partial(ask, progress(question)))
            tell(compiles)
            compiled = games.compile(engine)
            tell(compiled)
            agrees = compiled.outcome == "passed" and repeats
            agrees = agrees and answered(partial(games.agree, progress("agrees")))
            tell(games.cost(progress("agrees"), compiles=agrees))
            slowest = 1000 * games.clock.slowest
            text = f"no decision took longer than {slowest:.2g} ms in plain Python"
            tell(Verdict("finishes", "passed", text))
    tell(None)


def _load_ends(spec: str, ends: list[Entrant], game: GameDefinition) -> Verdict:
    try:
        ends[:] = [entrants.load_entrant(each, game) for each in variants(spec, game)]
    except UsageError as error:
        raise CheckFailedError(Verdict("loads", "failed", str(error))) from error
    tried = "as it is, and with each parameter at both ends of its range"
    return Verdict("loads", "passed", tried if ends else "")


def variants(spec: str, game: GameDefinition) -> list[str]:
    """Return specs for each parameter at both ends of its range, the others as `spec` sets them."""
    parts = halves(spec)
    if parts is None:
        return list(_at_the_ends(spec, game))
    return [
        joined({**parts, decision: end})
        for decision, part in parts.items()
        for end in _at_the_ends(part, game)
    ]


def _at_the_ends(spec: str, game: GameDefinition) -> Iterator[str]:
    if entrants.is_mixture(shipped(spec, game)):
        return
    named, entrant = entrants.find_strategy(spec, game), entrants.load_entrant(spec, game)
    values = {key: v for one in entrant.decisions.values() for key, v in one.arguments.items()}
    for key, parameter in named.strategy.parameters.items():
        for end in (parameter.low, parameter.high):
            settings = values | {key: end}
            yield f"{named.spec}:" + ",".join(f"{k}={value}" for k, value in settings.items())


SEED = 1


@dataclass(frozen=True)
class RulesetReport:
    """What a check of a ruleset found."""

    ruleset: str
    sentences: dict[str, str]  # what each rule of its code says that it does
    answers: int  # that were checked, of all rules and numbers of players
    games: int  # that were the same in both engines
    added: dict[int, float]
    """By number of players: what the rules add to the cheques and coins of a player, on average,
    in thousands. 0 where money is conserved."""


def is_ruleset(spec: str, game: GameDefinition) -> bool:
    """Return whether a text names a ruleset, built in, of a file or changed, and no strategy."""
    path = Path(spec)
    if not path.is_file():
        return spec.endswith("]") or spec in game.ruleset_names()
    return path.suffix == ".toml" and not {"extends", *game.rule_keys}.isdisjoint(read_toml(path))


def check_ruleset(spec: str, seconds: int, game: GameDefinition) -> RulesetReport:
    """Check a ruleset; one that cannot be played, or is played differently, is an error.

    So is a file that takes more than some seconds to load, or for an answer.
    """
    if game.own_check is not None:
        return game.own_check.check_ruleset(spec, seconds)
    with time_limit(seconds, {load_file.__code__}):
        ruleset = game.load_ruleset(spec)
    program, games = game.program(), 0
    field, why = (
        entrants.load_field(program.field, game),
        f"report it, with the file ({program.name})",
    )
    for players in ruleset.players:
        rows = played_alike(spec, ruleset, players, field, players, why)
        games += len(rows.data)
    return RulesetReport(ruleset.name, {}, 0, games, {})


def played_alike(
    spec: str,
    ruleset: Any,
    players: int,
    field: Sequence[Entrant],
    games: int,
    why: str,
) -> Rows:
    """Return games of a ruleset, if both engines play them alike; else `why` they may not."""
    plan = make_plan([ruleset], field=tuple(field), players=[players], seed=SEED, games=games)
    chunk = Chunk(0, 0, 1, plan.cells[0].deals)
    engines: Any = plan.definition.engines
    compiled = engines["compiled"](plan, compared=True).play(chunk, detail=True)
    plain: Rows = engines["python"](plan).play(chunk, detail=True)
    same = (compiled.data == plain.data) & (compiled.detail == plain.detail)
    if not same.all():
        raise UsageError(
            f"{spec}: for {players} players, game {1 + int(np.argmin(same))} of seed {SEED} is "
            f"another one compiled than in plain Python: {why}"
        )
    return plain
