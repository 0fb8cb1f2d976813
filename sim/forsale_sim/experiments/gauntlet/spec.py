"""What is asked for of a gauntlet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import click
from strategy_lab.errors import UsageError
from strategy_lab.experiments.options import (
    StrategySpec,
    Whole,
    players_option,
    rulesets_option,
    seed_option,
)
from strategy_lab.program import Program
from strategy_lab.simulation.options import ChosenRuleset, chosen_rulesets, option
from strategy_lab.simulation.spec import Spec

from forsale_sim.experiments.gauntlet.experiment import (
    DEFAULT_GAUNTLET_DEALS,
    DEFAULT_MIXED_TABLES,
    DEFAULT_STRANGERS,
    GAUNTLET_PARTS,
    VALIDATE,
)
from forsale_sim.program import FOR_SALE

if TYPE_CHECKING:
    from strategy_lab.game import Ruleset
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.plugins.strategies import Strategy

    from forsale_sim.experiments.gauntlet.experiment import Gauntlet

MOST_STRANGERS, MOST_MIXED = 200, 200


@dataclass(frozen=True, kw_only=True)
class GauntletSpec(Spec):
    """Show how a strategy does among strangers: its worst tables first.

    It sits amid copies of each opponent, and at tables of different ones. Opponents are
    members of the panel, some kinds of them in each part, and others that the seed draws. Strength
    is what it wins at the worst tenth of all tables, and then its mean, in times a fair share.
    Several strategies play the same deals at the same tables, and are compared with the first.
    Intervals are 95 %, clustered by deal.
    """

    command: ClassVar[str] = "gauntlet"
    presentation: ClassVar[str] = "forsale_sim.display.presentations:GauntletPresentation"
    program: ClassVar[Program] = FOR_SALE
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim gauntlet mine.py --players 4",
        "forsale-sim gauntlet mine.py:old mine.py:new --part train --seed 7",
        "forsale-sim gauntlet mine.py --part test --deals 400 --out gauntlet",
    )

    strategies: tuple[Entrant, ...] = option(
        None,
        StrategySpec(),
        repeats=True,
        metavar="STRATEGY...",
        missing="gauntlet takes a strategy: forsale-sim gauntlet mine.py, say",
    )
    part: str = option(
        "--part",
        click.Choice(GAUNTLET_PARTS),
        VALIDATE,
        help="Which opponents: those to make a strategy with, those to choose between versions of "
        "it by, or those to judge it by, once, at the end.",
    )
    strangers: int = option(
        "--strangers",
        Whole(least=0, most=MOST_STRANGERS),
        DEFAULT_STRANGERS,
        help="How many opponents are drawn by the seed, beside those of the panel.",
    )
    mixed: int = option(
        "--mixed",
        Whole(least=0, most=MOST_MIXED),
        DEFAULT_MIXED_TABLES,
        help="How many tables of different opponents there are for each number of players.",
    )
    rulesets: tuple[ChosenRuleset, ...] = rulesets_option()
    players: tuple[int, ...] = players_option()
    deals: int = option(
        "--deals",
        Whole(),
        usual=DEFAULT_GAUNTLET_DEALS,
        help="How many deals every table plays, all of them the same.",
    )
    seed: int = seed_option()
    opponents: tuple[Entrant, ...] = ()
    """Who is met, as it follows from the part and the seed."""

    @classmethod
    def settle(
        cls,
        *,
        strategies: Sequence[str | Strategy],
        rulesets: Sequence[str | Ruleset],
        part: str,
        strangers: int,
        seed: int,
        **asked: Any,
    ) -> Self:
        """Return the spec of what was asked for, with all who play loaded."""
        from forsale_sim.experiments.gauntlet.experiment import opponents_of
        from forsale_sim.for_sale import GAME, load_field

        tried = load_field(strategies)
        together = load_field([*strategies, *opponents_of(part, strangers, seed)])
        opponents = tuple(each for each in together if each not in tried)
        if not opponents:
            raise UsageError(
                f"nobody is left to meet in the part {part} (--part): let strangers be drawn "
                "(--strangers)"
            )
        return cls(
            strategies=tried,
            rulesets=chosen_rulesets(rulesets, GAME),
            part=part,
            strangers=strangers,
            seed=seed,
            opponents=opponents,
            **asked,
        )

    def experiment(self) -> Gauntlet:
        """Settle what is played."""
        from forsale_sim.experiments.gauntlet.experiment import Gauntlet

        return Gauntlet(
            self.strategies,
            self.opponents,
            part=self.part,
            rulesets=[chosen.ruleset for chosen in self.rulesets],
            players=self.players,
            mixed=self.mixed,
            seed=self.seed,
            deals=self.deals,
        )
