"""A run as it is asked for, by texts or by values, from the command line or Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import DEFAULT_MAX_GAMES
from forsale_sim.experiments.fields import load_strategies
from forsale_sim.experiments.run.experiment import RunSpec
from forsale_sim.for_sale import GAME, load_field
from forsale_sim.plugins.contract import Strategy
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.simulation.lineups import WITHOUT_REPLACEMENT
from forsale_sim.simulation.spec import chosen_rulesets

S = TypeVar("S", bound=RunSpec)


def new_run_spec(
    kind: type[S],
    *,
    games: int | None,
    precision: float | None,
    max_games: int | None,
    rulesets: Sequence[str | Ruleset],
    players: Sequence[int],
    strategies: Sequence[str | Strategy],
    lineup: Sequence[str | Strategy] | None,
    rotate: bool,
    seed: int,
    anytime: bool = False,
    lineups: str = WITHOUT_REPLACEMENT,
) -> S:
    """Return the spec of a run."""
    if games is not None and precision is not None:
        raise UsageError(
            "a number of games (--games) and a precision (--precision) exclude each other: limit "
            "the games that a precision may take (--max-games)"
        )
    if max_games is not None and precision is None:
        raise UsageError(
            "a limit of games (--max-games) goes with a precision (--precision): say how many are "
            "played (--games)"
        )
    if anytime and precision is None:
        raise UsageError(
            "intervals that hold at any time (--anytime) go with a precision (--precision): a "
            "number of games (--games) is fixed in advance, and needs none"
        )
    if max_games is not None and max_games < 1:
        raise UsageError(f"a limit of games (--max-games) is at least 1, not {max_games}")
    if lineup is not None and lineups != WITHOUT_REPLACEMENT:
        raise UsageError(
            "nothing is drawn for a lineup (--lineup): name a field (--strategy), or leave out how "
            "lineups are drawn (--lineups)"
        )
    if lineup is not None and strategies:
        raise UsageError(
            "a lineup and a field of strategies exclude each other: name the seats (--lineup), "
            "or a field (--strategy)"
        )
    if lineup is not None:
        load_field(lineup)  # refuses two strategies of one name
    return kind(
        games=games,
        precision=precision,
        max_games=DEFAULT_MAX_GAMES if precision is not None and max_games is None else max_games,
        anytime=anytime,
        seed=seed,
        rulesets=chosen_rulesets(rulesets, GAME),
        players=tuple(players),
        strategies=() if lineup is not None else load_strategies(strategies),
        lineup=tuple(load_field([spec])[0] for spec in lineup or ()),
        rotate=rotate,
        lineups=lineups,
    )
