"""Lets a strategy file import from its own folder, apart from all other modules.

Two files may each import a `helpers` from their own folders, and a session may have one of its own.
So modules from a file's folder are renamed in `sys.modules` once it has been loaded, to names that
no other file's modules have: pickle, dataclasses and numba look things up by them.
"""

from __future__ import annotations

import importlib
import linecache
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import decode_source
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

LABORATORY = Path(__file__).resolve().parents[2]
"""The folder of this package, and of the games that come with it."""

LIBRARIES = [Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib", "stdlib")]


@cache
def library_of(file: str) -> str | None:
    """Return the package whose file or folder this is; None if it is no library's."""
    if file.startswith("<frozen "):
        return "sys"
    place = Path(file).resolve()
    inside = next(
        (each for each in (*LIBRARIES, LABORATORY) if place.is_relative_to(each) and place != each),
        None,
    )
    return None if inside is None else place.relative_to(inside).parts[0].partition(".")[0]


def own_place(name: str, folder: Path) -> Path | None:
    """Return what a file in `folder` gets from there by importing a top-level module."""
    package, module = folder / name, folder / f"{name}.py"
    places = _places(sys.modules.get(name))
    if (
        places
        and not {package, module} & places
        and any(library_of(str(place)) for place in places)
    ):
        return None
    if (package / "__init__.py").exists():
        return package
    return next((place for place in (module, package) if place.exists()), None)


@contextmanager
def own_modules(folder: Path, name: str, contents: dict[str, bytes]) -> Iterator[None]:
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


@dataclass
class _OwnFinder(MetaPathFinder):
    """Finds modules in a folder before all others, and records their names."""

    folder: Path
    contents: dict[str, bytes]
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
            spec.loader = FromSource(name, spec.loader.path, self.contents)
        self.names.append(name)
        return spec


def _found_elsewhere(name: str) -> bool:
    """Return whether a package of that name is installed, so that a mere folder is not meant."""
    spec = PathFinder.find_spec(name)
    return spec is not None and spec.loader is not None


def _standing_in(folder: Path) -> list[str]:
    """Return the names of loaded modules that hide those of `folder`."""
    others, offered = set(), {entry.name.removesuffix(".py") for entry in folder.iterdir()}
    for top in offered & {name.partition(".")[0] for name in sys.modules}:
        place, places = own_place(top, folder), _places(sys.modules.get(top))
        if place is not None and places and place not in places:
            others.add(top)
    return [name for name in sys.modules if name.partition(".")[0] in others]


def _places(module: ModuleType | None) -> set[Path]:
    """Return a module's file, and the folders of a package."""
    origins = [getattr(module, "__file__", None), *getattr(module, "__path__", [])]
    return {Path(origin).resolve() for origin in origins if origin}


def _rename(module: ModuleType, old: str, new: str) -> None:
    """Rename a module, also in what it defines."""
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


class FromSource(SourceFileLoader):
    """Compiles a file as it is now, and adds its content to `contents`.

    Python's own cache of compiled files goes by their times, which two quick edits may share. The
    entry in `linecache` keeps tracebacks and hashes true when the file is edited later.
    """

    def __init__(self, name: str, path: str, contents: dict[str, bytes]) -> None:
        super().__init__(name, path)
        self._contents = contents

    def get_code(self, fullname: str) -> CodeType:
        """Return the file's compiled code."""
        content = self.get_data(self.path)
        self._contents[self.path] = content
        code = self.source_to_code(content, self.path)
        lines = decode_source(content).splitlines(keepends=True)
        linecache.cache[self.path] = (len(content), None, lines, self.path)
        return code
