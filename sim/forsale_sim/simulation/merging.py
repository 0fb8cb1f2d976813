"""Parts of a run, played on their own, added up to the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from forsale_sim.errors import UsageError
from forsale_sim.simulation.checkpoints import Asked, Checkpoint
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.driver import Outcome
from forsale_sim.simulation.plan import Plan

MOST_NAMED = 4
"""So many stretches of deals are named in a message; the others are counted."""


def merged(parts: Mapping[Path, Checkpoint], *, allow_gaps: bool = False) -> Checkpoint:
    """Return the run that parts of it add up to.

    Parameters
    ----------
    parts
        At least one, by the folder that it is in.
    allow_gaps
        Whether deals may be missing. The run is not complete then, and can be gone on with.

    Raises
    ------
    UsageError
        If they are parts of different runs, have a deal in common, or leave one out.
    """
    (first, start), *others = parts.items()
    for folder, part in parts.items():
        if part.outcome.plan.precision is not None:
            raise UsageError(
                f"{folder} was played until a precision was reached, so it is no part of a run"
            )
    for folder, part in others:
        if found := difference(start.asked, part.asked):
            raise UsageError(f"{folder} is no part of the same run as {first}: {found}")
    plan = start.outcome.plan
    _refuse_overlaps(plan, parts)
    outcome = Outcome.nothing_yet(plan)
    for part in parts.values():
        _add(outcome, part.outcome)
    outcome.complete = not any(outcome.missing)
    if not (outcome.complete or allow_gaps):
        raise UsageError(
            f"{missing_deals(outcome)}{_unfinished(parts)}. Name all parts, or merge what "
            "there is with --allow-gaps"
        )
    return Checkpoint(_asked(parts), outcome)


def missing_deals(outcome: Outcome) -> str:
    """Return which deals of a run have not been played, in words; nothing if all have been."""
    missing = outcome.missing
    return _named(outcome.plan, missing) + " missing" if any(missing) else ""


def difference(a: Asked, b: Asked) -> str:
    """Return what makes two parts those of different runs, in words; nothing if they fit.

    Where strategies are found, which may differ from machine to machine, makes no difference; what
    they are does.
    """
    ours, theirs = a.described, b.described
    for key, name in (
        ("seed", "the seed"),
        ("games_requested", "the number of games"),
        ("rotate", "--rotate"),
        ("strategies", "the strategies"),
    ):
        if ours[key] != theirs[key]:
            return f"{name}: {_shown(theirs[key])}, not {_shown(ours[key])}"
    for name, mine, other in zip(
        ours["strategies"], ours["sources"], theirs["sources"], strict=True
    ):
        if mine != other:
            return f"the source of the strategy {name}"
    tables = [[(cell["ruleset"], cell["players"]) for cell in x["cells"]] for x in (ours, theirs)]
    if tables[0] != tables[1]:
        return f"the tables: {_tables(tables[1])}, not {_tables(tables[0])}"
    for mine, other in zip(ours["cells"], theirs["cells"], strict=True):
        if found := _cells_differ(mine, other):
            return f"{found} of {mine['ruleset']} for {mine['players']} players"
    return ""


def _cells_differ(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> str:
    for key, value in ours["rules"].items():
        if theirs["rules"].get(key) != value:
            return f"the rule {key!r}: {_shown(theirs['rules'].get(key))}, not {_shown(value)},"
    for key, name in (("lineup", "the lineup"), ("seatings", "the rotations")):
        if ours[key] != theirs[key]:
            return f"{name}: {_shown(theirs[key])}, not {_shown(ours[key])},"
    return "" if ours == theirs else "what is played"


def _refuse_overlaps(plan: Plan, parts: Mapping[Path, Checkpoint]) -> None:
    for cell in range(len(plan.cells)):
        stretches = sorted(
            (stretch, folder)
            for folder, part in parts.items()
            for stretch in part.outcome.played[cell].stretches
        )
        for (before, one), (after, other) in pairwise(stretches):
            if after[0] <= before[1]:
                common = [Deals()] * len(plan.cells)
                common[cell] = Deals.of([(after[0], min(before[1], after[1]))])
                raise UsageError(
                    f"{one} and {other} have both played the same: {_named(plan, common)} in both. "
                    "Leave one of them out"
                )


def _add(outcome: Outcome, part: Outcome) -> None:
    outcome.played = [a + b for a, b in zip(outcome.played, part.played, strict=True)]
    for cell, tally in part.tallies.items():
        outcome.tallies[cell] += tally
    outcome.seconds += part.seconds


def _asked(parts: Mapping[Path, Checkpoint]) -> Asked:
    all_asked = [part.asked for part in parts.values()]
    return replace(
        all_asked[0],
        run_options=(),
        shard=None,
        games_out=None,
        played_by=", ".join(
            dict.fromkeys(asked.played_by for asked in all_asked if asked.played_by)
        ),
        threads=max(asked.threads for asked in all_asked),
    )


def _unfinished(parts: Mapping[Path, Checkpoint]) -> str:
    """Return how to play what is missing, where it is known."""
    partial = [str(folder) for folder, part in parts.items() if not part.outcome.complete]
    if partial:
        return f" ({', '.join(partial)}: not complete; forsale-sim run --resume goes on with it)"
    shards = [part.asked.shard for part in parts.values()]
    of = {shard.parts for shard in shards if shard}
    if len(of) != 1:
        return ""
    (count,) = of
    absent = sorted(set(range(1, count + 1)) - {shard.number for shard in shards if shard})
    return f" (of {count} parts there is no {_few([str(number) for number in absent])})"


def _named(plan: Plan, missing: Sequence[Deals]) -> str:
    """Return deals in words, and the verb that goes with them."""
    found = list(_stretches(plan, missing))
    one = len(found) == 1 and "deals" not in found[0]
    return f"{_few(found)} {'is' if one else 'are'}"


def _stretches(plan: Plan, deals: Sequence[Deals]) -> Iterator[str]:
    for planned, of_cell in zip(plan.cells, deals, strict=True):
        table = f"of {planned.cell.ruleset} for {planned.cell.players} players"
        for first, last in of_cell.stretches:
            yield f"deal {first} {table}" if first == last else f"deals {first} to {last} {table}"


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def _tables(tables: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{ruleset} for {players}" for ruleset, players in tables)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
