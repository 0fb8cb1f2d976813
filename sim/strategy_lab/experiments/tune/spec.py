"""What is asked for of a search for good values of a strategy's parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from strategy_lab.errors import UsageError
from strategy_lab.experiments.options import (
    SearchSpec,
    StoredStrategies,
    Trained,
    deals_option,
    generations_option,
    player_count_option,
    population_option,
    ruleset_option,
    seed_option,
)
from strategy_lab.simulation.options import ChosenRuleset, option

if TYPE_CHECKING:
    from strategy_lab.experiments.searching import Tuning
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.training.search import Space


@dataclass(frozen=True, kw_only=True)
class TuneSpec(SearchSpec):
    """Tune the parameters of STRATEGY for one ruleset and player count.

    An evolution strategy (CMA-ES) tries parameters around its current best, all on the same deals,
    fresh ones in every generation. Of its last means the best on held-out deals is chosen. STRATEGY
    may set parameters, or be a file of tuned ones: there the search begins. DIR gets tuned.toml,
    which can be named wherever a strategy can.
    """

    command: ClassVar[str] = "tune"
    tables: ClassVar[tuple[str, ...]] = ("tuned", "parameters", "generations")
    presentation: ClassVar[str] = "strategy_lab.display.presentations:TunePresentation"
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim tune appraiser --players 4 --out mine",
        "forsale-sim tune matcher --players 3 --against expert --generations 20 --out mine",
        "forsale-sim tune --resume mine",
        "forsale-sim run --players 4 --lineup mine/tuned.toml,expert,expert,expert",
    )
    tuned: ClassVar[str] = "strategy"

    strategy: Space = option(
        None,
        Trained(),
        metavar="STRATEGY",
        missing="STRATEGY is missing: name it, as tune appraiser",
    )
    ruleset: ChosenRuleset = ruleset_option()
    players: int = player_count_option()
    against: tuple[Entrant, ...] = option(
        "--against",
        StoredStrategies(),
        by_game=lambda program: {"usual": program.opponents},
        metavar="SPEC,SPEC",
        help="Opponents: a table has one candidate and copies of one of them. Empty with "
        "--self-play.",
    )
    self_play: bool = option(
        "--self-play", default=False, help="Tables with copies of the current best, too."
    )
    deals: int = deals_option()
    generations: int = generations_option(60, least=2)
    population: int = population_option()
    final_deals: int = deals_option(
        "--final-deals",
        10_000,
        "Held-out deals for the final choice, and as many others for its win rate.",
    )
    seed: int = seed_option()

    @classmethod
    def settle(cls, **asked: Any) -> Self:
        if not asked["against"] and not asked["self_play"]:
            raise UsageError(
                "tuning takes opponents: name some (--against), or let copies of the current best "
                "play (--self-play)"
            )
        spec = cls(**cls.loaded(asked))
        spec.experiment()
        return spec

    def experiment(self) -> Tuning:
        from strategy_lab.experiments.searching import Tuning

        return Tuning(self)
