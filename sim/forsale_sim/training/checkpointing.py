"""A search's checkpoint, beside the file it will write: what was asked for, and the objectives.

These are written as JSON, which keeps every digit of them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from forsale_sim.atomic_files import write_text
from forsale_sim.errors import UsageError

NAMES = {
    "strategy": "the strategy",
    "settings": "what STRATEGY sets",
    "strategies": "--strategy",
    "version": "the version of forsale-sim",
    "optimiser": "the library",
}
"""What is asked for under these keys, in words; under others it is the option of that name."""


def checkpoint_path(out: Path) -> Path:
    """Return where the checkpoint of a search that writes `out` is."""
    return out.with_name(f"{out.name}.checkpoint")


def load(
    out: Path,
    asked: Mapping[str, Any],
    *,
    sources: Mapping[str, Sequence[str]],
    several: bool = False,
) -> list[Any]:
    """Return the objectives of the generations played; none if there is no checkpoint.

    Parameters
    ----------
    out
        The file that the search will write.
    asked
        What it is asked for; its ``population`` is how many objectives a generation has.
    sources
        Under which of its keys sources of strategies are, and what these are called.
    several
        Whether one search follows another: those of each are in a list of their own then.

    Raises
    ------
    UsageError
        If the checkpoint is of a search for something else, or cannot be read.
    """
    said = _read(out)
    if said is None:
        return []
    path, before = checkpoint_path(out), said["asked"]
    for key, value in asked.items():
        if before.get(key) != value:
            change = (
                _changed_source(before.get(key), value, sources[key])
                if key in sources
                else _change(key, before.get(key), asked)
            )
            raise UsageError(
                f"{path} is of another search: {change}; ask for the same, remove it, or choose "
                "another --out"
            )
    told: list[Any] = said["told"]
    population = asked["population"]
    for search in told if several else [told]:
        if not isinstance(search, list) or not all(_is_told(each, population) for each in search):
            raise _damaged(path, f"a generation was not told {population} numbers")
    return told


def save(
    out: Path, asked: Mapping[str, Any], told: list[Any], rounds: Sequence[Mapping[str, Any]] = ()
) -> None:
    """Write the checkpoint anew; never in part.

    Parameters
    ----------
    out
        The file that the search will write.
    asked
        What it is asked for.
    told
        The objectives of the generations played.
    rounds
        What was found by searches that are done, where one follows another.

    Raises
    ------
    ForSaleError
        If it cannot be written.
    """
    said = {"asked": asked, "told": told, **({"rounds": rounds} if rounds else {})}
    write_text(checkpoint_path(out), f"{json.dumps(said)}\n")


def known_seed(out: Path) -> int | None:
    """Return the seed of the search whose checkpoint lies there, if there is one.

    Raises
    ------
    UsageError
        If the checkpoint cannot be read.
    """
    said = _read(out)
    return None if said is None else said["asked"]["seed"]


def known_rounds(out: Path) -> object:
    """Return what was found by the searches whose checkpoint lies there, as it stands there.

    Raises
    ------
    UsageError
        If the checkpoint cannot be read.
    """
    said = _read(out)
    return None if said is None else said["rounds"]


def _changed_source(before: Any, now: Any, names: Sequence[str]) -> str:
    """Return which strategy is not what it was."""
    several = isinstance(before, list) and isinstance(now, list)
    each = zip(names, before, now, strict=False) if several else [(names[0], before, now)]
    changed = [f"strategy {name!r}" for name, old, new in each if old != new]
    return f"the source of {changed[0] if changed else 'a strategy'} has changed since"


def _change(key: str, before: object, asked: Mapping[str, Any]) -> str:
    """Return what is asked for otherwise than it was."""
    if key == "rules":
        return f"the rules of {asked['ruleset']!r} have changed since"
    name, now = NAMES.get(key, f"--{key.replace('_', '-')}"), asked[key]
    if isinstance(now, bool):
        return f"{name} was {'given' if before else 'not given'} there"
    return f"{name} was {_shown(before)} there, not {_shown(now)}"


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else repr(value)


def _read(out: Path) -> dict[str, Any] | None:
    """Return what a checkpoint says, which has all its parts; None if there is none."""
    path = checkpoint_path(out)
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError) as error:
        raise _damaged(path, error) from error
    asked, told = (said.get("asked"), said.get("told")) if isinstance(said, dict) else (None, None)
    if not isinstance(asked, dict) or type(asked.get("seed")) is not int:
        raise _damaged(path, "it does not say what was asked for")
    if not isinstance(told, list):
        raise _damaged(path, "it does not say what the search was told")
    return {"asked": asked, "told": told, "rounds": said.get("rounds")}


def _is_told(objectives: object, population: int) -> bool:
    """Return whether these can be the objectives of a generation."""
    return (
        isinstance(objectives, list)
        and len(objectives) == population
        and all(isinstance(value, float) and math.isfinite(value) for value in objectives)
    )


def _damaged(path: Path, why: object) -> UsageError:
    return UsageError(f"{path} is damaged ({why}): remove it to begin anew")
