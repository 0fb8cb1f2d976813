"""A request packed for other machines: plain data that says all that decides the results.

Source files of strategies and of rules go along. Where the request is unpacked, they are loaded
from a folder of that machine under the same names; then all have to be, to the letter, what they
were.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.game import find_game
from strategy_lab.plugins.entrant import Entrant, load_entrant
from strategy_lab.plugins.rule_files import held_rules
from strategy_lab.plugins.specs import LIVE, moved, paths_in
from strategy_lab.simulation.cluster.source_files import read_files, write_files
from strategy_lab.simulation.experiment import Experiment
from strategy_lab.simulation.sources import source_of
from strategy_lab.simulation.spec import Spec, spec_from
from strategy_lab.simulation.versions import other_version, versions


@dataclass(frozen=True)
class Unpacked:
    """An experiment that has come from another machine, ready to be played."""

    experiment: Experiment
    engine: str
    """The name of the engine that plays it."""

    keep_rows: bool
    """Whether the games themselves are wanted, not only their counts."""

    places: Mapping[str, str]
    """Where each source file is there, by where it is here."""

    def as_there(self, message: str) -> str:
        """Return a message with the names that files have where the request was packed."""
        for here, there in self.places.items():
            message = message.replace(here, there)
        return message


def pack(spec: Spec, engine: str, *, keep_rows: bool = False) -> bytes:
    """Return a request as JSON, with all that is needed to play it elsewhere."""
    held = spec.to_json()
    specs = list(_strategy_specs(held))
    for text in specs:
        live = LIVE.fullmatch(text)
        if live is not None:
            raise UsageError(
                f"the strategy {live['name']!r} was defined in a Python session and cannot be sent "
                "to another process: save it in a file, and name that"
            )
    paths = {path for text in specs for path in paths_in(text)}
    paths |= {rules["path"] for rules in held_rules(held)}
    parcel = {
        "versions": versions(),
        "engine": engine,
        "keep_rows": keep_rows,
        "spec": held,
        "files": {path: read_files(path) for path in sorted(paths)},
    }
    return json.dumps(parcel).encode()


def unpack(parcel: bytes, machine: str) -> Unpacked:
    """Write the source files of a request, load its strategies and check them.

    It must not be called by several threads at once.
    """
    packed = json.loads(parcel)
    _check_versions(packed["versions"], machine)
    folders = {path: write_files(files) for path, files in packed["files"].items()}

    def load(held: Mapping[str, Any]) -> Entrant:
        spec = moved(held["spec"], lambda path: str(folders[path] / Path(path).name))
        entrant = load_entrant(spec, find_game(held["game"]))
        if source_of(entrant) != held["source"]:
            raise LaboratoryError(
                f"the strategy {entrant.name!r} is another one on {machine}: if it is in a "
                "package, install the same version there; if it is in a file, keep paths and "
                "whatever else depends on the machine out of what its functions read"
            )
        return entrant

    for rules in held_rules(packed["spec"]):
        named = Path(rules["path"])
        path = str(folders[rules["path"]] / named.name)
        rules.update(path=path, files={path: rules["files"][str(named)]})
    experiment = spec_from(packed["spec"], load).experiment()
    places = {
        str(folders[path] / name): file["path"]
        for path, files in packed["files"].items()
        for name, file in files.items()
    }
    return Unpacked(experiment, packed["engine"], packed["keep_rows"], places)


def _strategy_specs(held: Any) -> Iterator[str]:
    """Yield the specs of all strategies in the JSON of a request."""
    if isinstance(held, dict):
        if "strategy" in held:
            yield held["spec"]
        else:
            for value in held.values():
                yield from _strategy_specs(value)
    elif isinstance(held, list):
        for value in held:
            yield from _strategy_specs(value)


def _check_versions(packed: Mapping[str, str], machine: str) -> None:
    if differing := other_version(packed):
        name, there, here = differing
        raise LaboratoryError(
            f"{machine} has {name} {here}, the run was started with {name} {there}, and they may "
            "play differently: install one version everywhere"
        )
