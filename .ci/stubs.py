"""Write what type checkers and editors know of the functions of both games, in ``.pyi`` files.

They follow from the specs of the experiments. What both games ask for alike is written once.
`make stubs` writes them, and a test compares.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterable
from importlib import import_module
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

from strategy_lab.api import FUNCTIONS
from strategy_lab.api.functions import function_of
from strategy_lab.api.result import Result
from strategy_lab.game import find_game
from strategy_lab.simulation.spec import spec_class

SHARED = "strategy_lab.api.of_every_game"

HEAD = """\
# Written by `make stubs`: change the spec of the experiment instead.
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import pandas as pd
from strategy_lab.api.functions import EngineName, OneRuleset, Player
"""

GAMES = {"forsale_sim": "for-sale", "monopoly_sim": "monopoly"}


def stubs() -> dict[str, str]:
    """Return the texts of the stubs by their paths."""
    programs = {package: find_game(game).program() for package, game in GAMES.items()}
    imports, shared, own = dict.fromkeys(GAMES, HEAD), "", dict.fromkeys(GAMES, "")

    def lend(home: str, name: str, packages: Iterable[str] = GAMES) -> None:
        for package in packages:
            imports[package] += f"from {home} import {name} as {name}\n"

    for package in GAMES:
        for name, home in import_module(package).HOMES.items():
            lend(home, name, [package])
        lend("strategy_lab.version", "__version__", [package])
    for name in FUNCTIONS:
        found = {package: function_of(program, name) for package, program in programs.items()}
        if name != "ruleset":
            kind = f"{name.capitalize()}Result"
            tables = spec_class(name, programs["forsale_sim"]).tables
            fields = (f"    {each}: pd.DataFrame\n" for each in tables if not hasattr(Result, each))
            shared += f"\nclass {kind}(Result):\n{''.join(fields)}\n"
            lend(SHARED, kind)
        one, other = map(inspect.signature, found.values())
        if _takes(one) == _takes(other):
            shared += _definition(found["forsale_sim"], other)
            lend(SHARED, name)
        else:
            for package, function in found.items():
                own[package] += _definition(function)
    head = f"{HEAD}from strategy_lab.api.result import Result\n"
    texts = {f"sim/{SHARED.replace('.', '/')}.pyi": head + shared}
    texts |= {f"sim/{package}/__init__.pyi": imports[package] + own[package] for package in GAMES}
    return {path: _tidy(path, text) for path, text in texts.items()}


def _takes(signature: Signature) -> list[tuple[Any, ...]]:
    return [
        (each.name, each.annotation, each.kind, each.default is each.empty)
        for each in signature.parameters.values()
    ]


def _definition(function: Any, other: Signature | None = None) -> str:
    """Return a function as it is declared; `...` is a default that differs in another game."""
    signature, words, marked = inspect.signature(function), list[str](), False
    for name, parameter in signature.parameters.items():
        if parameter.kind is Parameter.KEYWORD_ONLY and not marked:
            words.append("*")
        star = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        marked = marked or star == "*" or parameter.kind is Parameter.KEYWORD_ONLY
        same = other is None or other.parameters[name].default == parameter.default
        usual = f" = {parameter.default!r}" if same else " = ..."
        given = "" if parameter.default is Parameter.empty else usual
        words.append(f"{star}{name}: {parameter.annotation}{given}")
    says = (inspect.getdoc(function) or "").partition("\n")[0]
    head = f"\ndef {function.__name__}({', '.join(words)},) -> {signature.return_annotation}:"
    return f'{head}\n    """{says}"""\n\n'


def _tidy(path: str, text: str) -> str:
    for words in (["check", "--fix", "--quiet", "--select=I,F401"], ["format"]):
        command = [sys.executable, "-m", "ruff", *words, "--stdin-filename", path, "-"]
        done = subprocess.run(command, input=text, text=True, capture_output=True, check=True)
        text = done.stdout
    return text


if __name__ == "__main__":
    for place, text in stubs().items():
        Path(place).write_text(text, encoding="utf-8")
