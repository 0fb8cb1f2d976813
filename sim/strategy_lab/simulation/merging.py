"""Parts of an experiment that were played on their own, added up to the whole."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from strategy_lab.errors import UsageError
from strategy_lab.game import find_game
from strategy_lab.plugins.rule_files import HELD
from strategy_lab.simulation.checkpoints import USUAL_ENGINE, Checkpoint, Execution
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.resuming import resume_command
from strategy_lab.simulation.spans import Spans

MOST_NAMED = 4
"""So many spans of deals are named in a message; the others are counted."""


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
            raise UsageError(f"{folder} is no part of the same experiment as {first}: {reason}")
    _refuse_overlaps(start.outcome.experiment, parts)
    outcome = Outcome(start.outcome.experiment)
    for part in parts.values():
        _add(outcome, part.outcome)
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
    """Return the values of a spec by name, without the places of files."""
    if isinstance(held, list):
        return [_comparable(item) for item in held]
    if not isinstance(held, dict):
        return held
    if "source" in held:
        return _Strategy(held | {"files": sorted(held["files"].values())}, spec="")
    if "settings" in held:
        keys = ("name", *find_game(held["game"]).rule_keys)
        return _Rules({key: _rule(held["settings"].get(key)) for key in keys})
    return {key: _comparable(value) for key, value in held.items()}


def _rule(value: Any) -> Any:
    """Return a rule's value; of one that is code, what it is and not where."""
    if isinstance(value, dict) and value.keys() == HELD:
        return _Code({"source": value["source"]})
    return value


class _Code(dict[str, Any]):
    """Rules that are code, by their hash in messages."""

    def __str__(self) -> str:
        return f"source {hashlib.sha256(self['source'].encode()).hexdigest()[:8]}"


class _Strategy(dict[str, Any]):
    """A strategy with the hashes of what it is and of its files, by its name in messages."""

    def __str__(self) -> str:
        code = hashlib.sha256(repr([self["source"], self["files"]]).encode()).hexdigest()
        return f"{self['strategy']} (source {code[:8]})"


class _Rules(dict[str, Any]):
    """The rules of a ruleset, by its name in messages."""

    def __str__(self) -> str:
        return str(self["name"])


def _difference(name: str, ours: Any, theirs: Any) -> str:
    """Return what differs, down to the single rule of rulesets that share their names."""
    if isinstance(ours, list) and isinstance(theirs, list) and _shown(ours) == _shown(theirs):
        ours, theirs = next((a, b) for a, b in zip(ours, theirs, strict=True) if a != b)
    if isinstance(ours, _Rules) and isinstance(theirs, _Rules) and str(ours) == str(theirs):
        rule = next(key for key in theirs | ours if ours.get(key) != theirs.get(key))
        return f"{rule} of {ours}: {_shown(theirs.get(rule))}, not {_shown(ours.get(rule))}"
    return f"{name}: {_shown(theirs)}, not {_shown(ours)}"


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


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


def _add(outcome: Outcome, part: Outcome) -> None:
    outcome.played = [a + b for a, b in zip(outcome.played, part.played, strict=True)]
    for block, tally in part.tallies.items():
        outcome.add_sums(block, tally, part.cores[block])
    outcome.seconds += part.seconds


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
    """Return how to play what is missing, where it is known."""
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
    """Return units in words, and the verb that goes with them."""
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
