"""A Monte Carlo laboratory for the card game For Sale.

What strategy authors need: `strategy`, `Parameter`, `View` and the functions of
`forsale_sim.cards`. What plays and analyses in Python: `run`, which returns a `Result`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from forsale_sim.api import run as run
    from forsale_sim.experiments.result import Interrupted as Interrupted
    from forsale_sim.experiments.result import Result as Result
    from forsale_sim.plugins.contract import Parameter as Parameter
    from forsale_sim.plugins.contract import Strategy as Strategy
    from forsale_sim.plugins.contract import strategy as strategy
    from forsale_sim.reference.view import View as View

__version__ = "0.1.0"

_HOMES = {
    "Interrupted": "forsale_sim.experiments.result",
    "Parameter": "forsale_sim.plugins.contract",
    "Result": "forsale_sim.experiments.result",
    "Strategy": "forsale_sim.plugins.contract",
    "run": "forsale_sim.api",
    "strategy": "forsale_sim.plugins.contract",
    "View": "forsale_sim.reference.view",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for only now: the commands start faster for it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
