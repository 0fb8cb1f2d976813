"""Whether a strategy is what it was when an experiment was begun."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from forsale_sim.errors import UsageError
from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import Entrant, load_entrant
from forsale_sim.plugins.hashing import source_hash


def source_of(entrant: Entrant) -> str:
    """Return a hash of a strategy's source and of all its parameters: defaults may change."""
    if isinstance(entrant.bid.function, _Unloaded):
        return entrant.bid.function.source
    functions = source_hash(entrant.bid.function, entrant.sell.function)
    values = [sorted(decision.arguments.items()) for decision in (entrant.bid, entrant.sell)]
    return hashlib.sha256(f"{functions} {values}".encode()).hexdigest()


def sources_of(entrants: Sequence[Entrant]) -> list[str]:
    """Return the hash of each strategy."""
    return [source_of(entrant) for entrant in entrants]


def load_unchanged(held: Mapping[str, str]) -> Entrant:
    """Return the strategy that a file names, if it is what it was."""
    entrant = load_entrant(held["spec"])
    check_unchanged(entrant, held["source"])
    return entrant


def check_unchanged(entrant: Entrant, source: str) -> None:
    """Check that a strategy is what it was."""
    if source_of(entrant) != source:
        raise UsageError(
            f"the strategy {entrant.spec} has changed since games were played with it: bring "
            "it back as it was, or play a run of its own with the new one"
        )


def leave_unloaded(held: Mapping[str, str]) -> Entrant:
    """Return a strategy that can be named, but not played: enough to add up what was played."""
    nothing = Decision(_Unloaded(held["source"]), {})
    return Entrant(held["strategy"], held["spec"], nothing, nothing)


class _Unloaded:
    """Stands in for the functions of a strategy that has not been loaded."""

    def __init__(self, source: str) -> None:
        self.source = source

    def __call__(self, view: object) -> int:
        raise NotImplementedError("this strategy has not been loaded")
