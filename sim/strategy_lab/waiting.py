"""What takes long says how far it is, to whoever shows what is being waited for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Say = Callable[[str], object]

_showing: list[Say] = []
"""Of the process: engines get ready in threads of their own."""


@contextmanager
def shown_by(say: Say) -> Iterator[None]:
    """Show by `say` what is told inside of the block."""
    _showing.append(say)
    try:
        yield
    finally:
        _showing.remove(say)


def tell(text: str) -> None:
    """Say how far something is; where nobody shows it, nothing happens."""
    for say in list(_showing):
        say(text)
