"""TOML: files that users wrote, and lines as people would write them, a list on its line."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any

from strategy_lab.errors import UsageError
from strategy_lab.files.regular_files import read_regular

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

MOST_BYTES = 1_000_000
"""No file that a person writes needs more; the limit keeps a wrong path from filling the memory."""

MOST_DEPTH = 20
"""Tables and lists in one another: what reads them further may go as deep as they are."""

DEEP_KEY = re.compile(r"""(?<![\w"'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){30}""")
"""A dotted key that is far too deep; to read it would take time that grows with its square."""

WHOLE_NUMBERS = range(-(2**63), 2**64)
"""TOML asks for 64 bits; with a sign, or for a seed without."""


def read_toml(path: Path, origin: str = "") -> dict[str, Any]:
    """Return the content of a file."""
    origin = origin or str(path)
    try:
        content = read_regular(path, MOST_BYTES)
    except FileNotFoundError:
        raise UsageError(f"{origin}: there is no such file: check the path") from None
    except OSError as error:
        raise UsageError(f"{origin}: cannot be read: {error.strerror or error}") from None
    return deepcopy(_parsed(content, origin))


@lru_cache
def _parsed(content: bytes, origin: str) -> dict[str, Any]:
    """Return what the content of a file says: of one object for all, so that it is copied."""
    try:
        text = content.decode("utf-8")
        if DEEP_KEY.search(text):
            raise RecursionError
        values = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{origin}: is not UTF-8 text (line {line})") from None
    except RecursionError:
        raise UsageError(f"{origin}: is not valid TOML: {TOO_DEEP}") from None
    except ValueError as error:
        raise UsageError(f"{origin}: is not valid TOML: {error}") from None
    _check_values(values, origin)
    return values


TOO_DEEP = f"tables and lists are more than {MOST_DEPTH} deep"


def _check_values(values: dict[str, Any], origin: str) -> None:
    level: list[Any] = [values]
    for _ in range(MOST_DEPTH):
        inner: list[Any] = []
        for held in level:
            inner += held.values() if isinstance(held, dict) else held
        if any(isinstance(value, int) and value not in WHOLE_NUMBERS for value in inner):
            raise UsageError(f"{origin}: is not valid TOML: a whole number has more than 64 bits")
        level = [value for value in inner if isinstance(value, dict | list)]
    if level:
        raise UsageError(f"{origin}: is not valid TOML: {TOO_DEEP}")


def toml_line(key: str, value: object) -> str:
    """Return the line that sets a key."""
    name = key if BARE_KEY.fullmatch(key) else _quoted(key)
    return f"{name} = {_value(value)}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return _quoted(str(value))


def _quoted(text: str) -> str:
    """Return a basic string, in which quotes, backslashes and control characters are escaped."""
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x20 or code == 0x7F else character
