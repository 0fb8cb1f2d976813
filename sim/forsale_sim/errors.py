"""What requests, strategies and files can be wrong about: the errors of the laboratory."""

from strategy_lab.errors import LaboratoryError as ForSaleError
from strategy_lab.errors import (
    MoveError,
    Situation,
    StoppedError,
    StrategyError,
    UncompilableError,
    UsageError,
)

__all__ = [
    "ForSaleError",
    "MoveError",
    "Situation",
    "StoppedError",
    "StrategyError",
    "UncompilableError",
    "UsageError",
]
