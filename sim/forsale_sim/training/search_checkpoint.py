"""A search's checkpoint, beside the file it will write: its request, and the objectives so far.

It is JSON, which keeps every digit of the objectives. In the file the request is called "asked",
and the objectives are called "told"; a SHA-256 over all of it tells a damaged file.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from forsale_sim.atomic_files import write_text
from forsale_sim.errors import UsageError
from forsale_sim.regular_files import read_regular

NAMES = {
    "strategy": "the strategy",
    "settings": "what the strategy sets",
    "strategies": "strategies (--strategy)",
    "version": "the version of forsale-sim",
    "optimiser": "the library",
}
"""The words for some keys of a request; any other key is the argument and option of that name."""


CHECKSUM = "checksum"


class _Checkpoint(NamedTuple):
    request: dict[str, Any]
    objectives: list[Any]
    rounds: list[Any]


def checkpoint_path(out: Path) -> Path:
    """Return the path of the checkpoint of a search that writes `out`."""
    return out.with_name(f"{out.name}.checkpoint")


def load(
    out: Path,
    request: Mapping[str, Any],
    *,
    sources: Mapping[str, Sequence[str]],
    several: bool = False,
) -> list[Any]:
    """Return the objectives of the generations played; none if there is no checkpoint."""
    checkpoint = _read(out)
    if checkpoint is None:
        return []
    path, before = checkpoint_path(out), checkpoint.request
    for key, value in request.items():
        if before.get(key) != value:
            change = (
                _changed_source(before.get(key), value, sources[key])
                if key in sources
                else _change(key, before.get(key), request)
            )
            raise UsageError(
                f"{path} belongs to another search: {change}; repeat that search, remove the "
                "checkpoint, or write to another place (--out)"
            )
    objectives, population = checkpoint.objectives, request["population"]
    for search in objectives if several else [objectives]:
        if not isinstance(search, list) or not all(
            _is_generation(each, population) for each in search
        ):
            raise _damaged(path, f"a generation does not have {population} objectives")
    return objectives


def save(
    out: Path,
    request: Mapping[str, Any],
    objectives: list[Any],
    rounds: Sequence[Mapping[str, Any]] = (),
) -> None:
    """Write the checkpoint anew; never in part."""
    content = {"asked": request, "told": objectives, **({"rounds": rounds} if rounds else {})}
    held = {**content, CHECKSUM: _checksum(content)}
    write_text(checkpoint_path(out), f"{json.dumps(held)}\n")


def known_seed(out: Path) -> int | None:
    """Return the seed in the checkpoint, if there is one."""
    checkpoint = _read(out)
    return None if checkpoint is None else checkpoint.request["seed"]


def known_rounds(out: Path) -> list[Any]:
    """Return the results of finished searches in the checkpoint."""
    checkpoint = _read(out)
    return [] if checkpoint is None else checkpoint.rounds


def _changed_source(before: Any, now: Any, names: Sequence[str]) -> str:
    several = isinstance(before, list) and isinstance(now, list)
    each = zip(names, before, now, strict=False) if several else [(names[0], before, now)]
    changed = [f"strategy {name!r}" for name, old, new in each if old != new]
    return f"the source of {changed[0] if changed else 'a strategy'} has changed since"


def _change(key: str, before: object, request: Mapping[str, Any]) -> str:
    if key == "rules":
        return f"the rules of {request['ruleset']!r} have changed since"
    name, now = NAMES.get(key, f"{key} (--{key.replace('_', '-')})"), request[key]
    if isinstance(now, bool):
        return f"{name} was {'given' if before else 'not given'} there"
    return f"{name} was {_value_text(before)} there, not {_value_text(now)}"


def _value_text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else repr(value)


def _read(out: Path) -> _Checkpoint | None:
    path = checkpoint_path(out)
    try:
        content = json.loads(read_regular(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise _damaged(path, error) from error
    content = content if isinstance(content, dict) else {}
    if content.pop(CHECKSUM, None) != _checksum(content):
        raise _damaged(path, "its checksum is wrong")
    request, objectives = content.get("asked"), content.get("told")
    if not isinstance(request, dict) or type(request.get("seed")) is not int:
        raise _damaged(path, "it does not say what was asked for")
    if not isinstance(objectives, list):
        raise _damaged(path, "it has no objectives")
    return _Checkpoint(request, objectives, content.get("rounds") or [])


def _checksum(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _is_generation(objectives: object, population: int) -> bool:
    return (
        isinstance(objectives, list)
        and len(objectives) == population
        and all(isinstance(value, float) and math.isfinite(value) for value in objectives)
    )


def _damaged(path: Path, why: object) -> UsageError:
    return UsageError(f"{path} is damaged ({why}): remove it to start again")
