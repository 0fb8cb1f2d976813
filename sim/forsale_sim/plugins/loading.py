"""A strategy's file as a module, with the modules of its folder to itself.

Two files may each import a `helpers` from their own folders, and a session may have one of its own.
So what a file takes from its folder leaves `sys.modules` once it has been loaded, and is kept there
under a name that no other file's module has: pickle, dataclasses and numba find things by it.
"""

from __future__ import annotations

import hashlib
import importlib
import linecache
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import decode_source, module_from_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from forsale_sim.plugins.sources import is_installed


@dataclass(frozen=True)
class Loaded:
    """A file as it was loaded.

    Attributes
    ----------
    module
        What it made.
    contents
        A hash of every file that was executed for it.
    """

    module: ModuleType
    contents: Mapping[str, str]

    @property
    def is_current(self) -> bool:
        """Whether every file still is what was executed."""
        try:
            return all(
                _hash(Path(file).read_bytes()) == content for file, content in self.contents.items()
            )
        except OSError:
            return False


_loaded: dict[Path, Loaded] = {}


def load_file(path: Path) -> ModuleType:
    """Return the module that a Python file is, loaded anew if it has changed, or what it imports.

    Parameters
    ----------
    path
        Of a file that is there, its name ending in ``.py``. Absolute.
    """
    loaded = _loaded.get(path)
    if loaded is None or not loaded.is_current:
        loaded = _loaded[path] = _load(path)
    return loaded.module


def own_place(name: str, folder: Path) -> Path | None:
    """Return what a file in `folder` gets from there by importing a module that is in no package.

    Returns
    -------
    Path or None
        The module's file, or the package's folder; None if it gets a module from elsewhere.
    """
    package, module = folder / name, folder / f"{name}.py"
    places = _places(sys.modules.get(name))
    if places and not {package, module} & places and any(map(is_installed, places)):
        return None
    if (package / "__init__.py").exists():
        return package
    return next((place for place in (module, package) if place.exists()), None)


def _load(path: Path) -> Loaded:
    # Two files of one name are two modules.
    name = f"forsale_sim_strategy_file_{path.stem}_{_hash(str(path).encode())[:12]}"
    contents: dict[str, str] = {}
    loader = _FromSource(name, str(path), contents)
    spec = ModuleSpec(name, loader, origin=str(path))
    spec.has_location = True
    module = module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        with _own_modules(path.parent, name, contents):
            loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
        raise
    return Loaded(module, contents)


class _FromSource(SourceFileLoader):
    """Compiles a file as it is now, and notes what it was.

    Python's own cache of compiled files goes by their times, which two quick edits may share. What
    is noted for `linecache` keeps tracebacks and hashes true when the file is edited later.
    """

    def __init__(self, name: str, path: str, contents: dict[str, str]) -> None:
        super().__init__(name, path)
        self._contents = contents

    def get_code(self, fullname: str) -> CodeType:
        content = self.get_data(self.path)
        self._contents[self.path] = _hash(content)
        code = self.source_to_code(content, self.path)
        lines = decode_source(content).splitlines(keepends=True)
        linecache.cache[self.path] = (len(content), None, lines, self.path)
        return code


@dataclass
class _OwnFinder(MetaPathFinder):
    """Finds modules in a folder before all others, and notes their names."""

    folder: Path
    contents: dict[str, str]
    names: list[str] = field(default_factory=list)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        parent = name.rpartition(".")[0]
        if (parent and parent not in self.names) or name in sys.builtin_module_names:
            return None
        spec = PathFinder.find_spec(name, path if parent else [str(self.folder)], target)
        if spec is None or (spec.loader is None and not parent and _found_elsewhere(name)):
            return None
        if isinstance(spec.loader, SourceFileLoader):
            spec.loader = _FromSource(name, spec.loader.path, self.contents)
        self.names.append(name)
        return spec


def _found_elsewhere(name: str) -> bool:
    """Return whether a folder of that name is no package: a real one is installed."""
    spec = PathFinder.find_spec(name)
    return spec is not None and spec.loader is not None


@contextmanager
def _own_modules(folder: Path, name: str, contents: dict[str, str]) -> Iterator[None]:
    """Let what is imported in the block come from `folder`, if it is there, for `name` alone."""
    importlib.invalidate_caches()
    finder = _OwnFinder(folder, contents)
    hidden = {key: sys.modules.pop(key) for key in _standing_in(folder)}
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        own = {key: sys.modules.pop(key) for key in finder.names if key in sys.modules}
        sys.modules.update(hidden)
    for key, module in own.items():
        _rename(module, key, f"{name}.{key}")


def _standing_in(folder: Path) -> list[str]:
    """Return the names of modules that would be taken for those of `folder`, and are others."""
    others, offered = set(), {entry.name.removesuffix(".py") for entry in folder.iterdir()}
    for top in offered & {name.partition(".")[0] for name in sys.modules}:
        place, places = own_place(top, folder), _places(sys.modules.get(top))
        if place is not None and places and place not in places:
            others.add(top)
    return [name for name in sys.modules if name.partition(".")[0] in others]


def _places(module: ModuleType | None) -> set[Path]:
    """Return where a module comes from: its file, and the folders of a package."""
    origins = [getattr(module, "__file__", None), *getattr(module, "__path__", [])]
    return {Path(origin).resolve() for origin in origins if origin}


def _rename(module: ModuleType, old: str, new: str) -> None:
    """Give a module, and what it defines, another name."""
    sys.modules[new] = module
    module.__name__ = new
    if module.__spec__ is not None:
        module.__spec__.name = new
        module.__package__ = module.__spec__.parent
    _rename_in(vars(module), old, new)


def _rename_in(namespace: Mapping[str, Any], old: str, new: str) -> None:
    for value in namespace.values():
        part = getattr(value, "py_func", getattr(value, "__func__", value))
        if isinstance(part, FunctionType | type) and part.__module__ == old:
            part.__module__ = new
            if isinstance(part, type):
                _rename_in(vars(part), old, new)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
