"""A small growth: `matcher` is tuned to beat those who play at random."""

from __future__ import annotations

from forsale_sim.plugins.entrant import find_strategy, load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.training.parameter_search import Task
from forsale_sim.training.parameter_space import Space
from forsale_sim.training.psro import Growth

RULESET = load_ruleset("iello-en")
MATCHER = find_strategy("matcher")
SPACE = Space(MATCHER.strategy)
TASK = Task(
    space=SPACE,
    start=SPACE.point({"share": 0.5, "aim": 1.0}),
    rules=RULESET.rules(3),
    opponents=(),
    self_play=False,
    seed=4,
    deals=20,
    generations=2,
    population=4,
    final_deals=200,
)
GROWTH = Growth(load_field(["random", "coinflip"]), RULESET, TASK, deals=12, rounds=2)
