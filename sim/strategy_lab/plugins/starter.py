"""The strategy file that an author starts from."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from strategy_lab.errors import UsageError
from strategy_lab.plugins.contract import NAME


def starter(template: str, name: str, file: Path) -> str:
    """Return the text of a strategy file, from a template with a name, a class and a file."""
    if not NAME.fullmatch(name):
        raise UsageError(
            f"a strategy's name is lower-case words joined by hyphens, not {name!r}: "
            "choose one with --name, such as --name my-strategy"
        )
    class_name = "".join(word.capitalize() for word in name.split("-"))
    return template.format(name=name, file=shlex.quote(file.name), class_name=class_name)


def name_from(file: Path) -> str:
    """Return the strategy name that a file's name suggests: ``my-first`` for ``My_First.py``."""
    return re.sub(r"[\W_]+", "-", file.stem.lower()).strip("-")
