"""A search's checkpoint, beside the file it will write: what was asked for, and the objectives.

These are written as JSON, which keeps every digit of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forsale_sim.aside import write_text
from forsale_sim.errors import UsageError


def checkpoint_path(out: Path) -> Path:
    """Return where the checkpoint of a search that writes `out` is."""
    return out.with_name(f"{out.name}.checkpoint")


def load(out: Path, asked: Mapping[str, Any]) -> list[Any]:
    """Return the objectives of the generations played; none if there is no checkpoint.

    Where one search follows another, those of each are in a list of their own.

    Raises
    ------
    UsageError
        If the checkpoint is of a search for something else, or cannot be read.
    """
    path = checkpoint_path(out)
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except ValueError as error:
        raise UsageError(f"{path} is damaged ({error}): remove it to begin anew") from error
    before = said.get("asked", {})
    differing = [key for key in asked if before.get(key) != asked[key]]
    if differing:
        key = differing[0]
        short = not isinstance(asked[key], list | dict)
        change = f"is {before.get(key)!r}, not {asked[key]!r}" if short else "have changed"
        raise UsageError(
            f"{path} is of another search: its {key} {change}; ask for the same, remove it, or "
            "choose another --out"
        )
    told: list[Any] = said["told"]
    return told


def save(out: Path, asked: Mapping[str, Any], told: list[Any]) -> None:
    """Write the checkpoint anew; never in part.

    Raises
    ------
    ForSaleError
        If it cannot be written.
    """
    write_text(checkpoint_path(out), json.dumps({"asked": asked, "told": told}) + "\n")


def known_seed(out: Path) -> int | None:
    """Return the seed of the search whose checkpoint lies there, if there is one."""
    try:
        seed = json.loads(checkpoint_path(out).read_text(encoding="utf-8"))["asked"]["seed"]
    except (FileNotFoundError, ValueError, KeyError):
        return None
    return int(seed)
