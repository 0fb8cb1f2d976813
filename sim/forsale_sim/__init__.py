"""A Monte Carlo laboratory for the card game For Sale.

What strategy authors need: `strategy`, `Parameter`, `View` and the functions of
`forsale_sim.cards`; `auction_view` and `sale_view`, to try a decision on a position.

What plays and analyses, as the commands of the same names do: `run`, `rank`, `compare`, `duel`,
`gauntlet`, `meta` and `design`, which return a `Result`, as do `load` for what was saved and
`resume` for what was interrupted; `sweep`, which compares many rulesets; `report`, which returns a
`Report`; `tune`, `exploit` and `psro`, which search for strategies. `ruleset` returns a `Ruleset`,
whose method `vary` makes others of it. `Result.count` counts games by an `Accumulator` of your own.
"""

from strategy_lab.version import __version__ as __version__

# Nothing else is imported: until the command line handles Ctrl-C, it would end in a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from strategy_lab.api.functions import compare as compare
    from strategy_lab.api.functions import design as design
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
    from strategy_lab.plugins.strategies import Strategy as Strategy
    from strategy_lab.results.accumulators import Accumulator as Accumulator

    from forsale_sim.api.functions import Report as Report
    from forsale_sim.api.functions import report as report
    from forsale_sim.api.positions import auction_view as auction_view
    from forsale_sim.api.positions import sale_view as sale_view
    from forsale_sim.for_sale import strategy as strategy
    from forsale_sim.rules.ruleset import Ruleset as Ruleset
    from forsale_sim.view import View as View

_OF_GAMES = {
    **dict.fromkeys(
        ("run", "rank", "duel", "gauntlet", "compare", "design", "meta", "ruleset", "sweep"),
        "strategy_lab.api.functions",
    ),
    **dict.fromkeys(("exploit", "psro", "tune"), "strategy_lab.api.searches"),
}
"""Functions of the laboratory, with this game."""

_HOMES = {
    "report": "forsale_sim.api.functions",
    "Accumulator": "strategy_lab.results.accumulators",
    "Interrupted": "strategy_lab.api.result",
    "Parameter": "strategy_lab.plugins.strategies",
    "Report": "forsale_sim.api.functions",
    "Result": "strategy_lab.api.result",
    "Ruleset": "forsale_sim.rules.ruleset",
    "Strategy": "strategy_lab.plugins.strategies",
    "View": "forsale_sim.view",
    "auction_view": "forsale_sim.api.positions",
    "load": "strategy_lab.api.functions",
    "resume": "strategy_lab.api.functions",
    "sale_view": "forsale_sim.api.positions",
    "strategy": "forsale_sim.for_sale",
}

PUBLIC_MODULES = ("cards", "errors", "rl", "search")
"""Modules that can be used without being imported by name."""

__all__ = [*_OF_GAMES, *_HOMES]  # noqa: PLE0604
"""What `help` shows."""


def __getattr__(name: str) -> "Any":
    """Import what is asked for only now: the commands start faster for it."""
    from importlib import import_module

    if name in PUBLIC_MODULES:
        return import_module(f"{__name__}.{name}")
    if name in _OF_GAMES:
        from strategy_lab.api.functions import in_program

        from forsale_sim.program import FOR_SALE

        return in_program(getattr(import_module(_OF_GAMES[name]), name), FOR_SALE)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(["__doc__", "__version__", *PUBLIC_MODULES, *_OF_GAMES, *_HOMES])
