"""What the checkpoint of a run holds: what was asked for, and what has been played of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forsale_sim.errors import UsageError
from forsale_sim.results.files.checkpoint import load_checkpoint, save_checkpoint
from forsale_sim.results.files.saving import MANIFEST
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.describing import plan_from
from forsale_sim.simulation.driver import Outcome
from forsale_sim.simulation.precision import goal_of
from forsale_sim.simulation.saved import OF_TOURNAMENTS, command_of, read_manifest
from forsale_sim.simulation.sharding import Shard
from forsale_sim.simulation.versions import other_version, versions

CHECKPOINT = "checkpoint.bin"
"""The file in a run's folder."""


@dataclass(frozen=True)
class Asked:
    """What was asked for when a run was started: all that it takes to go on with it.

    Attributes
    ----------
    described
        The plan, from `describe`.
    options
        The options that asked for the plan, in values that JSON can hold.
    run_options
        The words of a command line that say what else was asked for.
    engine
        Who is to play it, by its option.
    played_by, threads
        Who played it last, and on how many threads.
    shard
        Which part of the run it is; None for all of it.
    table_formats, plot_formats
        How its results are saved.
    games_out
        The file for all games, whatever folder one is in.
    """

    described: Mapping[str, Any]
    options: Mapping[str, Any]
    run_options: tuple[str, ...] = ()
    engine: str = "auto"
    played_by: str = ""
    threads: int = 1
    shard: Shard | None = None
    table_formats: tuple[Any, ...] = ("parquet",)
    plot_formats: tuple[Any, ...] = ("png",)
    games_out: Path | None = None


@dataclass(frozen=True)
class Checkpoint:
    """A run as a process that was killed left it.

    Attributes
    ----------
    asked
        What was asked for.
    outcome
        What has been played.
    games
        How many games are in each part of the file of games.
    """

    asked: Asked
    outcome: Outcome
    games: tuple[int, ...] = ()

    def save(self, folder: Path) -> None:
        """Write the checkpoint of the run in `folder`.

        Raises
        ------
        ForSaleError
            If it cannot be written. The one before is still there.
        """
        asked, outcome = self.asked, self.outcome
        facts = {
            "versions": versions(),
            "plan": asked.described,
            "options": asked.options,
            "run_options": asked.run_options,
            "engine": asked.engine,
            "played_by": asked.played_by,
            "threads": asked.threads,
            "shard": None if asked.shard is None else str(asked.shard),
            "table_formats": asked.table_formats,
            "plot_formats": asked.plot_formats,
            "games_out": None if asked.games_out is None else str(asked.games_out),
            "games": self.games,
            "seconds": outcome.seconds,
            "wanted": [deals.stretches for deals in outcome.wanted],
            "played": [deals.stretches for deals in outcome.played],
        }
        save_checkpoint(folder / CHECKPOINT, facts, _arrays(outcome))

    @classmethod
    def load(cls, folder: Path, *, loaded: bool = True) -> Checkpoint:
        """Return the checkpoint of the run in `folder`.

        Parameters
        ----------
        folder
            That of a run, complete or not.
        loaded
            Whether the strategies are needed: to play on, not to add up.

        Raises
        ------
        UsageError
            If there is none, if it is damaged, if other versions of forsale-sim, Python, numba or
            NumPy wrote it, or if a strategy is not what it was.
        """
        require_checkpoint(folder)
        path = folder / CHECKPOINT
        facts, arrays = load_checkpoint(path)
        # Earlier ones say which forsale-sim wrote them, and nothing of what it was installed with.
        written_by = facts.get("versions", {"forsale-sim": facts.get("version")})
        if differing := other_version(written_by):
            name, there, here = differing
            raise UsageError(
                f"{path} was written with {name} {there}, which may play differently: use that "
                f"version, not {here}"
            )
        try:
            return cls._from(facts, arrays, loaded)
        except UsageError as error:
            raise UsageError(f"{path}: {error}") from error
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"{path} is not the checkpoint of a run: {error}") from error

    @classmethod
    def _from(
        cls, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[np.int64]], loaded: bool
    ) -> Checkpoint:
        asked = Asked(
            described=facts["plan"],
            options=facts["options"],
            run_options=tuple(facts["run_options"]),
            engine=facts["engine"],
            played_by=facts["played_by"],
            threads=facts["threads"],
            shard=None if facts["shard"] is None else Shard.parse(facts["shard"]),
            table_formats=tuple(facts["table_formats"]),
            plot_formats=tuple(facts["plot_formats"]),
            games_out=None if facts["games_out"] is None else Path(facts["games_out"]),
        )
        outcome = Outcome(
            plan_from(asked.described, loaded=loaded),
            tuple(_deals(facts["wanted"])),
            list(_deals(facts["played"])),
            seconds=facts["seconds"],
        )
        _fill(outcome, arrays)
        outcome.complete = not any(goal_of(outcome.plan)(outcome))
        return cls(asked, outcome, tuple(facts["games"]))


def require_checkpoint(folder: Path) -> None:
    """Check that a folder holds a run.

    Raises
    ------
    UsageError
        If there is no such folder, or no checkpoint in it.
    """
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}")
    if not (folder / CHECKPOINT).exists():
        raise UsageError(f"{folder} {_held_instead(folder)}")


def _held_instead(folder: Path) -> str:
    """Return what a folder without a checkpoint holds, and what can be done with that."""
    command = command_of(read_manifest(folder)) if (folder / MANIFEST).exists() else None
    if command is None:
        return f"holds no run of forsale-sim: there is no {CHECKPOINT} in it"
    can = "plot and replay read it" if command in OF_TOURNAMENTS else "its tables can be read"
    if command == "run":
        return (
            f"holds the results of a run, but not the {CHECKPOINT} that it takes to go on with it "
            f"or to merge it: {can}, or play it again with another --out"
        )
    return (
        f"holds what forsale-sim {command} has found, and only a run can be gone on with or "
        f"merged: {can}"
    )


def _deals(stretches: Iterable[Iterable[Sequence[int]]]) -> Iterable[Deals]:
    return (Deals.of((first, last) for first, last in cell) for cell in stretches)


def _arrays(outcome: Outcome) -> dict[str, NDArray[np.int64]]:
    return {
        f"{number}/{name}": array
        for number, planned in enumerate(outcome.plan.cells)
        for name, array in outcome.tallies[planned.cell].arrays().items()
    }


def _fill(outcome: Outcome, arrays: Mapping[str, NDArray[np.int64]]) -> None:
    """Put sums in the empty tallies of an outcome, if they can be what it has played."""
    empty = _arrays(outcome)
    if {name: array.shape for name, array in arrays.items()} != {
        name: array.shape for name, array in empty.items()
    }:
        raise ValueError("its sums are of another run")
    for name, array in empty.items():
        array[...] = arrays[name]
    plan = outcome.plan
    cells = zip(plan.cells, plan.all_deals, outcome.wanted, outcome.played, strict=True)
    for planned, possible, wanted, played in cells:
        counted = int(outcome.tallies[planned.cell].deals)
        if wanted - possible or played - wanted or counted != len(played):
            raise ValueError("its deals do not belong together")
