"""What installed packages offer: their entry points, for which all their files are read, once."""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any


def offered(group: str) -> list[EntryPoint]:
    """Return what packages offer in a group, by name and place."""
    points = _all_offered(tuple(sys.path))
    return sorted(points.select(group=group), key=lambda point: (point.name, point.value))


@cache
def _all_offered(path: tuple[str, ...]) -> Any:
    return entry_points()
