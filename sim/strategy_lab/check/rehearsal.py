"""Plays trial games of any game: in plain Python, once more in another order, and compiled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from strategy_lab.check.verdicts import CheckFailedError, Cost, Excerpt, Progress, Verdict
from strategy_lab.errors import MoveError, StrategyError, UsageError
from strategy_lab.files.whole_files import read_toml
from strategy_lab.game import GameDefinition, time_limit, turned
from strategy_lab.plugins import entrants
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.entrants import (
    Decision,
    Entrant,
    find_strategy,
    is_mixture,
    load_entrant,
    load_field,
)
from strategy_lab.plugins.loading import load_file
from strategy_lab.plugins.registry import shipped
from strategy_lab.plugins.strategies import halves, joined
from strategy_lab.rows import Rows
from strategy_lab.simulation.experiment import Chunk, Engine
from strategy_lab.simulation.plan import Game, Plan, make_plan


@dataclass(frozen=True)
class WatchedDecision(Decision):
    asked: Callable[[], None] = field(kw_only=True, compare=False)
    answered: Callable[[float], None] = field(kw_only=True, compare=False)

    @classmethod
    def of(
        cls, one: Decision, asked: Callable[[], None], answered: Callable[[float], None]
    ) -> Self:
        facts = (one.function, one.arguments, one.asked_with, one.name)
        return cls(*facts, asked=asked, answered=answered)

    def __call__(self, *asked: object) -> int:
        self.asked()
        started = time.perf_counter()
        move = super().__call__(*asked)
        self.answered(time.perf_counter() - started)
        return move


@dataclass
class Clock:
    progress: Progress
    excerpt: Excerpt
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def asked(self) -> None:
        self.progress.game(self.excerpt)

    def answered(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)


@dataclass(frozen=True)
class Rehearsal:
    """Trial games of a strategy: one lineup each, and one game.

    By every ruleset and for every number of players it sits among others, a seat further each time;
    with its parameters at the ends of their ranges, and in all seats, by the usual ruleset.
    """

    checked: Entrant
    plans: tuple[Plan, ...]

    @classmethod
    def of(cls, checked: Entrant, ends: Sequence[Entrant]) -> Rehearsal:
        game = checked.game
        program = game.program()
        rivals = [name for name in reversed(program.field) if name != checked.spec]
        usual = game.load_ruleset(program.ruleset)
        plans: list[Plan] = []
        for ruleset in map(game.load_ruleset, game.ruleset_names()):
            for players in ruleset.players:
                lineup = turned([checked.spec, *rivals[: players - 1]], 1 + len(plans) % players)
                plans.append(_plan(game, ruleset, lineup, seed=1 + len(plans)))
        players = usual.players[len(usual.players) // 2]
        for entrant in (checked, *ends):
            plans.append(_plan(game, usual, [entrant.spec] * players, seed=1 + len(plans)))
        return cls(checked, tuple(plans))

    def play(self, progress: Progress) -> tuple[Verdict, list[Rows], Clock]:
        clock = Clock(progress, _excerpt(self.plans[0]))
        rows = [self._played(plan, clock) for plan in self.plans]
        text = (
            f"{len(rows)} games, {clock.decisions:,} decisions, every ruleset and number of players"
        )
        return Verdict("plays", "passed", text), rows, clock

    def play_again(self, rows: Sequence[Rows], progress: Progress) -> Verdict:
        clock = Clock(progress, _excerpt(self.plans[0]))
        for plan, before in reversed([*zip(self.plans, rows, strict=True)]):
            if not _same(self._played(plan, clock), before):
                text = (
                    "the same game is another one when played again: a move may depend on nothing "
                    "but the view and its random numbers, not on what happened before, the time, "
                    "or another random generator"
                )
                raise CheckFailedError(Verdict("repeats", "failed", text, clock.excerpt))
        return Verdict("repeats", "passed", f"{len(rows)} games, in another order")

    def compile(self, engine: str) -> Verdict:
        try:
            compile_field([self.checked])
        except UsageError as error:
            return Verdict("compiles", "open" if engine == "python" else "failed", str(error))
        _compiled(self.plans[0])  # the kernel and the rivals: their time is not the strategy's
        return Verdict("compiles", "passed", "")

    def agree(self, rows: Sequence[Rows], progress: Progress) -> Verdict:
        for plan, plain in zip(self.plans, rows, strict=True):
            excerpt = _excerpt(plan)
            progress.game(excerpt)
            try:
                same = _same(_compiled(plan).play(Chunk(0, 0, 1, 1), detail=True), plain)
                problem = "" if same else "the game is another one compiled than in plain Python"
            except StrategyError as error:
                problem = str(error)
            if problem:
                raise CheckFailedError(Verdict("agrees", "failed", problem, excerpt))
        return Verdict("agrees", "passed", f"{len(rows)} games compared")

    def _played(self, plan: Plan, clock: Clock) -> Rows:
        clock.excerpt = _excerpt(plan)
        watched = replace(
            plan, field=tuple(_timed(each, self.checked, clock) for each in plan.field)
        )
        seated = plan.definition.seat_game(watched, Game(1, plan.cells[0], 1, 1))
        try:
            seated.play()
        except MoveError as error:
            verdict = Verdict("plays", "failed", str(error), clock.excerpt)
            raise CheckFailedError(verdict) from error
        return seated.rows()


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
    if is_mixture(shipped(spec, game)):
        return
    named, entrant = find_strategy(spec, game), load_entrant(spec, game)
    values = {key: v for one in entrant.decisions.values() for key, v in one.arguments.items()}
    for key, parameter in named.strategy.parameters.items():
        for end in (parameter.low, parameter.high):
            settings = values | {key: end}
            yield f"{named.spec}:" + ",".join(f"{k}={value}" for k, value in settings.items())


def cost(clock: Clock) -> Cost:
    return Cost(clock.seconds / max(clock.decisions, 1))


def _plan(game: GameDefinition, ruleset: Any, specs: Sequence[str], seed: int) -> Plan:
    members = load_field(specs, game)
    by_spec = {entrant.spec: index for index, entrant in enumerate(members)}
    lineup = [by_spec[spec] for spec in specs]
    return make_plan([ruleset], field=members, lineup=lineup, rotate=False, seed=seed, games=1)


def _excerpt(plan: Plan) -> Excerpt:
    seats = [plan.field[index] for index in plan.cells[0].lineup or ()]
    return Excerpt(
        plays=plan.definition.name,
        ruleset=plan.cells[0].cell.ruleset,
        names=tuple(entrant.name for entrant in seats),
        specs=tuple(entrant.spec for entrant in seats),
        seed=plan.seed,
        games=1,
        game=1,
    )


def _timed(entrant: Entrant, checked: Entrant, clock: Clock) -> Entrant:
    if entrant.spec.partition(":")[0] != checked.spec.partition(":")[0]:
        return entrant
    decisions = {
        name: WatchedDecision.of(each, clock.asked, clock.answered)
        for name, each in entrant.decisions.items()
    }
    return replace(entrant, decisions=decisions)


def _compiled(plan: Plan) -> Engine:
    return plan.definition.engines["compiled"](plan, compared=True)  # type: ignore[call-arg]


def _same(one: Rows, other: Rows) -> bool:
    return bool((one.data == other.data).all() and (one.detail == other.detail).all())


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
    games = sum(_same_games(spec, game, ruleset, players) for players in ruleset.players)
    return RulesetReport(ruleset.name, {}, 0, games, {})


def _same_games(spec: str, game: GameDefinition, ruleset: Any, players: int) -> int:
    program = game.program()
    field = entrants.load_field(list(program.field), game)
    plan = make_plan([ruleset], field=field, players=[players], seed=SEED, games=players)
    chunk = Chunk(0, 0, 1, plan.cells[0].deals)
    compiled, plain = (engine(plan).play(chunk, detail=True) for engine in game.engines.values())
    same = (compiled.data == plain.data) & (compiled.detail == plain.detail)
    if not same.all():
        raise UsageError(
            f"{spec}: for {players} players, game {1 + int(np.argmin(same))} of seed {SEED} is "
            f"another one compiled than in plain Python: report it, with the file ({program.name})"
        )
    return len(same)
