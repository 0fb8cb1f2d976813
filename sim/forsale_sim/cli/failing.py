"""What commands that search for parameters say of a game in which a strategy failed."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from forsale_sim.cli.duelling import replay_command
from forsale_sim.errors import ForSaleError, StrategyError
from forsale_sim.simulation.spec import PlanOptions

if TYPE_CHECKING:
    from forsale_sim.experiments.duel.playing import FailedGameError

Command = TypeVar("Command", bound=Callable[..., Any])

MANY = 1_000_000
"""Games in which one like that which failed is looked for."""


def explains_failures(command: Command) -> Command:
    """Let a command's message of a game that failed say how to see it, or one like it.

    Parameters
    ----------
    command
        One with the option ``--ruleset``.
    """

    @wraps(command)
    def explained(**asked: Any) -> Any:
        try:
            return command(**asked)
        except StrategyError as error:
            from forsale_sim.experiments.duel.playing import FailedGameError

            if not isinstance(error, FailedGameError):
                raise
            raise ForSaleError(f"{error}\n{_way_out(error, asked['ruleset'])}") from error

    return explained  # type: ignore[return-value]


def _way_out(error: FailedGameError, ruleset: str) -> str:
    """Return how to see the game; else one like it, or what the strategy does elsewhere.

    Deals that are held out are beyond those of any run; a run leaves out seatings that change
    nothing; and who was made for the search alone has no spec.
    """
    from forsale_sim.experiments.duel.playing import FailedGameError
    from forsale_sim.plugins.entrant import load_entrant
    from forsale_sim.plugins.specs import LIVE
    from forsale_sim.reference.play import turned
    from forsale_sim.simulation.plan import MOST_GAMES, period

    at = error.where
    failed = turned(error.lineup, at.seating)[at.seat - 1]
    if LIVE.fullmatch(failed):
        return "Try those that it is made of with forsale-sim check."
    if any(map(LIVE.fullmatch, error.lineup)):
        return f"Try it: {shlex.join(['forsale-sim', 'check', failed])}"
    lineup = tuple(load_entrant(spec).spec for spec in error.lineup)
    if at.seating <= period(lineup) and at.deal * period(lineup) <= MOST_GAMES:
        see = replay_command(FailedGameError(error.error, lineup, error.seed), [ruleset])
        return f"See the game: {see}"
    seats = ",".join(lineup)
    like = PlanOptions((ruleset,), (), (), seats, rotate=True, seed=error.seed, games=MANY)
    return f"No run has this game. Look for one like it: {like.command('run')}"
