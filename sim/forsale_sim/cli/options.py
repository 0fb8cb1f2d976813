"""The options that say what a run plays: the same wherever a run is named."""

from __future__ import annotations

import functools
import re
import secrets
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.core import ParameterSource

from forsale_sim.errors import UsageError
from forsale_sim.tournament.comparing import fields

if TYPE_CHECKING:
    from forsale_sim.plugins.contract import Strategy
    from forsale_sim.tournament.plan import Plan

Command = TypeVar("Command", bound=Callable[..., Any])

DEFAULT_RULESET = "iello-en"
DEFAULT_GAMES = 100_000
MOST_GAMES = 10**9
"""After how many games a run ends though its precision is not reached, unless it is told others."""

DEFAULT_FIELD = fields.ALL

DRAWN_SEED_BITS = 32
"""A drawn seed has to be typed again by people."""

OF_A_FOLDER = {
    "table_formats": "tables are saved in",
    "plot_formats": "plots are saved in",
    "checkpoint_every": "checkpoints are in",
}
"""Options that say how files are written, and what is in the folder that they are written to."""

COUNTS = re.compile(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", re.ASCII)
"""A player count, or the first and the last of several."""


class Number(click.ParamType[Any]):
    """A whole number that may be written as 1000000, 1_000_000 or 1e6."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or fail with what is wrong with it."""
        if isinstance(value, int):
            return value
        try:
            return int(value)
        except ValueError:
            pass
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not number.is_integer():
            self.fail(f"{value!r} is not a whole number, such as 1000000 or 1e6", param, ctx)
        return int(number)


class PlayerCounts(click.ParamType[Any]):
    """Player counts and ranges of them, joined by commas."""

    name = "counts"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Return the counts, each once, ascending."""
        if isinstance(value, tuple):
            return value
        counts: set[int] = set()
        for piece in value.split(","):
            written = COUNTS.fullmatch(piece)
            span = range(int(written[1]), int(written[2] or written[1]) + 1) if written else ()
            if not span:
                wrong = f"{value!r} is not a list of player counts, such as 3,4 or 3-6"
                self.fail(wrong, param, ctx)
            counts.update(span)
        return tuple(sorted(counts))


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
        from forsale_sim.tournament.plan import make_plan

        if self.lineup is None:
            field, lineup = load_field(self.strategies or DEFAULT_FIELD), None
        elif self.strategies:
            raise UsageError(
                "--lineup and --strategy exclude each other: name the seats, or a field"
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
        words = ["forsale-sim", name, *self._how_many(name), "--seed", str(self.seed)]
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

    def _how_many(self, name: str) -> list[str]:
        if self.precision is None or name != "run":
            return ["--games", str(self.games)]
        return ["--precision", str(self.precision), "--max-games", str(self.games)]


def _spec(strategy: str | Strategy) -> str:
    from forsale_sim.plugins.entrant import live_entrant

    return strategy if isinstance(strategy, str) else live_entrant(strategy).spec


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
            "--games and --precision exclude each other: the most games that a precision may take "
            "are --max-games"
        )
    if max_games is not None and precision is None:
        raise UsageError("--max-games goes with --precision; a number of games is --games")


def given_options(context: click.Context) -> dict[str, str]:
    """Return the options that were written on the command line: how, by what they are called."""
    return {
        parameter.name: parameter.opts[0]
        for parameter in context.command.params
        if parameter.name is not None
        and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    }


def check_out(out: Path | None) -> None:
    """Check that no files are asked for in a certain way where there is no folder for them.

    Parameters
    ----------
    out
        The folder, if the command that is being run has one.

    Raises
    ------
    UsageError
        If it has none, but an option of `OF_A_FOLDER` was written on the command line.
    """
    given = {} if out is not None else given_options(click.get_current_context())
    for name, which in OF_A_FOLDER.items():
        if name in given:
            raise UsageError(f"{given[name]} needs --out: the folder that {which}")


rulesets_option = click.option(
    "--ruleset",
    "rulesets",
    multiple=True,
    metavar="NAME|FILE",
    default=(DEFAULT_RULESET,),
    show_default=True,
    help="An edition, or your own TOML file; may be repeated.",
)

players_option = click.option(
    "--players",
    type=PlayerCounts(),
    default=(),
    help="Player counts, such as 3,4 or 3-6.  [default: all that the ruleset allows]",
)


def drawn_seed() -> int:
    """Return a seed that nothing decides."""
    return secrets.randbits(DRAWN_SEED_BITS)


seed_option = click.option(
    "--seed",
    type=Number(),
    callback=lambda _context, _parameter, seed: drawn_seed() if seed is None else seed,
    help="Decides every card and draw, 0 to 2^64 - 1.  [default: drawn, and printed]",
)


def one_each(
    _context: click.Context, parameter: click.Parameter, specs: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the specs of an option that is repeated, or say so if one of them is a list.

    Raises
    ------
    UsageError
        If it is, or names nothing. (A comma may well be in a file's name.)
    """
    from forsale_sim.plugins.specs import paths_in, split_specs

    for spec in specs:
        if any("," in path and Path(path).exists() for path in paths_in(spec)):
            continue
        option, several = parameter.opts[0], split_specs(spec)
        if len(several) > 1:
            raise UsageError(
                f"{option} takes one strategy, not {spec!r}: repeat it, as "
                f"{' '.join(f'{option} {one}' for one in several)}"
            )
    return specs


def plan_options(command: Command) -> Command:
    """Give a command the options that say what a run plays, as one argument ``options``."""

    @click.option(
        "--games",
        type=Number(),
        default=DEFAULT_GAMES,
        show_default=True,
        help="How many games in all, such as 1e6; rounded up to whole deals.",
    )
    @rulesets_option
    @players_option
    @click.option(
        "--strategy",
        "strategies",
        multiple=True,
        callback=one_each,
        metavar="SPEC",
        help="A strategy of the field that each deal draws a lineup from; may be repeated."
        f"  [default: {', '.join(DEFAULT_FIELD)}]",
    )
    @click.option(
        "--lineup", metavar="A,B,C,…", help="One strategy a seat, seat 1 first, for every deal."
    )
    @click.option(
        "--rotate/--no-rotate",
        default=True,
        show_default=True,
        help="Play each deal with every rotation of its lineup.",
    )
    @seed_option
    @functools.wraps(command)
    def with_options(
        *,
        games: int,
        rulesets: tuple[str, ...],
        players: tuple[int, ...],
        strategies: tuple[str, ...],
        lineup: str | None,
        rotate: bool,
        seed: int,
        **more: Any,
    ) -> Any:
        options = PlanOptions(rulesets, players, strategies, lineup, rotate, seed, games)
        return command(options=options, **more)

    return cast("Command", with_options)
