"""Strategy files as modules, loaded again when they, their imports or their data have changed."""

from __future__ import annotations

import hashlib
import importlib
import linecache
import os
import shlex
import stat
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import decode_source, module_from_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn, TypeAlias

from strategy_lab.compiled.reach import code_text
from strategy_lab.compiled.toolchain import cache_root, keep, read_kept
from strategy_lab.errors import UsageError

# files_read: Notices which files are read while a strategy is loaded: once they change, it is
# another.

Stamp: TypeAlias = bytes | tuple[int, ...] | None
"""What changes with a file; None of what is no file."""

SMALL = 2**20
"""Bytes up to which a file's content is compared: its times may be those of an earlier edit."""

NO_FILES = ("/proc/", "/sys/", "/dev/")
"""Where an operating system answers, and another thing each time."""

_listening: list[set[str]] = []


@contextmanager
def files_read() -> Iterator[set[str]]:
    """Give the paths of the files that are opened in the block, by any thread, to be read."""
    _listen()
    paths: set[str] = set()
    _listening.append(paths)
    try:
        yield paths
    finally:
        _listening.remove(paths)


def stamp(path: str) -> Stamp:
    """Return what changes when a file is written, replaced or removed."""
    try:
        found = Path(path).stat()
        if not stat.S_ISREG(found.st_mode):
            return None
        if found.st_size <= SMALL:
            return Path(path).read_bytes()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


@cache
def _listen() -> None:
    sys.addaudithook(_hear)  # it cannot be removed, so there is one


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "open" or not _listening:
        return
    path, _, flags = arguments
    if isinstance(path, str) and not flags & os.O_WRONLY and not path.startswith(NO_FILES):
        for paths in _listening:
            paths.add(str(Path(path).absolute()))


# own_modules: Lets a strategy file import from its own folder, apart from all other modules.
#
# Two files may each import a `helpers` from their own folders. So modules from a file's folder are
# renamed in `sys.modules` once it has been loaded: pickle, dataclasses and numba look there.

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
    if module.exists():
        return module
    # As in Python, a mere folder gives way to a package: it may be the project's that it is in.
    is_loaded = getattr(sys.modules.get(name), "__file__", None) is not None
    return package if package.exists() and not is_loaded else None


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
        elif spec.loader is not None and _by_a_folder.get():
            _check_named(str(spec.origin), None)
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
    origins = [getattr(module, "__file__", None), *getattr(module, "__path__", [])]
    return {Path(origin).resolve() for origin in origins if origin}


def _rename(module: ModuleType, old: str, new: str) -> None:
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
        content = self.get_data(self.path)
        _check_named(self.path, content)
        self._contents[self.path] = content
        code = self.source_to_code(content, self.path)
        lines = decode_source(content).splitlines(keepends=True)
        linecache.cache[self.path] = (len(content), None, lines, self.path)
        return code


@dataclass(frozen=True)
class Loaded:
    module: ModuleType
    contents: Mapping[str, bytes]
    data: Mapping[str, Stamp]  # what else was read meanwhile, libraries aside

    @property
    def is_current(self) -> bool:
        try:
            return all(
                Path(file).read_bytes() == content for file, content in self.contents.items()
            ) and all(stamp(file) == before for file, before in self.data.items())
        except OSError:
            return False


@contextmanager
def ending_refused() -> Iterator[None]:
    """Let no file of a user's end the process without a word, by `os._exit`, within the block."""
    before = os._exit

    def end(status: int) -> NoReturn:
        if library_of(sys._getframe(1).f_code.co_filename) is not None:
            before(status)
        raise RuntimeError("it would end the whole program (os._exit)")

    os._exit = end
    try:
        yield
    finally:
        os._exit = before


_by_a_folder: ContextVar[bool] = ContextVar("_by_a_folder", default=False)
_named: set[str] = set()


@contextmanager
def named_by_a_folder() -> Iterator[None]:
    """Execute no file in the block but those that this user has named before, as they were then.

    Results name files, and somebody else may have written both.
    """
    token = _by_a_folder.set(True)
    try:
        yield
    finally:
        _by_a_folder.reset(token)


def _check_named(path: str, content: bytes | None) -> None:
    """Note what is executed as the user has asked; refuse it if only a folder names it."""
    name = "" if content is None else f"named-{_code_hash(content)}"
    is_known = name in _named or (name and read_kept(name) is not None)
    if not _by_a_folder.get() and not is_known:
        keep(name, b"")
    elif not is_known:
        raise UsageError(
            f"{path} is named by these results, and has never been by you on this machine, so "
            "nothing of it is run. Read it; if you trust it, name it yourself once, as in check "
            f"{shlex.quote(path)}"
        )
    _named.add(name)


def _code_hash(content: bytes) -> str:
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        content = code_text(content).encode()
    return hashlib.sha256(content).hexdigest()


_loaded: dict[Path, Loaded] = {}


def load_file(path: Path) -> ModuleType:
    """Return the module of a Python file (absolute path), loaded again if anything has changed."""
    loaded = _loaded.get(path)
    if loaded is None or not loaded.is_current:
        loaded = _loaded[path] = _load(path)
    return loaded.module


def executed_at(path: Path) -> Mapping[str, bytes]:
    """Return what is executed for a file that may be a link; the paths begin as its own does."""
    own = path.resolve()
    if own not in _loaded:
        return {}
    beside = path.parent if path.parent.resolve() == own.parent else own.parent
    contents = _loaded[own].contents
    named = {
        str(beside / Path(file).relative_to(own.parent)): content
        for file, content in contents.items()
    }
    return named | {str(path): contents[str(own)]} if contents else {}


class LoadedFile(NamedTuple):
    path: str
    content: bytes
    is_named: bool  # whether a user has named it, or a file that it was loaded for


def files_with(module: str, file: str) -> Iterator[LoadedFile]:
    """Yield all files that were loaded for a module; its own if nothing is known of others.

    Those are the modules that it imported from its folder, and what it read there.
    """
    for path, loaded in _loaded.items():
        if f"{module}.".startswith(f"{loaded.module.__name__}."):
            for name, content in loaded.contents.items():
                yield LoadedFile(name, content, is_named=True)
            for name, read in loaded.data.items():
                if Path(name).is_relative_to(path.parent) and "__pycache__" not in name:
                    content = read if isinstance(read, bytes) else _read(name, read) or b""
                    yield LoadedFile(name, content, is_named=True)
            return
    if (own := _read(file, None)) is not None:
        yield LoadedFile(file, own, is_named=False)


@cache
def _read(file: str, _stamp: Stamp) -> bytes | None:
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
        with ending_refused(), own_modules(path.parent, name, contents), files_read() as read:
            loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
        raise
    data = {file: stamp(file) for file in read - contents.keys() if not _is_no_data(file)}
    return Loaded(module, contents, data)


def _is_no_data(file: str) -> bool:
    """Return whether a library or this program reads a file, which may be below the strategy's.

    So does Python the source of a module, if it has not compiled it before.
    """
    if library_of(file) is not None:
        return True
    if file.endswith(".py"):
        modules = list(sys.modules.values())
        if any(getattr(module, "__file__", None) == file for module in modules):
            return True
    kept = cache_root()
    return kept is not None and Path(file).resolve().is_relative_to(kept.resolve())


def _hash(path: Path) -> str:
    return hashlib.sha256(str(path).encode()).hexdigest()
