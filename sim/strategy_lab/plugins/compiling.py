"""Strategies compiled for the kernel, once for all parameter values, and kept between runs."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from dis import get_instructions
from importlib import import_module
from threading import Event, Thread
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab import errors
from strategy_lab.compiled.caching import tell_compiling
from strategy_lab.compiled.linking import keep_code, link_kept
from strategy_lab.compiled.reach import reach_hash
from strategy_lab.compiled.toolchain import is_kept, toolchain_folder
from strategy_lab.errors import UncompilableError
from strategy_lab.game import GameDefinition, find_game
from strategy_lab.plugins.entrants import Decision, Entrant, load_entrant
from strategy_lab.plugins.identity import Identity, identity_of, names_in, unchanging, unwrap
from strategy_lab.plugins.strategies import LIVE, paths_in

MOST_BRANCHES = 2000

COMPILER = "strategy_lab.plugins.decision_compiler"  # the module that compiles decisions


@dataclass(frozen=True)
class DecisionCode:
    """A decision function, with what it is compiled for."""

    name: str  # unlike that of any other game, source, or types of parameters
    game: GameDefinition
    decision: str
    function: FunctionType
    kinds: tuple[type, ...]  # of its parameters
    identity: Identity
    asked_with: tuple[str, ...]  # the names of what the game passes

    @property
    def file(self) -> str:
        return f"{self.name}.object"


@dataclass(frozen=True)
class CompiledField:
    """The addresses by which the kernel asks the strategies of a field: (decisions, strategies)."""

    functions: NDArray[np.uint64]
    arguments: NDArray[np.uint64]
    decisions: Sequence[Sequence[DecisionCode]]
    values: Sequence[Sequence[NDArray[np.float64]]]
    asks_for: frozenset[str]
    """All names that the functions use, and what else the functions of those names say, by their
    attribute `asks_for`, that they ask for."""


def codes_of(field: Sequence[Entrant]) -> list[list[DecisionCode]]:
    game = field[0].game
    with unchanging():  # many differ in parameters alone
        return [
            [decision_code(entrant.decisions[name], game) for entrant in field]
            for name in game.decisions
        ]


def compile_field(
    field: Sequence[Entrant], codes: list[list[DecisionCode]] | None = None
) -> CompiledField:
    game = field[0].game
    decisions = [[entrant.decisions[name] for entrant in field] for name in game.decisions]
    codes = codes_of(field) if codes is None else codes
    addresses = [[compiled_address(code) for code in kind] for kind in codes]
    values = [
        [np.array([*decision.arguments.values(), 0.0], np.float64) for decision in kind]
        for kind in decisions
    ]
    places = [[each.ctypes.data for each in kind] for kind in values]
    return CompiledField(
        functions=np.array(addresses, np.uint64),
        arguments=np.array(places, np.uint64),
        decisions=codes,
        values=values,
        asks_for=frozenset(name for kind in codes for code in kind for name in _asked_for(code)),
    )


def no_field(game: GameDefinition, strategies: int) -> CompiledField:
    """Return a field of strategies that do not exist, with which the kernel can play no game."""
    nowhere = np.zeros((len(game.decisions), strategies), np.uint64)
    return CompiledField(nowhere, nowhere, (), (), frozenset())


def _asked_for(code: DecisionCode) -> Iterator[str]:
    for function in {code.function, *code.identity.functions}:
        names = names_in(function)
        yield from names
        reached = [function.__globals__[name] for name in names & function.__globals__.keys()]
        modules = [each for each in reached if isinstance(each, ModuleType)]
        reached += [getattr(module, name, None) for module in modules for name in names]
        for value in reached:
            yield from getattr(value, "asks_for", ())


def decision_code(decision: Decision, game: GameDefinition) -> DecisionCode:
    """Return what to compile for a decision.

    Numba freezes the globals that a function reads. In a session they may change, and then the
    function has another name.
    """
    function = unwrap(decision.function)
    if not isinstance(function, FunctionType):
        raise UncompilableError(
            f"{getattr(function, '__qualname__', function)!r} is not a plain function, so it "
            "cannot be compiled."
        )
    identity = identity_of(decision.function)
    kinds = tuple(type(value) for value in decision.arguments.values())
    reached = _reached(game, function, identity)
    text = f"{game.name} {decision.name} {decision.asked_with} {identity.key} {kinds} {reached}"
    digest = hashlib.sha256(text.encode())
    name = f"decision_{digest.hexdigest()[:24]}"
    return DecisionCode(name, game, decision.name, function, kinds, identity, decision.asked_with)


def _reached(game: GameDefinition, function: FunctionType, identity: Identity) -> list[str]:
    """Return hashes of what a decision reaches in the packages of its game and of this module."""
    packages = {game.package.name, __name__.partition(".")[0]}
    reached = {reach_hash(game.compiled_view), reach_hash(COMPILER)}
    words = frozenset().union(*map(names_in, {function, *identity.functions}))
    for module, name in identity.named:
        if module.partition(".")[0] not in packages:
            continue
        reached.add(reach_hash(module, *filter(None, [name.partition(".")[0]])))
        held = vars(sys.modules[module]) if not name else {}
        for value in [held[word] for word in words & held.keys()]:
            if isinstance(value, ModuleType):
                reached.add(reach_hash(value.__name__))
    return sorted(reached)


_compiled: dict[str, tuple[int, Any]] = {}
"""By name: the address, and what must live as long as it is used."""


def compiled_address(code: DecisionCode) -> int:
    """Return the address by which the kernel calls a decision, from memory or disk if possible."""
    if code.name not in _compiled:
        linked = link_kept(code.file)
        _compiled[code.name] = _compile(code) if linked is None else (linked.address, linked)
    return _compiled[code.name][0]


def _compile(code: DecisionCode) -> tuple[int, Any]:
    from strategy_lab.compiled.overloads import is_lasting
    from strategy_lab.plugins.decision_compiler import compile_by_numba

    for each in (code.function, *code.identity.functions):
        branches = sum("_IF_" in step.opname for step in get_instructions(each))
        if branches > MOST_BRANCHES:
            raise UncompilableError(
                f"{each.__qualname__!r} has {branches:,} branches, and more than {MOST_BRANCHES:,} "
                "take minutes to compile: look its answer up in an array."
            )
    name = code.function.__qualname__
    unsure = ", each time: it reads values that cannot be told from others, such as objects"
    tell_compiling(name, "" if code.identity.sure else unsure)
    module: Any = import_module(code.game.compiled_view)
    views, dispatcher = module.views, compile_by_numba(code, module)
    lasting = is_lasting(dispatcher.overloads[views.decision_type.args])
    if code.identity.sure and not (lasting and keep_code(code.file, views.entry_code(dispatcher))):
        functions = code.function, *code.identity.functions
        prints = any("print" in names_in(each) for each in functions)
        why = "as some functions of NumPy are; a loop in their place is kept"
        if prints:
            why = "which a run would do at every decision: remove it"
        what = "it prints" if prints else "it calls what is elsewhere in every process"
        print(f"{name} is compiled each time: {what}, {why}", file=sys.stderr)
    return views.address_of(dispatcher), dispatcher


EVERY = 0.5  # seconds between two looks at what has been compiled, in whichever process


@contextmanager
def compiling_counted(files: Sequence[str]) -> Iterator[None]:
    """Tell, during the block, how many files of compiled functions there are that were missing.

    The kernel is one more function, which is there when the block ends.
    """
    missing = {file for file in files if not is_kept(file)}
    over = Event()

    def count() -> None:
        while not over.wait(EVERY):
            done, of = sum(map(is_kept, missing)), len(missing) + 1
            errors.tell(f"Getting ready: {done} of {of} functions are compiled")

    counting = Thread(target=count, daemon=True)
    counting.start()
    try:
        yield
    finally:
        over.set()
        counting.join()


# Another process compiles installed strategies while this one compiles the kernel.
#
# Numba compiles one function at a time in a process; the folder of compiled code is common.

FEWEST = 4  # strategies to compile for which another process is worth its start
_under_way: list[Any] = []  # the process that compiles ahead of this one, if there is one


@contextmanager
def compiling_ahead(field: Sequence[Entrant]) -> Iterator[list[list[DecisionCode]]]:
    """Let another process compile those of a field that need it, during the block.

    Within the block there is no third process. Gives what has to be compiled, by decision.
    """
    codes = codes_of(field)
    needed = (
        entrant.spec
        for entrant, *both in zip(field, *codes, strict=True)
        # Loading it elsewhere must run no file of the user's.
        if not LIVE.search(entrant.spec)
        and not any(paths_in(entrant.spec))
        and not all(is_kept(code.file) for code in both)
    )
    specs = list(dict.fromkeys(needed))
    if (
        _under_way
        or len(specs) < FEWEST
        or os.cpu_count() == 1
        or not (sys.executable and toolchain_folder())
    ):
        yield codes
        return
    # With -P, modules in the working directory are not imported in the place of others.
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, field[0].game.name, *specs],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _under_way.append(process)
    try:
        yield codes
    finally:
        _under_way.remove(process)
        process.terminate()  # it ends when it has kept what it is compiling
        Thread(target=process.wait, daemon=True).start()


def compile_from_the_end(game: GameDefinition, specs: Sequence[str]) -> None:
    """Compile the strategies of a field in the order in which they will be needed last.

    The other process compiles them in the order of `compile_field`. It tells this one to end when
    it has them all.
    """
    told_to_end = Event()
    signal.signal(signal.SIGTERM, lambda *_: told_to_end.set())
    entrants = [load_entrant(spec, game) for spec in reversed(specs)]
    for name in reversed(game.decisions):
        for entrant in entrants:
            if told_to_end.is_set():
                return
            compiled_address(decision_code(entrant.decisions[name], game))


if __name__ == "__main__":
    compile_from_the_end(find_game(sys.argv[1]), sys.argv[2:])
