"""Python files whose functions replace rules, with what they are."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from strategy_lab.errors import UsageError
from strategy_lab.files.regular_files import read_regular
from strategy_lab.plugins.code_hashes import code_text, names_in
from strategy_lab.plugins.identity import identity_of
from strategy_lab.plugins.loading import executed_at, load_file

MISSPELT = 0.8
"""How alike a name and a rule are from which on somebody who wrote the one meant the other."""

HELD = {"path", "source", "files"}
"""The keys of what JSON holds of a file of rules."""


class RuleFile(NamedTuple):
    """A loaded file.

    Attributes
    ----------
    functions
        Those of its functions that replace rules, by name.
    says
        The text `says` of the file, if it has one.
    source
        A hash of all that the functions reach.
    files
        A hash of the code of each file that was executed, by its path.
    """

    functions: Mapping[str, Callable[..., Any]]
    says: str | None
    source: str
    files: Mapping[str, str]


def load_rules(path: str, names: Collection[str], known: Mapping[str, str] | None) -> RuleFile:
    """Return the functions of a file that replace rules.

    `path`: of the file. `names`: of the rules that can be replaced. `known`: what code was executed
    before, by file: nothing is, if it is not that.
    """
    if known is not None:
        check_files(path, known)
    own = _existing(path).resolve()
    try:
        module = load_file(own)
    except Exception as error:
        if isinstance(error, SyntaxError) and error.filename:
            where, said = f"{error.filename}, line {error.lineno}", error.msg
        else:
            calls = traceback.extract_tb(error.__traceback__)
            theirs = [call for call in calls if Path(call.filename).is_relative_to(own.parent)]
            last = (theirs or calls)[-1]
            where, said = f"{last.filename}, line {last.lineno}", str(error)
        raise UsageError(f"{where}: {type(error).__name__}: {said}") from error
    functions = {
        name: value
        for name, value in vars(module).items()
        if name in names and isinstance(value, FunctionType)
    }
    _check_spelling(path, module, set(names) - functions.keys())
    identity = identity_of(*functions.values())
    if not identity.sure:
        raise UsageError(
            f"{path}: its functions reach what cannot be compared, so no result could be relied "
            "on: let them use numbers, texts and collections of these"
        )
    says = getattr(module, "says", None)
    files = {file: _code_of(file, content) for file, content in executed_at(Path(path)).items()}
    return RuleFile(functions, None if says is None else str(says), identity.text, files)


def _check_spelling(path: str, module: ModuleType, missing: Collection[str]) -> None:
    """Refuse a function that is almost called as a rule is, and is no helper of another."""
    own = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }
    helpers = frozenset[str]().union(*map(names_in, own.values()))
    for name in own.keys() - helpers:
        if meant := get_close_matches(name, missing, n=1, cutoff=MISSPELT):
            raise UsageError(
                f"{path}, line {own[name].__code__.co_firstlineno}: {name} replaces no rule: did "
                f"you mean {meant[0]}?"
            )


def held_rules(held: Any) -> Iterator[dict[str, Any]]:
    """Yield what JSON holds of each file of rules: its ``path``, ``source`` and ``files``."""
    if isinstance(held, dict) and held.keys() == HELD:
        yield held
    elif isinstance(held, dict | list):
        for value in held.values() if isinstance(held, dict) else held:
            yield from held_rules(value)


def check_files(path: str, known: Mapping[str, str]) -> None:
    """Check that the files behind rules are what they were, before any of them is executed."""
    for file, before in known.items():
        if _code_of(file, read_regular(_existing(file))) != before:
            raise changed(path, file)
    if str(Path(path)) not in known:
        raise changed(path)


def changed(path: str, file: str = "") -> UsageError:
    """Return the error about rules that are others by now."""
    where = f" in {file}" if file and file != path else ""
    return UsageError(
        f"the rules of {path} have changed{where} since games were played by them: bring them "
        "back as they were, or play a run of its own by the new ones"
    )


def _existing(path: str) -> Path:
    if not Path(path).is_file():
        raise UsageError(f"code: there is no file {path!r}: check the path")
    return Path(path)


def _code_of(path: str, content: bytes) -> str:
    try:
        text = code_text(content)
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"{path}: {error}") from error
    return hashlib.sha256(text.encode()).hexdigest()
