"""The plug-in contract: a strategy is two functions of a view, with parameters."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
RESERVED = frozenset({"bid", "sell", "view"})


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
    """A way to play: how to bid for houses and which house to sell.

    Parameters
    ----------
    name
        Lower-case words joined by hyphens: its name on the command line.
    bid
        ``bid(view, …) -> int``: the total of the bid, 0 to pass.
    sell
        ``sell(view, …) -> int``: the value of the house to sell.
    parameters
        What the functions may take by name after `view`.
    description
        The idea, its origin and a reference; the first paragraph is the summary.
    settings
        The values of parameters that are set, as in a spec: ``share=0.3``. Others have defaults.

    Raises
    ------
    ValueError
        If the name is malformed, a function does not take the view first or reads a parameter that
        is not declared, or a declared parameter is read by neither function.
    """

    name: str
    bid: Callable[..., int]
    sell: Callable[..., int]
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
        reserved = sorted(RESERVED & set(self.parameters))
        if reserved:
            raise ValueError(f"strategy {self.name!r}: {reserved[0]!r} cannot name a parameter")
        for phase, function in (("bid", self.bid), ("sell", self.sell)):
            self._check_view(phase, function)
        read = {*arguments(self.bid), *arguments(self.sell)}
        undeclared = sorted(read - set(self.parameters))
        if undeclared:
            raise ValueError(
                f"strategy {self.name!r} reads {undeclared[0]!r}, which it does not declare as a "
                "Parameter"
            )
        unread = sorted(set(self.parameters) - read)
        if unread:
            raise ValueError(
                f"strategy {self.name!r} declares {unread[0]!r}, which neither bid nor sell reads"
            )

    def _check_view(self, phase: str, function: Callable[..., int]) -> None:
        """Refuse a function whose first argument is not the view."""
        names = tuple(inspect.signature(function).parameters)
        if not names:
            raise ValueError(f"strategy {self.name!r}: {phase} takes no view")
        first, *read = names
        if "view" not in read and (first != "self" or set(read) <= set(self.parameters)):
            return
        view = "view" if "view" in read else read[0]
        bound = ["self"] if inspect.ismethod(function) else []
        written = [*bound, view, *(name for name in read if name != view)]
        raise ValueError(
            f"strategy {self.name!r}: {phase} takes no {first}: "
            f"write def {phase}({', '.join(written)})"
        )

    @property
    def summary(self) -> str:
        """The first paragraph of the description, on one line."""
        return " ".join(self.description.split("\n\n", 1)[0].split())


def arguments(function: Callable[..., int]) -> tuple[str, ...]:
    """Return the names of the parameters that `function` takes after its view."""
    return tuple(inspect.signature(function).parameters)[1:]


def strategy(name: str) -> Callable[[type | object], Strategy]:
    """Make a strategy of a class, or of an object, with a `bid` and a `sell`.

    A class is used as a namespace: `bid` and `sell` are plain functions of a view, its
    `Parameter` attributes are what they may read by name, its docstring says what it is. An
    object's methods may use what it holds (a model, say); it plays on the python engine only.

    Parameters
    ----------
    name
        The strategy's name: lower-case words joined by hyphens.

    Returns
    -------
    callable
        A decorator that returns the `Strategy`.

    Raises
    ------
    ValueError
        If `bid` or `sell` is missing, or what they read is not what is declared.
    """

    def make(source: type | object) -> Strategy:
        functions: dict[str, Any] = {p: getattr(source, p, None) for p in ("bid", "sell")}
        for phase, function in functions.items():
            if not callable(function):
                raise ValueError(f"strategy {name!r} has no function {phase}(view)")
        made = Strategy(
            name=name,
            **functions,
            parameters=MappingProxyType(_declared_parameters(source)),
            description=inspect.cleandoc(source.__doc__ or ""),
        )
        if source.__module__ == "__main__":
            OF_THE_SESSION[name] = made
        return made

    return make


def _declared_parameters(source: Any) -> dict[str, Parameter]:
    namespace = source if isinstance(source, type) else type(source)
    return {key: value for key, value in vars(namespace).items() if isinstance(value, Parameter)}
