"""Monopoly in the laboratory: its rules as data, its engines, and what authors need.

For strategies: `strategy`, `Parameter`, `View`, `Trade` and `NO_TRADE`; the actions `build`,
`sell`, `mortgage`, `redeem` and `DONE`; `ROLL`, `PAY` and `CARD` in jail; `HOUSE` and
`HOTEL_LOT`, the lots that are no deeds; `members` and `has`, which take sets of squares apart.

What plays and analyses, as the commands of the same names do: `run`, `rank`, `duel`, `gauntlet`,
`compare`, `meta`, `tune`, `exploit` and `psro`, which return a `Result`, as do `load` for what was
saved and `resume`; `sweep`, which compares many rulesets. `ruleset` returns a ruleset to look at
and to vary.
"""

from strategy_lab.version import __version__ as __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from strategy_lab.api.functions import compare as compare
    from strategy_lab.api.functions import duel as duel
    from strategy_lab.api.functions import gauntlet as gauntlet
    from strategy_lab.api.functions import load as load
    from strategy_lab.api.functions import meta as meta
    from strategy_lab.api.functions import rank as rank
    from strategy_lab.api.functions import resume as resume
    from strategy_lab.api.functions import ruleset as ruleset
    from strategy_lab.api.functions import run as run
    from strategy_lab.api.functions import sweep as sweep
    from strategy_lab.api.result import Interrupted as Interrupted
    from strategy_lab.api.result import Result as Result
    from strategy_lab.api.searches import exploit as exploit
    from strategy_lab.api.searches import psro as psro
    from strategy_lab.api.searches import tune as tune
    from strategy_lab.plugins.strategies import Parameter as Parameter

    from monopoly_sim.game import strategy as strategy
    from monopoly_sim.reference.table import NO_TRADE as NO_TRADE
    from monopoly_sim.reference.table import Trade as Trade
    from monopoly_sim.reference.view import CARD as CARD
    from monopoly_sim.reference.view import DONE as DONE
    from monopoly_sim.reference.view import HOTEL_LOT as HOTEL_LOT
    from monopoly_sim.reference.view import HOUSE as HOUSE
    from monopoly_sim.reference.view import PAY as PAY
    from monopoly_sim.reference.view import ROLL as ROLL
    from monopoly_sim.reference.view import View as View
    from monopoly_sim.reference.view import build as build
    from monopoly_sim.reference.view import mortgage as mortgage
    from monopoly_sim.reference.view import redeem as redeem
    from monopoly_sim.reference.view import sell as sell
    from monopoly_sim.rules.board import has as has
    from monopoly_sim.rules.board import members as members

_OF_GAMES = {
    **dict.fromkeys(
        ("run", "rank", "duel", "gauntlet", "compare", "meta", "ruleset", "sweep"),
        "strategy_lab.api.functions",
    ),
    **dict.fromkeys(("exploit", "psro", "tune"), "strategy_lab.api.searches"),
}
"""Functions of the laboratory, with this game."""

_ACTIONS = ("CARD", "DONE", "HOTEL_LOT", "HOUSE", "PAY", "ROLL")

_HOMES = {
    **dict.fromkeys(
        (*_ACTIONS, "build", "mortgage", "redeem", "sell"), "monopoly_sim.reference.view"
    ),
    **dict.fromkeys(("NO_TRADE", "Trade"), "monopoly_sim.reference.table"),
    **dict.fromkeys(("has", "members"), "monopoly_sim.rules.board"),
    "Interrupted": "strategy_lab.api.result",
    "Parameter": "strategy_lab.plugins.strategies",
    "Result": "strategy_lab.api.result",
    "View": "monopoly_sim.reference.view",
    "load": "strategy_lab.api.functions",
    "resume": "strategy_lab.api.functions",
    "strategy": "monopoly_sim.game",
}

__all__ = [*_OF_GAMES, *_HOMES]  # noqa: PLE0604


def __getattr__(name: str) -> "Any":
    """Import what is asked for only now: the commands start faster for it."""
    from importlib import import_module

    if name in _OF_GAMES:
        from strategy_lab.api.functions import in_program

        from monopoly_sim.program import PROGRAM

        return in_program(getattr(import_module(_OF_GAMES[name]), name), PROGRAM)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(["__doc__", "__version__", *_OF_GAMES, *_HOMES])
