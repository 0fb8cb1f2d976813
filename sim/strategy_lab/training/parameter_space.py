"""A strategy's parameters as points of the unit cube, which the optimiser searches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.game import GameDefinition
from strategy_lab.plugins.entrant import Entrant, find_strategy, load_entrant
from strategy_lab.plugins.settings import parse_settings
from strategy_lab.plugins.specs import moved
from strategy_lab.plugins.tuned import source_of

Point = NDArray[np.float64]
Values = Mapping[str, int | float]

DIGITS = 5
"""Significant digits of a parameter: more are noise, and files are for people."""


class Range(NamedTuple):
    """A parameter: from `low` to `high`, and where a search begins."""

    name: str
    low: float
    high: float
    is_whole: bool
    start: float


class Space(NamedTuple):
    """The parameters of a strategy, each mapped to 0 to 1, as a spec holds them."""

    entrant: Entrant
    """The strategy, with the parameters that the search begins with."""

    base: str
    source: str
    """The spec that finds it with no parameter set, and the hash by which files know it."""

    ranges: tuple[Range, ...]
    """Of all parameters, also of those that cannot vary."""

    @classmethod
    def of(cls, spec: str, game: GameDefinition) -> Space:
        """Return the space of the strategy that a spec names, from the parameters that it sets."""
        named = find_strategy(spec, game)
        values = parse_settings(named.strategy, named.settings)
        ranges = tuple(
            Range(name, parameter.low, parameter.high, parameter.is_whole, values[name])
            for name, parameter in named.strategy.parameters.items()
        )
        space = cls(load_entrant(spec, game), named.spec, source_of(named.strategy), ranges)
        if not space.free:
            raise UsageError(
                f"strategy {named.strategy.name!r} has no parameter that can vary, and tuning "
                "takes at least one: name a strategy that declares one"
            )
        return space

    @classmethod
    def held(cls, values: Mapping[str, Any]) -> Space:
        """Return the space of values by name, as JSON holds it."""
        return cls(**{**values, "ranges": tuple(Range(**each) for each in values["ranges"])})

    @property
    def name(self) -> str:
        """The name of the strategy alone."""
        return self.base.rpartition(":")[2]

    @property
    def free(self) -> list[Range]:
        """The parameters that can vary."""
        return [each for each in self.ranges if each.low < each.high]

    @property
    def start(self) -> Point:
        """Where a search begins."""
        return self.point({each.name: each.start for each in self.ranges})

    def point(self, values: Values) -> Point:
        """Return the point of some parameters."""
        return np.array([(values[p.name] - p.low) / (p.high - p.low) for p in self.free])

    def values(self, point: Point) -> dict[str, int | float]:
        """Return the parameters at a point, rounded; those that cannot vary included."""
        values: dict[str, int | float] = {each.name: each.start for each in self.ranges}
        for each, part in zip(self.free, point, strict=True):
            value = each.low + float(part) * (each.high - each.low)
            value = min(max(float(f"{value:.{DIGITS}g}"), each.low), each.high)
            values[each.name] = round(value) if each.is_whole else float(value)
        return values

    def at(self, point: Point, name: str = "") -> Entrant:
        """Return the strategy with the parameters at a point, under its spec or another name."""
        values = self.values(point)
        settings = ",".join(f"{key}={value!r}" for key, value in values.items())
        spec = f"{self.base}:{settings}"
        decisions = {
            each: replace(usual, arguments={key: values[key] for key in usual.arguments})
            for each, usual in self.entrant.decisions.items()
        }
        name = name or moved(spec, lambda file: Path(file).name)
        return Entrant(name, spec, decisions, self.entrant.game)

    def __str__(self) -> str:
        return self.entrant.spec
