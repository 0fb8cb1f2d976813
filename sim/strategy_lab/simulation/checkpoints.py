"""Checkpoints: what was asked for, and what has been played and counted of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.plugins.rule_files import check_files, held_rules
from strategy_lab.results.accumulator import Accumulator
from strategy_lab.results.core import Core
from strategy_lab.results.files.array_file import load_arrays, save_arrays
from strategy_lab.results.files.saving import MANIFEST
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.saved import command_of, read_manifest
from strategy_lab.simulation.sharding import Shard
from strategy_lab.simulation.sources import leave_unloaded, load_unchanged
from strategy_lab.simulation.spans import Spans
from strategy_lab.simulation.spec import LoadEntrant, Spec, spec_from
from strategy_lab.simulation.versions import other_version, versions

CHECKPOINT = "checkpoint.npz"
"""The file in an experiment's folder."""

USUAL_ENGINE = "compiled"

T = TypeVar("T")

TableFormat = Literal["parquet", "csv"]
PlotFormat = Literal["png", "svg"]


@dataclass(frozen=True, slots=True)
class Execution:
    """How an experiment is played and saved."""

    engine: str = USUAL_ENGINE
    threads: int = 1
    """The engine that plays, and on how many threads it did last."""

    shard: Shard | None = None
    """Which part is played; None for all of it."""

    table_formats: tuple[TableFormat, ...] = ("parquet",)
    plot_formats: tuple[PlotFormat, ...] = ("png",)
    """How tables and plots are saved."""

    games_out: Path | None = None
    """The file for all games; absolute where a folder is kept."""

    @property
    def words(self) -> list[str]:
        """The words of a command line that ask for the same results."""
        part = [] if self.shard is None else ["--shard", str(self.shard)]
        return part + ([] if self.engine == USUAL_ENGINE else ["--engine", self.engine])

    def to_json(self) -> dict[str, Any]:
        """Return it in values that JSON can hold."""
        return {
            "engine": self.engine,
            "threads": self.threads,
            "shard": None if self.shard is None else str(self.shard),
            "table_formats": list(self.table_formats),
            "plot_formats": list(self.plot_formats),
            "games_out": None if self.games_out is None else str(self.games_out),
        }

    @classmethod
    def from_json(cls, held: Mapping[str, Any]) -> Execution:
        """Return what `to_json` gave."""
        return cls(
            engine=_of(str, held["engine"]),
            threads=_of(int, held["threads"]),
            shard=None if held["shard"] is None else Shard.parse(held["shard"]),
            table_formats=tuple(held["table_formats"]),
            plot_formats=tuple(held["plot_formats"]),
            games_out=None if held["games_out"] is None else Path(str(held["games_out"])),
        )


@dataclass(frozen=True)
class Checkpoint:
    """An experiment as a process that was killed left it."""

    spec: Spec
    execution: Execution
    outcome: Outcome
    games: tuple[int, ...] = ()
    """How many games are in each part of the file of games."""

    def save(self, folder: Path) -> None:
        """Write the checkpoint of the experiment in `folder`."""
        outcome = self.outcome
        facts = {
            "versions": versions(outcome.experiment.libraries),
            "spec": self.spec.to_json(),
            "execution": self.execution.to_json(),
            "games": self.games,
            "seconds": outcome.seconds,
            "wanted": [units.pairs for units in outcome.wanted],
            "played": [units.pairs for units in outcome.played],
        }
        arrays = {
            name: array
            for block in outcome.tallies
            for name, array in _arrays_of(block, outcome.tallies[block], outcome.cores[block])
        }
        save_arrays(folder / CHECKPOINT, facts, arrays)

    @classmethod
    def load(
        cls,
        folder: Path,
        load: LoadEntrant = load_unchanged,
        tell: Callable[[str], None] = lambda _: None,
    ) -> Checkpoint:
        """Return the checkpoint of the experiment in `folder`.

        It takes the files of rules that are code: `tell` is called with each, before it is run.
        """
        require_checkpoint(folder)
        path = folder / CHECKPOINT
        facts, arrays = load_arrays(path)
        there = facts.get("versions")
        there = there if isinstance(there, dict) else {"forsale-sim": None}
        _check_versions(path, there, ())
        try:
            for rules in held_rules(facts.get("spec")):
                check_files(rules["path"], rules["files"])
                for file in rules["files"]:
                    tell(file)
            return cls._from(path, facts, arrays, load)
        except UsageError as error:
            raise UsageError(f"{path}: {error}") from error
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise UsageError(f"{path} is not the checkpoint of an experiment: {error}") from error

    @classmethod
    def _from(
        cls,
        path: Path,
        facts: Mapping[str, Any],
        arrays: Mapping[str, NDArray[np.int64]],
        load: LoadEntrant,
    ) -> Checkpoint:
        spec = spec_from(facts["spec"], load)
        experiment = spec.experiment()
        _check_versions(path, facts["versions"], experiment.libraries)
        wanted, played = _units(facts["wanted"]), _units(facts["played"])
        outcome = Outcome(experiment, seconds=_of(float, facts["seconds"]))
        _fill(outcome, wanted, played, arrays)
        outcome.complete = experiment.is_complete(outcome)
        execution = Execution.from_json(facts["execution"])
        spec.command_line(*execution.words)  # which takes all options as they should be
        return cls(spec, execution, outcome, tuple(_of(int, games) for games in facts["games"]))


def load_to_read(folder: Path, tell: Callable[[str], None]) -> Checkpoint:
    """Return the checkpoint of a folder with its rules, but none of its strategies."""
    return Checkpoint.load(folder, leave_unloaded, _telling(folder, tell))


def load_to_play(folder: Path, tell: Callable[[str], None]) -> Checkpoint:
    """Return the checkpoint of a folder that was read before, with its strategies, too."""
    return Checkpoint.load(folder, partial(load_unchanged, tell=_telling(folder, tell)))


def _telling(folder: Path, tell: Callable[[str], None]) -> Callable[[str], None]:
    """Return what tells, once, that a file is run which somebody else may have named."""
    told: set[str] = set()

    def tell_once(path: str) -> None:
        if path not in told:
            tell(f"Running {path}, which {folder} names: it is what it was.")
        told.add(path)

    return tell_once


def require_checkpoint(folder: Path) -> None:
    """Check that a folder holds an experiment."""
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}")
    if (folder / CHECKPOINT).exists():
        return
    command = command_of(read_manifest(folder)) if (folder / MANIFEST).exists() else None
    if command is None:
        raise UsageError(f"{folder} holds nothing of forsale-sim: there is no {CHECKPOINT} in it")
    raise UsageError(
        f"{folder} holds the results of forsale-sim {command}, but not the {CHECKPOINT} that it "
        "takes to read them again: only the tables can be read, or play it again with another --out"
    )


def _check_versions(path: Path, there: Mapping[str, Any], libraries: Iterable[str]) -> None:
    if differing := other_version(there, libraries):
        name, version, here = differing
        raise UsageError(
            f"{path} was written with {name} {version}, which may play differently: use that "
            f"version, not {here}"
        )


def _of(kind: type[T], value: Any) -> T:
    """Return a value that has to be of a type."""
    if type(value) is kind or (kind is float and type(value) is int):
        return kind(value)  # type: ignore[call-arg]
    raise TypeError(f"{value!r} is there in the place of a value of type {kind.__name__}")


def _units(blocks: Iterable[Iterable[Sequence[int]]]) -> list[Spans]:
    return [Spans.of((first, last) for first, last in pairs) for pairs in blocks]


def _arrays_of(
    block: int, tally: Accumulator, core: Core
) -> Iterator[tuple[str, NDArray[np.int64]]]:
    for kind, sums in (("tally", tally), ("core", core)):
        for name, array in sums.arrays().items():
            yield f"{block}/{kind}/{name}", array


def _fill(
    outcome: Outcome,
    wanted: Sequence[Spans],
    played: Sequence[Spans],
    arrays: Mapping[str, NDArray[np.int64]],
) -> None:
    """Put what was played in an outcome, if it can be of its experiment."""
    experiment, left, known = outcome.experiment, dict(arrays), 0
    while known < len(played):  # the experiment may grow further now
        blocks = len(experiment.blocks)
        if not known < blocks <= min(len(wanted), len(played)):
            raise ValueError("its blocks are of another experiment")
        for number in range(known, blocks):
            units = Spans.up_to(experiment.blocks[number].units)
            if wanted[number] - units or played[number] - wanted[number]:
                raise ValueError("its units do not belong together")
            outcome.wanted[number], outcome.played[number] = wanted[number], played[number]
            if played[number]:
                tally, core = experiment.empty(number), experiment.new_core(number)
                for name, array in _arrays_of(number, tally, core):
                    if name not in left or left[name].shape != array.shape:
                        raise ValueError("its sums are of another experiment")
                    array[...] = left.pop(name)
                outcome.add_sums(number, tally, core)
        known = blocks
        experiment.grow(outcome)
    if left or known != len(wanted):
        raise ValueError("its blocks are of another experiment")
