"""Monopoly in the laboratory: its rules as data, its engines, and what authors need.

For strategies: `strategy`, `Parameter`, `View`, `Trade` and `NO_TRADE`; the actions `build`,
`sell`, `mortgage`, `redeem` and `DONE`; `ROLL`, `PAY` and `CARD` in jail; `HOUSE` and
`HOTEL_LOT`, the lots that are no deeds; `members` and `has`, which take sets of squares apart.

What plays and analyses, as the commands of the same names do: `run`, `rank`, `duel`, `gauntlet`,
`compare`, `design`, `meta`, `tune`, `exploit` and `psro`, which return a `Result`, as do `load` for
what was saved and `resume`. `ruleset` returns a ruleset to look at and to vary.
"""

from strategy_lab.api import COMMON, FUNCTIONS, lent
from strategy_lab.version import __version__ as __version__

_ACTIONS = ("CARD", "DONE", "HOTEL_LOT", "HOUSE", "PAY", "ROLL")

HOMES = {
    **COMMON,
    "strategy": "monopoly_sim.game",
    **dict.fromkeys(("NO_TRADE", "Trade"), "monopoly_sim.reference.table"),
    **dict.fromkeys(
        (*_ACTIONS, "View", "build", "mortgage", "redeem", "sell"), "monopoly_sim.reference.view"
    ),
    **dict.fromkeys(("has", "members"), "monopoly_sim.rules.board"),
}

__all__ = [*FUNCTIONS, *HOMES]  # noqa: PLE0604

__getattr__, __dir__ = lent(__name__, "monopoly_sim.program:PROGRAM", HOMES)
