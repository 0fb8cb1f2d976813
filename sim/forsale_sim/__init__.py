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

    from strategy_lab.plugins.contract import Parameter as Parameter
    from strategy_lab.plugins.contract import Strategy as Strategy
    from strategy_lab.results.accumulator import Accumulator as Accumulator

    from forsale_sim.api.functions import compare as compare
    from forsale_sim.api.functions import design as design
    from forsale_sim.api.functions import duel as duel
    from forsale_sim.api.functions import gauntlet as gauntlet
    from forsale_sim.api.functions import meta as meta
    from forsale_sim.api.functions import rank as rank
    from forsale_sim.api.functions import run as run
    from forsale_sim.api.playing import load as load
    from forsale_sim.api.playing import resume as resume
    from forsale_sim.api.positions import auction_view as auction_view
    from forsale_sim.api.positions import sale_view as sale_view
    from forsale_sim.api.reports import Report as Report
    from forsale_sim.api.reports import report as report
    from forsale_sim.api.result import Interrupted as Interrupted
    from forsale_sim.api.result import Result as Result
    from forsale_sim.api.rulesets import ruleset as ruleset
    from forsale_sim.api.searches import exploit as exploit
    from forsale_sim.api.searches import psro as psro
    from forsale_sim.api.searches import tune as tune
    from forsale_sim.api.sweeps import sweep as sweep
    from forsale_sim.for_sale import strategy as strategy
    from forsale_sim.reference.view import View as View
    from forsale_sim.rules.ruleset import Ruleset as Ruleset

_HOMES = {
    "Accumulator": "strategy_lab.results.accumulator",
    "Interrupted": "forsale_sim.api.result",
    "Parameter": "strategy_lab.plugins.contract",
    "Report": "forsale_sim.api.reports",
    "Result": "forsale_sim.api.result",
    "Ruleset": "forsale_sim.rules.ruleset",
    "Strategy": "strategy_lab.plugins.contract",
    "View": "forsale_sim.reference.view",
    "auction_view": "forsale_sim.api.positions",
    "compare": "forsale_sim.api.functions",
    "design": "forsale_sim.api.functions",
    "duel": "forsale_sim.api.functions",
    "exploit": "forsale_sim.api.searches",
    "gauntlet": "forsale_sim.api.functions",
    "load": "forsale_sim.api.playing",
    "meta": "forsale_sim.api.functions",
    "psro": "forsale_sim.api.searches",
    "rank": "forsale_sim.api.functions",
    "report": "forsale_sim.api.reports",
    "resume": "forsale_sim.api.playing",
    "ruleset": "forsale_sim.api.rulesets",
    "run": "forsale_sim.api.functions",
    "sale_view": "forsale_sim.api.positions",
    "strategy": "forsale_sim.for_sale",
    "sweep": "forsale_sim.api.sweeps",
    "tune": "forsale_sim.api.searches",
}

PUBLIC_MODULES = ("cards", "errors", "rl", "search")
"""Modules that can be used without being imported by name."""

__all__ = list(_HOMES)
"""What `help` shows."""


def __getattr__(name: str) -> "Any":
    """Import what is asked for only now: the commands start faster for it."""
    from importlib import import_module

    if name in PUBLIC_MODULES:
        return import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(["__doc__", "__version__", *PUBLIC_MODULES, *_HOMES])
