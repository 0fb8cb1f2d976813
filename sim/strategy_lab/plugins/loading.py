"""Strategy files as modules, loaded again when they, their imports or their data have changed."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

from strategy_lab.plugins.files_read import Stamp, files_read, stamp
from strategy_lab.plugins.own_modules import FromSource, library_of, own_modules


@dataclass(frozen=True)
class Loaded:
    """A module with the contents of all files that were executed for it."""

    module: ModuleType
    contents: Mapping[str, bytes]
    data: Mapping[str, Stamp]
    """What else was read meanwhile, libraries aside."""

    @property
    def is_current(self) -> bool:
        """Whether no file has changed since."""
        try:
            return all(
                Path(file).read_bytes() == content for file, content in self.contents.items()
            ) and all(stamp(file) == before for file, before in self.data.items())
        except OSError:
            return False


_loaded: dict[Path, Loaded] = {}


def load_file(path: Path) -> ModuleType:
    """Return the module of a Python file (absolute path), loaded again if anything has changed."""
    loaded = _loaded.get(path)
    if loaded is None or not loaded.is_current:
        loaded = _loaded[path] = _load(path)
    return loaded.module


def executed_for(path: Path) -> Mapping[str, bytes]:
    """Return the contents of the files that were executed to load a file, by their paths."""
    loaded = _loaded.get(path)
    return {} if loaded is None else loaded.contents


def executed_at(path: Path) -> Mapping[str, bytes]:
    """Return the same of a file that may be a link; their paths begin as its own does."""
    own = path.resolve()
    beside = path.parent if path.parent.resolve() == own.parent else own.parent
    contents = executed_for(own)
    named = {
        str(beside / Path(file).relative_to(own.parent)): content
        for file, content in contents.items()
    }
    return named | {str(path): contents[str(own)]} if contents else {}


def contents_with(module: str, file: str) -> Iterable[bytes]:
    """Return the contents of all files that were executed for a module; of none if it has none."""
    for loaded in _loaded.values():
        if f"{module}.".startswith(f"{loaded.module.__name__}."):
            return loaded.contents.values()
    content = _read(file)
    return () if content is None else (content,)


@cache
def _read(file: str) -> bytes | None:
    """Return the content that a module's file has when it is first asked for."""
    try:
        return Path(file).read_bytes()
    except (OSError, ValueError):  # it was never a file
        return None


def _load(path: Path) -> Loaded:
    # Two files of one name are two modules.
    name = f"forsale_sim_strategy_file_{path.stem}_{_hash(path)[:12]}"
    contents: dict[str, bytes] = {}
    loader = FromSource(name, str(path), contents)
    spec = ModuleSpec(name, loader, origin=str(path))
    spec.has_location = True
    module = module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        with own_modules(path.parent, name, contents), files_read() as read:
            loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
        raise
    data = {file: stamp(file) for file in read - contents.keys() if library_of(file) is None}
    return Loaded(module, contents, data)


def _hash(path: Path) -> str:
    return hashlib.sha256(str(path).encode()).hexdigest()
