"""`view.rules` for compiled code: the parameters that are numbers, and some facts of the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from strategy_lab.compiled.views import Views

from monopoly_sim.engine.state import CHOICES, NUMBERS
from monopoly_sim.engine.view import VIEWS, state_type
from monopoly_sim.rules.parameters import FLAG, Parameters


class RulesType(types.Type):
    """The numba type of `view.rules`."""


class BoardType(types.Type):
    """The numba type of `view.rules.board`."""


RULES, BOARD = Views(RulesType("Rules"), state_type), Views(BoardType("Board"), state_type)


VIEWS.show("rules", RULES)
RULES.show("board", BOARD)
state_of_rules, state_of_board = RULES.state_of, BOARD.state_of


def _number_of_rules(key: str) -> Callable[[Any], Any]:
    def number(rules):
        return getattr(state_of_rules(rules).rules, key)

    def flag(rules):
        return getattr(state_of_rules(rules).rules, key) != 0

    return flag if Parameters.model_fields[key].description == FLAG else number


def _number_of_board(key: str) -> Callable[[Any], Any]:
    def number(board):
        return getattr(state_of_board(board).rules, key)

    return number


def _register(views: Views, key: str, function: Callable[[Any], Any]) -> None:
    function.__name__ = key
    views.attribute(function)


for _key in NUMBERS:
    if _key not in CHOICES:
        _register(RULES, _key, _number_of_rules(_key))
for _key in ("size", "jail", "deeds", "railways", "utilities"):
    _register(BOARD, _key, _number_of_board(_key))
