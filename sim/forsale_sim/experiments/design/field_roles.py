"""What the fields of a design are for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from strategy_lab.errors import UsageError
from strategy_lab.experiments.named_field import REFERENCE, NamedField
from strategy_lab.results.measure import LAPSES, SEVERAL, Measure
from strategy_lab.results.paired.schema import RETUNED, UNCHANGED


@dataclass(frozen=True, slots=True)
class FieldRoles:
    """The indices of fields by what they are for.

    Attributes
    ----------
    racing, proving
        The field that decides the race, and the one that confirms.
    several, several_proving
        Those with the most strategies, for measures that need several; None if all have one.
    slips, slips_proving
        Those in which one player slips, amid copies of the first of the race, and of the one that
        confirms; None if no measure needs them.
    raced
        The one of the race, if it was tuned otherwise than the one that confirms; else None.
    unchanged
        The one whose strategies play all rulesets alike; None without one.
    """

    racing: int
    proving: int
    several: int | None
    several_proving: int | None
    slips: int | None
    slips_proving: int | None
    raced: int | None
    unchanged: int | None

    @property
    def confirming(self) -> tuple[int, ...]:
        """The fields that finalists play in."""
        played = (
            *(self.proving, self.several_proving, self.slips_proving),
            *(self.raced, self.unchanged),
        )
        return tuple(sorted({place for place in played if place is not None}))

    def race(self, measure: Measure) -> int:
        """Return the field that the race takes a measure from."""
        return self._of(measure, self.racing, self.several, self.slips)

    def confirmation(self, measure: Measure) -> int:
        """Return the field that fresh deals of a measure are played in."""
        return self._of(measure, self.proving, self.several_proving, self.slips_proving)

    def _of(self, measure: Measure, usual: int, several: int | None, slips: int | None) -> int:
        if measure.needs == LAPSES:
            assert slips is not None
            return slips
        if measure.needs != SEVERAL:
            return usual
        if several is None:
            raise UsageError(
                f"{measure.name} is about several strategies, and the field has one: name others "
                "after a comma (--field)"
            )
        return several


def field_roles(
    fields: Sequence[NamedField], sizes: Sequence[int], *, slips: bool = False
) -> FieldRoles:
    """Return what fields are for, given how many strategies each has.

    The first reference decides the race and the last one confirms, so that what is an accident of
    how the first was tuned is not confirmed; without any, the first field does both. So it is with
    those of several strategies. Those with slips, if they are needed, have the numbers after
    all of these.
    """
    references = [i for i, field in enumerate(fields) if field.role == REFERENCE] or [0]
    unchanged = [i for i, field in enumerate(fields) if field.play == UNCHANGED]
    most = max(sizes)
    largest = [i for i, size in enumerate(sizes) if size == most > 1]
    racing, proving, next_place = references[0], references[-1], len(fields)
    both_tuned = fields[racing].play == fields[proving].play == RETUNED
    return FieldRoles(
        racing=racing,
        proving=proving,
        slips=next_place if slips else None,
        slips_proving=next_place + (racing != proving) if slips else None,
        raced=racing if racing != proving and both_tuned else None,
        several=largest[0] if largest else None,
        several_proving=largest[-1] if largest else None,
        unchanged=unchanged[0] if unchanged else None,
    )
