"""Fields of strategies that conclusions are drawn from: a conclusion should hold in several.

===================  ==============================================================================
text                 fields
===================  ==============================================================================
``all``              the built-in strategies that both bid and sell, but for those of the ladder
``strong``           those among them that play well
``mirrors``          each of these alone, against itself: as many fields
``mirrors:SPEC,…``   each of other strategies alone
``SPEC,SPEC,…``      a field of one's own; ``all`` or ``strong`` among them stand for theirs
===================  ==============================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import DEFAULT_FIELD, LADDER, NAMED_FIELDS, STRONG

if TYPE_CHECKING:
    from forsale_sim.plugins.contract import Strategy
    from forsale_sim.plugins.entrant import Entrant

MIRRORS = "mirrors"


class NamedField(NamedTuple):
    """A field, and what tables call it."""

    name: str
    entrants: tuple[Entrant, ...]


class ChosenFields(NamedTuple):
    """The fields that a text stands for."""

    text: str
    fields: tuple[NamedField, ...]

    def __str__(self) -> str:
        return self.text


def load_strategies(specs: Sequence[str | Strategy]) -> tuple[Entrant, ...]:
    """Return the field that specs name, each strategy once; for none, the usual field.

    ``all`` and ``strong`` stand for the strategies of these fields.
    """
    from forsale_sim.plugins.entrant import load_field

    every: list[str | Strategy] = []
    for spec in specs:
        every += NAMED_FIELDS.get(spec, (spec,)) if isinstance(spec, str) else (spec,)
    return load_field(every or DEFAULT_FIELD)


def choose_fields(texts: Iterable[str]) -> tuple[ChosenFields, ...]:
    """Return what each text stands for."""
    return tuple(ChosenFields(text, tuple(_fields(text.strip()))) for text in texts)


def different_fields(chosen: Iterable[ChosenFields]) -> tuple[NamedField, ...]:
    """Return all fields, each once, in their order."""
    return tuple({field.name: field for each in chosen for field in each.fields}.values())


def held_fields(held: Iterable[Mapping[str, Any]]) -> tuple[ChosenFields, ...]:
    """Return the fields that values by name stand for, as JSON holds them."""
    return tuple(
        ChosenFields(each["text"], tuple(NamedField(**field) for field in each["fields"]))
        for each in held
    )


def weakness_note(fields: Iterable[NamedField]) -> str:
    """Return a sentence if no strategy of the ladder is in any field, else nothing."""
    names = {entrant.name.partition(":")[0] for field in fields for entrant in field.entrants}
    if names & set(LADDER):
        return ""
    return (
        "No field has a strategy of the ladder, which are far stronger (docs/ladder.md) and may "
        "show something else: see whether it holds among them, in the field mirrors:quick, say."
    )


def _fields(text: str) -> list[NamedField]:
    from forsale_sim.plugins.entrant import load_field
    from forsale_sim.plugins.specs import split_specs

    if text in NAMED_FIELDS:
        return [NamedField(text, load_strategies([text]))]
    kind, colon, specs = text.partition(":")
    if kind == MIRRORS:
        mirrored = load_field(split_specs(specs) if colon else STRONG)
        return [NamedField(f"{entrant.name} alone", (entrant,)) for entrant in mirrored]
    entrants = load_strategies(split_specs(text))
    if len(entrants) == 1:
        (alone,) = entrants
        raise UsageError(
            f"field {text!r} is of one strategy, which has nobody to play with: name others after "
            f"a comma, or write {MIRRORS}:{alone.spec} to let it play against itself"
        )
    return [NamedField(",".join(entrant.name for entrant in entrants), entrants)]
