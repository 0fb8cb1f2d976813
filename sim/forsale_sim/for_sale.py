"""For Sale, as the laboratory plays it; and strategies for it, loaded by what names them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

from strategy_lab import game
from strategy_lab.plugins import entrants
from strategy_lab.plugins.strategies import Strategy, make_strategy

from forsale_sim.program import FOR_SALE
from forsale_sim.records import HOUSES, ROW, GameRows
from forsale_sim.rules.house_code import ASKED
from forsale_sim.rules.ruleset import MAX_PLAYERS, MIN_PLAYERS, RULE_KEYS, Ruleset

GAME = game.GameDefinition(
    name="for-sale",
    title="For Sale",
    package=Path(__file__).parent,
    players=(MIN_PLAYERS, MAX_PLAYERS),
    program=lambda: FOR_SALE,
    load_ruleset=game.later("forsale_sim.rules.loading:load_ruleset"),
    ruleset_names=game.later("forsale_sim.rules.loading:ruleset_names"),
    ruleset_of=game.later("forsale_sim.rules.loading:ruleset_of"),
    ruleset_settings=lambda ruleset: ruleset.model_dump(mode="json", by_alias=True),
    ruleset_from=partial(Ruleset.validated, origin="the rules"),
    rule_keys=RULE_KEYS,
    strategies="forsale_sim.strategies",
    decisions={"bid": game.DecisionKind(), "sell": game.DecisionKind()},
    compiled_view="forsale_sim.search.compiled_view",
    row=ROW,
    detail=HOUSES,
    rows=GameRows,
    score="money",
    measures=lambda: import_module("forsale_sim.measures").MEASURES,
    columns=lambda: import_module("forsale_sim.saved_games").COLUMNS,
    template=lambda: import_module("forsale_sim.program").TEMPLATE,
    kernel="forsale_sim.engine.kernel",
    memory=game.later("forsale_sim.engine.state:memory"),
    readable="forsale_sim.reference.trace",
    strangers=game.Strangers(
        met=game.later("forsale_sim.strangers:met"),
        drawn=game.later("forsale_sim.strangers:drawn"),
        kind=game.later("forsale_sim.strangers:kind_of"),
        versions=game.later("forsale_sim.strangers:versions"),
        beside=("counter", "quick", "solver"),
    ),
    seat_lever=game.SeatLever("coins", "coins", by_seat=lambda rules: rules.coins),
    rule_words=game.RuleWords(
        ruleset=game.later("forsale_sim.rules.loading:ruleset_words"),
        changes=game.later("forsale_sim.rules.loading:changes_text"),
        file=game.later("forsale_sim.rules.loading:file_for"),
        first_seat="the opener",
    ),
    responses=game.later("forsale_sim.training.responses:responses_to"),
    review=game.later("forsale_sim.play.review:review_rows"),
    rule_functions=tuple(ASKED),
    own_check=game.OwnCheck(
        questions=("public",),
        rehearsal=game.later("forsale_sim.check.trials:Examination"),
        check_ruleset=game.later("forsale_sim.check.trials:check_ruleset"),
        story=game.later("forsale_sim.check.trials:story"),
        whereabouts=game.later("forsale_sim.check.trials:whereabouts"),
    ),
    plot_games=game.later("forsale_sim.houses:plot_games"),
    notes=game.later("forsale_sim.rules.loading:notes"),
)


def strategy(name: str) -> Callable[[type | object], Strategy]:
    """Make a strategy of a class, or of an object, with a `bid` and a `sell`.

    ``bid(view, …) -> int`` returns the total of the bid, 0 to pass; ``sell(view, …) -> int`` the
    value of the house to sell.

    A class is used as a namespace: `bid` and `sell` are plain functions of a view, its
    `Parameter` attributes are what they may read by name, its docstring says what it is. An
    object's methods may use what it holds (a model, say); it plays on the python engine only.

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
        If `bid` or `sell` is missing, or what they read is not what is declared.
    """
    return lambda source: make_strategy(GAME, name, source)


load_entrant = partial(entrants.load_entrant, game=GAME)
load_field = partial(entrants.load_field, game=GAME)
