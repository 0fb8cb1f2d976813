"""What a run was asked to play: on the command line, from Python, or before it was interrupted."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from forsale_sim.errors import UsageError
from forsale_sim.experiments.compare import fields

if TYPE_CHECKING:
    from forsale_sim.plugins.contract import Strategy
    from forsale_sim.simulation.plan import Plan

DEFAULT_RULESET = "iello-en"
DEFAULT_GAMES = 100_000
MOST_GAMES = 10**9
"""After how many games a run ends though its precision is not reached, unless it is told others."""

DEFAULT_FIELD = fields.ALL

USUAL_ENGINE = "auto"

DRAWN_SEED_BITS = 32
"""A drawn seed has to be typed again by people."""


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """What a run plays, as it was asked for.

    Strategies are named by specs; those that a Python program has defined stand for themselves.
    With a precision, `games` are the most that are played.
    """

    rulesets: tuple[str, ...]
    players: tuple[int, ...]
    strategies: tuple[str | Strategy, ...]
    lineup: str | tuple[str | Strategy, ...] | None
    rotate: bool
    seed: int
    games: int
    precision: float | None = None

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> PlanOptions:
        """Return options that JSON has held, where there are no tuples."""
        held: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in options.items()
        }
        return cls(**held)

    def held(self) -> dict[str, Any]:
        """Return the options for JSON to hold, each strategy named by its spec; see `of`."""
        seats = self.lineup
        return asdict(
            replace(
                self,
                strategies=tuple(map(_spec, self.strategies)),
                lineup=tuple(map(_spec, seats)) if isinstance(seats, tuple) else seats,
            )
        )

    def plan(self) -> Plan:
        """Settle what is played.

        Raises
        ------
        UsageError
            If something that was asked for does not exist or cannot be played.
        """
        from forsale_sim.plugins.entrant import load_field
        from forsale_sim.plugins.specs import split_specs
        from forsale_sim.rules.loading import load_rulesets
        from forsale_sim.simulation.plan import make_plan

        if self.lineup is None:
            field, lineup = load_field(self.strategies or DEFAULT_FIELD), None
        elif self.strategies:
            raise UsageError(
                "a lineup and a field of strategies exclude each other: name the seats (--lineup), "
                "or a field (--strategy)"
            )
        else:
            specs = split_specs(self.lineup) if isinstance(self.lineup, str) else self.lineup
            seats, field = [load_field([spec])[0] for spec in specs], load_field(specs)
            names = [entrant.name for entrant in field]
            lineup = [names.index(entrant.name) for entrant in seats]
        return make_plan(
            load_rulesets(self.rulesets),
            field=field,
            lineup=lineup,
            players=self.players,
            rotate=self.rotate,
            seed=self.seed,
            games=self.games,
            precision=self.precision,
        )

    def command(self, name: str, *more: str) -> str:
        """Return the command line that asks for the same with the same seed."""
        words = ["forsale-sim", name, *self._how_many(), "--seed", str(self.seed)]
        for ruleset in self.rulesets:
            words += ["--ruleset", ruleset] if self.rulesets != (DEFAULT_RULESET,) else []
        if self.players:
            words += ["--players", ",".join(map(str, self.players))]
        for strategy in self.strategies:
            words += ["--strategy", _spec(strategy)]
        if self.lineup is not None:
            seats = [self.lineup] if isinstance(self.lineup, str) else map(_spec, self.lineup)
            words += ["--lineup", ",".join(seats)]
        if not self.rotate:
            words.append("--no-rotate")
        return shlex.join([*words, *more])

    def _how_many(self) -> list[str]:
        if self.precision is None:
            return ["--games", str(self.games)]
        return ["--precision", str(self.precision), "--max-games", str(self.games)]


def _spec(strategy: str | Strategy) -> str:
    from forsale_sim.plugins.entrant import live_entrant

    return strategy if isinstance(strategy, str) else live_entrant(strategy).spec


def engine_option(engine: str) -> list[str]:
    """Return the arguments that ask for an engine, if it is not the usual one."""
    return [] if engine == USUAL_ENGINE else ["--engine", engine]


def drawn_seed() -> int:
    """Return a seed that nothing decides."""
    return secrets.randbits(DRAWN_SEED_BITS)


def only_one_size(*, games: bool, precision: float | None, max_games: float | None) -> None:
    """Check that a run is to end after a number of games, or with a precision.

    Parameters
    ----------
    games
        Whether a number of games was asked for.
    precision, max_games
        As asked for.

    Raises
    ------
    UsageError
        If it is both, or neither and yet there is a limit.
    """
    if games and precision is not None:
        raise UsageError(
            "a number of games (--games) and a precision (--precision) exclude each other: limit "
            "the games that a precision may take (--max-games)"
        )
    if max_games is not None and precision is None:
        raise UsageError(
            "a limit of games (--max-games) goes with a precision (--precision): say how many are "
            "played (--games)"
        )
