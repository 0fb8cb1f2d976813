"""A strategy's function with the values of the parameters it reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from strategy_lab.plugins.identity import Identity, identity_of


@dataclass(frozen=True)
class Decision:
    """How one decision is made: a function with the values of the parameters it reads."""

    function: Callable[..., int]
    arguments: Mapping[str, int | float]
    asked_with: tuple[str, ...] = ("view",)
    """The names of what the game passes, before the parameters."""
    name: str = ""
    """What the game calls it, where that matters for what it answers."""

    @cached_property
    def identity(self) -> Identity:
        """What the function is before it is played: what it remembers may change."""
        return identity_of(self.function)

    def identity_now(self, known: dict[int, Identity]) -> Identity:
        """Return what the function is at this moment: in a session, what it reads may change.

        `known`: what functions are at this moment, by `id`; filled in place.
        """
        if id(self.function) not in known:
            known[id(self.function)] = identity_of(self.function)
        now = known[id(self.function)]
        vars(self).setdefault("identity", now)
        return now

    def __call__(self, *asked: object) -> int:
        """Return the move, in plain Python."""
        return self.function(*asked, **self.arguments)
