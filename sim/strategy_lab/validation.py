"""Values of files that users write: errors in plain words, one problem a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from strategy_lab.errors import nearest

MOST_LINES = 12
MOST_CHARACTERS = 60
DEEPEST = 2
"""How many parts a key has at most: `coins.3`."""


class ContradictionError(ValueError):
    """What is wrong with a field: pairs of a key such as ``removed.3`` and a sentence about it."""

    def __init__(self, *wrong: tuple[str, str]) -> None:
        super().__init__(*wrong)
        self.wrong = wrong


def one_line(text: str) -> str:
    """Return `text` with its line breaks made spaces; refuse a blank or an unprintable one."""
    line = " ".join(text.split())
    if not line:
        raise ValueError("the text is blank; leave the key out if there is nothing to say")
    if not line.isprintable():
        raise ValueError(f"{line!r} holds characters that cannot be printed")
    return line


def problem_lines(
    error: ValidationError,
    settings: Mapping[str, object],
    allowed: Mapping[str, str],
    allowed_by_players: Mapping[str, str],
) -> list[str]:
    """Return what is wrong with `settings`, such as ``"refund: 'upp' is not allowed; …"``."""
    lines = list(
        dict.fromkeys(
            line
            for details in error.errors()
            for line in _lines(details, settings, allowed, allowed_by_players)
        )
    )
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"and {len(lines) - MOST_LINES} more"]
    is_missing = any(details["type"] == "missing" for details in error.errors())
    if is_missing and "extends" in allowed and "extends" not in settings:
        lines.append("extends: missing, so every rule has to be set; name what this one changes")
    return lines


def shown(value: object) -> str:
    """Return a value as a TOML file would write it, cut short."""
    match value:
        case bool():
            text = str(value).lower()
        case int() if value.bit_length() > 200:  # Python refuses to print very long ones
            text = "a number of hundreds of digits"
        case list() | tuple():
            text = f"[{', '.join(map(shown, value))}]"
        case Mapping():
            text = f"{{{', '.join(f'{key} = {shown(entry)}' for key, entry in value.items())}}}"
        case _:
            text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + "…"


def _lines(
    details: ErrorDetails,
    settings: Mapping[str, object],
    allowed: Mapping[str, str],
    allowed_by_players: Mapping[str, str],
) -> Iterator[str]:
    key, *path = map(str, details["loc"])
    match details["type"]:
        case "extra_forbidden":
            yield f"{key}: no such key{nearest(key, allowed)}"
        case "missing":
            yield f"{key}: missing; it must be {allowed[key]}"
        case "value_error":
            reason = details["ctx"]["error"]
            if isinstance(reason, ContradictionError):
                yield from (f"{where}: {sentence}" for where, sentence in reason.wrong)
            else:
                yield f"{key}: {reason}"
        case _ if path and path[-1] == "[key]":
            yield f"{key}: {path[0]} is not a number of players; it must be {allowed[key]}"
        case _:
            where, value = _as_written(settings, [key, *path])
            must = allowed_by_players[key] if key in allowed_by_players and path else allowed[key]
            yield f"{where}: {shown(value)} is not allowed; it must be {must}"


def _as_written(settings: Mapping[str, object], path: list[str]) -> tuple[str, object]:
    """Follow `path` as far as the user wrote it: a range or one amount for all seats ends it."""
    value: Any = settings
    where: list[str] = []
    for step in path:
        if isinstance(value, list | tuple):
            value = value[int(step)]
            continue
        is_table = isinstance(value, Mapping) and len(where) < DEEPEST
        entries = value.items() if is_table else ()
        entry = [entry for key, entry in entries if str(key) == step]
        if not entry:
            break
        value = entry[0]
        where.append(step)
    return ".".join(where), value
