"""What holds for every built-in strategy, whichever there are."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from forsale_sim.for_sale import GAME, load_field
from forsale_sim.records import GameRows
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Rules
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.registry import installed_strategies
from strategy_lab.plugins.strategies import Strategy

from tests.engine.playing import play_compiled
from tests.support.players import home_of

BUILTINS = {
    name: strategy
    for name, strategy in installed_strategies(GAME).items()
    if strategy.bid.__module__.startswith("forsale_strategies.")
}
THOUGHT = {"budget": 20, "playouts": 20}
"""How long those that search do so here: the parameters of time, each for a moment only."""


def quick(name: str, **settings: float) -> str:
    """Return the spec of a built-in that thinks for a moment, with some settings."""
    thought = {key: most for key, most in THOUGHT.items() if key in BUILTINS[name].parameters}
    given = ",".join(f"{key}={value}" for key, value in (thought | settings).items())
    return f"{name}:{given}" if given else name


QUICKLY = {name: quick(name) for name in BUILTINS}
PARAMETERS = [(name, key) for name, strategy in BUILTINS.items() for key in strategy.parameters]
EXTREMES = [
    quick(name, **{key: getattr(BUILTINS[name].parameters[key], end)})
    for name, key in PARAMETERS
    for end in ("low", "high")
    if key not in THOUGHT  # the most would take minutes
]
FOUR = load_ruleset("iello-en").rules(4)
COMPANY = ("coinflip", "spread", "expert")


def games(specs: Sequence[str], rules: Rules = FOUR, deals: int = 6) -> GameRows:
    field = load_field(specs)
    names = [entrant.spec for entrant in field]
    played = play_compiled(
        rules,
        compile_field(field),
        [names.index(entrant.spec) for spec in specs for entrant in load_field([spec])],
        seed=1,
        first_deal=1,
        deals=deals,
        seatings=rules.players,
    )
    assert played.games == deals * rules.players
    return played.rows


@pytest.mark.parametrize("strategy", BUILTINS.values(), ids=BUILTINS)
def test_is_documented(strategy: Strategy) -> None:
    assert strategy.summary.endswith(".") and len(strategy.summary) <= 100
    assert "Idea" in strategy.description and "Origin:" in strategy.description
    assert inspect.getdoc(strategy.bid) and inspect.getdoc(strategy.sell)
    for parameter in strategy.parameters.values():
        assert parameter.low < parameter.high and parameter.meaning


@pytest.mark.thorough
@pytest.mark.parametrize("spec", EXTREMES)
def test_moves_are_legal_with_extreme_parameters(spec: str) -> None:
    for ruleset in ("iello-en", "iello-de-variant", "ravensburger-1997"):
        rules = load_ruleset(ruleset).rules(4)
        games([spec, "spread", "counter", "random"], rules, deals=2)


@pytest.mark.thorough
def test_each_buys_and_sells_in_its_own_way() -> None:
    rows = {name: games([spec, *COMPANY]) for name, spec in QUICKLY.items()}
    assert len({rows[name].cheque.tobytes() for name in BUILTINS}) == len(BUILTINS)
    bought = {name: rows[name].buyer.tobytes() + rows[name].price.tobytes() for name in BUILTINS}
    assert bought["linear"] == bought["matcher"]
    assert bought["highest-first"] == bought["lowest-first"]
    assert bought["blueprint"] == bought["solver"]
    assert len(set(bought.values())) == len(BUILTINS) - 3


@pytest.mark.thorough
@pytest.mark.parametrize("spec", QUICKLY.values(), ids=QUICKLY)
def test_only_the_order_of_houses_matters(spec: str) -> None:
    renumbered = replace(FOUR, houses=tuple(house + 30 for house in FOUR.houses))
    rows, others = (games([spec, *COMPANY], rules) for rules in (FOUR, renumbered))
    for played, again in ((rows.buyer, others.buyer), (rows.price, others.price)):
        assert (played[:, :30] == again[:, 30:]).all()
    assert (rows.cheque[:, :30] == others.cheque[:, 30:]).all()


CALLING = """
from forsale_sim import View, strategy
from {module} import {player} as Original

bid_as, sell_as = Original.bid, Original.sell

@strategy("calling")
class Calling:
    def bid(view: View) -> int:
        return bid_as(view{bid})

    def sell(view: View) -> int:
        return sell_as(view{sell})
"""
"""A strategy that decides as a built-in does, by calling it."""


@pytest.mark.slow  # every copy is compiled anew
@pytest.mark.parametrize("name", BUILTINS)
def test_a_copy_and_a_caller_play_the_same_games(name: str, tmp_path: Path) -> None:
    strategy, (entrant,) = BUILTINS[name], load_field([QUICKLY[name]])
    module, player = home_of(strategy)
    (tmp_path / "copy.py").write_bytes(Path(str(module.__file__)).read_bytes())
    values = {
        decision: "".join(f", {key}={value}" for key, value in made.arguments.items())
        for decision, made in entrant.decisions.items()
    }
    calling = CALLING.format(module=module.__name__, player=player, **values)
    (tmp_path / "calling.py").write_text(calling)
    copied = f"{tmp_path / 'copy.py'}:{QUICKLY[name]}"
    own, *others = (
        games([spec, *COMPANY]) for spec in (entrant.spec, copied, str(tmp_path / "calling.py"))
    )
    for other in others:
        for played, again in ((own.buyer, other.buyer), (own.price, other.price)):
            assert (played == again).all()
        assert (own.cheque == other.cheque).all()


# They count where champion searches, which takes long: among its like.
AMONG_CHAMPIONS = {("champion", "budget"), ("champion", "thrift")}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "key"),
    [
        pytest.param(*each, marks=[pytest.mark.slow] * (each in AMONG_CHAMPIONS))
        for each in PARAMETERS
    ],
)
def test_parameters_matter(name: str, key: str) -> None:
    parameter = BUILTINS[name].parameters[key]
    company = ("champion", "champion") if (name, key) in AMONG_CHAMPIONS else COMPANY
    low, high = (
        games([quick(name, **{key: end}), *company])
        for end in (parameter.low, 100 if key in THOUGHT else parameter.high)
    )
    assert (low.data.tobytes(), low.detail.tobytes()) != (
        high.data.tobytes(),
        high.detail.tobytes(),
    )


def test_order_of_strength() -> None:
    rows = games(["counter", "expert", "spread", "coinflip"], deals=40)
    wins = [int(rows.win[rows.strategy == index].sum()) for index in range(4)]
    assert all(better > 1.3 * worse for better, worse in pairwise(wins)), wins
