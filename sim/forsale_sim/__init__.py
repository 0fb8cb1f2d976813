"""A Monte Carlo laboratory for the card game For Sale.

What strategy authors need: `strategy`, `Parameter`, `View` and the functions of
`forsale_sim.cards`; `auction_view` and `sale_view`, to try a decision on a position.

What plays and analyses, as the commands of the same names do: `run`, `rank`, `compare`, `duel`,
`gauntlet`, `meta`, `design` and `report`, which return a `Result`, as do `load` for what was saved,
`merge` for its parts and `resume` for what was interrupted; `tune`, `exploit` and `psro`, which
search for strategies. `ruleset` returns a `Ruleset`, whose
method `vary` makes others of it. `Result.count` counts games by an `Accumulator` of your own.
"""

from strategy_lab.api import COMMON, FUNCTIONS, lent
from strategy_lab.version import __version__ as __version__

HOMES = {
    **COMMON,
    **dict.fromkeys(("auction_view", "sale_view"), "forsale_sim.api.positions"),
    "strategy": "forsale_sim.for_sale",
    "View": "forsale_sim.view",
    "Ruleset": "forsale_sim.rules.ruleset",
    "Strategy": "strategy_lab.plugins.strategies",
    "Accumulator": "strategy_lab.results.accumulators",
}

PUBLIC_MODULES = ("cards", "errors", "rl", "search")
"""Modules that can be used without being imported by name."""

__all__ = [*FUNCTIONS, *HOMES]  # noqa: PLE0604

__getattr__, __dir__ = lent(__name__, "forsale_sim.program:FOR_SALE", HOMES, PUBLIC_MODULES)
