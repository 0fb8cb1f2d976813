"""Write what type checkers and editors know of the functions of both games: ``__init__.pyi``.

They follow from the specs of the experiments. `make stubs` writes them, and a test compares.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
import textwrap
from importlib import import_module
from pathlib import Path

from strategy_lab.api.functions import function_of
from strategy_lab.api.result import Result
from strategy_lab.program import Program
from strategy_lab.simulation.spec import spec_class

HEAD = """\
# Written by `make stubs`: change the spec of the experiment instead.
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import pandas as pd
from strategy_lab.api.functions import EngineName, OneRuleset, Player
from strategy_lab.api.result import Result as Result
from strategy_lab.version import __version__ as __version__
"""

PROGRAMS = {"forsale_sim": "FOR_SALE", "monopoly_sim": "PROGRAM"}


def stub(package: str) -> str:
    """Return the stub of the package of a game."""
    module = import_module(package)
    program: Program = getattr(import_module(f"{package}.program"), PROGRAMS[package])
    homes = {name: home for name, home in module.HOMES.items() if name != "Result"}
    parts = [HEAD, *(f"from {home} import {name} as {name}\n" for name, home in homes.items())]
    parts += [
        f"from {package} import {name} as {name}\n" for name in getattr(module, "SHOWN_MODULES", ())
    ]
    for name in module.FUNCTIONS:
        function = function_of(program, name)
        signature = inspect.signature(function)
        if name not in ("sweep", "ruleset"):
            tables = [t for t in spec_class(name, program).tables if not hasattr(Result, t)]
            lines = "".join(f"    {table}: pd.DataFrame\n" for table in tables)
            parts.append(f"\nclass {signature.return_annotation}(Result):\n{lines}\n")
        text = textwrap.indent(f'"""{inspect.getdoc(function)}\n"""', "    ")
        parts.append(f"def {name}{_words(signature)}:\n{text}\n\n")
    text = "".join(parts)
    for words in (["check", "--fix", "--quiet", "--select=I"], ["format"]):
        path = f"sim/{package}/__init__.pyi"
        command = [sys.executable, "-m", "ruff", *words, "--stdin-filename", path, "-"]
        done = subprocess.run(command, input=text, text=True, capture_output=True, check=True)
        text = done.stdout
    return text


def _words(signature: inspect.Signature) -> str:
    """Return a signature as it is written: its annotations are texts already."""
    words = []
    marked = False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not marked:
            words.append("*")
        star = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        marked = marked or star == "*" or parameter.kind is parameter.KEYWORD_ONLY
        usual = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        words.append(f"{star}{parameter.name}: {parameter.annotation}{usual}")
    return f"({', '.join(words)},) -> {signature.return_annotation}"


if __name__ == "__main__":
    for name in PROGRAMS:
        Path(f"sim/{name}/__init__.pyi").write_text(stub(name), encoding="utf-8")
