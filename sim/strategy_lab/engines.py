"""Plays a game by its kernel: strategies that numba can compile, on any number of threads."""

from __future__ import annotations

import re
import shlex
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from strategy_lab.compiled.toolchain import folders, no_garbage_collection
from strategy_lab.errors import LaboratoryError, StrategyError, placed
from strategy_lab.plugins.compiling import DecisionCode
from strategy_lab.results.accumulators import canonical
from strategy_lab.rows import Rows
from strategy_lab.simulation.execution import run_in_thread
from strategy_lab.simulation.experiment import Chunk, Game, Plan


class KernelEngine:
    name = "compiled"
    parallel = True

    def __init__(self, plan: Plan, *, compared: bool = False) -> None:
        """Compile or load what the plan needs; `compared` if the caller compares games itself."""
        self._plan, self._compared = plan, compared
        self.chunk_games = plan.definition.chunk_games
        run_in_thread(self._get_ready)

    def _get_ready(self) -> None:
        game = self._plan.definition
        try:
            self._compile()
        except LaboratoryError:
            raise
        except Exception as error:  # numba raises much that is no NumbaError
            if (refusal := _refusal(game.kernel, error)) is None:
                raise
            raise refusal from error
        self._second_opinion = SecondOpinion(self._plan, self._calls.decisions)

    def _compile(self) -> None:
        from strategy_lab.compiled.caching import compiled_in
        from strategy_lab.plugins.compiling import (
            compile_field,
            compiling_ahead,
            compiling_counted,
            no_field,
        )

        field, game = self._plan.field, self._plan.definition
        with (
            compiling_ahead(field) as codes,
            compiling_counted([code.file for kind in codes for code in kind]),
            no_garbage_collection(),
        ):
            self._play_chunk = compiled_in(game.kernel, "play_chunk")
            self._calls = no_field(game, len(field))
            self.play(Chunk(plan=0, cell=0, first_deal=1, deals=0))
            self._calls = compile_field(field, codes)

    def play(self, chunk: Chunk, detail: bool = False) -> Rows:
        planned, game = self._plan.cells[chunk.cell], self._plan.definition
        detail &= game.detail is not None
        seatings = planned.cell.seatings
        size = chunk.deals, planned.cell.players, seatings, chunk.first_deal
        rows = game.rows.of_records(game.row, game.detail, *size, detailed=detail)
        played = self._play_chunk(
            *game.memory(
                planned.cell.rules,
                self._plan.seed,
                self._plan.refilled_after,
                self._calls.asks_for,
            ),
            self._calls.functions,
            self._calls.arguments,
            np.array(planned.lineup or (), np.uint8),
            chunk.first_deal,
            chunk.deals,
            seatings,
            rows.data,
            rows.detail,
        )
        if played < len(rows.data):
            deal, seating = divmod(played, seatings)
            self._explain(Game(0, planned, chunk.first_deal + deal, seating + 1))
        if chunk.deals and not self._compared:
            self._second_opinion.ask(chunk, rows)
        return rows

    def _explain(self, game: Game) -> None:
        """Play a game in which a strategy failed in plain Python: that tells what happened."""
        rules, program = game.cell.cell.rules, self._plan.definition.program()
        seated = self._plan.definition.seat_game(self._plan, game)
        seated.play()
        raise StrategyError(
            "a strategy made an illegal move or raised an exception when compiled, but not in "
            f"plain Python ({rules.ruleset}, {rules.players} players, deal {game.deal}, "
            f"seating {game.seating}: {', '.join(seated.names)}): try each with "
            f"{program.name} check"
        )


NUMBAS = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
RECORD = re.compile(r"Record\(.*\)|nested array\(.*\)")  # types that are pages long


def _refusal(kernel: str, error: Exception) -> LaboratoryError | None:
    """Return why a kernel cannot be compiled, in a line; None if that is not what went wrong."""
    text, own, package = str(error), "", kernel.partition(".")[0]
    if isinstance(error, KeyError):
        reason = (
            f"its state has no field {text}: add it where STATE is made, or what is counted to "
            "`counts` of the class that plays"
        )
    elif type(error).__module__.startswith("numba"):
        lines = [
            RECORD.sub("the state", line.strip()) for line in text.splitlines() if line.strip()
        ]
        reason = next((line for line in lines if not line.startswith("Failed in")), lines[0])
        places = [(each["file"], each["line"]) for each in NUMBAS.finditer(text)]
        if loc := getattr(error, "loc", None):
            places.append((loc.filename, loc.line))
        places = [(file, line) for file, line in places if package in Path(file).parts]
        own = " ({}, line {})".format(*places[0]) if places else ""
    elif "line" in (reason := placed(error, lambda f: package in f.parts)).rpartition("(")[2]:
        reason = f"{reason}; mend it there"
    else:
        return None
    without = "--engine python plays without a kernel, and so does a game that names none"
    return LaboratoryError(f"{kernel} cannot be compiled{own}: {reason}\n{without}")


# second_opinion: A second opinion on compiled code: a few of its games are played again in plain
# Python.
#
# Code that is out of date plays on and says nothing, and so does code that a compiler got wrong.
# Each decision function is looked at once in a process, in a game of one of its strategies, and so
# are rules.

MOST_GAMES = 8  # a game takes about a millisecond
FIRST_DEALS = 64  # of each chunk: in later deals there is hardly anybody who has not played before

LONG_RUN = 10_000
"""Games from which on players are asked who search, or call what their authors let numba compile:
plain Python compiles that, too, which takes longer than a short run."""

MOST_RULES = 64
"""By so many rules a game is played again in a process: a search goes through thousands."""

_agreed: set[str] = set()  # the names of decision functions that have played the same

_agreed_rules: set[str] = set()
"""By which games have been the same: the game, the number of players and all settings."""


class SecondOpinion:
    def __init__(self, plan: Plan, decisions: Sequence[Sequence[DecisionCode]]) -> None:
        self._plan = plan
        codes = list(zip(*decisions, strict=True))
        self._names = [frozenset(code.name for code in both) for both in codes]
        self._is_asked = np.array(
            [
                plan.games >= LONG_RUN or not any(code.identity.calls_compiled for code in both)
                for both in codes
            ]
        )
        self._rules = [
            canonical([plan.definition.name, each.cell.players, each.cell.rules.settings()])
            for each in plan.cells[:MOST_RULES]
        ]
        self._left = MOST_GAMES
        self._one_at_a_time = threading.Lock()

    def ask(self, chunk: Chunk, rows: Rows) -> None:
        with self._one_at_a_time:
            while self._left and (deal := self._worth_a_look(rows)) is not None:
                self._left -= 1
                self._check(chunk, deal, rows)
                for strategy in rows.strategy[deal * rows.seatings]:
                    _agreed.update(self._names[strategy])
            if self._are_new_rules(chunk) and self._is_asked[rows.strategy[0]].all():
                self._check(chunk, 0, rows)

    def _are_new_rules(self, chunk: Chunk) -> bool:
        few = chunk.cell < len(self._rules) and len(_agreed_rules) < MOST_RULES
        return few and self._rules[chunk.cell] not in _agreed_rules

    def _worth_a_look(self, rows: Rows) -> int | None:
        """Return the deal with most who are new and nobody who is not asked, from 0."""
        is_new = np.array([not names <= _agreed for names in self._names])
        if not (is_new & self._is_asked).any():
            return None
        seated = rows.strategy[: FIRST_DEALS * rows.seatings : rows.seatings]
        newcomers = is_new[seated].sum(axis=1) * self._is_asked[seated].all(axis=1)
        return int(newcomers.argmax()) if newcomers.any() else None

    def _check(self, chunk: Chunk, deal: int, rows: Rows) -> None:
        plan, planned = self._plan, self._plan.cells[chunk.cell]
        number = chunk.first_deal + deal
        seated = plan.definition.seat_game(plan, Game(0, planned, number, 1))
        try:
            seated.play()
            played = seated.rows().data[0]
        except StrategyError:
            played = None
        if played is not None and played == rows.data[deal * rows.seatings]:
            if chunk.cell < len(self._rules):
                _agreed_rules.add(self._rules[chunk.cell])
            return
        rules, names = planned.cell.rules, ", ".join(seated.names)
        removal = shlex.join(["rm", "-r", *map(str, folders())])
        raise StrategyError(
            "compiled code plays another game than plain Python "
            f"({rules.ruleset}, {rules.players} players, deal {number}, seating 1: {names}), so no "
            f"result is shown. If it is out of date, it helps to remove it, with {removal}, and "
            f"to play again; if that does not help, {plan.definition.program().name} check tells "
            "which strategy it is, and if it is none, the game's own two engines differ"
        )
