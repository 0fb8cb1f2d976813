"""A strategy's file with modules of its own beside it."""

from __future__ import annotations

from pathlib import Path

MINE = """
import helpers_of_this_test as helpers
from tools_of_this_test import cards, limit
from tools_of_this_test.deep import Point

def bid():
    return helpers.LIMIT, helpers.doubled(), cards.lowest(), limit(), Point(3).x
"""
HELPERS = """
import numba

LIMIT = {limit}

def doubled():
    return 2 * LIMIT

@numba.njit
def tripled():
    return 3 * LIMIT
"""
TOOLS = """
from . import cards

def limit():
    return cards.lowest() + {limit}

def looked_up_later():
    from . import more
    from .cards import lowest
    return more.NUMBER + lowest()
"""
DEEP = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Point:
    x: int

    @staticmethod
    def origin() -> Point:
        return Point(0)
"""


def folder_of(place: Path, limit: int, mine: str = MINE) -> Path:
    """A strategy's file with modules of its own, which say `limit`."""
    package = place / "tools_of_this_test"
    package.mkdir(parents=True)
    (place / "mine.py").write_text(mine)
    (place / "helpers_of_this_test.py").write_text(HELPERS.format(limit=limit))
    (package / "__init__.py").write_text(TOOLS.format(limit=limit))
    (package / "cards.py").write_text(f"def lowest(): return {limit}")
    (package / "deep.py").write_text(DEEP)
    (package / "more.py").write_text("NUMBER = 100")
    return place / "mine.py"
