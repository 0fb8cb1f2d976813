"""What is asked for of a meta-game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from strategy_lab.errors import UsageError
from strategy_lab.experiments.options import (
    Fraction,
    StrategySpec,
    Whole,
    players_option,
    rulesets_option,
    seed_option,
)
from strategy_lab.simulation.options import ChosenRuleset, option
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.experiments.meta.experiment import MetaGame, Sweep
    from strategy_lab.plugins.entrants import Entrant

DEFAULT_ALPHAS = tuple(float(f"{10 ** (third / 3):.3g}") for third in range(-6, 7))
"""Three a power of ten, from 0.01 to 100."""
MOST_ALPHA = 1e6
LEAST_POPULATION, MOST_POPULATION = 6, 1000
"""No fewer than can play."""


@dataclass(frozen=True, kw_only=True)
class MetaSpec(Spec):
    """Look at a field of strategies as a game, for each ruleset and player count.

    All lineups that the field can make play the same deals. From what they win follows who invades
    whom, in which mixtures of strategies evolution settles, how much a best response of the field
    gains against a mixture, and alpha-rank. Intervals are 95 %, from a bootstrap over deals.
    """

    command: ClassVar[str] = "meta"
    tables: ClassVar[tuple[str, ...]] = (
        "payoffs",
        "invasions",
        "cycles",
        "mixtures",
        "weights",
        "alpha_rank",
    )
    first: ClassVar[str] = "strategies"
    presentation: ClassVar[str] = "strategy_lab.display.presentations:MetaPresentation"
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim meta --players 4",
        "forsale-sim meta --strategy counter --strategy expert --strategy mine.py --deals 2400",
        "forsale-sim meta --players 3,4 --ruleset iello-en --ruleset iello-fr --out field",
    )

    rulesets: tuple[ChosenRuleset, ...] = rulesets_option()
    players: tuple[int, ...] = players_option()
    strategies: tuple[Entrant, ...] = option(
        "--strategy",
        StrategySpec(of_several=True),
        by_game=lambda program: {"usual": program.field},
        repeats=True,
        metavar="SPEC",
        help="A strategy of the field; may be repeated. all, strong and panel stand for several.",
    )
    deals: int = option(
        "--deals",
        Whole(),
        usual=600,
        help="How many deals every lineup plays, all of them the same; rounded up.",
    )
    alphas: tuple[float, ...] = option(
        "--alpha",
        Fraction(),
        DEFAULT_ALPHAS,
        repeats=True,
        metavar="NUMBER",
        shown="0.01 to 100",
        help="Intensity of selection of alpha-rank; may be repeated.",
    )
    population: int = option(
        "--population",
        Whole(),
        50,
        help="How large alpha-rank's population is.",
    )
    seed: int = seed_option()

    def experiment(self) -> MetaGame:
        from strategy_lab.experiments.meta.experiment import MetaGame

        return MetaGame(
            self.strategies,
            new_sweep(self.alphas, self.population),
            rulesets=[chosen.ruleset for chosen in self.rulesets],
            players=self.players,
            seed=self.seed,
            deals=self.deals,
        )


def new_sweep(alphas: Sequence[float], population: int) -> Sweep:
    from strategy_lab.experiments.meta.experiment import Sweep

    for alpha in alphas:
        if not (math.isfinite(alpha) and 0 < alpha <= MOST_ALPHA):
            raise UsageError(
                f"alpha (--alpha) must be more than 0 and at most {MOST_ALPHA:.0e}, not {alpha:g}"
            )
    if not LEAST_POPULATION <= population <= MOST_POPULATION:
        raise UsageError(
            f"the population (--population) must be {LEAST_POPULATION} to {MOST_POPULATION}, not "
            f"{population}"
        )
    return Sweep(sorted(set(alphas)), population)
