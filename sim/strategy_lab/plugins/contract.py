"""The plug-in contract: a strategy is a function for each decision of a game, with parameters."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from strategy_lab.game import GameDefinition

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

OF_THE_SESSION: dict[str, Strategy] = {}
"""The strategies that a notebook, a script or the prompt has defined: by name, the latest."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a strategy's functions read by name and a user may set.

    Parameters
    ----------
    default
        Its value unless set. An `int` makes a whole-number parameter, a `float` a real one.
    low, high
        The range, both ends allowed.
    meaning
        What it does, in a few words, with its unit.

    Raises
    ------
    ValueError
        If the default lies outside the range.
    """

    default: int | float
    low: int | float
    high: int | float
    meaning: str

    def __post_init__(self) -> None:
        if not self.low <= self.default <= self.high:
            raise ValueError(
                f"a parameter's default must lie in its range: {self.default} is not in "
                f"{self.low}..{self.high}"
            )

    @property
    def is_whole(self) -> bool:
        """Whether the parameter takes whole numbers only."""
        return isinstance(self.default, int)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play a game: `strategy` makes one.

    Its decisions are also attributes of it: ``Spread.bid``.

    Parameters
    ----------
    game
        The game that it plays.
    name
        Lower-case words joined by hyphens: its name on the command line.
    decisions
        By name, a function ``bid(view, …) -> int`` of the view and parameters; one for each
        decision of the game that has no default.
    parameters
        What the functions may take by name after `view`.
    description
        The idea, its origin and a reference; the first paragraph is the summary.
    settings
        The values of parameters that are set, as in a spec: ``share=0.3``. Others have defaults.

    Raises
    ------
    ValueError
        If the name is malformed, a decision is missing, a function does not take the view first or
        reads a parameter that is not declared, or a declared parameter is read by no function.
    """

    game: GameDefinition
    name: str
    decisions: Mapping[str, Callable[..., int]]
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))
    description: str = ""
    settings: str = ""

    def __call__(self, **values: int | float) -> Strategy:
        """Return the strategy with values of parameters: ``Patient(share=0.3)``."""
        texts = [f"{key}={value}" for key, value in values.items()]
        return replace(self, settings=",".join(filter(None, [self.settings, *texts])))

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError(
                f"a strategy's name is lower-case words joined by hyphens, not {self.name!r}"
            )
        asked_with = {name for kind in self.game.decisions.values() for name in kind.asked_with}
        reserved = sorted({*self.game.decisions, *asked_with} & set(self.parameters))
        if reserved:
            raise ValueError(f"strategy {self.name!r}: {reserved[0]!r} cannot name a parameter")
        for name, kind in self.game.decisions.items():
            if name in self.decisions:
                self._check_asked(name, kind.asked_with)
            elif kind.default is None:
                asked = ", ".join(kind.asked_with)
                raise ValueError(f"strategy {self.name!r} has no function {name}({asked})")
        read = {each for name in self.decisions for each in self.reads(name)}
        undeclared = sorted(read - set(self.parameters))
        if undeclared:
            raise ValueError(
                f"strategy {self.name!r} reads {undeclared[0]!r}, which it does not declare as a "
                "Parameter"
            )
        unread = sorted(set(self.parameters) - read)
        if unread:
            raise ValueError(
                f"strategy {self.name!r} declares {unread[0]!r}, which none of its functions reads"
            )

    def __getattr__(self, name: str) -> Callable[..., int]:
        decisions = object.__getattribute__(self, "decisions")
        if name not in decisions:
            raise AttributeError(f"strategy {self.name!r} has no {name!r}")
        function: Callable[..., int] = decisions[name]
        return function

    def reads(self, decision: str) -> tuple[str, ...]:
        """Return the names of the parameters that a decision's function takes."""
        taken = tuple(inspect.signature(self.decisions[decision]).parameters)
        return taken[len(self.game.decisions[decision].asked_with) :]

    def _check_asked(self, decision: str, asked_with: tuple[str, ...]) -> None:
        """Refuse a function that does not first take what it is asked with."""
        function = self.decisions[decision]
        names = tuple(inspect.signature(function).parameters)
        if len(names) < len(asked_with):
            missing = asked_with[len(names)]
            raise ValueError(f"strategy {self.name!r}: {decision} takes no {missing}")
        first, *read = names
        if not set(asked_with) & set(read[len(asked_with) - 1 :]) and (
            first != "self" or set(read) <= set(self.parameters)
        ):
            return
        view = asked_with[0] if asked_with[0] in read else read[0]
        bound = ["self"] if inspect.ismethod(function) else []
        written = [*bound, view, *(name for name in read if name != view)]
        raise ValueError(
            f"strategy {self.name!r}: {decision} takes no {first}: "
            f"write def {decision}({', '.join(written)})"
        )

    @property
    def summary(self) -> str:
        """The first paragraph of the description, on one line."""
        return " ".join(self.description.split("\n\n", 1)[0].split())


def make_strategy(game: GameDefinition, name: str, source: type | object) -> Strategy:
    """Return the strategy that a class, or an object, is for a game."""
    functions = {each: getattr(source, each, None) for each in game.decisions}
    made = Strategy(
        game=game,
        name=name,
        decisions={each: function for each, function in functions.items() if callable(function)},
        parameters=MappingProxyType(_declared_parameters(source)),
        description=inspect.cleandoc(source.__doc__ or ""),
    )
    if source.__module__ == "__main__":
        OF_THE_SESSION[name] = made
    return made


def _declared_parameters(source: Any) -> dict[str, Parameter]:
    namespace = source if isinstance(source, type) else type(source)
    return {key: value for key, value in vars(namespace).items() if isinstance(value, Parameter)}
