"""A strategy's exceptions, with what is advised on them."""

from __future__ import annotations

from pathlib import Path

from strategy_lab import faults

from forsale_sim.reference.advice import advice

PACKAGE = Path(__file__).parents[1]


def exception_text(error: BaseException) -> str:
    """Return a strategy's exception as text, with its place in the strategy's own file."""
    return faults.exception_text(error, PACKAGE, advice)
