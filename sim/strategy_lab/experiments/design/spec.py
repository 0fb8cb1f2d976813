"""What is asked for of a design."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from strategy_lab.errors import UsageError
from strategy_lab.experiments import options
from strategy_lab.experiments.compare.spec import players_from_option, tables_option
from strategy_lab.experiments.options import Variation, Whole
from strategy_lab.experiments.population import Population, held_population, load_population
from strategy_lab.simulation.options import ChosenRuleset, chosen_rulesets, option
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.experiments.design.experiment import Candidate, Design, End
    from strategy_lab.game import Ruleset


@dataclass(frozen=True, kw_only=True)
class DesignSpec(Spec):
    """Look for the rules that make the game you want.

    All rulesets that --vary makes race at tables that are drawn from a population, and in each
    round the better half stays. The first is judged at tables that had no part in the choice,
    beside the rules that the search began with and every single step away. FILE.toml may give the
    options, as from = "iello-en", players = 4, vary = ["coins=14..26"].
    """

    command: ClassVar[str] = "design"
    tables: ClassVar[tuple[str, ...]] = (
        *("candidates", "conclusions", "tables", "ranges", "values", "steps", "conditions"),
        "fair_coins",
    )
    first: ClassVar[str] = "ruleset"
    from_file: ClassVar[bool] = True
    has_parts: ClassVar[bool] = False
    presentation: ClassVar[str] = "strategy_lab.display.presentations:DesignPresentation"
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim design --players 4 --vary coins=14..26 --minimise seat_gap",
        "forsale-sim design --players 4 --vary coins=14..24 --vary refund=up,down,none \\",
        '  --minimise seat_gap --keep "win_by_strategy>=0.9*base" --keep "ties<=3%" --changes 2',
        "forsale-sim design wishes.toml --out better",
    )

    ruleset: ChosenRuleset = options.ruleset_option(
        "--from", "The rules that the search begins with: an edition, or your own TOML file."
    )
    players: int = options.player_count_option(
        "a design is for one number of players: name it, as --players 4"
    )
    vary: tuple[str, ...] = option(
        "--vary",
        Variation(),
        default=(),
        repeats=True,
        metavar="RULE=VALUE,…",
        by_game=lambda program: {
            "help": "A rule that may be changed, with the values to try, as compare --vary takes "
            f"them: {program.variations}; may be repeated."
        },
    )
    fair_seats: bool = option(
        "--fair-seats",
        default=False,
        by_game=lambda program: {"absent": not program.compensates},
        help="Instead of --vary and goals: look for coins by seat that make all seats win alike.",
    )
    minimise: tuple[str, ...] = option(
        "--minimise",
        default=(),
        repeats=True,
        metavar="MEASURE",
        help="Make this small, such as seat_gap or ties (docs/measures.md). Several goals make a "
        "Pareto front.",
    )
    maximise: tuple[str, ...] = option(
        "--maximise",
        default=(),
        repeats=True,
        metavar="MEASURE",
        help="Make this large, such as win_by_strategy.",
    )
    keep: tuple[str, ...] = option(
        "--keep",
        default=(),
        repeats=True,
        metavar="CONDITION",
        help="What must hold, such as 'ties<=3%' or 'win_by_strategy>=0.9*base'; may be repeated.",
    )
    changes: int | None = option(
        "--changes",
        Whole(),
        None,
        shown="all",
        help="How many rules may be changed at once.",
    )
    beyond: int = option(
        "--beyond",
        Whole(least=0),
        default=1,
        help="How often to search as far again beyond the last number that was tried, if it wins.",
    )
    players_from: Population = players_from_option()
    drawn_tables: int = tables_option()
    games: int = option(
        "--games",
        Whole(),
        usual=4_000_000,
        help="How many games at most; a search beyond the last number takes as many again.",
    )
    seed: int = options.seed_option()

    @classmethod
    def settle(cls, *, ruleset: str | Ruleset, players: int, **asked: Any) -> Self:
        from strategy_lab.simulation.experiment import check_seed

        (chosen,) = chosen_rulesets([ruleset], cls.program.game)
        chosen.ruleset.rules(players)
        if asked.get("fair_seats"):
            for name in ("vary", "minimise", "maximise"):
                if asked[name]:
                    raise UsageError(
                        "--fair-seats varies the coins by seat until seats are alike: leave out "
                        f"--{name}"
                    )
        check_seed(asked["seed"])
        population = load_population(asked.pop("players_from"), cls.program, asked["seed"])
        spec = cls(ruleset=chosen, players=players, players_from=population, **asked)
        spec.experiment()
        return spec

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        return cls(**{**values, "players_from": held_population(values["players_from"])})

    def experiment(self) -> Design:
        from strategy_lab.experiments.design.experiment import Design, further, parse_aims

        lever = self.program.game.seat_lever if self.fair_seats else None
        varied, left = [list(self._varied)], [0 if self.fair_seats else self.beyond]

        def widened(reached: Sequence[End]) -> Sequence[Candidate]:
            if left[0] == 0:
                return ()
            left[0] -= 1
            wider = further(varied[0], reached, self.ruleset.ruleset.variables)
            try:
                found = self._candidates(wider)
            except UsageError:  # there are no such rules, or too many
                return ()
            varied[0] = wider
            return found

        minimise = ("seat_gap",) if self.fair_seats else self.minimise
        return Design(
            self._candidates(self._varied),
            parse_aims(minimise, self.maximise, self.keep, self.program.game.measures()),
            self.players_from,
            players=self.players,
            tables=self.drawn_tables,
            games=self.games,
            seed=self.seed,
            lever=lever,
            widened=widened,
        )

    @property
    def _varied(self) -> Sequence[str]:
        from strategy_lab.experiments.design.experiment import compensations

        lever = self.program.game.seat_lever
        if self.fair_seats and lever is not None:
            return [compensations(self.ruleset.ruleset, self.players, lever)]
        return self.vary

    def _candidates(self, varied: Sequence[str]) -> tuple[Candidate, ...]:
        from strategy_lab.experiments.design.experiment import make_candidates, parse_variations

        base = self.ruleset.ruleset
        variations = parse_variations(varied, base.variables)
        return make_candidates(base, variations, self.players, self.changes)
