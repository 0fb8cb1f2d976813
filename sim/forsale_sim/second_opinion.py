"""A second opinion on compiled code: a few of its games are played again in plain Python.

Code that is out of date plays on and says nothing, and so does code that a compiler got wrong. Each
decision function is looked at once in a process, in a game of one of its strategies; where nobody
of the first games is new, nothing is played.
"""

from __future__ import annotations

import shlex
import threading
from collections.abc import Sequence

from forsale_sim.errors import StrategyError
from forsale_sim.plugins.compiling import DecisionCode
from forsale_sim.rows import Rows
from forsale_sim.simulation.pieces import Chunk
from forsale_sim.simulation.plan import Game, Plan

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
        self._decisions = list(zip(*decisions, strict=True))
        self._left = MOST_GAMES
        self._one_at_a_time = threading.Lock()

    def ask(self, chunk: Chunk, rows: Rows) -> None:
        """Check games of a chunk that the kernel has played."""
        with self._one_at_a_time:
            for deal in range(min(chunk.deals, FIRST_DEALS)):
                if self._left == 0:
                    return
                seated = rows.strategy[deal * rows.seatings].tolist()
                codes = [code for index in seated for code in self._decisions[index]]
                if self._is_worth_it(codes):
                    self._left -= 1
                    self._check(chunk, deal, rows)
                    _agreed.update(code.name for code in codes)

    def _is_worth_it(self, codes: Sequence[DecisionCode]) -> bool:
        is_slow = any(code.identity.calls_compiled for code in codes)
        if is_slow and self._plan.games < LONG_RUN:
            return False
        return any(code.name not in _agreed for code in codes)

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
    from forsale_sim.engine.cache_folder import toolchain_folder

    return shlex.join(["rm", "-r", str(toolchain_folder())])
