"""A second opinion on compiled code: a few of its games are played again in plain Python.

Code that is out of date plays on and says nothing, and so does code that a compiler got wrong. Each
decision function is looked at once in a process, in a game of one of its strategies; where nobody
of the first games is new, nothing is played.
"""

from __future__ import annotations

import shlex
import threading
from collections.abc import Sequence

import numpy as np

from strategy_lab.errors import StrategyError
from strategy_lab.plugins.compiling import DecisionCode
from strategy_lab.rows import Rows
from strategy_lab.simulation.pieces import Chunk
from strategy_lab.simulation.plan import Game, Plan

MOST_GAMES = 8
"""A game takes about a millisecond."""

FIRST_DEALS = 64
"""Of each chunk: in later deals there is hardly anybody who has not played before."""

LONG_RUN = 10_000
"""Games from which on players are asked who search, or call what their authors let numba compile:
plain Python compiles that, too, which takes longer than a short run."""

_agreed: set[str] = set()
"""The names of decision functions that have played the same."""


class SecondOpinion:
    """Plays games of a plan again, until all its strategies have played or enough has been seen."""

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
        self._left = MOST_GAMES
        self._one_at_a_time = threading.Lock()

    def ask(self, chunk: Chunk, rows: Rows) -> None:
        """Check games of a chunk that the kernel has played."""
        with self._one_at_a_time:
            while self._left and (deal := self._worth_a_look(rows)) is not None:
                self._left -= 1
                self._check(chunk, deal, rows)
                for strategy in rows.strategy[deal * rows.seatings]:
                    _agreed.update(self._names[strategy])

    def _worth_a_look(self, rows: Rows) -> int | None:
        """Return the first deal with somebody new and nobody who is not asked, from 0."""
        is_new = np.array([not names <= _agreed for names in self._names])
        if not (is_new & self._is_asked).any():
            return None
        seated = rows.strategy[: FIRST_DEALS * rows.seatings : rows.seatings]
        deals = np.flatnonzero(is_new[seated].any(axis=1) & self._is_asked[seated].all(axis=1))
        return int(deals[0]) if len(deals) else None

    def _check(self, chunk: Chunk, deal: int, rows: Rows) -> None:
        """Play a deal's first game again."""
        plan, planned = self._plan, self._plan.cells[chunk.cell]
        number = chunk.first_deal + deal
        seated = plan.definition.seat_game(plan, Game(0, planned, number, 1))
        try:
            seated.play()
            played = seated.rows().data[0]
        except StrategyError:
            played = None
        if played is not None and played == rows.data[deal * rows.seatings]:
            return
        rules, names = planned.cell.rules, ", ".join(seated.names)
        raise StrategyError(
            "the compiled code of a strategy plays another game than plain Python "
            f"({rules.ruleset}, {rules.players} players, deal {number}, seating 1: {names}), so no "
            f"result is shown. If it is out of date, it helps to remove it, with {_removal()}, and "
            "to play again; if that does not help, forsale-sim check tells which strategy it is"
        )


def _removal() -> str:
    """Return the command that removes what was compiled before."""
    from strategy_lab.compiled.cache_folder import folders

    return shlex.join(["rm", "-r", *map(str, folders())])
