"""Fields of strategies that conclusions are drawn from: a conclusion should hold in several.

===================  ==============================================================================
text                 fields
===================  ==============================================================================
``all``              the built-in strategies that both bid and sell, but for those of the ladder
``strong``           those among them that play well
``mirrors``          each of these alone, against itself: as many fields
``mirrors:SPEC,…``   each of other strategies alone
``SPEC,SPEC,…``      a field of one's own
===================  ==============================================================================
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forsale_sim.errors import UsageError

if TYPE_CHECKING:
    from forsale_sim.plugins.entrant import Entrant

STRONG = ("counter", "expert", "matcher", "linear")
"""Built-in strategies that play well, the strongest first; those of the ladder play better."""

ALL = (*STRONG, "spread", "miser", "coinflip", "random")
"""The built-in strategies that both bid and sell, but for the ladder (docs/ladder.md)."""

KINDS = ("all", "strong", "mirrors")
"""The fields that conclusions are drawn from unless others are asked for."""

MIRRORS = "mirrors"


@dataclass(frozen=True, slots=True)
class NamedField:
    """A field, and what tables call it."""

    name: str
    entrants: tuple[Entrant, ...]


def load_fields(texts: Iterable[str]) -> tuple[NamedField, ...]:
    """Return the fields that texts stand for, each once, in their order.

    Raises
    ------
    UsageError
        If a strategy cannot be loaded, or a field of one's own has only one.
    """
    fields: dict[str, NamedField] = {}
    for text in texts:
        for field in _fields(text.strip()):
            fields.setdefault(field.name, field)
    return tuple(fields.values())


def _fields(text: str) -> list[NamedField]:
    from forsale_sim.plugins.entrant import load_field
    from forsale_sim.plugins.specs import split_specs

    if text == "all":
        return [NamedField(text, load_field(ALL))]
    if text == "strong":
        return [NamedField(text, load_field(STRONG))]
    kind, colon, specs = text.partition(":")
    if kind == MIRRORS:
        mirrored = load_field(split_specs(specs) if colon else STRONG)
        return [NamedField(f"{entrant.name} alone", (entrant,)) for entrant in mirrored]
    entrants = load_field(split_specs(text))
    if len(entrants) == 1:
        (alone,) = entrants
        raise UsageError(
            f"field {text!r} is of one strategy, which has nobody to play with: name others after "
            f"a comma, or write {MIRRORS}:{alone.spec} to let it play against itself"
        )
    return [NamedField(",".join(entrant.name for entrant in entrants), entrants)]
