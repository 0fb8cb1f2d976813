"""Whether a strategy is what it was when an experiment was begun."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from forsale_sim.errors import UsageError
from forsale_sim.plugins.code_files import changed, check_code_files, code_files
from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import Entrant, load_entrant
from forsale_sim.plugins.hashing import source_hash
from forsale_sim.plugins.specs import TOML


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


def code_files_of(entrant: Entrant) -> Mapping[str, str]:
    """Return a hash of each file that is executed to load a strategy, by its path."""
    if isinstance(entrant.bid.function, _Unloaded):
        return entrant.bid.function.files
    return code_files(entrant.spec)


def load_unchanged(
    held: Mapping[str, Any], tell: Callable[[str], None] = lambda _: None
) -> Entrant:
    """Return the strategy that a file names, if it is what it was; else no code of it is run."""
    check_code_files(held["spec"], held["files"])
    for path in held["files"]:
        if not TOML.fullmatch(path):
            tell(path)
    entrant = load_entrant(held["spec"])
    check_unchanged(entrant, held["source"])
    return entrant


def check_unchanged(entrant: Entrant, source: str) -> None:
    """Check that a strategy is what it was."""
    if source_of(entrant) != source:
        raise UsageError(changed(entrant.spec))


def leave_unloaded(held: Mapping[str, Any]) -> Entrant:
    """Return a strategy that can be named, but not played: enough to add up what was played."""
    nothing = Decision(_Unloaded(held["source"], held["files"]), {})
    return Entrant(held["strategy"], held["spec"], nothing, nothing)


def is_unloaded(entrant: Entrant) -> bool:
    """Return whether a strategy can only be named."""
    return isinstance(entrant.bid.function, _Unloaded)


class _Unloaded:
    """Stands in for the functions of a strategy that has not been loaded."""

    def __init__(self, source: str, files: Mapping[str, str]) -> None:
        self.source, self.files = source, files

    def __call__(self, view: object) -> int:
        raise NotImplementedError("this strategy has not been loaded")
