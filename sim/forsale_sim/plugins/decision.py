"""A strategy's function with the values of the parameters it reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from forsale_sim.reference.view import View


@dataclass(frozen=True, slots=True)
class Decision:
    """One of a strategy's two functions with the values of the parameters it reads."""

    function: Callable[..., int]
    arguments: Mapping[str, int | float]

    def __call__(self, view: View) -> int:
        """Return the move for a view, in plain Python."""
        return self.function(view, **self.arguments)
