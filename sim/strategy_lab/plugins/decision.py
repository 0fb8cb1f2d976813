"""A strategy's function with the values of the parameters it reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property

from strategy_lab.plugins.identity import Identity, identity_of

_unchanging: ContextVar[dict[int, tuple[Callable[..., int], Identity]] | None] = ContextVar(
    "_unchanging", default=None
)
"""What functions are, by `id`, while they are taken not to change."""


@contextmanager
def unchanging() -> Iterator[None]:
    """Take functions to be what they are when they are first asked for, within the block.

    To look at all that a function reaches may take longer than its move.
    """
    if _unchanging.get() is not None:
        yield
        return
    token = _unchanging.set({})
    try:
        yield
    finally:
        _unchanging.reset(token)


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

    def identity_now(self) -> Identity:
        """Return what the function is at this moment: in a session, what it reads may change."""
        held = _unchanging.get()
        if held is not None and id(self.function) in held:
            now = held[id(self.function)][1]
        else:
            now = identity_of(self.function)
            if held is not None:
                held[id(self.function)] = self.function, now
        vars(self).setdefault("identity", now)
        return now

    def __call__(self, *asked: object) -> int:
        """Return the move, in plain Python."""
        return self.function(*asked, **self.arguments)
