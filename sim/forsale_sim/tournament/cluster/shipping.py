"""A plan packed for other machines: plain data that says all that decides a run's results.

Source files of strategies go along. Where the plan is unpacked, they are loaded from a folder of
that machine under the same names; then every strategy has to be, to the letter, what it was.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numba
import numpy as np

import forsale_sim
from forsale_sim.errors import ForSaleError, UsageError
from forsale_sim.plugins.sources import source_hash
from forsale_sim.plugins.specs import LIVE, moved, paths_in
from forsale_sim.tournament.cluster.source_files import (
    forget_imported,
    read_files,
    write_files,
)
from forsale_sim.tournament.describing import describe, plan_from
from forsale_sim.tournament.plan import Plan


@dataclass(frozen=True)
class Unpacked:
    """A plan that has come from another machine, ready to be played.

    Attributes
    ----------
    plan
        What to play.
    engine
        The name of the engine that plays it.
    places
        Where each source file is there, by where it is here.
    """

    plan: Plan
    engine: str
    places: Mapping[str, str]

    def as_there(self, message: str) -> str:
        """Return a message with the names that files have on the machine that packed the plan."""
        for here, there in self.places.items():
            message = message.replace(here, there)
        return message


def versions() -> dict[str, str]:
    """Return what must be the same on two machines for them to play the same games.

    Numba and NumPy compute functions such as `exp` to the last bit each in their own way, and
    `sum` adds up differently since Python 3.12.
    """
    return {
        "forsale-sim": forsale_sim.__version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "numba": numba.__version__,
        "NumPy": np.__version__,
    }


def pack(plan: Plan, engine: str) -> bytes:
    """Return a plan as JSON, with all that is needed to play it elsewhere.

    Parameters
    ----------
    plan
        What to play.
    engine
        The name of the engine that is to play it.

    Raises
    ------
    UsageError
        If a strategy is in no file.
    OSError
        If its file has gone.
    """
    for entrant in plan.field:
        live = LIVE.fullmatch(entrant.spec)
        if live is not None:
            raise UsageError(
                f"the strategy {live['name']!r} was defined in a Python session and cannot be sent "
                "to another process: save it in a file, and name that"
            )
    paths = {path for entrant in plan.field for path in paths_in(entrant.spec)}
    parcel = {
        "versions": versions(),
        "engine": engine,
        "plan": describe(plan),
        "files": {path: read_files(path) for path in sorted(paths)},
    }
    return json.dumps(parcel).encode()


def unpack(parcel: bytes, machine: str) -> Unpacked:
    """Write the source files of a plan, load its strategies and check them.

    It must not be called by several threads at once.

    Parameters
    ----------
    parcel
        What `pack` returned, here or on another machine.
    machine
        What error messages call this one.

    Raises
    ------
    ForSaleError
        If versions differ, a strategy is another one here, or files cannot be written.
    """
    packed = json.loads(parcel)
    _check_versions(packed["versions"], machine)
    folders = {path: write_files(files) for path, files in packed["files"].items()}
    forget_imported()
    described = packed["plan"]
    sources = described.pop("sources")
    described["specs"] = [
        moved(spec, lambda path: str(folders[path] / Path(path).name))
        for spec in described["specs"]
    ]
    plan = plan_from(described)
    for entrant, source in zip(plan.field, sources, strict=True):
        if source_hash(entrant.bid.function, entrant.sell.function) != source:
            raise ForSaleError(
                f"the strategy {entrant.name!r} is another one on {machine}: if it is in a "
                "package, install the same version there; if it is in a file, keep paths and "
                "whatever else depends on the machine out of what its functions read"
            )
    places = {
        str(folders[path] / name): file["path"]
        for path, files in packed["files"].items()
        for name, file in files.items()
    }
    return Unpacked(plan, packed["engine"], places)


def _check_versions(there: Mapping[str, str], machine: str) -> None:
    for name, version in versions().items():
        if there.get(name) != version:
            raise ForSaleError(
                f"{machine} has {name} {version}, the run was started with {name} "
                f"{there.get(name)}, and they may play differently: install one version everywhere"
            )
