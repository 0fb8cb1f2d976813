"""What is asked for of a duel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from strategy_lab.errors import UsageError
from strategy_lab.experiments.options import (
    Fraction,
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
    from strategy_lab.experiments.duel.experiment import Duel
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.plugins.strategies import Strategy
    from strategy_lab.stats.sequential_tests import TwoSidedTest

DEFAULT_ERROR = 0.05
LEAST_ELO, MOST_ELO = 1e-6, 200.0
"""Beyond it tests end with the first deals."""


def _two(program: Program) -> dict[str, str]:
    command = program.in_words("forsale-sim duel expert spread")
    return {"missing": f"duel takes two strategies: {command}, say"}


@dataclass(frozen=True, kw_only=True)
class DuelSpec(Spec):
    """Show whether strategy A is stronger than B, or B than A, or neither.

    Both play the same deals: A amid copies of B, B amid copies of A, and both at tables with
    others, under all rotations. For each ruleset and player count it ends when a sequential
    probability ratio test is sure enough.
    """

    command: ClassVar[str] = "duel"
    tables: ClassVar[tuple[str, ...]] = ("duels",)
    presentation: ClassVar[str] = "strategy_lab.display.presentations:DuelPresentation"
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim duel expert spread",
        "forsale-sim duel mine.py spread:share=0.3 --players 4 --elo1 10",
        "forsale-sim duel expert linear --field spread --field miser",
    )

    a: Entrant = option(None, StrategySpec(), metavar="A", by_game=_two)
    b: Entrant = option(None, StrategySpec(), metavar="B", by_game=_two)
    rulesets: tuple[ChosenRuleset, ...] = rulesets_option()
    players: tuple[int, ...] = players_option()
    field: tuple[Entrant, ...] = option(
        "--field",
        StrategySpec(),
        usual=(),
        repeats=True,
        metavar="SPEC",
        by_game=lambda program: {"shown": f"of {', '.join(program.field)} the others"},
        help="Another strategy at the tables with both; may be repeated.",
    )
    no_field: bool = option("--no-field", default=False, help="Play no tables with others.")
    elo0: float = option(
        "--elo0",
        Fraction(),
        0.0,
        help="Up to this normalised Elo, none is to be found stronger.",
    )
    elo1: float = option(
        "--elo1",
        Fraction(),
        5.0,
        help="From this normalised Elo on, the stronger one is to be found.",
    )
    alpha: float = option(
        "--alpha",
        Fraction(),
        DEFAULT_ERROR,
        help="How often one is found stronger though it is not by more than elo0.",
    )
    beta: float = option(
        "--beta",
        Fraction(),
        DEFAULT_ERROR,
        help="How often one is not found stronger though it is by elo1.",
    )
    max_deals: int = option(
        "--max-deals",
        Whole(),
        1_000_000,
        help="Deals for each ruleset and player count after which it is undecided.",
    )
    seed: int = seed_option()

    @classmethod
    def settle(
        cls,
        *,
        a: str | Strategy,
        b: str | Strategy,
        field: Sequence[str | Strategy],
        no_field: bool,
        **asked: Any,
    ) -> Self:
        from strategy_lab.plugins.entrants import load_field

        game = cls.program.game
        if no_field and field:
            raise UsageError("--field and --no-field exclude each other: leave one out")
        both = load_field([a, b], game)
        if len(both) == 1:
            raise UsageError(f"A and B are both {both[0].name}: name two strategies")
        together = load_field([a, b, *(field or cls.program.field)], game)
        others = tuple(entrant for entrant in together if entrant not in both)
        if not (others or no_field):
            raise UsageError(
                "the field (--field) names nobody but A and B: name another strategy, or play "
                "without a field (--no-field)"
            )
        return cls(
            a=both[0],
            b=both[1],
            field=() if no_field else others,
            no_field=no_field,
            **cls.loaded(asked),
        )

    def words_of(self, name: str) -> list[str]:
        """Return the words that ask for a field's value; for the usual company there are none."""
        both = (self.a.name, self.b.name)
        usual = [spec for spec in self.program.field if spec not in both]
        if name == "field" and [entrant.spec for entrant in self.field] == usual:
            return []
        return super().words_of(name)

    def experiment(self) -> Duel:
        from strategy_lab.experiments.duel.experiment import Duel

        return Duel(
            (self.a, self.b, *self.field),
            new_test(self.elo0, self.elo1, self.alpha, self.beta),
            rulesets=[chosen.ruleset for chosen in self.rulesets],
            players=self.players,
            seed=self.seed,
            most_deals=self.max_deals,
        )


def new_test(elo0: float, elo1: float, alpha: float, beta: float) -> TwoSidedTest:
    from strategy_lab.stats.sequential_tests import TwoSidedTest

    for name, error in (("alpha", alpha), ("beta", beta)):
        if not 0 < error < 0.5:
            raise UsageError(
                f"{name} (--{name}) is a probability of error, more than 0 and less than 0.5, such "
                f"as {DEFAULT_ERROR}, not {error:g}"
            )
    if not LEAST_ELO <= elo1 <= MOST_ELO:
        raise UsageError(f"elo1 (--elo1) must be from {LEAST_ELO:g} to {MOST_ELO:g}, not {elo1:g}")
    if not -elo1 <= elo0 < elo1:
        raise UsageError(
            f"elo0 (--elo0) must be less than elo1 and no less than its opposite, from {-elo1:g} "
            f"to below {elo1:g}, not {elo0:g}"
        )
    return TwoSidedTest(elo0, elo1, alpha, beta)
