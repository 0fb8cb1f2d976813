"""Finds strategies in installed packages and in a user's own files.

A package offers strategies by an entry point in the group that the game names, to a module or a
package; every `Strategy` in it, or in a module below the package, is offered under its
own name. The built-in ones are registered this way too. A TOML file in the package's folder, of
tuned parameters or of a mixture, is offered under the file's name.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
import shlex
import sys
from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from strategy_lab.errors import UsageError, listed, nearest, placed
from strategy_lab.files.whole_files import check_regular
from strategy_lab.game import GameDefinition, find_game
from strategy_lab.plugins.loading import load_file
from strategy_lab.plugins.strategies import NAME, Strategy
from strategy_lab.program import imported, offered


class Offered(NamedTuple):
    """What a package offers for a game; nothing, and why, if it is broken."""

    strategies: Mapping[str, Strategy]
    files: Mapping[str, Path]  # of tuned parameters or of mixtures, by name
    problem: str = ""


@cache
def _offered_by(point: EntryPoint, game: GameDefinition) -> Offered:
    strategies, files = dict[str, Strategy](), dict[str, Path]()
    try:
        module = imported(point, lambda: import_module(point.module))
        below = imported(point, lambda: list(_strategies_below(import_module(point.value))))
        for strategy in below:
            if strategies.setdefault(strategy.name, strategy) is not strategy:
                raise UsageError(f"{point.value!r} offers two strategies {strategy.name!r}")
        for folder in getattr(module, "__path__", []):
            for path in sorted(Path(folder).glob("*.toml")):
                if not NAME.fullmatch(path.stem):
                    raise UsageError(
                        f"{path} names a strategy, by lower-case words joined by hyphens: rename "
                        f"the file, or uninstall {point.module!r}"
                    )
                if path.stem in strategies:
                    raise UsageError(f"{point.value!r} offers two strategies {path.stem!r}")
                files[path.stem] = path
    except UsageError as error:
        return Offered({}, {}, str(error))
    return Offered(strategies, files)


def _every(game: GameDefinition) -> list[Offered]:
    return [_offered_by(point, game) for point in offered(game.strategies)]


def installed_strategies(game: GameDefinition) -> dict[str, Strategy]:
    """Return all strategies by name; of two of one name, that of this package, or the first."""
    strategies = ChainMap(*(dict(each.strategies) for each in _every(game)))
    return dict(sorted(strategies.items()))


def installed_files(game: GameDefinition) -> dict[str, Path]:
    """Return every file of tuned parameters or of a mixture that a package ships, by name."""
    files = ChainMap(*(dict(each.files) for each in _every(game)))
    return {name: files[name] for name in sorted(files.keys() - installed_strategies(game).keys())}


def problems_of_packages(game: GameDefinition) -> list[str]:
    """Return a sentence for each package that offers nothing, or what another offers, too."""
    problems, known = [], dict[str, str]()
    for point, each in zip(offered(game.strategies), _every(game), strict=True):
        problems += [each.problem] if each.problem else []
        for name in (*each.strategies, *each.files):
            if known.setdefault(name, point.value) != point.value:
                problems.append(
                    f"two installed strategies are called {name!r}: that of {known[name]!r} plays, "
                    f"not that of {point.value!r}"
                )
    return problems


def find_installed(name: str, game: GameDefinition) -> Strategy:
    if (strategy := _in_its_module(name, game)) is not None:
        return strategy
    for point in offered(game.strategies):  # and what comes after it is not imported
        if name in (found := _offered_by(point, game).strategies):
            return found[name]
    if not offered(game.strategies):
        raise UsageError(
            f"no installed package offers strategies for {game.title}: install that of the game, "
            f"which pip install -e does with its folder, or name a file ({name!r} is none)"
        )
    known = [*installed_strategies(game), *installed_files(game)]
    broken = "".join(f". {each.problem}" for each in _every(game) if each.problem)
    if broken and not known:
        raise UsageError(f"no strategy of {game.title} can be loaded{broken}")
    raise UsageError(f"unknown strategy {name!r}{nearest(name, known)}{broken}")


def _in_its_module(name: str, game: GameDefinition) -> Strategy | None:
    """Return the strategy in the module of its name, for which no other has to be imported.

    None if there is none in the package that comes with the game.
    """
    points = offered(game.strategies)
    if not points or not NAME.fullmatch(name):
        return None
    try:
        module = import_module(f"{points[0].module}.{name.replace('-', '_')}")
    except Exception:  # `find_installed` says what is wrong
        return None
    return {strategy.name: strategy for strategy in _strategies_in(module)}.get(name)


def module_beside(name: str, game: GameDefinition) -> ModuleType:
    """Return a module of a package that offers strategies: what a game asks of them otherwise."""
    for point in offered(game.strategies):
        home = f"{point.module}.{name}"
        if imported(point, partial(find_spec, home)) is not None:
            return import_module(home)
    raise UsageError(
        f"no installed package that offers strategies for {game.title} has a module {name!r}: "
        "install it again"
    )


def shipped(spec: str, game: GameDefinition) -> str:
    """Return the path of the file that a package ships under a name; another spec as it is."""
    if not NAME.fullmatch(spec) or _in_its_module(spec, game) is not None:
        return spec
    for point in offered(game.strategies):
        found = _offered_by(point, game)
        if spec in found.strategies or spec in found.files:
            return str(found.files.get(spec, spec))
    return spec


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
        own = [each for each, one in strategies.items() if one.module == module.__name__]
        own = own or [*strategies]  # others are imported, to be built on
        if len(own) > 1:
            raise UsageError(
                f"{path} holds several strategies: name one, as {path}:{own[0]}. "
                f"Known: {', '.join(sorted(strategies))}"
            )
        return strategies[own[0]]
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
        said = placed(error, lambda file: file.is_relative_to(path.parent))
        raise UsageError(f"{path} cannot be run: {said}") from error


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


def starter(template: str, name: str, file: Path) -> str:
    if not NAME.fullmatch(name):
        raise UsageError(
            f"a strategy's name is lower-case words joined by hyphens, not {name!r}: "
            "name the file so, such as my-strategy.py"
        )
    class_name = "".join(word.capitalize() for word in name.split("-"))
    return template.format(name=name, file=shlex.quote(file.name), class_name=class_name)


COPIED = '''\
"""A strategy for {title}, which plays as {name} does until you change it."""

from __future__ import annotations

{imports}


@strategy("{{name}}")
class {{class_name}}:
{body}
'''


def copied(game: str, field: Sequence[str]) -> str:
    """Return the file that an author starts from: the first of some strategies that is a class."""
    definition = find_game(game)
    for name in field:
        function = next(iter(find_installed(name.partition(":")[0], definition).decisions.values()))
        module = sys.modules[function.__module__]
        content = inspect.getsource(module)
        own = {
            each.name: each for each in ast.parse(content).body if isinstance(each, ast.ClassDef)
        }
        if (made := own.get(function.__qualname__.partition(".")[0])) is None:
            continue
        names = {each.id for each in ast.walk(made) if isinstance(each, ast.Name)}
        body = "\n".join(content.splitlines()[made.lineno : made.end_lineno])
        imports = f"from {module.__name__} import {', '.join(sorted(names & vars(module).keys()))}"
        texts = {"title": definition.title, "name": name, "imports": imports}
        return COPIED.format(**texts, body=body.replace("{", "{{").replace("}", "}}"))
    raise UsageError(f"no strategy of {definition.title} is a class in a module: write one")


def name_from(file: Path) -> str:
    return re.sub(r"[\W_]+", "-", file.stem.lower()).strip("-")
