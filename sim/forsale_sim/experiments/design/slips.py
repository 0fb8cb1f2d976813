"""One decision made at random: what it costs shows how much a decision matters.

A player who otherwise plays as all others at the table makes one decision of the game by lot. The
game has two kinds of decisions for each house: whether to bid in an auction when it comes to him
first (he passes or makes the least bid, at the flip of a coin), and which house he sells (any that
he holds). Which of all of these it is, is drawn for each game.

Source: play that is restricted in one way, to measure what that way of playing is worth, is from
A. Jaffe and others, "Evaluating competitive game balance with restricted play" (AIIDE 2012).
"""

from __future__ import annotations

from collections.abc import Sequence

from strategy_lab.experiments.named_field import NamedField
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.plugins.obeying import obeying
from strategy_lab.plugins.registry import module_beside
from strategy_lab.simulation.plan import Plan, make_plan

from forsale_sim.for_sale import GAME
from forsale_sim.measures import SLIPPING
from forsale_sim.rules.ruleset import Ruleset


def slip_plans(
    rulesets: Sequence[Ruleset], field: NamedField, players: int, *, seed: int, games: int
) -> list[Plan]:
    """Return, for each ruleset, a plan of one who slips amid copies of a field's first strategy."""
    return [
        make_plan(
            [ruleset],
            field=[_slipping(entrant), entrant],
            lineup=[SLIPPING, *([1 - SLIPPING] * (players - 1))],
            seed=seed,
            games=-(-games // len(rulesets)),
        )
        for ruleset in rulesets
        for entrant in field.at(ruleset.name, players)[:1]
    ]


def _slipping(entrant: Entrant) -> Entrant:
    lore = module_beside("lore", GAME)
    name = f"{entrant.name} slipping"
    return obeying(entrant, name, bid=lore.slip_in_bid, sell=lore.slip_in_sale)
