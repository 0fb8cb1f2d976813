"""Rulesets from Python: editions, files, and what such a file would say."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from strategy_lab.api.playing import PROGRAM
from strategy_lab.experiments.option_types import RulesetName
from strategy_lab.simulation.options import converted


def ruleset(rules: str | os.PathLike[str] | Mapping[str, Any] | Any) -> Any:
    """Return a ruleset, to look at, to vary and to play by.

    Parameters
    ----------
    rules
        The name of an edition, with changes if you like (``"iello-en[refund=up]"``), the path of a
        TOML file, or what such a file would say:
        ``{"name": "mine", "extends": "iello-en", "coins": {4: 20}}``.

    Raises
    ------
    UsageError
        If there is no such ruleset, or it cannot be played.

    Examples
    --------
    >>> import forsale_sim
    >>> edition = forsale_sim.ruleset("iello-en")
    >>> edition.vary(coins=20, refund="up").name
    'iello-en[coins=20,refund=up]'
    """
    game = PROGRAM.get().game
    given = converted("rulesets", RulesetName(), rules)
    if isinstance(given, Mapping):
        return game.ruleset_of(given)
    return game.load_ruleset(given) if isinstance(given, str) else given
