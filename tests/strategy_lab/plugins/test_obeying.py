"""Strategies that obey a rule play as before where the rule is silent, compiled as in Python."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.rules.loading import load_ruleset
from forsale_strategies import lore
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.plugins.entrants import Entrant, obeying
from strategy_lab.simulation.experiment import Chunk
from strategy_lab.simulation.plan import make_plan
from strategy_lab.simulation.replaying import SeatedEngine as PlainEngine

ENGLISH = load_ruleset("iello-en")


def wins(*field: Entrant, engine: type = CompiledEngine, deals: int = 400) -> np.ndarray:
    """Win shares, in 60ths, of the first strategy amid copies of the last."""
    lineup = [0] + [len(field) - 1] * 3
    plan = make_plan([ENGLISH], field=field, lineup=lineup, seed=3, games=4 * deals)
    rows = engine(plan).play(Chunk(0, 0, 1, deals))
    first = rows.data["strategy"][:, :4] == 0
    return (rows.data["win"][:, :4] * first).sum(axis=1)


def test_a_rule_that_says_nothing_changes_nothing() -> None:
    expert = load_entrant("expert")
    silent = obeying(expert, "silent", bid=lambda view, bid: bid)
    assert np.array_equal(wins(silent, expert), wins(obeying(expert, "same"), expert))


@pytest.mark.parametrize("spec", ["expert:gap=3", "quick"])
def test_what_obeys_plays_alike_on_both_engines(spec: str) -> None:
    player = load_entrant(spec)
    obeys = obeying(player, "obeys", bid=lore.bid_even, sell=lore.dump_into_flat)
    compiled = wins(obeys, player, deals=6)
    assert np.array_equal(compiled, wins(obeys, player, engine=PlainEngine, deals=6))


def test_who_never_bids_wins_next_to_nothing() -> None:
    counter = load_entrant("counter")
    assert wins(obeying(counter, "never", bid=lore.never_bid), counter).mean() < 60 * 0.05
