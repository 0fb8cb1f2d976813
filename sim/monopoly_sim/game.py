"""Monopoly, as the laboratory plays it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

from strategy_lab.game import DecisionKind, GameDefinition, later
from strategy_lab.plugins.strategies import Strategy, make_strategy

from monopoly_sim.program import PROGRAM
from monopoly_sim.reference import defaults
from monopoly_sim.rows import DETAIL, ROW, GameRows
from monopoly_sim.rules import ruleset

DECISIONS = {
    "buy": DecisionKind(("view", "square")),
    "bid": DecisionKind(("view", "lot")),
    "manage": DecisionKind(("view",), defaults.manage),
    "propose": DecisionKind(("view",), defaults.propose),
    "answer": DecisionKind(("view", "offer"), defaults.answer),
    "jail": DecisionKind(("view",), defaults.jail),
    "raise_cash": DecisionKind(("view", "need"), defaults.raise_cash),
    "bus": DecisionKind(("view", "first", "second"), defaults.bus),
    "jump": DecisionKind(("view",), defaults.jump),
}

GAME = GameDefinition(
    name="monopoly",
    title="Monopoly",
    package=Path(__file__).parent,
    players=(ruleset.MIN_PLAYERS, ruleset.MAX_PLAYERS),
    program=lambda: PROGRAM,
    load_ruleset=ruleset.load_ruleset,
    ruleset_names=ruleset.ruleset_names,
    ruleset_of=ruleset.ruleset_of,
    ruleset_settings=ruleset.settings_of,
    ruleset_from=partial(ruleset.Ruleset.validated, origin="the rules"),
    rule_keys=ruleset.RULE_KEYS,
    strategies="monopoly_sim.strategies",
    decisions=DECISIONS,
    compiled_view="monopoly_sim.engine.view",
    row=ROW,
    detail=DETAIL,
    rows=GameRows,
    score="worth",
    score_weight=1e-5,
    measures=lambda: import_module("monopoly_sim.measures").MEASURES,
    columns=lambda: import_module("monopoly_sim.saved_games").COLUMNS,
    template=lambda: import_module("monopoly_sim.program").TEMPLATE,
    kernel="monopoly_sim.engine.turns",
    memory=later("monopoly_sim.engine.state:memory"),
    chunk_games=1024,
    readable="monopoly_sim.reference.trace",
)


def strategy(name: str) -> Callable[[type | object], Strategy]:
    """Make a strategy of a class, or of an object, with a `buy` and a `bid`.

    A class is used as a namespace: its functions are plain functions of a view, its `Parameter`
    attributes are what they may read by name, its docstring says what it is. `buy` and `bid` have
    to be there; the other seven of `DECISIONS` have defaults.

    Parameters
    ----------
    name
        The strategy's name: lower-case words joined by hyphens.

    Returns
    -------
    callable
        A decorator that returns the `Strategy`.

    Raises
    ------
    ValueError
        If `buy` or `bid` is missing, or what a function reads is not what is declared.
    """
    return lambda source: make_strategy(GAME, name, source)
