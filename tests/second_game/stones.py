"""A toy game, as another package would offer it: two players, one decision, three rounds.

In each round both show 1 to `stones` stones; who shows more gets one point, unless it is the most
that can be shown: then the other gets it. A strategy sees the round and a random number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

import click
import numpy as np
from strategy_lab.errors import UsageError
from strategy_lab.game import DecisionKind, GameDefinition
from strategy_lab.plugins.entrants import load_field
from strategy_lab.plugins.strategies import make_strategy
from strategy_lab.program import COMMANDS, Program
from strategy_lab.random_words import GameWords
from strategy_lab.results.accumulators import Accumulator, Sums
from strategy_lab.results.conclusions import Column, Tables
from strategy_lab.rows import Rows, whole_win
from strategy_lab.simulation.experiment import (
    Block,
    Chunk,
    Experiment,
    Game,
    Outcome,
    Piece,
    Plan,
    make_plan,
)
from strategy_lab.simulation.options import ChosenRuleset, chosen_rulesets, option
from strategy_lab.simulation.replaying import SeatedEngine
from strategy_lab.simulation.spec import Spec
from strategy_lab.varying import Variables

ROUNDS = 3
ROW = np.dtype([("strategy", "u1", 2), ("place", "u1", 2), ("win", "u2", 2), ("score", "i2", 2)])


@dataclass(frozen=True)
class Ruleset:
    name: str
    stones: int
    players: ClassVar[tuple[int, ...]] = (2,)
    variables: ClassVar[Variables] = Variables(("stones",))

    def setting(self, key: str) -> Any:
        return getattr(self, key)

    def with_changes(self, name: str, **changes: Any) -> Ruleset:
        return Ruleset(name, **changes)

    def rules(self, players: int) -> Rules:
        return Rules(self.name, players, self.stones)


@dataclass(frozen=True)
class Rules:
    ruleset: str
    players: int
    stones: int
    most_score: ClassVar[int] = ROUNDS
    most_of_all: ClassVar[int] = ROUNDS

    def settings(self) -> dict[str, Any]:
        return {"stones": self.stones}


@dataclass(frozen=True)
class View:
    round: int
    stones: int
    chance: int


class Table:
    """One game of a plan."""

    def __init__(self, plan: Plan, game: Game) -> None:
        self.rules: Rules = game.cell.cell.rules
        self.seats = plan.seats(game.cell, game.deal, game.seating)
        self.lineup = [plan.field[index] for index in self.seats]
        self.names = [entrant.name for entrant in self.lineup]
        self.words = GameWords(plan.seed, 2, game.deal, game.seating)
        self.shown: list[tuple[int, int]] = []
        self.points = [0, 0]

    def play(self, recording: bool = False) -> list[tuple[int, int]]:
        most = self.rules.stones
        for number in range(1, ROUNDS + 1):
            views = [
                View(number, most, self.words.decision(seat, number).next_word() % most)
                for seat in (1, 2)
            ]
            one, two = (
                player.decide("show", view) for player, view in zip(self.lineup, views, strict=True)
            )
            self.shown.append((one, two))
            if one != two:
                higher = 0 if one > two else 1
                self.points[1 - higher if max(one, two) == most else higher] += 1
        return self.shown

    def rows(self) -> Rows:
        data, (one, two) = np.zeros(1, ROW), self.points
        data["strategy"], data["score"] = self.seats, self.points
        data["place"] = 1 + (one < two), 1 + (two < one)
        whole = whole_win(2)
        data["win"] = (
            (whole // 2, whole // 2) if one == two else (whole * (one > two), whole * (two > one))
        )
        return Rows(data, np.zeros(0, ROW), 2, 1, 1)

    def story(self) -> str:
        return "\n".join(f"{one} against {two}" for one, two in self.shown)

    def trace(self) -> list[str]:
        return [f'{{"shown": [{one}, {two}]}}' for one, two in self.shown]

    def moves(self, decision: str) -> list[tuple[int, int]]:
        return [(seat, each[seat - 1]) for each in self.shown for seat in (1, 2)]


def load_ruleset(text: str) -> Ruleset:
    name, _, stones = text.partition("-")
    if name != "stones" or not stones.isdigit():
        raise UsageError(f"no ruleset is called {text!r}: name one such as stones-5")
    return Ruleset(text, int(stones))


PROGRAM = Program(
    name="stones",
    title="Stones",
    place="stones:GAME",
    help="Show stones.",
    commands={**COMMANDS, "contest": "Count points."},
    ruleset="stones-5",
    field=("careful", "anything"),
    players=(2, 2),
    has_kernel=False,
)

GAME = GameDefinition(
    name="stones",
    title="Stones",
    package=Path(__file__).parent,
    players=(2, 2),
    program=lambda: PROGRAM,
    load_ruleset=load_ruleset,
    ruleset_names=list,
    ruleset_of=lambda held: Ruleset(held["name"], held["stones"]),
    ruleset_settings=lambda ruleset: {"name": ruleset.name, "stones": ruleset.stones},
    ruleset_from=lambda held: Ruleset(held["name"], held["stones"]),
    rule_keys=("stones",),
    strategies="stones.strategies",
    decisions={"show": DecisionKind()},
    row=ROW,
    score="points",
    engines={"python": SeatedEngine},
    seat_game=Table,
)


class Careful:
    """Shows the most but two."""

    def show(view: View) -> int:  # type: ignore[misc]
        return view.stones - 2


class Anything:
    """Shows any number."""

    def show(view: View) -> int:  # type: ignore[misc]
        return 1 + view.chance


careful = make_strategy(GAME, "careful", Careful)
anything = make_strategy(GAME, "anything", Anything)


@dataclass(frozen=True)
class Points(Accumulator):
    """Points by strategy."""

    points: Sums

    def arrays(self) -> dict[str, Sums]:
        return {"points": self.points}

    def count(self, rows: Sequence[Rows]) -> None:
        for games in rows:
            np.add.at(self.points, games.strategy, games.score)


@dataclass(frozen=True, kw_only=True)
class ContestSpec(Spec):
    """Count points: an experiment that is from another package, too."""

    command: ClassVar[str] = "contest"
    program: ClassVar[Program] = PROGRAM
    games: int = option("--games", click.INT)
    seed: int = option("--seed", click.INT)
    rulesets: tuple[ChosenRuleset, ...] = option("--ruleset", repeats=True)
    strategies: tuple[Any, ...] = option("--strategy", repeats=True)

    @classmethod
    def settle(cls, *, rulesets: Any, strategies: Any, **asked: Any) -> Self:
        chosen = chosen_rulesets(rulesets, GAME)
        return cls(rulesets=chosen, strategies=load_field(strategies, GAME), **asked)

    def experiment(self) -> Contest:
        rulesets = [chosen.ruleset for chosen in self.rulesets]
        return Contest(make_plan(rulesets, field=self.strategies, seed=self.seed, games=self.games))


class Contest(Experiment):
    def __init__(self, plan: Plan) -> None:
        self.columns = {
            "strategy": Column("name", "the strategy"),
            "points": Column("points", "what its players got in all games"),
        }
        self.plans, (planned,) = (plan,), plan.cells
        identity = {**planned.cell.rules.settings(), "field": list(planned.cell.field)}
        self.blocks = [
            Block(planned.cell.ruleset, planned.cell, planned.deals, planned.games, identity)
        ]

    def chunks(self, piece: Piece) -> list[Chunk]:
        return [Chunk(0, 0, piece.first, piece.units)]

    def empty(self, block: int) -> Accumulator:
        return Points(np.zeros(len(self.plans[0].field), np.int64))

    def tables(self, outcome: Outcome) -> Tables:
        names = np.array([entrant.name for entrant in self.plans[0].field])
        points: Mapping[str, Any] = outcome.tally(0).arrays()
        return {"points": {"strategy": names, "points": points["points"]}}
