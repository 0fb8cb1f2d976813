"""Finds strategies in installed packages and in a user's own files.

A package offers strategies by an entry point in the group that the game names, to a module or a
package; every `Strategy` in it, or in a module below the package, is offered under its
own name. The built-in ones are registered this way too. A TOML file in the package's folder, of
tuned parameters or of a mixture, is offered under the file's name.
"""

from __future__ import annotations

import pkgutil
import re
import shlex
import traceback
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from strategy_lab.errors import UsageError, listed, nearest
from strategy_lab.files.whole_files import check_regular
from strategy_lab.game import GameDefinition
from strategy_lab.plugins.loading import load_file
from strategy_lab.plugins.strategies import NAME, Strategy
from strategy_lab.program import offered


@cache
def installed_strategies(game: GameDefinition) -> dict[str, Strategy]:
    strategies: dict[str, Strategy] = {}
    for point in offered(game.strategies):
        try:
            module = import_module(point.module)
            theirs = list(_strategies_below(module))
        except UsageError:
            raise
        except Exception as error:
            raise UsageError(
                f"the strategies of {point.value!r} cannot be imported: {_last_line(error)}; "
                "repair or uninstall that package"
            ) from error
        for strategy in theirs:
            if strategies.setdefault(strategy.name, strategy) is not strategy:
                raise UsageError(
                    f"two installed strategies are called {strategy.name!r}, one of them in "
                    f"{point.value!r}; uninstall one of the packages"
                )
    return dict(sorted(strategies.items()))


def find_installed(name: str, game: GameDefinition) -> Strategy:
    if (strategy := _in_its_module(name, game)) is not None:
        return strategy
    strategies = installed_strategies(game)
    if name not in strategies:
        known = [*strategies, *installed_files(game)]
        raise UsageError(f"unknown strategy {name!r}{nearest(name, known)}")
    return strategies[name]


def _in_its_module(name: str, game: GameDefinition) -> Strategy | None:
    """Return the strategy in the module of its name, for which no other has to be imported.

    None if there is none; or if several packages offer strategies, which may share names.
    """
    points = offered(game.strategies)
    if len(points) != 1 or not NAME.fullmatch(name):
        return None
    try:
        module = import_module(f"{points[0].module}.{name.replace('-', '_')}")
    except Exception:  # `installed_strategies` says what is wrong
        return None
    return {strategy.name: strategy for strategy in _strategies_in(module)}.get(name)


@cache
def installed_files(game: GameDefinition) -> dict[str, Path]:
    """Return every file of tuned parameters or of a mixture that a package ships, by name."""
    strategies, files = installed_strategies(game), dict[str, Path]()
    for point in offered(game.strategies):
        for folder in getattr(import_module(point.module), "__path__", []):
            for path in sorted(Path(folder).glob("*.toml")):
                if not NAME.fullmatch(path.stem):
                    raise UsageError(
                        f"{path} names a strategy, by lower-case words joined by hyphens: rename "
                        f"the file, or uninstall {point.module!r}"
                    )
                if path.stem in strategies or path.stem in files:
                    raise UsageError(
                        f"two installed strategies are called {path.stem!r}, one of them in "
                        f"{path}; uninstall one of the packages"
                    )
                files[path.stem] = path
    return files


def module_beside(name: str, game: GameDefinition) -> ModuleType:
    """Return a module of a package that offers strategies: what a game asks of them otherwise."""
    for point in offered(game.strategies):
        home = f"{point.module}.{name}"
        if find_spec(home) is not None:
            return import_module(home)
    raise UsageError(
        f"no installed package that offers strategies for {game.title} has a module {name!r}: "
        "install it again"
    )


def shipped(spec: str, game: GameDefinition) -> str:
    """Return the path of the file that a package ships under a name; another spec as it is."""
    if not NAME.fullmatch(spec) or _in_its_module(spec, game) is not None:
        return spec
    return str(installed_files(game).get(spec, spec))


def find_in_file(path: Path, name: str, game: GameDefinition) -> Strategy:
    """Return the strategy called `name` in a Python file; with no name, the only one there."""
    strategies: dict[str, Strategy] = {}
    module = _module_of(path)
    for strategy in _strategies_in(module):
        if strategy.game is game and strategies.setdefault(strategy.name, strategy) is not strategy:
            raise UsageError(
                f"{path} holds two strategies called {strategy.name!r}: give one another name"
            )
    if not strategies:
        if rules := [rule for rule in game.rule_functions if hasattr(module, rule)]:
            raise UsageError(
                f"{path} holds no strategy but house rules ({', '.join(rules)}): the ruleset "
                f"'{game.program().ruleset}[code={path}]' has them, to check, run and compare"
            )
        needed = [(name, kind) for name, kind in game.decisions.items() if kind.default is None]
        functions = [f"{name}({', '.join(kind.asked_with)})" for name, kind in needed]
        raise UsageError(
            f"{path} holds no strategy: decorate a class that has functions "
            f"{listed(functions)} with @strategy('name')"
        )
    if not name:
        if len(strategies) > 1:
            raise UsageError(
                f"{path} holds several strategies: name one, as {path}:{next(iter(strategies))}. "
                f"Known: {', '.join(sorted(strategies))}"
            )
        return next(iter(strategies.values()))
    if name not in strategies:
        raise UsageError(f"{path} holds no strategy {name!r}{nearest(name, strategies)}")
    return strategies[name]


def _module_of(named: Path) -> ModuleType:
    try:
        path = named.resolve()
        check_regular(path)
    except (OSError, RuntimeError, ValueError) as error:  # of links, and of a null byte
        raise UsageError(f"no strategy file {str(named)!r}: check the path") from error
    if path.suffix != ".py":
        raise UsageError(f"{path} is not a Python file: its name must end in .py")
    try:
        return load_file(path)
    except (UsageError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise UsageError(f"{path} cannot be run: {_last_line(error, path)}") from error


def _strategies_below(module: ModuleType) -> Iterator[Strategy]:
    yield from _strategies_in(module)
    for info in pkgutil.iter_modules(getattr(module, "__path__", [])):
        yield from _strategies_below(import_module(f"{module.__name__}.{info.name}"))


def _strategies_in(module: ModuleType) -> Iterator[Strategy]:
    seen = set()
    for value in vars(module).values():
        if isinstance(value, Strategy) and not value.settings and id(value) not in seen:
            seen.add(id(value))
            yield value


def _last_line(error: BaseException, path: Path | None = None) -> str:
    """Return an exception's message, with the line of `path` that it came from."""
    message = traceback.format_exception_only(error)[-1].strip()
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if path is not None and frame.filename == str(path)
    ]
    if isinstance(error, SyntaxError) and path is not None and error.filename == str(path):
        lines.append(error.lineno)
    return f"{message} (line {lines[-1]})" if lines else message


def starter(template: str, name: str, file: Path) -> str:
    if not NAME.fullmatch(name):
        raise UsageError(
            f"a strategy's name is lower-case words joined by hyphens, not {name!r}: "
            "choose one with --name, such as --name my-strategy"
        )
    class_name = "".join(word.capitalize() for word in name.split("-"))
    return template.format(name=name, file=shlex.quote(file.name), class_name=class_name)


def name_from(file: Path) -> str:
    return re.sub(r"[\W_]+", "-", file.stem.lower()).strip("-")
