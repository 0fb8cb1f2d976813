"""What the fields of a design are for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forsale_sim.errors import UsageError
from forsale_sim.experiments.design.measures import Measure
from forsale_sim.experiments.named_field import REFERENCE, NamedField
from forsale_sim.results.paired.schema import UNCHANGED


@dataclass(frozen=True, slots=True)
class FieldRoles:
    """The indices of fields by what they are for.

    Attributes
    ----------
    racing, proving
        The field that decides the race, and the one that confirms.
    several
        The one with the most strategies, for measures that need several; None if all have one.
    unchanged
        The one whose strategies play all rulesets alike; None without one.
    """

    racing: int
    proving: int
    several: int | None
    unchanged: int | None

    @property
    def confirming(self) -> tuple[int, ...]:
        """The fields that finalists play in."""
        played = (self.proving, self.several, self.unchanged)
        return tuple(sorted({place for place in played if place is not None}))

    def race(self, measure: Measure) -> int:
        """Return the field that the race takes a measure from."""
        return self._several(measure) if measure.needs_several else self.racing

    def confirmation(self, measure: Measure) -> int:
        """Return the field that fresh deals of a measure are played in."""
        return self._several(measure) if measure.needs_several else self.proving

    def _several(self, measure: Measure) -> int:
        if self.several is None:
            raise UsageError(
                f"{measure.name} is about several strategies, and the field has one: name others "
                "after a comma (--field)"
            )
        return self.several


def field_roles(fields: Sequence[NamedField], sizes: Sequence[int]) -> FieldRoles:
    """Return what fields are for, given how many strategies each has.

    The first reference decides the race and the last one confirms, so that what is an accident of
    how the first was tuned is not confirmed; without any, the first field does both.
    """
    references = [i for i, field in enumerate(fields) if field.role == REFERENCE] or [0]
    unchanged = [i for i, field in enumerate(fields) if field.play == UNCHANGED]
    largest = max(range(len(fields)), key=lambda i: sizes[i])
    return FieldRoles(
        racing=references[0],
        proving=references[-1],
        several=largest if sizes[largest] > 1 else None,
        unchanged=unchanged[0] if unchanged else None,
    )
