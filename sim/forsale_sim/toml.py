"""Lines of TOML as people would write them: a list stays on its line."""

from __future__ import annotations

import re

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def toml_line(key: str, value: object) -> str:
    """Return the line that sets a key.

    Parameters
    ----------
    key
        Quoted if it has to be.
    value
        A truth value, a number, a list or tuple of such; anything else is written as a text.
    """
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
