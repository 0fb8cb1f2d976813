"""The game as a PettingZoo environment, for reinforcement learning.

`forsale_v0` is the environment; it needs the extra ``[rl]``. `observation` encodes as numbers what
a player sees and does: functions of a `View`, so that a strategy made from a trained model sees in
a tournament what it saw in training, without PettingZoo.
"""

from __future__ import annotations

from strategy_lab.errors import LaboratoryError


class MissingExtraError(LaboratoryError, ImportError):
    """A library that the environment needs is missing; the message says how to install it."""
