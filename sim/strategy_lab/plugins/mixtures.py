"""Mixtures: one of several strategies for each game, drawn by its player before the game.

Game theory calls this a mixed strategy. Nobody else knows which one is drawn. It follows from the
number that the view has for the whole game, so the same one makes the bids and the sales.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from math import isfinite
from pathlib import Path
from typing import Any

from strategy_lab.errors import UsageError
from strategy_lab.plugins.code_hashes import names_in
from strategy_lab.plugins.decision import Decision
from strategy_lab.plugins.identity import unwrap
from strategy_lab.plugins.specs import relative_paths, resolve_paths
from strategy_lab.plugins.strategy_files import read_strategy_file, write_strategy_file

MEMBERS = "members"
"""The key that marks a file as a mixture."""

MOST_MEMBERS = 255
"""As many as a field: compiling takes longer with each."""


@dataclass(frozen=True, slots=True)
class MixtureFile:
    """The content of a mixture's file."""

    members: tuple[str, ...]
    """The specs of the strategies. In the file, paths are relative to its folder."""

    weights: tuple[float, ...]
    """How often each of them plays, in proportion: positive."""

    made: Mapping[str, Any]
    """How it was made, for human readers."""

    @property
    def shares(self) -> tuple[float, ...]:
        """The weights as fractions of 1."""
        largest = max(self.weights)  # whose sum with others may be more than a float can be
        parts = [weight / largest for weight in self.weights]
        return tuple(part / sum(parts) for part in parts)

    def heaviest(self, count: int) -> list[str]:
        """Return the members that play most often, at most so many."""
        by_weight = sorted(zip(self.weights, self.members, strict=True), reverse=True)
        return [member for _, member in by_weight[:count]]


def read_mixture(path: Path) -> MixtureFile:
    """Return the content of a mixture's file."""
    content = read_strategy_file(path)
    members = content.get(MEMBERS)
    if not isinstance(members, list) or not members:
        raise UsageError(f"{path} is no mixture: it has no [[{MEMBERS}]]")
    if len(members) > MOST_MEMBERS:
        raise UsageError(
            f"{path}: a mixture has at most {MOST_MEMBERS} members, not {len(members):,}: leave "
            "out those that seldom play"
        )
    for member in members:
        if not isinstance(member, dict) or not isinstance(member.get("strategy"), str):
            raise UsageError(f"{path}: every one of [[{MEMBERS}]] needs a strategy, as a text")
        if "weight" not in member:
            raise UsageError(
                f"{path}: {member['strategy']!r} has no weight: say how often it plays, in "
                "proportion, such as weight = 1"
            )
        weight = member["weight"]
        if (
            isinstance(weight, bool)
            or not isinstance(weight, int | float)
            or not (isfinite(weight) and weight > 0)
        ):
            raise UsageError(
                f"{path}: the weight of {member['strategy']!r} must be a positive number, not "
                f"{weight!r}"
            )
    specs = [resolve_paths(path.parent, member["strategy"]) for member in members]
    weights = [float(member["weight"]) for member in members]
    return MixtureFile(tuple(specs), tuple(weights), content.get("made", {}))


def write_mixture(path: Path, mixture: MixtureFile, home: Path | None = None) -> None:
    """Write a mixture's file; never in part.

    `home`: the folder that it will be in, if it is written elsewhere first.
    """
    home = home or path.parent
    members = [
        (f"[[{MEMBERS}]]", {"strategy": relative_paths(home, spec), "weight": weight})
        for spec, weight in zip(mixture.members, mixture.weights, strict=True)
    ]
    write_strategy_file(path, [*members, ("[made]", mixture.made)])


def mixed(decisions: Sequence[Decision], shares: Sequence[float]) -> Decision:
    """Return a decision that is one of several, the same for a whole game.

    The decisions are those of the members for one phase; none of them `draws_for_the_game`.
    """
    limits = {f"limit_{i}": limit for i, limit in enumerate(list(accumulate(shares))[:-1])}
    values = {
        f"member_{i}_{key}": value
        for i, decision in enumerate(decisions)
        for key, value in decision.arguments.items()
    }
    source = "\n".join(_source(decisions, [*limits, *values]))
    members = tuple(decision.function for decision in decisions)
    return replace(decisions[0], function=composed(source, members), arguments=limits | values)


def draws_for_the_game(decision: Decision) -> bool:
    """Return whether a decision uses the number for the whole game, as mixtures do."""
    return any("game_random" in names_in(each) for each in decision.identity.functions)


def _source(decisions: Sequence[Decision], names: Sequence[str]) -> Iterator[str]:
    asked = decisions[0].asked_with
    yield f"def mixture({', '.join((*asked, *names))}):"
    yield f"    drawn = {asked[0]}.game_random()"
    for i, decision in enumerate(decisions):
        values = (f"{key}=member_{i}_{key}" for key in decision.arguments)
        answer = f"return member_{i}({', '.join((*asked, *values))})"
        is_last = i == len(decisions) - 1
        yield f"    {answer}" if is_last else f"    if drawn < limit_{i}:\n        {answer}"


@cache
def composed(source: str, members: tuple[Callable[..., int], ...]) -> Callable[..., int]:
    """Return the function called ``mixture`` of a source: always the same object.

    The source may call ``member_0``, ``member_1`` and so on.
    """
    function = _made(source, members)
    # Compiled code calls the compiled members.
    vars(function)["py_func"] = _made(source, tuple(map(unwrap, members)))
    return function


def _made(source: str, members: Sequence[Callable[..., int]]) -> Callable[..., int]:
    names: dict[str, Any] = {"__name__": __name__}
    names.update({f"member_{i}": function for i, function in enumerate(members)})
    exec(compile(source, "<mixture>", "exec"), names)
    function: Callable[..., int] = names["mixture"]
    return function
