"""A strategy's function with the values of the parameters it reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from forsale_sim.plugins.identity import Identity, identity_of
from forsale_sim.reference.view import View


@dataclass(frozen=True)
class Decision:
    """One of a strategy's two functions with the values of the parameters it reads."""

    function: Callable[..., int]
    arguments: Mapping[str, int | float]

    @cached_property
    def identity(self) -> Identity:
        """What the function is before it is played: what it remembers may change."""
        return identity_of(self.function)

    def identity_now(self) -> Identity:
        """Return what the function is at this moment: in a session, what it reads may change."""
        now = identity_of(self.function)
        vars(self).setdefault("identity", now)
        return now

    def __call__(self, view: View) -> int:
        """Return the move for a view, in plain Python."""
        return self.function(view, **self.arguments)
