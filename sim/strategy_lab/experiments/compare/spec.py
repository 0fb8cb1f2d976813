"""What is asked for of a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from strategy_lab.experiments.fields import (
    MOST_TRAINING_SEEDS,
    ChosenFields,
    choose_fields,
    different_fields,
    held_fields,
    with_tuned,
)
from strategy_lab.experiments.options import (
    RulesetName,
    Variation,
    Whole,
    if_it_trains,
    lineups_option,
    players_option,
    seed_option,
)
from strategy_lab.program import Program
from strategy_lab.simulation.options import ChosenRuleset, chosen_rulesets, option
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.game import Ruleset
    from strategy_lab.simulation.experiment import Experiment, Outcome


def _field_options(program: Program) -> dict[str, object]:
    trained = "trained|" if program.trains else ""
    strangers = "panel|panels|" if program.strangers else ""
    about = (
        "trained: the strongest play for these rulesets, the reference; panels: strangers at "
        "tables that share none; "
    )
    return {
        "usual": program.compared_in,
        "metavar": f"[ROLE=]{trained}strong|{strangers}all|mirrors|SPEC,SPEC,…",
        "help": f"Strategies that meet each other; may be repeated. {about if trained else ''}"
        "mirrors: each strong strategy against itself. ROLE: reference, credible, or stress, which "
        "decides nothing.",
    }


@dataclass(frozen=True, kw_only=True)
class CompareSpec(Spec):
    """Show what rulesets do differently from the first one: to seats, strategies and money.

    All rulesets are played on the same deals, with the same strategies in the same seats and the
    same random draws, so that what they have in common cancels; where decks are of different sizes,
    that cannot be. All is done in several fields of strategies: trust what holds in all of them.
    """

    command: ClassVar[str] = "compare"
    tables: ClassVar[tuple[str, ...]] = ("differences", "conclusions")
    presentation: ClassVar[str] = "strategy_lab.display.presentations:ComparePresentation"
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim compare iello-fr iello-en",
        "forsale-sim compare iello-en --vary refund=up,all,none --players 4",
        "forsale-sim compare iello-en mine.toml --field expert,matcher,mine.py",
    )

    rulesets: tuple[ChosenRuleset, ...] = option(
        None,
        RulesetName(),
        repeats=True,
        metavar="RULESET...",
        by_game=lambda program: {
            "missing": "compare takes rulesets: "
            f"{program.in_words('forsale-sim compare iello-en iello-fr')}, say"
        },
    )
    vary: tuple[str, ...] = option(
        "--vary",
        Variation(),
        default=(),
        repeats=True,
        metavar="RULE=VALUE,…",
        by_game=lambda program: {
            "help": f"Compare the first ruleset with what-ifs of it, such as {program.variations}; "
            "several make a grid. The table of differences then has a column for each rule."
        },
    )
    games: int = option(
        "--games",
        Whole(),
        usual=10_000_000,
        help="How many games in all: shared evenly among rulesets, player counts and fields.",
    )
    players: tuple[int, ...] = players_option("all that the rulesets have in common", "3,4")
    fields: tuple[ChosenFields, ...] = option(
        "--field",
        by_game=_field_options,
        repeats=True,
    )
    trained: str | None = option(
        "--trained",
        default=None,
        metavar="PATTERN",
        by_game=if_it_trains,
        shown="the mixtures that come with the strategies",
        help="Where 'trained' play is, such as DIR/{ruleset}-{players}-{seed}.toml.",
    )
    training_seeds: int = option(
        "--training-seeds",
        Whole(least=0, most=MOST_TRAINING_SEEDS),
        0,
        by_game=if_it_trains,
        help="Also tune play for each ruleset, quickly, from so many seeds: 3 show how much of an "
        "effect on players who have adapted is an accident of training.",
    )
    lineups: str = lineups_option()
    seed: int = seed_option()
    margins: tuple[str, ...] = option(
        "--margin",
        default=(),
        repeats=True,
        metavar="MEASURE=X",
        shown="see docs/measures.md",
        help="What difference matters: shares in percentage points, others in their unit.",
    )
    # From how many seeds play is still to be tuned for each ruleset: all, or none.
    seeds_to_tune: int = 0

    @classmethod
    def settle(
        cls,
        *,
        rulesets: Sequence[str | Ruleset],
        players: tuple[int, ...],
        fields: Sequence[str],
        **asked: Any,
    ) -> Self:
        from strategy_lab.experiments.compare.experiment import (
            check_names,
            common_players,
            parse_margins,
        )

        game = cls.program.game
        chosen = chosen_rulesets(rulesets, game)
        if len(chosen) < len(rulesets):
            check_names([chosen_rulesets([each], game)[0].ruleset.name for each in rulesets])
        parse_margins(asked["margins"], game.measures())
        played = with_what_ifs([each.ruleset for each in chosen], asked["vary"])
        counts = players or common_players(played)
        chosen_fields = choose_fields(
            fields, played, counts, asked.get("trained"), program=cls.program
        )
        spec = cls(rulesets=chosen, players=players, fields=chosen_fields, **asked)
        if spec.training_seeds:
            spec.experiment()  # says now what cannot be played
        return replace(spec, seeds_to_tune=spec.training_seeds)

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        return cls(**{**values, "fields": held_fields(values["fields"])})

    def experiment(self) -> Experiment:
        """Settle what is played: tuning first, where play is still to be tuned."""
        from strategy_lab.experiments.compare.experiment import (
            Comparison,
            common_players,
            parse_margins,
        )
        from strategy_lab.experiments.retuning import Retuning

        rulesets = with_what_ifs([chosen.ruleset for chosen in self.rulesets], self.vary)
        trained_play = self.program.game.trained_play
        if self.seeds_to_tune and trained_play is not None:
            counts = self.players or common_players(rulesets)
            return Retuning(trained_play.adapted(rulesets, counts, self.seeds_to_tune, self.seed))
        variables = rulesets[0].variables
        return Comparison(
            rulesets,
            different_fields(self.fields),
            parse_margins(self.margins, self.program.game.measures()),
            players=self.players,
            seed=self.seed,
            games=self.games,
            lineups=self.lineups,
            varied=dict.fromkeys(variables.variation(text).key for text in self.vary),
        )

    def following(self, outcome: Outcome) -> Spec | None:
        from strategy_lab.experiments.retuning import tuned_fields

        tuned = tuned_fields(outcome)
        if tuned is None:
            return None
        return replace(self, fields=with_tuned(self.fields, tuned[0]), seeds_to_tune=0)


def with_what_ifs(rulesets: Sequence[Ruleset], variations: Sequence[str]) -> list[Ruleset]:
    from strategy_lab.varying import what_ifs

    return [*rulesets, *(what_ifs(rulesets[0], variations) if variations else ())]
