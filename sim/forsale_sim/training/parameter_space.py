"""A strategy's parameters as points of the unit cube, which the optimiser searches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from forsale_sim.errors import UsageError
from forsale_sim.plugins.contract import Parameter, Strategy, arguments
from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.plugins.specs import moved

Point = NDArray[np.float64]
DIGITS = 5
"""Significant digits of a parameter: more are noise, and files are for people."""


@dataclass(frozen=True, slots=True)
class Space:
    """The ranges of a strategy's parameters, each mapped to 0 to 1.

    Attributes
    ----------
    spec
        The spec that finds the strategy; empty if its name does.
    """

    strategy: Strategy
    spec: str = ""

    def __post_init__(self) -> None:
        if not self.free:
            raise UsageError(
                f"strategy {self.strategy.name!r} has no parameter that can vary, and tuning takes "
                "at least one: name a strategy that declares one"
            )

    @property
    def free(self) -> dict[str, Parameter]:
        """The parameters that can vary."""
        declared = self.strategy.parameters.items()
        return {name: parameter for name, parameter in declared if parameter.low < parameter.high}

    def point(self, values: Mapping[str, int | float]) -> Point:
        """Return the point of some parameters."""
        return np.array([(values[n] - p.low) / (p.high - p.low) for n, p in self.free.items()])

    def values(self, point: Point) -> dict[str, int | float]:
        """Return the parameters at a point, rounded; those that cannot vary included."""
        values = {name: parameter.default for name, parameter in self.strategy.parameters.items()}
        for (name, parameter), part in zip(self.free.items(), point, strict=True):
            value = parameter.low + float(part) * (parameter.high - parameter.low)
            value = min(max(float(f"{value:.{DIGITS}g}"), parameter.low), parameter.high)
            values[name] = round(value) if parameter.is_whole else float(value)
        return values

    def entrant(self, name: str, values: Mapping[str, int | float]) -> Entrant:
        """Return the strategy with parameters set, under a name of its own, or the usual one."""

        def decide(function: Callable[..., int]) -> Decision:
            return Decision(function, {key: values[key] for key in arguments(function)})

        bid, sell = decide(self.strategy.bid), decide(self.strategy.sell)
        settings = ",".join(f"{k}={v!r}" for k, v in {**bid.arguments, **sell.arguments}.items())
        spec = f"{self.spec or self.strategy.name}:{settings}"
        return Entrant(name or moved(spec, lambda file: Path(file).name), spec, bid, sell)
