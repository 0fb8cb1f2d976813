"""Copies of a game's state, for looking ahead."""

from __future__ import annotations

from typing import Self


class Copyable:
    """An object whose copy shares its immutable parts and copies the mutable ones."""

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        for name, value in vars(self).items():
            changes = isinstance(value, (dict, list, Copyable))
            setattr(twin, name, value.copy() if changes else value)
        return twin

    __copy__ = copy
