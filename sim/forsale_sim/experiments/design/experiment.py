"""The experiment ``design``: rules race for a goal, and the best are confirmed on fresh deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import DEFAULT_RULESET, RETUNED_FIELD
from forsale_sim.experiments.design.budget import make_budget
from forsale_sim.experiments.design.candidates import (
    Candidate,
    make_candidates,
    parse_variations,
)
from forsale_sim.experiments.design.fair_seats import compensations
from forsale_sim.experiments.design.goals import Aims, parse_conditions, parse_goals
from forsale_sim.experiments.design.race import Race
from forsale_sim.experiments.design.search import Design
from forsale_sim.experiments.fields import ChosenFields, choose_fields, held_fields
from forsale_sim.experiments.named_field import REFERENCE, NamedField
from forsale_sim.experiments.retuning import (
    Retuning,
    Tuned,
    confirming_play,
    retuned_play,
    tuned_fields,
)
from forsale_sim.for_sale import GAME
from forsale_sim.results.measure import LAPSES
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.simulation.experiment import Experiment, Outcome
from forsale_sim.simulation.plan import check_seed
from forsale_sim.simulation.spec import ChosenRuleset, Spec, chosen_rulesets, option


@dataclass(frozen=True, kw_only=True)
class DesignSpec(Spec):
    """The request for a design.

    Attributes
    ----------
    rulesets
        The one that the search begins with.
    variations
        What may be changed, such as ``coins=14..24``.
    fair_seats
        Whether coins by seat are looked for that make all seats win alike, in the place of
        variations and goals.
    minimise, maximise, conditions
        What is wanted: see `goals`.
    changes
        How many rules may be changed; None for all.
    field
        Who plays.
    """

    command: ClassVar[str] = "design"

    rulesets: tuple[ChosenRuleset, ...] = option("--from", usual=(DEFAULT_RULESET,))
    players: int = option("--players")
    variations: tuple[str, ...] = option("--vary", ())
    fair_seats: bool = option("--fair-seats", False)
    minimise: tuple[str, ...] = option("--minimise", ())
    maximise: tuple[str, ...] = option("--maximise", ())
    conditions: tuple[str, ...] = option("--keep", ())
    changes: int | None = option("--changes", None)
    field: tuple[ChosenFields, ...] = option("--field", usual=(RETUNED_FIELD,))
    games: int = option("--games")
    seed: int = option("--seed")

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Return the spec that has these values."""
        return cls(**{**values, "field": held_fields(values["field"])})

    def experiment(self) -> Experiment:
        """Settle what is played: tuning first, where play is still to be tuned."""
        (field,) = self.field
        candidates = self.candidates()
        if field.text == RETUNED_FIELD and not field.fields:
            rulesets = [candidate.ruleset for candidate in candidates]
            return Retuning(retuned_play(rulesets, self.players, self.seed), adaptive=True)
        design = self._design(candidates)
        return design if design.confirms else Race(design, self.confirming_play)

    def following(self, outcome: Outcome) -> Spec | None:
        """Return the request with the play that has been tuned."""
        if isinstance(outcome.experiment, Race) and outcome.experiment.finished:
            return self.confirmed_by(outcome.experiment.found)
        tuned = tuned_fields(outcome)
        if tuned is None:
            return None
        return replace(self, field=(ChosenFields(RETUNED_FIELD, tuned[0]),))

    def confirming_play(self, finalists: Sequence[Ruleset]) -> Tuned:
        """Return play that is tuned fully for finalists."""
        (base,) = (chosen.ruleset for chosen in self.rulesets)
        rulesets = [base, *(ruleset for ruleset in finalists if ruleset.name != base.name)]
        return confirming_play(rulesets, self.players, self.seed)

    def _design(self, candidates: tuple[Candidate, ...]) -> Design:
        (field,) = self.field
        return Design(
            candidates,
            self.aims(),
            field.fields,
            players=self.players,
            games=self.games,
            seed=self.seed,
            fair_seats=self.fair_seats,
            confirms=self.confirms,
        )

    @property
    def confirms(self) -> bool:
        """Whether it is settled who confirms, which `RETUNED_FIELD` leaves open at first."""
        (field,) = self.field
        references = sum(each.role == REFERENCE for each in field.fields)
        return field.text != RETUNED_FIELD or references > 1

    def confirmed_by(self, more: Sequence[NamedField]) -> Self:
        """Return the request with those who confirm, besides those who raced."""
        (field,) = self.field
        return replace(self, field=(ChosenFields(field.text, (*field.fields, *more)),))

    def candidates(self) -> tuple[Candidate, ...]:
        """Return the rules that race."""
        (chosen,) = self.rulesets
        base = chosen.ruleset
        texts = [compensations(base, self.players)] if self.fair_seats else self.variations
        return make_candidates(base, parse_variations(texts), self.players, self.changes)

    def aims(self) -> Aims:
        """Return what is wanted."""
        minimise = ("seat_gap",) if self.fair_seats else self.minimise
        return Aims(parse_goals(minimise, self.maximise), parse_conditions(self.conditions))


def new_design_spec(
    ruleset: str | Ruleset,
    *,
    players: int,
    games: int,
    field: str = RETUNED_FIELD,
    **options: Any,
) -> DesignSpec:
    """Return the spec of a design, from what names its parts."""
    (chosen,) = chosen_rulesets([ruleset], GAME)
    base = chosen.ruleset
    base.rules(players)
    options = {key: _held(value) for key, value in options.items()}
    if options.get("fair_seats"):
        _check_alone(options)
    check_seed(options["seed"])
    fields = ChosenFields(field, ())
    if field != RETUNED_FIELD:
        (fields,) = choose_fields([field], [base], [players])
    spec = DesignSpec(rulesets=(chosen,), players=players, games=games, field=(fields,), **options)
    candidates, aims = spec.candidates(), spec.aims()
    if field == RETUNED_FIELD:
        racing = len({measure.needs for measure in aims.measures})
        confirming = 4 + any(measure.needs == LAPSES for measure in aims.measures)
        make_budget(games, len(candidates), racing * players, confirming * players)
    spec.experiment()
    return spec


def _held(value: Any) -> Any:
    return tuple(value) if isinstance(value, list | tuple) else value


def _check_alone(options: Mapping[str, Any]) -> None:
    """Check that nothing is said that looking for fair seats settles."""
    names = {"variations": "vary", "minimise": "minimise", "maximise": "maximise"}
    for key, name in names.items():
        if options.get(key):
            raise UsageError(
                f"--fair-seats varies the coins by seat until seats are alike: leave out --{name}"
            )
