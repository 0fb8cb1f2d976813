"""A search's checkpoint, beside the file it will write: what was asked for, and the objectives.

These are written as JSON, which keeps every digit of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forsale_sim.errors import UsageError


def checkpoint_path(out: Path) -> Path:
    """Return where the checkpoint of a search that writes `out` is."""
    return out.with_name(f"{out.name}.checkpoint")


def load(out: Path, asked: Mapping[str, Any]) -> list[list[float]]:
    """Return the objectives of the generations played; none if there is no checkpoint.

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
    differing = [key for key in asked if said.get("asked", {}).get(key) != asked[key]]
    if differing:
        key = differing[0]
        raise UsageError(
            f"{path} is of another search: its {key} is {said.get('asked', {}).get(key)!r}, not "
            f"{asked[key]!r}; ask for the same, remove it, or choose another --out"
        )
    told: list[list[float]] = said["told"]
    return told


def save(out: Path, asked: Mapping[str, Any], told: list[list[float]]) -> None:
    """Write the checkpoint anew; never in part."""
    path = checkpoint_path(out)
    aside = path.with_name(f".{path.name}.part")
    aside.write_text(json.dumps({"asked": asked, "told": told}) + "\n", encoding="utf-8")
    aside.replace(path)
