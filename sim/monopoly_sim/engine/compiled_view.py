"""How decisions of Monopoly are compiled: what `strategy_lab.game.CompiledView` asks for."""

from __future__ import annotations

import re

from numba.extending import register_jitable
from strategy_lab.errors import nearest

import monopoly_sim.engine.state  # noqa: F401  # which what is compiled may use
from monopoly_sim.engine.view import VIEWS, answers, asked
from monopoly_sim.reference import view as actions
from monopoly_sim.reference.view import View

__all__ = ["address_of", "answers", "asked", "decision_type", "entry_code", "mistake", "register"]

decision_type = VIEWS.decision_type
address_of, entry_code = VIEWS.address_of, VIEWS.entry_code

for _action in (actions.build, actions.sell, actions.mortgage, actions.redeem):
    register_jitable(_action)

UNKNOWN_NAME = re.compile(r"Unknown attribute '(\w+)' of type View")


def register() -> None:
    """Do nothing: importing this module has registered what strategies may call."""


def mistake(reason: str, line: str) -> str:
    """Return what is wrong in the words of a strategy's author; empty where numba's have to do."""
    misnamed = UNKNOWN_NAME.search(reason)
    if not misnamed:
        return ""
    names = [name for name in dir(View) if not name.startswith("_")]
    return f"a view has no {misnamed[1]!r}{nearest(misnamed[1], names)}"
