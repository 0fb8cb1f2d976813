"""The options that several requests have, each under one name and with one meaning; what they take.

Nothing slow to import, for help's sake. Each function returns a new field, as a field belongs to
one class.
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import click
from click import BadParameter

from strategy_lab.errors import UsageError
from strategy_lab.program import Program
from strategy_lab.simulation.options import (
    EMPTY,
    Kind,
    chosen_rulesets,
    option,
    several,
)
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.game import ResolvedRules
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.plugins.strategies import Strategy
    from strategy_lab.training.search import Space, Task


LEAST_POPULATION = 4
"""The better half of a generation are parents: from a single one no covariance can be learned."""

DRAWN_SEED_BITS = 32  # a drawn seed has to be typed again by people
MOST_DIGITS = 400  # no option takes a longer number
EXACT = 2**53  # beyond it, a float stands for several whole numbers
MOST_SEARCH_DEALS = 1_000_000  # what every candidate wins by each deal has to fit in memory
MOST_GENERATIONS = 100_000  # of weeks: a larger number is a slip

COUNTS = re.compile(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", re.ASCII)
"""A player count, or the first and the last of several."""


class Whole(Kind):
    name = "number"
    python = "float"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self._least, self._most = least, most

    def of(self, given: Any) -> int:
        number = _whole(given)
        if number is None:
            raise BadParameter(f"{given!r} is not a whole number, such as 1000000 or 1e6")
        if isinstance(given, float) and abs(given) > EXACT:
            raise BadParameter(
                f"{given!r} is a float, and may have been another whole number: write an int, "
                "without a point or an exponent"
            )
        if self._least is not None and number < self._least:
            raise BadParameter(f"it must be at least {self._least:,}, not {number:,}")
        if self._most is not None and number > self._most:
            raise BadParameter(f"it must be at most {self._most:,}, not {number:,}")
        return number


class Fraction(Kind):
    """A number that is `within` limits, which words name."""

    name = "float"
    python = "float"

    def __init__(self, limits: str = "", within: Callable[[float], bool] | None = None) -> None:
        self._limits, self._within = limits, within

    def of(self, given: Any) -> float:
        try:
            number = float(given) if isinstance(given, str | Real) else None
        except ValueError:
            number = None
        if number is None:
            raise BadParameter(f"{given!r} is not a number")
        if self._within is not None and not self._within(number):
            raise BadParameter(f"it must be {self._limits}, not {number:g}")
        return number


class PlayerCounts(Kind):
    """Player counts and ranges of them, joined by commas; each once, ascending."""

    name = "counts"
    python = "int | str | Iterable[int | str]"
    about = 'They may be a list, or a text such as ``"3-6"``.'

    def of(self, given: Any) -> tuple[int, ...]:
        counts: set[int] = set()
        for each in several(given):
            counts.update(_counts_in(each))
        if not counts:
            raise BadParameter(EMPTY)
        return tuple(sorted(counts))


class Variation(Kind):
    name = "text"
    python = "str | Mapping[str, Any]"
    about = 'Or a dict of values by rule, ``{"refund": ["up", "none"]}``.'

    def of(self, given: Any) -> str | tuple[str, ...]:
        from strategy_lab.varying import variation_text

        if isinstance(given, Mapping):
            return tuple(variation_text(where, values) for where, values in given.items())
        return str(given)


class StrategySpec(Kind):
    """A strategy: its spec, its file, or an object.

    If it is one `of_several`, a text with commas is taken for several strategies, which the option
    takes one by one, and a name of a field stands for its members.
    """

    name = "spec"
    python = "Player"
    about = "A spec, a file, or a strategy that was defined with the decorator `strategy`."

    def __init__(self, *, of_several: bool = False) -> None:
        self._of_several = of_several

    def of(self, given: Any) -> Any:
        return strategy_or_spec(given)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        converted = super().convert(value, param, ctx)
        if self._of_several and isinstance(converted, str):
            _check_one(converted, param)
        return converted

    def load(self, values: tuple[Any, ...], program: Program) -> tuple[Any, ...]:
        from strategy_lab.plugins.entrants import load_field

        if self._of_several:
            return load_strategies(values, program)
        return load_field(values, program.game)


class StoredStrategy(StrategySpec):
    """A strategy by its spec or its file: one of a session cannot be found again."""

    about = "A spec, or a file."

    def of(self, given: Any) -> Any:
        if not isinstance(given, str | os.PathLike):
            raise BadParameter(_no_stored_strategy(given))
        return str(os.fspath(given))


class StoredStrategies(StoredStrategy):
    """Strategies as files name them, joined by commas, or one by one; there may be none."""

    name = "specs"
    python = "Player | Iterable[Player]"
    about = ""

    def of(self, given: Any) -> Any:
        from strategy_lab.plugins.strategies import split_specs

        if isinstance(given, str):
            return tuple(split_specs(given)) if given else ()
        return tuple(StoredStrategy().of(each) for each in several(given))


class Trained(StoredStrategy):
    def load(self, values: tuple[Any, ...], program: Program) -> tuple[Any, ...]:
        from strategy_lab.training.search import Space

        return tuple(Space.of(each, program.game) for each in values)


class Lineup(Kind):
    name = "lineup"
    python = "Player | Iterable[Player]"

    def of(self, given: Any) -> tuple[str | Strategy, ...]:
        from strategy_lab.plugins.strategies import split_specs

        seats = split_specs(given) if isinstance(given, str) else several(given)
        lineup = tuple(map(strategy_or_spec, seats))
        if not lineup:
            raise BadParameter(EMPTY)
        return lineup

    def load(self, values: tuple[Any, ...], program: Program) -> tuple[Any, ...]:
        from strategy_lab.plugins.entrants import load_field

        if values:
            load_field(values, program.game)  # refuses two strategies of one name
        return tuple(load_field([spec], program.game)[0] for spec in values)


class RulesetName(Kind):
    """A ruleset: its name, its file, what such a file would say, or an object."""

    name = "ruleset"
    python = "OneRuleset"
    about = (
        "An edition, a what-if of one in brackets, the path of a TOML file, what such a file would "
        "say as a dict, or a ruleset (see `ruleset`)."
    )

    def of(self, given: Any) -> Any:
        if isinstance(given, str | os.PathLike):
            return str(os.fspath(given))
        if isinstance(given, Mapping) or hasattr(given, "rules"):
            return given
        if isinstance(given, Iterable):
            raise BadParameter(f"{given!r} is not one ruleset: give each by itself")
        raise BadParameter(
            f"{given!r} is no ruleset: give the name of an edition, the path of a file, or a "
            "ruleset"
        )

    def load(self, values: tuple[Any, ...], program: Program) -> tuple[Any, ...]:
        return chosen_rulesets(values, program.game)


def drawn_seed() -> int:
    import secrets

    return secrets.randbits(DRAWN_SEED_BITS)


def load_strategies(specs: Sequence[str | Strategy], program: Program) -> tuple[Entrant, ...]:
    """Return the field that specs name, each strategy once; for none, the usual field.

    The name of a field, such as ``all``, stands for the strategies of that.
    """
    from strategy_lab.plugins.entrants import load_field

    every: list[str | Strategy] = []
    for spec in specs:
        every += program.named_fields.get(spec, (spec,)) if isinstance(spec, str) else (spec,)
    return load_field(every or program.field, program.game)


def strategy_or_spec(given: Any) -> str | Strategy:
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
    from strategy_lab.plugins.strategies import LIVE_ONLY, Strategy

    if isinstance(given, Strategy):
        return LIVE_ONLY.format(given.name, "loaded again")
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


def _counts_in(given: Any) -> Iterable[int]:
    if not isinstance(given, str):
        if (count := _whole(given)) is None:
            raise BadParameter(f"{given!r} is not a whole number")
        return [count]
    counts: list[int] = []
    for piece in given.split(","):
        written = COUNTS.fullmatch(piece)
        span = range(int(written[1]), int(written[2] or written[1]) + 1) if written else ()
        if not span:
            raise BadParameter(f"{given!r} is not a list of player counts, such as 3,4 or 3-6")
        counts.extend(span)
    return counts


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


def if_it_trains(program: Program) -> dict[str, bool]:
    return {"absent": not program.trains}


def rulesets_option() -> Any:
    return option(
        "--ruleset",
        RulesetName(),
        by_game=lambda program: {"usual": (program.ruleset,)},
        repeats=True,
        metavar="NAME|FILE",
        help="An edition, or your own TOML file; may be repeated.",
    )


def players_option(shown: str = "all that the ruleset allows", such_as: str = "3,4 or 3-6") -> Any:
    return option(
        "--players", PlayerCounts(), (), shown=shown, help=f"Player counts, such as {such_as}."
    )


def ruleset_option(flags: str = "--ruleset", text: str = "") -> Any:
    return option(
        flags,
        RulesetName(),
        by_game=lambda program: {"usual": program.ruleset},
        metavar="NAME|FILE",
        help=text,
    )


def player_count_option(missing: str = "--players is missing: name it, as --players 4") -> Any:
    return option(
        "--players",
        by_game=lambda program: {
            "kind": Whole(*program.players),
            "help": "One player count, {} to {}.".format(*program.players),
        },
        missing=missing,
    )


def seed_option() -> Any:
    return option(
        "--seed",
        Whole(),
        usual=drawn_seed,
        shown="drawn, and printed",
        help="Decides every card and draw, 0 to 2^64 - 1.",
    )


def deals_option(
    flags: str = "--deals", default: int = 400, text: str = "Each generation's."
) -> Any:
    return option(flags, Whole(least=2, most=MOST_SEARCH_DEALS), default, help=text)


def generations_option(default: int, least: int, text: str = "") -> Any:
    return option("--generations", Whole(least, MOST_GENERATIONS), default, help=text)


def population_option() -> Any:
    return option(
        "--population", Whole(least=LEAST_POPULATION), 16, help="Candidates a generation."
    )


def train_option(text: str) -> Any:
    return option(
        "--train",
        Trained(),
        by_game=lambda program: {"usual": program.trained},
        metavar="SPEC",
        help=text,
    )


class SearchSpec(Spec):
    played_here: ClassVar[bool] = True

    tuned: ClassVar[str] = "train"  # the field that holds the parameters

    deals: int
    generations: int
    population: int
    final_deals: int
    seed: int

    @classmethod
    def settle(cls, **asked: Any) -> Self:
        spec = super().settle(**asked)
        spec.experiment()
        return spec

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        from strategy_lab.training.search import Space

        return cls(**{**values, cls.tuned: Space.held(values[cls.tuned])})

    def task(
        self, rules: ResolvedRules, opponents: tuple[Entrant, ...] = (), *, self_play: bool = False
    ) -> Task:
        from strategy_lab.training.search import Task

        space: Space = getattr(self, self.tuned)
        settings = ("seed", "deals", "generations", "population", "final_deals")
        return Task(
            space=space,
            start=space.start,
            rules=rules,
            opponents=opponents,
            self_play=self_play,
            **{name: getattr(self, name) for name in settings},
        )
