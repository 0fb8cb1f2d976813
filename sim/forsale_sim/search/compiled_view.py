"""How decisions of For Sale are compiled: what `strategy_lab.game.CompiledView` asks for."""

from __future__ import annotations

import re
from typing import Any

import forsale_sim.engine.kernel  # which what is compiled is tried for
import forsale_sim.rl.batch  # noqa: F401  # which compiled strategies may call
from forsale_sim.engine.view import VIEWS
from forsale_sim.search.auctions import register_searches
from forsale_sim.view import VIEW_NAMES, advice, no_such_name

__all__ = ["answers", "asked", "mistake", "views"]

views = VIEWS
register_searches()
asked: dict[str, Any] = {}
answers: dict[str, Any] = {}
"""Decisions are asked with nothing but a view and answered with numbers."""

UNKNOWN_NAME = re.compile(r"Unknown attribute '(\w+)' of type View")


def mistake(reason: str, line: str) -> str:
    """Return what is wrong in the words of a strategy's author; empty where numba's have to do."""
    misnamed = UNKNOWN_NAME.search(reason)
    return no_such_name(misnamed[1], VIEW_NAMES) if misnamed else advice(reason, line)
