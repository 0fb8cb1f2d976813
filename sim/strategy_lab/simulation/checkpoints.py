"""Checkpoints: what was asked for, and what has been played and counted of it."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError, first_problem, listed
from strategy_lab.files.whole_files import read_regular
from strategy_lab.game import find_game
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.plugins.loading import named_by_a_folder
from strategy_lab.results.accumulators import Accumulator, Core, digest
from strategy_lab.results.saved_tables import (
    MANIFEST,
    TableFormat,
    check_games_file,
    load_arrays,
    parts_folder,
    save_arrays,
)
from strategy_lab.simulation.experiment import Experiment, Outcome, Spans
from strategy_lab.simulation.replaying import (
    leave_unloaded,
    load_unchanged,
    loaded_words,
    source_of,
)
from strategy_lab.simulation.spec import Spec, spec_from
from strategy_lab.version import __version__

COMMAND = re.compile(r"[\w-]+-sim (\w+)\b.*", re.DOTALL)


def read_manifest(folder: Path) -> Any:
    """Return what the manifest in a folder says, whether or not it makes sense."""
    path = folder / MANIFEST
    try:
        return json.loads(read_regular(path))
    except FileNotFoundError as error:
        raise UsageError(f"{folder} holds no saved run: there is no {path}") from error
    except (ValueError, RecursionError, OSError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error


def command_of(manifest: Any) -> str | None:
    command = manifest.get("command") if isinstance(manifest, dict) else None
    written = COMMAND.fullmatch(command) if isinstance(command, str) else None
    return None if written is None else written[1]


MOST_PARTS = 10**6  # more machines than anyone has: a larger number is a slip


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several parts of an experiment, from 1: an equal share of the units of each block."""

    number: int
    parts: int

    def __post_init__(self) -> None:
        if not 1 <= self.parts <= MOST_PARTS:
            raise UsageError(f"there can be 1 to {MOST_PARTS} parts, not {self.parts}")
        if not 1 <= self.number <= self.parts:
            raise UsageError(
                f"{self.parts} parts are numbered from 1 to {self.parts}: there is no {self.number}"
            )

    @classmethod
    def parse(cls, text: str) -> Shard:
        written = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
        if written is None:
            raise UsageError(f"a part is written as 3/16, not {text!r}")
        return cls(int(written[1]), int(written[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.parts}"

    def units(self, experiment: Experiment) -> list[Spans]:
        """Return which units of each block the part plays."""
        if experiment.adaptive:
            raise UsageError(
                "a part cannot tell when the whole is known, so --shard is for experiments of a "
                "fixed size: leave it out, or give a fixed number of games"
            )
        if experiment.prepares:
            return [Spans.up_to(block.units) for block in experiment.blocks]  # each for itself
        units = experiment.shard(self.number, self.parts)
        if not any(units):
            fewest = min(block.units for block in experiment.blocks)
            raise UsageError(
                f"part {self} has no deal to play: with only {fewest} deals there can be no "
                f"{self.parts} parts"
            )
        return units


def versions(libraries: Iterable[str] = ()) -> dict[str, str]:
    """Return what must be the same on two machines for them to play the same games.

    Numba and NumPy compute functions such as `exp` to the last bit each in their own way, and
    `sum` adds up differently since Python 3.12. Some experiments hang on further libraries.
    """
    return {
        "forsale-sim": __version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "numba": _version_of("numba"),
        "NumPy": _version_of("numpy"),
        **{name: _version_of(name) for name in libraries},
    }


@cache
def _version_of(library: str) -> str:
    return version(library)


def other_version(
    there: Mapping[str, str | None], libraries: Iterable[str] = ()
) -> tuple[str, str | None, str] | None:
    """Return the first of `versions` that differs from what was used elsewhere, or earlier."""
    for name, here in versions(libraries).items():
        if there.get(name, here) != here:
            return name, there[name], here
    return None


CHECKPOINT = "checkpoint.npz"  # the file in an experiment's folder

USUAL_ENGINE = "compiled"

PlotFormat = Literal["png", "svg"]


@dataclass(frozen=True, slots=True)
class Execution:
    engine: str = USUAL_ENGINE
    threads: int = 1  # on how many it was played last
    shard: Shard | None = None  # which part is played; None for all of it
    table_formats: tuple[TableFormat, ...] = ("parquet",)
    plot_formats: tuple[PlotFormat, ...] = ("png",)
    games_out: Path | None = None  # the file for all games; absolute where a folder is kept

    @property
    def words(self) -> list[str]:
        part = [] if self.shard is None else ["--shard", str(self.shard)]
        return part + ([] if self.engine == USUAL_ENGINE else ["--engine", self.engine])


Pairs: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""Of each block, the first and last unit of each span."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a checkpoint says beside the request and the sums."""

    versions: dict[str, str]
    execution: Execution
    games: tuple[int, ...]
    seconds: float
    wanted: Pairs
    played: Pairs


@cache
def _facts() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(Facts)


@dataclass(frozen=True)
class Checkpoint:
    spec: Spec
    execution: Execution
    outcome: Outcome
    games: tuple[int, ...] = ()  # how many games are in each part of the file of games

    def save(self, folder: Path) -> None:
        outcome = self.outcome
        wanted, played = (
            tuple(units.pairs for units in blocks) for blocks in (outcome.wanted, outcome.played)
        )
        known = versions(outcome.experiment.libraries)
        facts = Facts(known, self.execution, self.games, outcome.seconds, wanted, played)
        arrays = {
            name: array
            for block in outcome.tallies
            for name, array in _arrays_of(block, outcome.tallies[block], outcome.cores[block])
        }
        held = _facts().dump_python(facts, mode="json")
        save_arrays(folder / CHECKPOINT, {"spec": self.spec.to_json(), **held}, arrays)

    @classmethod
    def load(cls, folder: Path, load: Callable[..., Entrant] = load_unchanged) -> Checkpoint:
        """Return the checkpoint of the experiment in `folder`.

        `load`: gives its strategies; `leave_unloaded` those that can only be named.
        """
        require_checkpoint(folder)
        path = folder / CHECKPOINT
        held, arrays = load_arrays(path)
        there = held.get("versions")
        _check_versions(path, there if isinstance(there, dict) else {"forsale-sim": None}, ())
        try:
            with named_by_a_folder():
                spec = spec_from(held.pop("spec"), load)
                facts: Facts = _facts().validate_json(json.dumps(held), strict=True)
                experiment = spec.experiment()
            _check_versions(path, facts.versions, experiment.libraries)
            outcome = Outcome(experiment, seconds=facts.seconds, origin=str(path))
            wanted, played = (
                list(map(Spans.of, blocks)) for blocks in (facts.wanted, facts.played)
            )
            _fill(outcome, wanted, played, arrays)
            outcome.complete = experiment.is_complete(outcome)
            spec.command_line(*facts.execution.words)  # which takes all options as they should be
        except UsageError as error:
            raise UsageError(f"{path}: {error}") from error
        except Exception as error:  # whatever values of no kind and no size can lead to
            raise UsageError(
                f"{path} is not the checkpoint of an experiment: {first_problem(error)}"
            ) from error
        return cls(spec, facts.execution, outcome, facts.games)


def require_checkpoint(folder: Path) -> None:
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
    experiment, left, filled = outcome.experiment, dict(arrays), 0
    known = len(experiment.blocks)
    for block in outcome.to_fill():
        if block >= min(len(wanted), len(played)):
            break
        units = Spans.up_to(experiment.blocks[block].units)
        if wanted[block] - units or played[block] - wanted[block]:
            raise ValueError("its units do not belong together")
        outcome.wanted[block], outcome.played[block] = wanted[block], played[block]
        if played[block]:
            tally, core = experiment.empty(block), experiment.new_core(block)
            for name, array in _arrays_of(block, tally, core):
                if name not in left or left[name].shape != array.shape:
                    raise ValueError("its sums are of another experiment")
                array[...] = left.pop(name)
            asked = experiment.blocks[block]
            if not core.could_be(asked.games, asked.cell.least_score):
                raise ValueError("its sums are of no games")
            outcome.add_sums(block, tally, core)
        filled = block + 1
    if left or not known <= filled == len(wanted) == len(played):
        raise ValueError("its blocks are of another experiment")


def resume_command(spec: Spec, folder: Path, games_out: Path | None = None) -> str:
    """Return the command that goes on with the experiment in a folder.

    A file of games outside of the folder has to be named again.
    """
    outside = games_out is not None and not _is_inside(games_out, folder)
    games = ["--games-out", str(games_out)] if outside else []
    return shlex.join([spec.program.name, spec.command, "--resume", str(folder), *games])


def games_file(checkpoint: Checkpoint, folder: Path, named: Path | None) -> Path | None:
    """Return the file for games that are not in it yet: what a folder says is not enough for it."""
    held = checkpoint.execution.games_out
    if held is None and named is not None:
        raise UsageError(f"--games-out: games of {folder} have not been saved from the beginning")
    if held is None or (checkpoint.outcome.complete and not parts_folder(held).exists()):
        return None
    if named is None and not _is_inside(held, folder):
        command = resume_command(checkpoint.spec, folder, held)
        raise UsageError(
            f"the games of {folder} go to {held}, outside of it: name that file again, or the "
            f"place that it and its parts were moved to, by --games-out.\nGo on with: {command}"
        )
    chosen = named or held
    if not parts_folder(chosen).exists() and parts_folder(held).exists():
        raise UsageError(
            f"the games of {folder} so far are in {parts_folder(held)}, and stay there.\n"
            f"Go on with: {resume_command(checkpoint.spec, folder, held)}"
        )
    check_games_file(chosen, folder)
    return chosen.absolute()


def _is_inside(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


SOURCE = re.compile(r"(source \w{8})\w+")  # messages name the first digits of a hash
MOST_NAMED = 4  # so many spans of deals are named in a message; the others are counted


def merged_folders(folders: Sequence[Path], *, allow_gaps: bool = False) -> Checkpoint:
    """Return the experiment that parts in folders add up to, if it has something to show."""
    places = [folder.resolve() for folder in folders]
    for index, folder in enumerate(folders):
        if places[index] in places[:index]:
            raise UsageError(f"{folder} is named twice")
    whole = merged(
        {folder: Checkpoint.load(folder, leave_unloaded) for folder in folders},
        allow_gaps=allow_gaps,
    )
    outcome = whole.outcome
    if not outcome.experiment.has_results(outcome):
        raise UsageError(
            f"these parts are too few to show anything: {missing_units(outcome)}"
            if outcome.games
            else "nothing has been played in any of these parts"
        )
    return whole


def merged(parts: Mapping[Path, Checkpoint], *, allow_gaps: bool = False) -> Checkpoint:
    """Return the experiment that parts of it add up to."""
    (first, start), *others = parts.items()
    for folder, part in parts.items():
        if part.outcome.experiment.adaptive:
            raise UsageError(
                f"{folder} was played until enough was known, so it is no part of a whole"
            )
    for folder, part in others:
        if reason := difference(start, part):
            raise UsageError(
                f"{folder} is no part of the same experiment as {first}: {reason}. Parts are "
                "played by one request, each with its --shard"
            )
    _refuse_overlaps(start.outcome.experiment, parts)
    origin = listed(part.outcome.origin for part in parts.values())
    outcome = Outcome(start.outcome.experiment, origin=origin)
    for own in (part.outcome for part in parts.values()):
        outcome.played = [a + b for a, b in zip(outcome.played, own.played, strict=True)]
        for block, tally in own.tallies.items():
            outcome.add_sums(block, tally, own.cores[block])
        outcome.seconds += own.seconds
    outcome.complete = not any(outcome.missing)
    if not (outcome.complete or allow_gaps):
        raise UsageError(
            f"{missing_units(outcome)}{_unfinished(parts)}. Name all parts, or merge what "
            "there is with --allow-gaps"
        )
    return Checkpoint(start.spec, _execution(parts), outcome)


def missing_units(outcome: Outcome) -> str:
    """Return what has not been played, in words; nothing if all has been."""
    missing = outcome.missing
    return _in_words(outcome.experiment, missing) + " missing" if any(missing) else ""


def difference(a: Checkpoint, b: Checkpoint) -> str:
    """Return what makes two parts those of different experiments, in words; nothing if they fit.

    Where strategies are found, which may differ from machine to machine, makes no difference; what
    they are does.
    """
    ours, theirs = _comparable(a.spec.to_json()), _comparable(b.spec.to_json())
    for key in dict.fromkeys((*ours, *theirs)):
        if ours.get(key) != theirs.get(key):
            return _difference(key, ours.get(key), theirs.get(key))
    blocks = [part.outcome.experiment.blocks for part in (a, b)]
    if [block.identity for block in blocks[0]] != [block.identity for block in blocks[1]]:
        return "what is played"
    return ""


def _comparable(held: Any) -> Any:
    """Return the values of a spec by name; strategies and code as texts, wherever they are."""
    if isinstance(held, list):
        return [_comparable(item) for item in held]
    if not isinstance(held, dict):
        return held
    if held.keys() >= {"source", "rules"}:
        return f"source {_hash(held['source'])}"
    if "files" in held:
        code = [held["game"], held["source"], sorted(held["files"].values())]
        return f"{held['strategy']} (source {_hash(repr(code))})"
    if "settings" in held:
        keys = ("name", *find_game(held["game"]).rule_keys)
        return {key: _comparable(held["settings"].get(key)) for key in keys}
    return {key: _comparable(value) for key, value in held.items()}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _difference(name: str, ours: Any, theirs: Any) -> str:
    """Return what differs, down to the single rule of rulesets that share their names."""
    if _shown(ours) == _shown(theirs):
        if isinstance(ours, list) and isinstance(theirs, list):
            ours, theirs = next((a, b) for a, b in zip(ours, theirs, strict=True) if a != b)
        if isinstance(ours, dict) and isinstance(theirs, dict):
            rule = next(key for key in theirs | ours if ours.get(key) != theirs.get(key))
            name, ours, theirs = f"{rule} of {ours['name']}", ours.get(rule), theirs.get(rule)
    return f"{name}: {_shown(theirs)}, not {_shown(ours)}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    if isinstance(value, dict):
        return str(value.get("name"))
    return SOURCE.sub(r"\1", str(value))


def _refuse_overlaps(experiment: Experiment, parts: Mapping[Path, Checkpoint]) -> None:
    for block in range(len(experiment.blocks)):
        spans = sorted(
            (pair, folder)
            for folder, part in parts.items()
            for pair in part.outcome.played[block].pairs
        )
        for (before, one), (after, other) in pairwise(spans):
            if after[0] <= before[1]:
                common = [Spans()] * len(experiment.blocks)
                common[block] = Spans.of([(after[0], min(before[1], after[1]))])
                raise UsageError(
                    f"{one} and {other} have both played the same: "
                    f"{_in_words(experiment, common)} in both. Leave one of them out"
                )


def _execution(parts: Mapping[Path, Checkpoint]) -> Execution:
    executions = [part.execution for part in parts.values()]
    others = [each.engine for each in executions if each.engine != USUAL_ENGINE]
    return replace(
        executions[0],
        shard=None,
        games_out=None,
        engine=others[0] if others else USUAL_ENGINE,
        threads=max(each.threads for each in executions),
    )


def _unfinished(parts: Mapping[Path, Checkpoint]) -> str:
    partial = [folder for folder, part in parts.items() if not part.outcome.complete]
    if partial:
        part = parts[partial[0]]
        command = resume_command(part.spec, partial[0], part.execution.games_out)
        return f" ({', '.join(map(str, partial))}: not complete; go on with {command})"
    shards = [part.execution.shard for part in parts.values()]
    of = {shard.parts for shard in shards if shard}
    if len(of) != 1:
        return ""
    (count,) = of
    absent = sorted(set(range(1, count + 1)) - {shard.number for shard in shards if shard})
    return f" (of {count} parts there is no {_few([str(number) for number in absent])})"


def _in_words(experiment: Experiment, units: Sequence[Spans]) -> str:
    names = [
        f"{'deal' if first == last else 'deals'} {first}{'' if first == last else f' to {last}'} "
        f"of {experiment.blocks[block].name}"
        for block, spans in enumerate(units)
        for first, last in spans.pairs
    ]
    one = len(names) == 1 and "deals" not in names[0]
    return f"{_few(names)} {'is' if one else 'are'}"


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


SCHEMA = 2  # of the manifest and of all machine-readable results


def manifest(spec: Spec, outcome: Outcome, execution: Execution) -> dict[str, Any]:
    experiment = outcome.experiment
    cells = [planned.cell for plan in experiment.plans for planned in plan.cells]
    entrants = {entrant.name: entrant for entrant in experiment.entrants}
    return {
        "schema": SCHEMA,
        "version": __version__,
        "command": spec.command_line(*execution.words, *loaded_words(experiment.entrants)),
        "seed": experiment.plans[0].seed,
        "games": outcome.games,
        "games_requested": experiment.games,
        "deals": experiment.deals(outcome),
        "rulesets": list(dict.fromkeys(cell.ruleset for cell in cells)),
        "players": sorted({cell.players for cell in cells}),
        "strategies": list(entrants),
        "seating": experiment.plans[0].seating,
        "engine": execution.engine,
        "threads": execution.threads,
        "seconds": round(outcome.seconds, 3),
        "digest": digest_of(outcome),
        "complete": outcome.complete,
        "shard": None if execution.shard is None else str(execution.shard),
        "specs": [entrant.spec for entrant in entrants.values()],
        "sources": [source_of(entrant) for entrant in entrants.values()],
        **experiment.facts(outcome),
        "spec": spec.to_json(),
    }


def digest_of(outcome: Outcome) -> str:
    """Return the digest of what has been played: equal for equal work, however it was done."""
    blocks = []
    for block, core in outcome.cores.items():
        played = outcome.played[block]
        whole = played == Spans.up_to(len(played))
        units = len(played) if whole else [list(pair) for pair in played.pairs]
        identity = {**outcome.experiment.blocks[block].identity, "units": units}
        blocks.append((identity, core.arrays()))
    return digest(blocks)
