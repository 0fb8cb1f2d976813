"""What is asked for of a gauntlet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import click

from strategy_lab.errors import UsageError
from strategy_lab.experiments.fields import (
    DEFAULT_GAUNTLET_DEALS,
    DEFAULT_MIXED_TABLES,
    DEFAULT_STRANGERS,
    GAUNTLET_PARTS,
    VALIDATE,
)
from strategy_lab.experiments.options import (
    StrategySpec,
    Whole,
    players_option,
    rulesets_option,
    seed_option,
)
from strategy_lab.program import Program
from strategy_lab.simulation.options import ChosenRuleset, option
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.experiments.gauntlet.experiment import Gauntlet
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.plugins.strategies import Strategy

MOST_STRANGERS, MOST_MIXED = 200, 200


def _if_there_are_strangers(program: Program) -> dict[str, bool]:
    return {"absent": not program.strangers}


@dataclass(frozen=True, kw_only=True)
class GauntletSpec(Spec):
    """Show how a strategy does among others than it was made for: its worst tables first.

    It sits amid copies of each opponent, and at tables of different ones. Opponents are strangers
    where the game has some, in parts to make, to choose and to judge a strategy by, and others that
    the seed draws; else the usual field. Strength is what it wins at the worst tenth of all tables,
    and then its mean, in times a fair share. Several strategies play the same deals at the same
    tables, and are compared with the first. Intervals are 95 %, clustered by deal.
    """

    command: ClassVar[str] = "gauntlet"
    tables: ClassVar[tuple[str, ...]] = ("strength", "by_players", "kinds", "tables")
    presentation: ClassVar[str] = "strategy_lab.display.presentations:GauntletPresentation"
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim gauntlet mine.py --players 4",
        "forsale-sim gauntlet mine.py:old mine.py:new --seed 7",
        "forsale-sim gauntlet mine.py --deals 400 --out gauntlet",
    )

    strategies: tuple[Entrant, ...] = option(
        None,
        StrategySpec(),
        repeats=True,
        metavar="STRATEGY...",
        by_game=lambda program: {
            "missing": f"gauntlet takes a strategy: {program.name} gauntlet mine.py, say"
        },
    )
    part: str = option(
        "--part",
        click.Choice(GAUNTLET_PARTS),
        VALIDATE,
        by_game=_if_there_are_strangers,
        help="Which opponents: those to make a strategy with, those to choose between versions of "
        "it by, or those to judge it by, once, at the end.",
    )
    strangers: int = option(
        "--strangers",
        Whole(least=0, most=MOST_STRANGERS),
        DEFAULT_STRANGERS,
        by_game=_if_there_are_strangers,
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
    opponents: tuple[Entrant, ...] = ()  # who is met, as it follows from the part and the seed

    @classmethod
    def settle(
        cls,
        *,
        strategies: Sequence[str | Strategy],
        seed: int,
        part: str = VALIDATE,
        strangers: int = DEFAULT_STRANGERS,
        **asked: Any,
    ) -> Self:
        from strategy_lab.plugins.entrants import load_field

        game = cls.program.game
        met = game.strangers.met(part, strangers, seed) if game.strangers else cls.program.field
        tried = load_field(strategies, game)
        together = load_field([*strategies, *met], game)
        opponents = tuple(each for each in together if each not in tried)
        if not opponents:
            raise UsageError(
                f"nobody is left to meet in the part {part} (--part): let strangers be drawn "
                "(--strangers)"
                if game.strangers
                else "nobody is left to meet: every strategy of the usual field is tried"
            )
        return cls(
            strategies=tried,
            part=part,
            strangers=strangers,
            seed=seed,
            opponents=opponents,
            **cls.loaded(asked),
        )

    def experiment(self) -> Gauntlet:
        from strategy_lab.experiments.gauntlet.experiment import Gauntlet

        known = self.program.game.strangers
        names = [entrant.name for entrant in self.opponents]
        return Gauntlet(
            self.strategies,
            self.opponents,
            kinds=[known.kind(name) if known else "usual" for name in names],
            facts_of_opponents={"part": self.part, "versions": known.versions()} if known else {},
            rulesets=[chosen.ruleset for chosen in self.rulesets],
            players=self.players,
            mixed=self.mixed,
            seed=self.seed,
            deals=self.deals,
        )
