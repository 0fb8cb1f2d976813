"""Copies for looking ahead."""

from __future__ import annotations

from typing import Self


class Copyable:
    """An object whose copy shares what never changes and has its own of what does."""

    def copy(self) -> Self:
        """Return a copy that can be played on without changing this one."""
        twin = object.__new__(type(self))
        for name, value in vars(self).items():
            changes = isinstance(value, (dict, list, Copyable))
            setattr(twin, name, value.copy() if changes else value)
        return twin

    __copy__ = copy
