"""What commands that train say of a game in which a strategy failed."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from forsale_sim.errors import ForSaleError, StrategyError

if TYPE_CHECKING:
    from forsale_sim.simulation.failures import FailedGameError

Command = TypeVar("Command", bound=Callable[..., Any])

MANY = 1_000_000
"""Games among which one like that which failed is looked for."""


def explains_failures(command: Command) -> Command:
    """Let a command's message of a game that failed say how to see it, or one like it."""

    @wraps(command)
    def explained(**options: Any) -> Any:
        try:
            return command(**options)
        except StrategyError as error:
            from forsale_sim.simulation.failures import FailedGameError

            if not isinstance(error, FailedGameError):
                raise
            raise ForSaleError(f"{error}\n{_way_out(error, options['ruleset'])}") from error

    return explained  # type: ignore[return-value]


def _way_out(error: FailedGameError, ruleset: str) -> str:
    """Return how to see the game; else one like it, or how to try the strategy.

    Held-out deals are beyond those of any run; a run leaves out rotations that change nothing; and
    a player that was made for the search alone has no spec.
    """
    from forsale_sim.experiments.defaults import DEFAULT_RULESET
    from forsale_sim.plugins.specs import LIVE
    from forsale_sim.reference.play import turned
    from forsale_sim.simulation.plan import MOST_GAMES, period
    from forsale_sim.simulation.replaying import replay_command
    from forsale_sim.simulation.spec import chosen_rulesets

    where, lineup = error.where, error.lineup
    failed = turned(lineup, where.seating)[where.seat - 1]
    if LIVE.fullmatch(failed):
        return "Try the strategies that it is made of with forsale-sim check."
    if any(map(LIVE.fullmatch, lineup)):
        return f"Try it: {shlex.join(['forsale-sim', 'check', failed])}"
    if where.seating <= period(lineup) and where.deal * period(lineup) <= MOST_GAMES:
        return f"See the game: {replay_command(chosen_rulesets([ruleset]), error)}"
    words = ["forsale-sim", "run", "--games", str(MANY), "--seed", str(error.plan.seed)]
    words += ["--ruleset", ruleset] if ruleset != DEFAULT_RULESET else []
    like = shlex.join([*words, "--lineup", ",".join(lineup)])
    return f"No run has this game. Look for one like it: {like}"
