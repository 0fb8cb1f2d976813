"""For people who train their own player: an environment in the form that PettingZoo gave such.

`forsale_v0` is the environment; it needs the extra ``[rl]``. `observation` and `actions` say in
numbers what a player sees and does. They are functions of a `View`, so that a strategy made from
what was trained sees in a tournament what it saw in training, without PettingZoo.
"""

from __future__ import annotations

from forsale_sim.errors import ForSaleError


class MissingExtraError(ForSaleError, ImportError):
    """What the environment is built on is not installed; the message says how to install it."""
