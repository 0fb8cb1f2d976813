"""What is asked for of a field that grows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from strategy_lab.experiments.options import (
    SearchSpec,
    StoredStrategy,
    Whole,
    deals_option,
    generations_option,
    player_count_option,
    population_option,
    ruleset_option,
    seed_option,
    train_option,
)
from strategy_lab.simulation.options import ChosenRuleset, option

if TYPE_CHECKING:
    from strategy_lab.experiments.searching import GrowingField
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.training.search import Space


@dataclass(frozen=True, kw_only=True)
class PsroSpec(SearchSpec):
    """Grow a field by best responses to its own equilibrium, until none is shown to gain.

    Policy-space response oracles (PSRO): the strategies so far play each other in all lineups. The
    parameters of a strategy are tuned to win among players of the equilibrium of that game. A
    response that gains joins the field. The equilibrium among whose players the best response of
    all rounds wins least, on held-out deals, is saved as a mixture: a strategy of its own, which is
    one of its members for each game. DIR gets mixture.toml, and a file of each response.
    """

    command: ClassVar[str] = "psro"
    tables: ClassVar[tuple[str, ...]] = ("rounds", "weights")
    first: ClassVar[str] = "strategies"
    presentation: ClassVar[str] = "strategy_lab.display.presentations:PsroPresentation"
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim psro --players 4 --out grown",
        "forsale-sim psro --players 3 --strategy expert --strategy counter --rounds 4 --out grown",
        "forsale-sim run --players 4 --lineup grown/mixture.toml,quick,quick,quick",
    )

    strategies: tuple[Entrant, ...] = option(
        "--strategy",
        StoredStrategy(of_several=True),
        by_game=lambda program: {"usual": program.grown_from},
        repeats=True,
        metavar="SPEC",
        help="Who is in the field at first; may be repeated.",
    )
    ruleset: ChosenRuleset = ruleset_option()
    players: int = player_count_option()
    train: Space = train_option(
        "What is tuned to respond; searches begin at the parameters it sets, and at the last "
        "response."
    )
    rounds: int = option("--rounds", Whole(least=1), 10, extends=True, help="At most.")
    meta_deals: int = deals_option(
        "--meta-deals",
        240,
        "Deals that every lineup of the field plays, to find the equilibrium.",
    )
    deals: int = deals_option()
    generations: int = generations_option(40, least=1)
    population: int = population_option()
    final_deals: int = deals_option(
        "--final-deals",
        10_000,
        "Held-out deals that choose a response, and as many others that measure its gain.",
    )
    seed: int = seed_option()

    @classmethod
    def settle(cls, **asked: Any) -> Self:
        from strategy_lab.plugins.entrants import load_member

        loaded = cls.loaded(asked)
        for member in (*asked["strategies"], asked["train"]):
            load_member(member, cls.program.game)
        spec = cls(**loaded)
        spec.experiment()
        return spec

    def experiment(self) -> GrowingField:
        from strategy_lab.experiments.searching import GrowingField

        return GrowingField(self)
