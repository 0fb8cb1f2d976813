"""What is asked for of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from strategy_lab.errors import UsageError, listed, nearest
from strategy_lab.experiments import options, population
from strategy_lab.experiments.population import DEFAULT_TABLES, USUAL
from strategy_lab.simulation.options import ChosenRuleset, chosen_rulesets, option
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.experiments.compare.experiment import Comparison
    from strategy_lab.game import Ruleset
    from strategy_lab.simulation.experiment import Experiment, Outcome

MOST_TABLES = 1000
MOST_TRAINING_SEEDS = 20
SECONDS_A_DECISION = 10


def players_from_option() -> Any:
    return option(
        "--players-from",
        options.Lineup(),
        usual=USUAL,
        metavar="SPEC,SPEC,…",
        help=f"Who tables are drawn from. {USUAL}: all built-in players and strangers that decide "
        "quickly. Or strategies of your own, and fields such as all and strong.",
    )


def tables_option(usual: int = DEFAULT_TABLES) -> Any:
    return option(
        "--tables",
        options.Whole(least=1, most=MOST_TABLES),
        usual,
        help="How many tables are drawn for each number of players.",
    )


@dataclass(frozen=True, kw_only=True)
class CompareSpec(Spec):
    """Show what rulesets do differently from the first one: to seats, coins and how games go.

    Tables of players are drawn from a population, and each plays all rulesets on the same deals
    from every seat. What counts is at how many tables it is so, and how much it is at most of them.
    """

    command: ClassVar[str] = "compare"
    tables: ClassVar[tuple[str, ...]] = ("conclusions", "tables", "ranges", "values")
    presentation: ClassVar[str] = "strategy_lab.display.presentations:ComparePresentation"
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim compare iello-fr iello-en",
        "forsale-sim compare iello-en --vary refund=up,all,none --players 4",
        "forsale-sim compare iello-en mine.toml --players-from expert,matcher,spread,mine.py",
    )

    rulesets: tuple[ChosenRuleset, ...] = option(
        None,
        options.RulesetName(),
        repeats=True,
        metavar="RULESET...",
        by_game=lambda program: {
            "missing": "compare takes rulesets: "
            f"{program.in_words('forsale-sim compare iello-en iello-fr')}, say"
        },
    )
    vary: tuple[str, ...] = option(
        "--vary",
        options.Variation(),
        default=(),
        repeats=True,
        metavar="RULE=VALUE,…",
        by_game=lambda program: {
            "help": "Compare the first ruleset with what-ifs of it, such as "
            f"{program.variations or 'RULE=VALUE,VALUE'}; several make a grid. The table of "
            "conclusions then has a column for each rule."
        },
    )
    games: int = option(
        "--games",
        options.Whole(),
        by_game=lambda program: {"usual": program.compared_games},
        help="How many games in all: shared evenly among rulesets, player counts and tables.",
    )
    players: tuple[int, ...] = options.players_option("all that the rulesets have in common", "3,4")
    players_from: population.Population = players_from_option()
    drawn_tables: int = tables_option()
    training_seeds: int = option(
        "--training-seeds",
        options.Whole(least=0, most=MOST_TRAINING_SEEDS),
        0,
        by_game=options.if_it_trains,
        help="Also train players anew for each ruleset, from so many seeds: what is left among "
        "players who have adapted?",
    )
    seed: int = options.seed_option()
    margins: tuple[str, ...] = option(
        "--margin",
        default=(),
        repeats=True,
        metavar="MEASURE=X",
        shown="see docs/measures.md",
        help="What difference matters: shares in percentage points, others in their unit.",
    )
    # Tables of players who were trained anew; and from how many seeds that is still to be done.
    anew: tuple[population.Table, ...] = ()
    seeds_to_train: int = 0

    @classmethod
    def settle(cls, *, rulesets: Sequence[str | Ruleset], **asked: Any) -> Self:
        from strategy_lab.experiments.compare.experiment import check_names, parse_margins
        from strategy_lab.simulation.experiment import check_seed

        check_seed(asked["seed"])
        game = cls.program.game
        chosen = chosen_rulesets(rulesets, game)
        if len(chosen) < len(rulesets):
            check_names([chosen_rulesets([each], game)[0].ruleset.name for each in rulesets])
        parse_margins(asked["margins"], game.measures())
        players_from = population.load_population(
            asked.pop("players_from"), cls.program, asked["seed"]
        )
        spec = cls(rulesets=chosen, players_from=players_from, **asked)
        if cls.least_rulesets > 1:
            check_names([ruleset.name for ruleset in spec.compared])
        spec.comparison()  # says now what cannot be played
        return replace(spec, seeds_to_train=spec.training_seeds)

    least_rulesets: ClassVar[int] = 2

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        return cls(
            **{
                **values,
                "players_from": population.held_population(values["players_from"]),
                "anew": tuple(population.Table(**table) for table in values["anew"]),
            }
        )

    @property
    def compared(self) -> list[Ruleset]:
        from strategy_lab.varying import what_ifs

        rulesets = [chosen.ruleset for chosen in self.rulesets]
        return [*rulesets, *(what_ifs(rulesets[0], self.vary) if self.vary else ())]

    @property
    def counts(self) -> tuple[int, ...]:
        from strategy_lab.experiments.compare.experiment import common_players

        return self.players or common_players(self.compared)

    def experiment(self) -> Experiment:
        """Settle what is played: training first, where players are still to be trained."""
        if not self.seeds_to_train:
            return self.comparison()
        from strategy_lab.experiments.searching import TrainingAnew

        first = self.drawn_tables + len(self.players_from.levels)
        return TrainingAnew(
            self.compared, self.counts, self.training_seeds, self.seed, first, self.program
        )

    def comparison(self) -> Comparison:
        from strategy_lab.experiments.compare.experiment import Comparison, parse_margins

        rulesets = self.compared
        tables = population.draw_tables(
            self.players_from, self.counts, self.drawn_tables, self.seed
        )
        return Comparison(
            rulesets,
            [*tables, *self.anew, *self.more_tables()],
            parse_margins(self.margins, self.program.game.measures()),
            seed=self.seed,
            games=self.games,
            varied=dict.fromkeys(rulesets[0].variables.variation(each).key for each in self.vary),
        )

    def more_tables(self) -> Iterable[population.Table]:
        return ()

    def following(self, outcome: Outcome) -> Spec | None:
        training: Any = outcome.experiment  # of players, as long as some are to be trained
        if not self.seeds_to_train or not training.finished:
            return None
        return replace(self, anew=training.found, seeds_to_train=0)


@dataclass(frozen=True, kw_only=True)
class ReportSpec(CompareSpec):
    """Write a page on how a game is balanced, or on what a change of its rules does.

    Tables of players are drawn from a population, as for compare; of one ruleset alone it tells
    which seats win and what its games are like. DIR gets report.html, which stands alone, its twin
    report.md with figures, and every number. FILE.toml may give the options, as players = 4,
    question = "Who wins?".
    """

    command: ClassVar[str] = "report"
    tables: ClassVar[tuple[str, ...]] = (*CompareSpec.tables, "levels")
    presentation: ClassVar[str] = "strategy_lab.display.presentations:ReportPresentation"
    from_file: ClassVar[bool] = True
    first: ClassVar[str] = "rulesets"
    least_rulesets: ClassVar[int] = 1
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim report --ruleset iello-en --out seats",
        "forsale-sim report --ruleset iello-en --ruleset iello-fr --out rounding",
        "forsale-sim report --vary refund=up,all,none --players 4 --out refunds",
        "forsale-sim report wishes.toml --out report",
    )

    rulesets: tuple[ChosenRuleset, ...] = options.rulesets_option()
    question: str | None = option(
        "--question",
        default=None,
        metavar="TEXT",
        help="The name of a question that pages answer, such as seats, which then comes first; or "
        "a text of your own as the heading of the page.",
    )
    labels: tuple[str, ...] = option(
        "--label",
        default=(),
        repeats=True,
        metavar="RULESET=TEXT",
        help="What the page calls a ruleset; may be repeated.",
    )

    seconds_a_decision: int = option(
        "--seconds-a-decision",
        options.Whole(least=1, most=600),
        SECONDS_A_DECISION,
        help="How many seconds a decision takes at the table, for the minutes of a game.",
    )

    @classmethod
    def settle(cls, **asked: Any) -> Self:
        spec = super().settle(**asked)
        labels_of(spec.labels, [ruleset.name for ruleset in spec.compared])
        known = [each.name for each in cls.program.game.measures().questions]
        if spec.question and spec.question.isidentifier() and spec.question not in known:
            raise UsageError(
                f"no question (--question) is called {spec.question!r}"
                f"{nearest(spec.question, known)}; or write one as a heading: 'Is it fair?'"
            )
        return spec

    def more_tables(self) -> Iterable[population.Table]:
        first = self.drawn_tables + len(self.players_from.levels) + MOST_TRAINING_SEEDS
        return population.rival_tables(self.players_from, self.counts, first)


def labels_of(labels: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Return labels by the names of rulesets, from texts such as ``iello-en=the English rules``."""
    found = {}
    for label in labels:
        name = next((each for each in names if label.startswith(f"{each}=")), None)
        if name is None:
            raise UsageError(
                f"the label (--label) {label!r} does not begin with a ruleset that is played and "
                f"'=': {listed(names, 'or')}"
            )
        found[name] = label.removeprefix(f"{name}=")
    return found
