"""Source files of strategies as plain data: taken along from one machine, written on another.

A strategy's file travels with what it imports from its own folder: modules, and packages with all
their Python files. A TOML file travels with the files of strategies that it names. Other files and
what is installed stay where they are.
"""

from __future__ import annotations

import ast
import hashlib
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from strategy_lab.compiled.cache_folder import cache_root
from strategy_lab.errors import UsageError
from strategy_lab.files.atomic_files import atomic_write, write_errors
from strategy_lab.plugins.entrant import files_named_in
from strategy_lab.plugins.own_modules import own_place
from strategy_lab.plugins.specs import TOML

Files: TypeAlias = dict[str, dict[str, str]]
"""Of each file, by its name in the folder of the strategy's: ``path``, where it is on the machine
that it comes from, and ``content`` in base64."""


def read_files(path: str) -> Files:
    """Return a strategy's file, which has been loaded, and what it takes from its own folder."""
    own = Path(path).resolve()
    found = {own: Path(path).name}
    waiting = [(own, own.parent)]
    known = set(waiting)
    while waiting:
        for file, folder in _taken(*waiting.pop()):
            if (file, folder) not in known:
                known.add((file, folder))
                found[file] = file.relative_to(own.parent).as_posix()
                waiting.append((file, folder))
    return {
        name: {"path": str(file), "content": b64encode(file.read_bytes()).decode()}
        for file, name in found.items()
    }


def write_files(files: Files) -> Path:
    """Write files to a folder of this machine that is named by a hash of their contents.

    So the same files are compiled once, whatever run they come with, and others never stand in for
    them. What is there already is compared byte by byte.
    """
    contents = {name: b64decode(file["content"]) for name, file in files.items()}
    folder = _root() / _hash(contents)
    for name, content in contents.items():
        path = folder / name
        with write_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_bytes() != content:
                with atomic_write(path) as aside:
                    aside.write_bytes(content)
    return folder


@cache
def _root() -> Path:
    """Return where files of other machines are kept: beside compiled code, if that is kept."""
    root = cache_root()
    return Path(tempfile.mkdtemp(prefix="forsale-sim-")) if root is None else root / "travelled"


def _hash(contents: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in sorted(contents.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:24]


def _taken(file: Path, folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the files of `folder` that a file imports or, as TOML, names.

    Each comes with the folder that it imports from: a strategy from its own.
    """
    if not TOML.fullmatch(file.name):
        yield from ((imported, folder) for imported in _imported(file, folder))
        return
    for named in map(Path, files_named_in(file)):
        if not named.resolve().is_relative_to(folder):
            raise UsageError(
                f"{file} names {named}, which is outside of its folder and so cannot be sent to "
                "another machine: keep them together"
            )
        yield named.resolve(), named.resolve().parent


def _imported(file: Path, folder: Path) -> Iterator[Path]:
    """Yield the files of what a file imports from `folder`."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _files_of(alias.name, folder)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from _files_of(node.module, folder)


def _files_of(name: str, folder: Path) -> Iterator[Path]:
    """Yield the files of a module, or of all of its package, if it is imported from `folder`."""
    place = own_place(name.partition(".")[0], folder)
    if place is not None:
        yield from sorted(place.rglob("*.py")) if place.is_dir() else (place,)
