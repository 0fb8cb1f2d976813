"""What makes a strategy."""

from __future__ import annotations

import math
from typing import Any

import pytest
from forsale_sim import Parameter, View, strategy
from forsale_sim.for_sale import GAME
from strategy_lab.plugins.strategies import Strategy


def bold(view: View, share: float) -> int:
    return int(share * view.coins)


def meek(view: View) -> int:
    return 0


SHARE = Parameter(0.5, low=0.0, high=1.0, meaning="of its coins")


def test_a_class_is_a_namespace_of_two_functions_and_their_parameters() -> None:
    @strategy("the-boldest-2")
    class Boldest:
        """Bids a share
        of its coins.

        Origin: made up.
        """

        share = SHARE
        most = Parameter(3, low=0, high=60, meaning="at most")
        bid = bold

        def sell(view: View, most: int, share: float) -> int:
            return most

    assert isinstance(Boldest, Strategy)
    assert Boldest.name == "the-boldest-2"
    assert Boldest.bid is bold
    assert list(Boldest.parameters) == ["share", "most"]
    assert Boldest.summary == "Bids a share of its coins."
    assert Boldest.description.endswith("\n\nOrigin: made up.")
    assert Boldest.reads("sell") == ("most", "share")


def test_an_object_may_be_a_strategy_with_all_it_holds() -> None:
    class Model:
        share = SHARE

        def __init__(self, weights: list[float]) -> None:
            self.weights = weights

        def bid(self, view: View, share: float) -> int:
            return int(share * self.weights[0])

        def sell(self, view: View) -> int:
            return int(self.weights[1])

    made = strategy("model")(Model([4.0, 9.0]))
    assert made.bid(None, share=0.5) == 2
    assert made.sell(None) == 9
    assert made.reads("bid") == ("share",)
    assert made.summary == ""


@pytest.mark.parametrize(
    "name", ["", "Bold", "bold_one", "-bold", "bold-", "bo--ld", "2bold", "bold:x", "bold one", "é"]
)
def test_a_malformed_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="lower-case words joined by hyphens") as caught:
        Strategy(GAME, name, {"bid": meek, "sell": meek})
    assert repr(name) in str(caught.value)


def no_view() -> int:
    return 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bid": bold}, "'plain' reads 'share', which it does not declare as a Parameter"),
        ({"sell": bold}, "'plain' reads 'share', which it does not declare"),
        (
            {"parameters": {"share": SHARE}},
            "'plain' declares 'share', which none of its functions reads",
        ),
        ({"parameters": {"bid": SHARE}}, "'plain': 'bid' cannot name a parameter"),
        ({"parameters": {"sell": SHARE}}, "'plain': 'sell' cannot name a parameter"),
        ({"parameters": {"view": SHARE}}, "'plain': 'view' cannot name a parameter"),
        ({"sell": no_view}, "'plain': sell takes nothing: let it take view"),
    ],
)
def test_what_is_read_must_be_what_is_declared(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decisions = {name: changes.get(name, meek) for name in ("bid", "sell")}
        Strategy(GAME, "plain", decisions, changes.get("parameters", {}))


def methodical(self: object, view: View) -> int:
    return 0


def brief(self: object, v: View, share: float) -> int:
    return 0


def extravagant(self: object, me: object, share: float, view: View) -> int:
    return 0


@pytest.mark.parametrize("phase", ["bid", "sell"])
@pytest.mark.parametrize(
    ("function", "of_object", "taken"),
    [
        (methodical, False, "self, view"),
        (brief, False, "self, v, share"),
        (extravagant, False, "self, me, share, view"),
        (extravagant, True, "me, share, view"),
    ],
)
def test_the_view_comes_first(phase: str, function: Any, of_object: bool, taken: str) -> None:
    other = {"bid": "sell", "sell": "bid"}[phase]
    functions = {phase: function, other: staticmethod(meek)}
    made = type("Made", (), {**functions, "share": SHARE})
    with pytest.raises(ValueError, match=f"'made': {phase} takes {taken}: let it take view"):
        strategy("made")(made() if of_object else made)


def test_an_object_s_methods_take_a_self_and_a_class_may_call_the_view_so() -> None:
    class Bound:
        bid = sell = methodical

    class Selfish:
        share = SHARE

        def bid(self: View, share: float) -> int:
            return int(share * self.coins)

        sell = meek

    assert strategy("bound")(Bound()).reads("bid") == ()
    assert strategy("selfish")(Selfish).reads("bid") == ("share",)


@pytest.mark.parametrize("missing", ["bid", "sell"])
@pytest.mark.parametrize("instead", [None, 7])
def test_both_functions_must_be_there(missing: str, instead: object) -> None:
    functions: dict[str, Any] = {"bid": meek, "sell": meek, missing: instead}
    with pytest.raises(ValueError, match=rf"strategy 'half' has no function {missing}\(view\)"):
        strategy("half")(type("Half", (), functions))


@pytest.mark.parametrize(
    ("default", "low", "high"), [(2, 3, 4), (5, 3, 4), (3, 4, 3), (math.nan, 0, 1), (0.5, 1.0, 0.0)]
)
def test_a_default_outside_its_range_is_refused(default: float, low: float, high: float) -> None:
    with pytest.raises(ValueError, match="a parameter's default must lie in its range"):
        Parameter(default, low=low, high=high, meaning="")
