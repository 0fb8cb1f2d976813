"""Entrants: strategies loaded by a spec, with their parameters set."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from strategy_lab.errors import UsageError
from strategy_lab.game import GameDefinition
from strategy_lab.plugins.contract import Strategy
from strategy_lab.plugins.decision import Decision
from strategy_lab.plugins.mixtures import MEMBERS, draws_for_the_game, mixed, read_mixture
from strategy_lab.plugins.registry import find_in_file, find_installed, shipped
from strategy_lab.plugins.settings import parse_settings
from strategy_lab.plugins.specs import (
    FILE,
    LIVE,
    TOML,
    check_one,
    crossed,
    halves,
    joined,
    paths_in,
)
from strategy_lab.plugins.strategy_files import read_strategy_file
from strategy_lab.plugins.tuned import check_source, read_tuned


@dataclass(frozen=True, slots=True)
class Entrant:
    """A strategy with its parameters set.

    `name`: its name in tables: the spec, without a file's folder and in one fixed spelling. `spec`:
    the spec that loads it again, if any can. `decisions`: how it makes each decision of the game.
    """

    name: str
    spec: str
    decisions: Mapping[str, Decision]
    game: GameDefinition

    def decide(self, decision: str, *asked: object) -> int:
        """Return the move of a decision, in plain Python."""
        return self.decisions[decision](*asked)


class NamedStrategy(NamedTuple):
    """The strategy that a spec names."""

    strategy: Strategy
    name: str
    """Its name in tables, with no parameter set."""

    spec: str
    """The spec that finds it again, with no parameter set."""

    settings: str
    """The values of parameters in the spec, as written."""


def load_entrant(spec: str, game: GameDefinition) -> Entrant:
    """Return the entrant that a spec names."""
    parts = crossed(spec, game.decisions)
    if parts is None:
        return _load_one(spec, game)
    members = {decision: _load_one(part, game) for decision, part in parts.items()}
    return Entrant(
        name=joined({decision: member.name for decision, member in members.items()}),
        spec=joined({decision: member.spec for decision, member in members.items()}),
        decisions={name: member.decisions[name] for name, member in members.items()},
        game=game,
    )


def mixture_of(name: str, members: Sequence[tuple[Entrant, float]]) -> Entrant:
    """Return a player that is one of several for each game.

    Members, such as `load_member` returns, come with their shares of the games, which add up to 1.
    """
    shares = [share for _, share in members]
    game = members[0][0].game
    decisions = {
        decision: mixed([member.decisions[decision] for member, _ in members], shares)
        for decision in game.decisions
    }
    return Entrant(name, f"<{name}>", decisions, game)


def load_member(spec: str, game: GameDefinition) -> Entrant:
    """Return the entrant that a spec names, if it can be a member of mixtures."""
    if any(map(is_mixture, paths_in(shipped(spec, game)))):
        raise UsageError(
            f"{spec!r} is a mixture, and cannot be a member of another: name its members instead"
        )
    member = load_entrant(spec, game)
    if any(map(draws_for_the_game, member.decisions.values())):
        raise UsageError(
            f"{spec!r} cannot be a member of a mixture: it uses view.game_random(), by which a "
            "mixture draws its member; name a strategy that does not"
        )
    return member


def live_entrant(strategy: Strategy) -> Entrant:
    """Return an entrant for a strategy of this session."""
    entrant = _entrant(strategy, strategy.name, "", strategy.settings)
    return replace(entrant, spec=f"<{entrant.name}>")


def load_field(specs: Sequence[str | Strategy], game: GameDefinition) -> tuple[Entrant, ...]:
    """Return the entrants that specs name, each once, in the order given."""
    field: dict[str, Entrant] = {}
    for spec in specs:
        entrant = live_entrant(spec) if isinstance(spec, Strategy) else load_entrant(spec, game)
        known = field.setdefault(entrant.name, entrant)
        if known.spec != entrant.spec:
            raise UsageError(
                f"two strategies would both be called {entrant.name!r} in the tables "
                f"({known.spec} and {entrant.spec}): rename one of them, or its file"
            )
        if known.decisions != entrant.decisions:
            raise UsageError(f"two strategies are called {entrant.name!r}: rename one of them")
    return tuple(field.values())


def find_strategy(spec: str, game: GameDefinition) -> NamedStrategy:
    """Return the strategy that a spec names, without checking its settings."""
    check_one(spec, game.decisions)
    live = LIVE.fullmatch(spec)
    if live is not None:
        raise UsageError(
            f"the strategy {live['name']!r} was defined in a Python session and cannot be loaded "
            "again: save it in a file, and name that"
        )
    if TOML.fullmatch(spec):
        return _find_tuned(Path(spec), game)
    in_file = FILE.fullmatch(spec)
    if in_file is None:
        name, _, settings = spec.partition(":")
        file = shipped(name.strip(), game)
        if TOML.fullmatch(file):
            check_one(f"{file}:{settings}" if settings else file, game.decisions)
            return _find_tuned(Path(file), game)
        strategy = find_installed(name.strip(), game)
        return NamedStrategy(strategy, strategy.name, strategy.name, settings)
    path, rest = Path(in_file["path"]), in_file["rest"] or ""
    first, _, settings = rest.partition(":")
    if "=" in first:
        first, settings = "", rest
    strategy = find_in_file(path, first.strip(), game)
    return NamedStrategy(
        strategy, f"{path.name}:{strategy.name}", f"{path}:{strategy.name}", settings
    )


def is_mixture(spec: str) -> bool:
    """Return whether a spec names a mixture's file, and no file of tuned parameters."""
    in_file = TOML.fullmatch(spec) is not None and halves(spec) is None
    return in_file and MEMBERS in read_strategy_file(Path(spec))


def files_named_in(path: Path) -> list[str]:
    """Return the strategy files that a TOML file names, of a mixture or of tuned parameters."""
    mixture = is_mixture(str(path))
    specs = read_mixture(path).members if mixture else (read_tuned(path).strategy,)
    return [file for spec in specs for file in paths_in(spec)]


def _find_tuned(path: Path, game: GameDefinition) -> NamedStrategy:
    if is_mixture(str(path)):
        raise UsageError(
            f"{path} is a mixture, which has no parameters of its own: name one of its members"
        )
    tuned = read_tuned(path)
    named = find_strategy(tuned.strategy, game)
    check_source(path, tuned, named.strategy)
    try:
        parse_settings(named.strategy, tuned.settings)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error
    return named._replace(settings=tuned.settings)


def _load_one(spec: str, game: GameDefinition) -> Entrant:
    if (file := shipped(spec.strip(), game)) != spec.strip():
        return replace(_load_one(file, game), name=spec.strip(), spec=spec.strip())
    if is_mixture(spec):
        return _load_mixture(Path(spec), game)
    entrant = _entrant(*find_strategy(spec, game))
    return entrant if TOML.fullmatch(spec) is None else _of_file(entrant, Path(spec))


def _load_mixture(path: Path, game: GameDefinition) -> Entrant:
    file = read_mixture(path)
    try:
        members = [load_member(spec, game) for spec in file.members]
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error
    mixture = mixture_of(str(path), list(zip(members, file.shares, strict=True)))
    parts = zip(members, file.weights, strict=True)
    name = ",".join(f"{member.name}*{weight}" for member, weight in parts)
    return _of_file(replace(mixture, name=name), path)


def _of_file(entrant: Entrant, path: Path) -> Entrant:
    """Return an entrant with a name that is short, but differs if the file's content does."""
    digest = hashlib.sha256(entrant.name.encode()).hexdigest()[:6]
    return replace(entrant, name=f"{path.stem}#{digest}", spec=str(path))


def _entrant(strategy: Strategy, name: str, spec: str, settings: str) -> Entrant:
    values = parse_settings(strategy, settings)
    changed = ",".join(
        f"{key}={value}"
        for key, value in values.items()
        if value != strategy.parameters[key].default
    )
    suffix = f":{changed}" if changed else ""
    return Entrant(name + suffix, spec + suffix, decisions_of(strategy, values), strategy.game)


def decisions_of(strategy: Strategy, values: Mapping[str, int | float]) -> dict[str, Decision]:
    """Return how a strategy with its parameters set decides."""
    decisions: dict[str, Decision] = {}
    for name, kind in strategy.game.decisions.items():
        if name in strategy.decisions:
            read = {key: values[key] for key in strategy.reads(name)}
            decisions[name] = Decision(strategy.decisions[name], read, kind.asked_with, name)
        elif kind.default is not None:
            decisions[name] = Decision(kind.default, {}, kind.asked_with, name)
    return decisions
