"""The files that are executed to load a strategy, and whether they are what they were.

Files are compared before they are executed, so that nothing runs that was not there when games were
played. Comments and docstrings make no difference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from forsale_sim.errors import UsageError
from forsale_sim.plugins.entrant import files_named_in
from forsale_sim.plugins.hashing import code_text
from forsale_sim.plugins.loading import executed_for
from forsale_sim.plugins.specs import TOML, paths_in
from forsale_sim.regular_files import read_regular
from forsale_sim.toml import read_toml


def code_files(spec: str) -> dict[str, str]:
    """Return a hash of the code of each file behind a strategy that has been loaded, by its path.

    A path begins as the spec does, so that it is found where the spec is.
    """
    return {
        path: _code_hash(path, content)
        for named in _files_named(spec)
        for path, content in _contents(Path(named)).items()
    }


def check_code_files(spec: str, known: Mapping[str, str]) -> None:
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
            raise UsageError(changed(spec, path))
    for path in _files_named(spec):
        if str(Path(path)) not in known:
            raise UsageError(changed(spec, path))


def changed(spec: str, path: str = "") -> str:
    """Return that a strategy is another one by now, and the way out."""
    where = f" in {path}" if path and not spec.startswith(path) else ""
    return (
        f"the strategy {spec} has changed{where} since games were played with it: bring it back as "
        "it was, or play a run of its own with the new one"
    )


def _files_named(spec: str) -> Iterator[str]:
    """Yield the files that a spec names, and those that TOML files among them name."""
    for path in paths_in(spec):
        yield path
        if TOML.fullmatch(path):
            yield from files_named_in(Path(path))


def _contents(path: Path) -> Mapping[str, bytes]:
    if TOML.fullmatch(str(path)):
        return {str(path): read_regular(path)}
    own = path.resolve()
    beside = path.parent if path.parent.resolve() == own.parent else own.parent
    contents = executed_for(own)
    named = {
        str(beside / Path(file).relative_to(own.parent)): content
        for file, content in contents.items()
    }
    return named | {str(path): contents[str(own)]} if contents else {}  # it may be a link


def _code_hash(path: str, content: bytes) -> str:
    if TOML.fullmatch(path):
        text = repr(read_toml(Path(path)))
    else:
        try:
            text = code_text(content)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            text = ""
    return hashlib.sha256(text.encode()).hexdigest()
