"""Whether a strategy, and the files that are executed to load it, are what they were.

Files are compared before they are executed, so that nothing runs that was not there when games were
played. Comments and docstrings in them make no difference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from strategy_lab.errors import UsageError
from strategy_lab.files.regular_files import read_regular
from strategy_lab.files.toml import read_toml
from strategy_lab.game import find_game
from strategy_lab.plugins.code_hashes import code_text
from strategy_lab.plugins.decision import Decision
from strategy_lab.plugins.entrant import Entrant, files_named_in, load_entrant
from strategy_lab.plugins.loading import executed_at
from strategy_lab.plugins.specs import TOML, paths_in


def source_of(entrant: Entrant) -> str:
    """Return a hash of what a strategy is, with its parameters: defaults may change."""
    unloaded = _unloaded(entrant)
    if unloaded is not None:
        return unloaded.source
    decisions = entrant.decisions.values()
    parts = [(each.identity.text, sorted(each.arguments.items())) for each in decisions]
    return _hash(repr(parts))


def sources_of(entrants: Sequence[Entrant]) -> list[str]:
    """Return the hash of each strategy."""
    return [source_of(entrant) for entrant in entrants]


def code_files_of(entrant: Entrant) -> Mapping[str, str]:
    """Return a hash of the code of each file that is executed to load a strategy, by its path.

    A path begins as the spec does, so that it is found where the spec is.
    """
    unloaded = _unloaded(entrant)
    if unloaded is not None:
        return unloaded.files
    return {
        path: _code_hash(path, content)
        for named in _files_named(entrant.spec)
        for path, content in _contents(Path(named)).items()
    }


def load_unchanged(
    held: Mapping[str, Any], tell: Callable[[str], None] = lambda _: None
) -> Entrant:
    """Return the strategy that a file names, if it is what it was; else no code of it is run."""
    _check_files(held["spec"], held["files"])
    for path in held["files"]:
        if not TOML.fullmatch(path):
            tell(path)
    entrant = load_entrant(held["spec"], find_game(held["game"]))
    check_unchanged(entrant, held["source"])
    return entrant


def check_unchanged(entrant: Entrant, source: str) -> None:
    """Check that a strategy is, at this moment, what it was."""
    decisions = {name: replace(decision) for name, decision in entrant.decisions.items()}
    now = replace(entrant, decisions=decisions)
    if source_of(now) != source:
        sure = all(each.identity.sure for each in decisions.values())
        raise UsageError(_changed(entrant.spec, unsure=not sure))


def leave_unloaded(held: Mapping[str, Any]) -> Entrant:
    """Return a strategy that can be named, but not played: enough to add up what was played."""
    nothing = Decision(_Unloaded(held["source"], dict(held["files"])), {})
    game = find_game(held["game"])
    decisions = dict.fromkeys(game.decisions, nothing)
    return Entrant(held["strategy"], held["spec"], decisions, game)


def is_unloaded(entrant: Entrant) -> bool:
    """Return whether a strategy can only be named."""
    return _unloaded(entrant) is not None


def _unloaded(entrant: Entrant) -> _Unloaded | None:
    function = next(iter(entrant.decisions.values())).function
    return function if isinstance(function, _Unloaded) else None


class _Unloaded:
    """Stands in for the functions of a strategy that has not been loaded."""

    def __init__(self, source: str, files: Mapping[str, str]) -> None:
        self.source, self.files = source, files

    def __call__(self, view: object) -> int:
        raise NotImplementedError("this strategy has not been loaded")


def _check_files(spec: str, known: Mapping[str, str]) -> None:
    """Check that the files behind a strategy are what they were, before any of them is executed."""
    for path in (*known, *paths_in(spec)):
        if not Path(path).exists():
            raise UsageError(f"no strategy file {path!r}: check the path")
    for path, before in known.items():
        try:
            same = _code_hash(path, read_regular(Path(path))) == before
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
        if not same:
            raise UsageError(_changed(spec, path))
    for path in _files_named(spec):
        if str(Path(path)) not in known:
            raise UsageError(_changed(spec, path))


def _changed(spec: str, path: str = "", *, unsure: bool = False) -> str:
    """Return that a strategy is another one by now, and the way out."""
    where = f" in {path}" if path and not spec.startswith(path) else ""
    why = " (it holds what cannot be compared, so even a comment counts)" if unsure else ""
    return (
        f"the strategy {spec} has changed{where} since games were played with it{why}: bring it "
        "back as it was, or play a run of its own with the new one"
    )


def _files_named(spec: str) -> Iterator[str]:
    """Yield the files that a spec names, and those that TOML files among them name."""
    for path in paths_in(spec):
        yield path
        if TOML.fullmatch(path):
            yield from files_named_in(Path(path))


def _contents(path: Path) -> Mapping[str, bytes]:
    """Return the contents of a file and of those that were executed with it."""
    if TOML.fullmatch(str(path)):
        return {str(path): read_regular(path)}
    return executed_at(path)


def _code_hash(path: str, content: bytes) -> str:
    if TOML.fullmatch(path):
        return _hash(repr(read_toml(Path(path))))
    try:
        return _hash(code_text(content))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _hash("")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
