"""What is asked for of a design."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from strategy_lab.errors import UsageError
from strategy_lab.experiments.fields import (
    DEFAULT_DESIGN_GAMES,
    REFERENCE,
    RETUNED_FIELD,
    ChosenFields,
    NamedField,
    choose_fields,
    held_fields,
)
from strategy_lab.experiments.options import (
    Variation,
    Whole,
    player_count_option,
    ruleset_option,
    seed_option,
)
from strategy_lab.program import Program
from strategy_lab.simulation.options import ChosenRuleset, chosen_rulesets, option
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.experiments.design.candidates import Aims, Candidate, End
    from strategy_lab.experiments.design.experiment import Design
    from strategy_lab.experiments.retuning import Tuned
    from strategy_lab.game import Ruleset
    from strategy_lab.simulation.experiment import Experiment, Outcome


def _field_option(program: Program) -> dict[str, object]:
    if program.trains:
        return {
            "usual": RETUNED_FIELD,
            "metavar": "retuned|strong|SPEC,SPEC,…",
            "help": "Who plays. retuned: the strongest play, tuned for each of the rulesets, "
            "quickly to race and fully to confirm.",
        }
    usual = "strong" if "strong" in program.named_fields else ",".join(program.field)
    return {"usual": usual, "metavar": "strong|SPEC,SPEC,…", "help": "Who plays."}


@dataclass(frozen=True, kw_only=True)
class DesignSpec(Spec):
    """Look for the rules that make the game you want.

    All rulesets that --vary makes race on common deals, and those that are beaten for certain leave
    early. The best are confirmed on fresh deals, beside the rules that the search began with and
    every single step away. FILE.toml may give the options, as from = "iello-en", players = 4, vary
    = ["coins=14..26"].
    """

    command: ClassVar[str] = "design"
    tables: ClassVar[tuple[str, ...]] = (
        *("candidates", "finalists", "at_tables", "rivals", "conditions", "fair_coins"),
    )
    first: ClassVar[str] = "ruleset"
    presentation: ClassVar[str] = "strategy_lab.display.presentations:DesignPresentation"
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim design --players 4 --vary coins=14..26 --minimise seat_gap",
        "forsale-sim design --players 4 --vary coins=14..24 --vary refund=up,down,none \\",
        '  --minimise seat_gap --keep "win_by_strategy>=0.9*base" --keep "ties<=3%" --changes 2',
        "forsale-sim design wishes.toml --out better",
    )

    ruleset: ChosenRuleset = ruleset_option(
        "--from", "The rules that the search begins with: an edition, or your own TOML file."
    )
    players: int = player_count_option(
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
        metavar="[W*]MEASURE",
        help="Make this small: seat_gap, margin, ties, coins_left, length … (docs/measures.md). "
        "Several goals make a Pareto front, or a sum if all have weights W.",
    )
    maximise: tuple[str, ...] = option(
        "--maximise",
        default=(),
        repeats=True,
        metavar="[W*]MEASURE",
        help="Make this large: win_by_strategy, drama, …",
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
    field: ChosenFields = option("--field", by_game=_field_option)
    games: int = option(
        "--games",
        Whole(),
        usual=DEFAULT_DESIGN_GAMES,
        help="How many games at most, without those of tuning.",
    )
    seed: int = seed_option()
    # What varies in the place of `vary` once numbers beyond the last that was tried race, too.
    widened: tuple[str, ...] = ()
    times_widened: int = 0

    @classmethod
    def settle(
        cls,
        *,
        ruleset: str | Ruleset,
        players: int,
        field: str,
        **asked: Any,
    ) -> Self:
        from strategy_lab.experiments.design.experiment import make_budget, witnesses
        from strategy_lab.simulation.plan import check_seed

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
        spec = cls(ruleset=chosen, players=players, field=ChosenFields(field, ()), **asked)
        aims, candidates = spec.aims(), spec.candidates()
        if field != RETUNED_FIELD or not cls.program.trains:
            texts, known = [field], [chosen.ruleset]
            (fields,) = choose_fields(texts, known, [players], program=cls.program)
            others = witnesses(fields.fields, cls.program)
            spec = replace(spec, field=fields._replace(fields=(*fields.fields, *others)))
        else:
            racing = len({measure.needs for measure in aims.measures})
            most_fields = 4  # of those that confirm
            rulesets = len(candidates) if spec.fair_seats else 2
            at_others = players * len(cls.program.tables_apart) * rulesets
            make_budget(
                spec.games, len(candidates), racing * players, most_fields * players, at_others
            )
        spec.experiment()
        return spec

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        (field,) = held_fields([values["field"]])
        return cls(**{**values, "field": field})

    def experiment(self) -> Experiment:
        """Settle what is played: tuning first, where play is still to be tuned."""
        from strategy_lab.experiments.design.experiment import CandidateRace
        from strategy_lab.experiments.retuning import Retuning

        candidates, trained = self.candidates(), self.program.game.trained_play
        if trained is not None and self.field.text == RETUNED_FIELD and not self.field.fields:
            rulesets = [candidate.ruleset for candidate in candidates]
            return Retuning(trained.to_race(rulesets, self.players, self.seed), adaptive=True)
        design = self._design(candidates)
        return design if design.confirms else CandidateRace(design, self._confirming_play)

    def following(self, outcome: Outcome) -> Spec | None:
        from strategy_lab.experiments.design.experiment import CandidateRace, Design
        from strategy_lab.experiments.retuning import tuned_fields

        experiment = outcome.experiment
        if isinstance(experiment, Design):
            reached = experiment.beyond(outcome)
            return self.further(reached) if reached else None
        if isinstance(experiment, CandidateRace) and experiment.finished:
            if experiment.beyond:
                return self.further(experiment.beyond)
            return self._confirmed_by(experiment.found)
        tuned = tuned_fields(outcome)
        if tuned is None:
            return None
        return replace(self, field=ChosenFields(RETUNED_FIELD, tuned[0]))

    def further(self, reached: Sequence[End]) -> Self:
        from strategy_lab.experiments.design.candidates import further

        fields = () if self.field.text == RETUNED_FIELD else self.field.fields
        vary = further(self.widened or self.vary, reached, self.ruleset.ruleset.variables)
        wider = replace(self, widened=tuple(vary), field=ChosenFields(self.field.text, fields))
        try:
            wider.candidates()
        except UsageError:  # there are no such rules, or too many
            wider = self
        return replace(wider, times_widened=self.times_widened + 1)

    def candidates(self) -> tuple[Candidate, ...]:
        from strategy_lab.experiments.design.candidates import (
            compensations,
            make_candidates,
            parse_variations,
        )

        base, lever = self.ruleset.ruleset, self.program.game.seat_lever
        texts: Sequence[str] = self.widened or self.vary
        if self.fair_seats and lever is not None:
            texts = [compensations(base, self.players, lever)]
        variations = parse_variations(texts, base.variables)
        return make_candidates(base, variations, self.players, self.changes)

    def aims(self) -> Aims:
        from strategy_lab.experiments.design.candidates import parse_aims

        minimise = ("seat_gap",) if self.fair_seats else self.minimise
        return parse_aims(minimise, self.maximise, self.keep, self.program.game.measures())

    @property
    def _confirms(self) -> bool:
        references = sum(each.role == REFERENCE for each in self.field.fields)
        return self.field.text != RETUNED_FIELD or references > 1

    def _design(self, candidates: tuple[Candidate, ...]) -> Design:
        from strategy_lab.experiments.design.experiment import Design

        return Design(
            candidates,
            self.aims(),
            self.field.fields,
            self.program.game.measures(),
            players=self.players,
            games=self.games,
            seed=self.seed,
            lever=self.program.game.seat_lever if self.fair_seats else None,
            confirms=self._confirms,
            goes_beyond=self.beyond > self.times_widened and not self.fair_seats,
        )

    def _confirming_play(self, finalists: Sequence[Ruleset]) -> Tuned:
        trained, base = self.program.game.trained_play, self.ruleset.ruleset
        assert trained is not None, "play was tuned for the race"
        rulesets = [base, *(ruleset for ruleset in finalists if ruleset.name != base.name)]
        return trained.to_confirm(rulesets, self.players, self.seed)

    def _confirmed_by(self, more: Sequence[NamedField]) -> Self:
        from strategy_lab.experiments.design.experiment import witnesses
        from strategy_lab.results.measures import SEVERAL

        several = any(measure.needs == SEVERAL for measure in self.aims().measures)
        fields = (*self.field.fields, *more)
        deciding = [each for each in fields if several or each.role == REFERENCE]
        others = witnesses(deciding, self.program, tuned=True)
        return replace(self, field=ChosenFields(self.field.text, (*fields, *others)))
