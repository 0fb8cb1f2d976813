"""A plan packed for other machines: plain data that says all that decides a run's results.

Source files of strategies go along. Where the plan is unpacked, they are loaded from a folder of
that machine under the same names; then every strategy has to be, to the letter, what it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from forsale_sim.errors import ForSaleError, UsageError
from forsale_sim.plugins.specs import LIVE, moved, paths_in
from forsale_sim.simulation.cluster.source_files import read_files, write_files
from forsale_sim.simulation.describing import describe, plan_from, sources_of
from forsale_sim.simulation.plan import Plan
from forsale_sim.simulation.versions import other_version, versions


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
    described = packed["plan"]
    sources = described.pop("sources")
    described["specs"] = [
        moved(spec, lambda path: str(folders[path] / Path(path).name))
        for spec in described["specs"]
    ]
    plan = plan_from(described)
    for entrant, here, source in zip(plan.field, sources_of(plan.field), sources, strict=True):
        if here != source:
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


def _check_versions(packed: Mapping[str, str], machine: str) -> None:
    if differing := other_version(packed):
        name, there, here = differing
        raise ForSaleError(
            f"{machine} has {name} {here}, the run was started with {name} {there}, and they may "
            "play differently: install one version everywhere"
        )
