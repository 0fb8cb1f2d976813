"""The selling rules of the deterministic built-in strategies, as a model of opponents."""

from __future__ import annotations

from forsale_sim import View

from forsale_strategies.blueprint import Blueprint
from forsale_strategies.counter import Counter
from forsale_strategies.expert import FLAT, NARROW, Expert
from forsale_strategies.linear import Linear
from forsale_strategies.matcher import AIM, Matcher
from forsale_strategies.miser import Miser
from forsale_strategies.sellers import HighestFirst, LowestFirst
from forsale_strategies.spread import Spread

blueprint_sale, expert_sale, counter_sale = Blueprint.sell, Expert.sell, Counter.sell
matcher_sale, linear_sale, spread_sale = Matcher.sell, Linear.sell, Spread.sell
miser_sale, highest_sale, lowest_sale = Miser.sell, HighestFirst.sell, LowestFirst.sell

RULES = 9


def sale_by_rule(view: View, number: int) -> int:
    """Return the house that a rule sells; rule 0 is the best guess at a strong player."""
    if number == 0:
        house = blueprint_sale(view)
    elif number == 1:
        house = expert_sale(view, FLAT, NARROW)
    elif number == 2:
        house = counter_sale(view)
    elif number == 3:
        house = matcher_sale(view, AIM)
    elif number == 4:
        house = linear_sale(view)
    elif number == 5:
        house = spread_sale(view)
    elif number == 6:
        house = miser_sale(view)
    elif number == 7:
        house = highest_sale(view)
    else:
        house = lowest_sale(view)
    return house
