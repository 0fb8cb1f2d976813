"""The experiment ``design``: rules race for a goal, and the best are confirmed on fresh deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeAlias

from forsale_sim.experiments.defaults import DEFAULT_RULESET, RETUNED_FIELD
from forsale_sim.experiments.design.budget import make_budget
from forsale_sim.experiments.design.candidates import make_candidates, parse_variations
from forsale_sim.experiments.design.goals import Aims, parse_conditions, parse_goals
from forsale_sim.experiments.design.search import Design
from forsale_sim.experiments.fields import ChosenFields, choose_fields, held_fields
from forsale_sim.experiments.named_field import NamedField
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.simulation.plan import check_seed
from forsale_sim.simulation.spec import ChosenRuleset, Spec, chosen_rulesets, option

Retune: TypeAlias = Callable[[Sequence[Ruleset], int, int], tuple[NamedField, ...]]
"""Tunes play for rulesets, a number of players, and from a seed."""


@dataclass(frozen=True, kw_only=True)
class DesignSpec(Spec):
    """The request for a design.

    Attributes
    ----------
    rulesets
        The one that the search begins with.
    variations
        What may be changed, such as ``coins=14..24``.
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
    variations: tuple[str, ...] = option("--vary")
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

    def experiment(self) -> Design:
        """Settle what is played."""
        (chosen,) = self.rulesets
        (field,) = self.field
        variations = parse_variations(self.variations)
        return Design(
            make_candidates(chosen.ruleset, variations, self.players, self.changes),
            Aims(
                parse_goals(self.minimise, self.maximise),
                parse_conditions(self.conditions),
            ),
            field.fields,
            players=self.players,
            games=self.games,
            seed=self.seed,
        )


def new_design_spec(
    ruleset: str | Ruleset,
    *,
    players: int,
    variations: Sequence[str],
    minimise: Sequence[str] = (),
    maximise: Sequence[str] = (),
    conditions: Sequence[str] = (),
    changes: int | None = None,
    field: str = RETUNED_FIELD,
    games: int,
    seed: int,
    retune: Retune,
) -> DesignSpec:
    """Return the spec of a design, from what names its parts.

    Parameters are the fields of `DesignSpec`, and `retune`, which tunes play where the field is
    `RETUNED_FIELD`. It is called last, when nothing else can be wrong.
    """
    chosen = chosen_rulesets([ruleset])
    base = chosen[0].ruleset
    base.rules(players)
    check_seed(seed)
    aims = Aims(parse_goals(minimise, maximise), parse_conditions(conditions))
    found = make_candidates(base, parse_variations(variations), players, changes)
    if field != RETUNED_FIELD:
        (fields,) = choose_fields([field], [base], [players])
    else:
        rulesets = [candidate.ruleset for candidate in found]
        racing = len({measure.needs_several for measure in aims.measures})
        make_budget(games, len(found), racing * players, 3 * players)
        fields = ChosenFields(RETUNED_FIELD, retune(rulesets, players, seed))
    spec = DesignSpec(
        rulesets=chosen,
        players=players,
        variations=tuple(variations),
        minimise=tuple(minimise),
        maximise=tuple(maximise),
        conditions=tuple(conditions),
        changes=changes,
        field=(fields,),
        games=games,
        seed=seed,
    )
    spec.experiment()
    return spec
