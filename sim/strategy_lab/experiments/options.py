"""What options take: the same from a text of a command line and from a value of Python.

Each is a type of click. Its `convert` takes either, and leaves alone what it has returned before.
Nothing slow to import, for help's sake.
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Iterable, Mapping
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import click

from strategy_lab.errors import UsageError
from strategy_lab.experiments.fields import (
    DEFAULT_SEARCH_DEALS,
    DEFAULT_SEARCH_POPULATION,
    LEAST_POPULATION,
    MOST_GENERATIONS,
    MOST_SEARCH_DEALS,
    drawn_seed,
)
from strategy_lab.program import Program
from strategy_lab.simulation.options import EMPTY, Kind, option, several
from strategy_lab.simulation.plan import LINEUPS, WITHOUT_REPLACEMENT
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.game import ResolvedRules, Ruleset
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.plugins.strategies import Strategy
    from strategy_lab.training.search import Space, Task


MOST_DIGITS = 400
"""No option takes a longer number."""

EXACT = 2**53
"""Beyond it, a float stands for several whole numbers."""


COUNTS = re.compile(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", re.ASCII)
"""A player count, or the first and the last of several."""


class Whole(Kind):
    """A whole number that may be written as 1000000, 1_000_000 or 1e6.

    Parameters
    ----------
    least, most
        The range it has to be in, both ends allowed; None for no end.
    """

    name = "number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or fail with what is wrong with it."""
        number = _whole(value)
        if number is None:
            self.fail(f"{value!r} is not a whole number, such as 1000000 or 1e6", param, ctx)
        if isinstance(value, float) and abs(value) > EXACT:
            self.fail(
                f"{value!r} is a float, and may have been another whole number: write an int, "
                "without a point or an exponent"
            )
        if self._least is not None and number < self._least:
            self.fail(f"it must be at least {self._least:,}, not {number:,}", param, ctx)
        if self._most is not None and number > self._most:
            self.fail(f"it must be at most {self._most:,}, not {number:,}", param, ctx)
        return number


class Fraction(Kind):
    """A number that need not be whole."""

    name = "float"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number, or fail."""
        if isinstance(value, str | Real):
            try:
                return float(value)
            except ValueError:
                pass
        self.fail(f"{value!r} is not a number", param, ctx)


class PlayerCounts(Kind):
    """Player counts and ranges of them, joined by commas."""

    name = "counts"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Return the counts, each once, ascending."""
        counts: set[int] = set()
        for each in several(value):
            try:
                counts.update(_counts_in(each) if isinstance(each, str) else [_count(each)])
            except UsageError as error:
                self.fail(str(error), param, ctx)
        if not counts:
            self.fail(EMPTY, param, ctx)
        return tuple(sorted(counts))


class StrategySpec(Kind):
    """A strategy: its spec, its file, or an object.

    Parameters
    ----------
    of_several
        Whether a text with commas is taken for several strategies, which the option takes one by
        one.
    """

    name = "spec"

    def __init__(self, *, of_several: bool = False) -> None:
        self._of_several = of_several

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str | Strategy:
        """Return a strategy, or the spec of one."""
        given = strategy_or_spec(value)
        if self._of_several and isinstance(given, str):
            _check_one(given, param)
        return given


class StoredStrategy(Kind):
    """A strategy by its spec or its file, as files name it: one of a session cannot be found again.

    Parameters
    ----------
    of_several
        As for `StrategySpec`.
    """

    name = "spec"

    def __init__(self, *, of_several: bool = False) -> None:
        self._of_several = of_several

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the spec."""
        if not isinstance(value, str | os.PathLike):
            self.fail(_no_stored_strategy(value), param, ctx)
        spec = str(os.fspath(value))
        if self._of_several:
            _check_one(spec, param)
        return spec


class StoredStrategies(Kind):
    """Strategies as files name them, joined by commas, or one by one; there may be none."""

    name = "specs"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Return the specs."""
        from strategy_lab.plugins.strategies import split_specs

        if isinstance(value, str):
            return tuple(split_specs(value)) if value else ()
        return tuple(StoredStrategy().convert(each, param, ctx) for each in several(value))


class Lineup(Kind):
    """Strategies by seat, joined by commas, or one by one."""

    name = "lineup"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str | Strategy, ...]:
        """Return the strategies, or what names them."""
        from strategy_lab.plugins.strategies import split_specs

        seats = split_specs(value) if isinstance(value, str) else several(value)
        lineup = tuple(map(strategy_or_spec, seats))
        if not lineup:
            self.fail(EMPTY, param, ctx)
        return lineup


class RulesetName(Kind):
    """A ruleset: its name, its file, what such a file would say, or an object."""

    name = "ruleset"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str | Ruleset | Mapping[str, Any]:
        """Return a ruleset, what its file would say, the name of one, or the path of its file."""
        if isinstance(value, Mapping):
            return value
        if isinstance(value, str | os.PathLike):
            return str(os.fspath(value))
        if hasattr(value, "rules"):
            ruleset: Ruleset = value
            return ruleset
        if isinstance(value, Iterable):
            self.fail(f"{value!r} is not one ruleset: give each by itself", param, ctx)
        self.fail(
            f"{value!r} is no ruleset: give the name of an edition, the path of a file, or a "
            "ruleset",
            param,
            ctx,
        )


def strategy_or_spec(given: Any) -> str | Strategy:
    """Return a strategy, or the spec of one."""
    from strategy_lab.plugins.strategies import Strategy

    if isinstance(given, Strategy):
        return given
    if isinstance(given, str):
        return _defined_in_session(given) or given
    if isinstance(given, os.PathLike):
        return str(os.fspath(given))
    plain = given is None or isinstance(given, int | float)
    name = repr(given) if plain else getattr(given, "__name__", type(given).__name__)
    raise UsageError(
        f"{name} is no strategy: put @strategy('name') before the class, or name one by its spec"
    )


def _no_stored_strategy(given: Any) -> str:
    from strategy_lab.plugins.strategies import Strategy

    if isinstance(given, Strategy):
        return (
            f"the strategy {given.name!r} was defined in a Python session and cannot be loaded "
            "again: save it in a file, and name that"
        )
    return f"{given!r} is no strategy: name one by its spec, or by its file"


def _defined_in_session(spec: str) -> Strategy | None:
    """Return the strategy of a notebook or script that a spec names; installed ones come first."""
    from dataclasses import replace

    from strategy_lab.plugins.strategies import OF_THE_SESSION

    name, _, settings = spec.partition(":")
    if name not in OF_THE_SESSION:
        return None
    from strategy_lab.plugins.registry import installed_strategies

    if name in installed_strategies(OF_THE_SESSION[name].game):
        return None
    return replace(OF_THE_SESSION[name], settings=settings)


def _check_one(spec: str, param: click.Parameter | None) -> None:
    """Refuse several strategies in the place of one."""
    from strategy_lab.plugins.strategies import paths_in, split_specs

    if any("," in path and Path(path).exists() for path in paths_in(spec)):
        return
    names = split_specs(spec)
    if len(names) > 1 and param is None:
        raise UsageError(f"{spec!r} names several strategies: give them as {names}")
    if len(names) > 1 and param is not None:
        option = param.opts[0]
        raise UsageError(
            f"{option} takes one strategy, not {spec!r}: repeat it, as "
            f"{' '.join(f'{option} {one}' for one in names)}"
        )


def _counts_in(text: str) -> set[int]:
    """Return the player counts in a text such as ``3,5-6``."""
    counts: set[int] = set()
    for piece in text.split(","):
        written = COUNTS.fullmatch(piece)
        span = range(int(written[1]), int(written[2] or written[1]) + 1) if written else ()
        if not span:
            raise UsageError(f"{text!r} is not a list of player counts, such as 3,4 or 3-6")
        counts.update(span)
    return counts


def _count(given: Any) -> int:
    count = _whole(given)
    if count is None:
        raise UsageError(f"{given!r} is not a whole number")
    return count


def _whole(value: Any) -> int | None:
    """Return the whole number that a value is or a text says, to the last digit; else None."""
    try:
        return operator.index(value)
    except TypeError:
        if not isinstance(value, str | float):
            return None
    from decimal import Decimal, InvalidOperation

    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    if not number.is_finite() or number.adjusted() >= MOST_DIGITS:
        return None
    return int(number) if number == number.to_integral_value() else None


# common_options: Options that several requests have, each under one name and with one meaning.
#
# Each function returns a new field, as a field belongs to one class. Nothing slow to import, for
# help's sake.


def if_it_trains(program: Program) -> dict[str, bool]:
    """Let an option be absent from the program of a game for which nobody is trained."""
    return {"absent": not program.trains}


def rulesets_option() -> Any:
    """Return which rulesets are played."""
    return option(
        "--ruleset",
        RulesetName(),
        by_game=lambda program: {"usual": (program.ruleset,)},
        repeats=True,
        metavar="NAME|FILE",
        help="An edition, or your own TOML file; may be repeated.",
    )


def players_option(shown: str = "all that the ruleset allows", such_as: str = "3,4 or 3-6") -> Any:
    """Return for how many players."""
    return option(
        "--players", PlayerCounts(), (), shown=shown, help=f"Player counts, such as {such_as}."
    )


def ruleset_option(flags: str = "--ruleset", text: str = "") -> Any:
    """Return which ruleset is played, where it is one."""
    return option(
        flags,
        RulesetName(),
        by_game=lambda program: {"usual": program.ruleset},
        metavar="NAME|FILE",
        help=text,
    )


def player_count_option(missing: str = "--players is missing: name it, as --players 4") -> Any:
    """Return for how many players, where it is one number."""
    return option(
        "--players",
        by_game=lambda program: {
            "kind": Whole(*program.players),
            "help": "One player count, {} to {}.".format(*program.players),
        },
        missing=missing,
    )


def lineups_option() -> Any:
    """Return how lineups are drawn."""
    return option(
        "--lineups",
        click.Choice(LINEUPS),
        WITHOUT_REPLACEMENT,
        help="How lineups are drawn from a field. without: nobody meets its own copy while others "
        "are left; with: anybody may meet it, as if each player chose alone.",
    )


def seed_option() -> Any:
    """Return what decides all that is random."""
    return option(
        "--seed",
        Whole(),
        usual=drawn_seed,
        shown="drawn, and printed",
        help="Decides every card and draw, 0 to 2^64 - 1.",
    )


# search_options: What requests for searches have in common: tune, exploit and psro.
#
# Each function returns a new field, as a field belongs to one class. Nothing slow to import, for
# help's sake.


def deals_option(
    flags: str = "--deals", default: int = DEFAULT_SEARCH_DEALS, text: str = "Each generation's."
) -> Any:
    """Return how many deals are played: by each generation, or for some other end."""
    return option(flags, Whole(least=2, most=MOST_SEARCH_DEALS), default, help=text)


def generations_option(default: int, least: int, text: str = "") -> Any:
    """Return how many generations there are."""
    return option("--generations", Whole(least, MOST_GENERATIONS), default, help=text)


def population_option() -> Any:
    """Return how many candidates a generation has."""
    return option(
        "--population",
        Whole(least=LEAST_POPULATION),
        DEFAULT_SEARCH_POPULATION,
        help="Candidates a generation.",
    )


def train_option(text: str) -> Any:
    """Return what is tuned to respond."""
    return option(
        "--train",
        StoredStrategy(),
        by_game=lambda program: {"usual": program.trained},
        metavar="SPEC",
        help=text,
    )


class SearchSpec(Spec):
    """What is asked for of a search that tunes the parameters of a strategy."""

    played_here: ClassVar[bool] = True

    tuned: ClassVar[str] = "train"
    """The field that holds the parameters."""

    deals: int
    generations: int
    population: int
    final_deals: int
    seed: int

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Return the spec that has these values."""
        from strategy_lab.training.search import Space

        return cls(**{**values, cls.tuned: Space.held(values[cls.tuned])})

    def task(
        self, rules: ResolvedRules, opponents: tuple[Entrant, ...] = (), *, self_play: bool = False
    ) -> Task:
        """Return the search for parameters that win against opponents."""
        from strategy_lab.training.search import Task

        space: Space = getattr(self, self.tuned)
        return Task(
            space=space,
            start=space.start,
            rules=rules,
            opponents=opponents,
            self_play=self_play,
            seed=self.seed,
            deals=self.deals,
            generations=self.generations,
            population=self.population,
            final_deals=self.final_deals,
        )
