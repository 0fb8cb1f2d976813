"""Entrants: strategies loaded by a spec, with their parameters set."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field, StrictFloat, StrictInt

from strategy_lab.errors import UsageError, nearest
from strategy_lab.files.whole_files import read_toml, toml_line, write_text
from strategy_lab.game import GameDefinition
from strategy_lab.plugins import strategies
from strategy_lab.plugins.identity import (
    Identity,
    identity_of,
    names_in,
    portable_hash,
    refuse_recursion,
    unwrap,
)
from strategy_lab.plugins.purity import refuse_impure
from strategy_lab.plugins.registry import find_in_file, find_installed, shipped
from strategy_lab.plugins.strategies import (
    FILE,
    LIVE,
    LIVE_ONLY,
    OF_THE_SESSION,
    PLAYED,
    TOML,
    Strategy,
)
from strategy_lab.ruleset_files import TomlTable


@dataclass(frozen=True)
class Decision:
    function: Callable[..., int]
    arguments: Mapping[str, int | float]
    asked_with: tuple[str, ...] = ("view",)
    """The names of what the game passes, before the parameters."""
    name: str = ""  # what the game calls it, where that matters for what it answers

    @cached_property
    def identity(self) -> Identity:
        """What the function is before it is played: what it remembers may change."""
        return identity_of(self.function)

    def __call__(self, *asked: object) -> int:
        return self.function(*asked, **self.arguments)


FORMAT = 1  # the format of files that this version reads and writes


def read_strategy_file(path: Path) -> dict[str, Any]:
    content = read_toml(path)
    if "format" not in content:
        raise UsageError(
            f"{path} is no strategy: it has no 'format'; forsale-sim tune and forsale-sim psro "
            "write such files"
        )
    if content["format"] != FORMAT:
        raise UsageError(
            f"{path} has format {content['format']!r}, and this version reads {FORMAT}: make it "
            "again"
        )
    return content


def write_strategy_file(path: Path, tables: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Write tables, each with its header such as ``[made]``, to a file; never in part.

    The table at the top, after the format, has an empty header. A file that exists is replaced.
    """
    lines = [f"format = {FORMAT}"]
    for header, values in tables:
        lines += ["", header] if header else []
        lines += [toml_line(name, value) for name, value in values.items()]
    write_text(path, "\n".join(lines) + "\n")


# mixtures: Mixtures: one of several strategies for each game, drawn by its player before the game.
#
# Which one follows from the number that the view has for the whole game, so the same one makes the
# bids and the sales.

MEMBERS = "members"  # the key that marks a file as a mixture
MOST_MEMBERS = 255  # as many as a field: compiling takes longer with each


@dataclass(frozen=True, slots=True)
class MixtureFile:
    members: tuple[str, ...]
    """The specs of the strategies. In the file, paths are relative to its folder."""

    weights: tuple[float, ...]  # how often each of them plays, in proportion: positive
    made: Mapping[str, Any]  # how it was made, for human readers

    @property
    def shares(self) -> tuple[float, ...]:
        largest = max(self.weights)  # whose sum with others may be more than a float can be
        parts = [weight / largest for weight in self.weights]
        return tuple(part / sum(parts) for part in parts)


class Member(BaseModel):
    strategy: str
    weight: Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]


class MixtureTable(TomlTable):
    """What a mixture's file says."""

    format: int
    members: list[Member] = Field(
        min_length=1,
        max_length=MOST_MEMBERS,
        description=f"one to {MOST_MEMBERS} tables [[{MEMBERS}]], each with a strategy, as a text, "
        "and a positive weight: how often it plays, in proportion",
    )
    made: dict[str, Any] = Field({}, description="a table")


def read_mixture(path: Path) -> MixtureFile:
    """Return the content of a mixture's file."""
    told = MixtureTable.validated(read_strategy_file(path), str(path))
    members = (strategies.resolve_paths(path.parent, each.strategy) for each in told.members)
    return MixtureFile(tuple(members), tuple(each.weight for each in told.members), told.made)


def write_mixture(path: Path, mixture: MixtureFile, home: Path | None = None) -> None:
    """Write a mixture's file; never in part.

    `home`: the folder that it will be in, if it is written elsewhere first.
    """
    home = home or path.parent
    members = [
        (f"[[{MEMBERS}]]", {"strategy": strategies.relative_paths(home, spec), "weight": weight})
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


# tuned: Files of tuned parameters.
#
# A file is for one version of a strategy's source, one ruleset and one number of players. It is
# TOML, so that people can read it; its parameters are checked like any others.


@dataclass(frozen=True, slots=True)
class TunedFile:
    strategy: str
    """The spec of the strategy, with no parameter set. In the file, paths are relative to its
    folder."""

    source: str  # the hash of the strategy's source when it was tuned
    ruleset: str
    players: int  # the game that it was tuned for
    parameters: Mapping[str, int | float]
    made: Mapping[str, Any]  # how it was made, for human readers

    @property
    def settings(self) -> str:
        return ",".join(f"{name}={value!r}" for name, value in self.parameters.items())


def source_of(strategy: Strategy) -> str:
    """Return the hash by which a strategy is recognised as the one that was tuned."""
    return portable_hash(*strategy.decisions.values())[:16]


class TunedTable(TomlTable):
    """What a file of tuned parameters says."""

    format: int
    strategy: str = Field(description="the name of a strategy, and no TOML file itself")
    source: str = Field(description="a text")
    ruleset: str = Field(description="a text")
    players: int = Field(strict=True, description="a whole number")
    parameters: dict[str, StrictInt | StrictFloat] = Field(description="a table of numbers")
    made: dict[str, Any] = Field({}, description="a table")

    def mismatches(self) -> Iterator[str]:
        if TOML.fullmatch(self.strategy):
            yield f"strategy: {self.strategy!r} is not allowed; it must be no TOML file itself"


def read_tuned(path: Path) -> TunedFile:
    told = dict(TunedTable.validated(read_strategy_file(path), str(path)))
    del told["format"]
    return TunedFile(
        **{**told, "strategy": strategies.resolve_paths(path.parent, told["strategy"])}
    )


def write_tuned(path: Path, tuned: TunedFile, home: Path | None = None) -> None:
    """Write a file of tuned parameters; never in part.

    `home`: the folder that it will be in, if it is written elsewhere first.
    """
    write_strategy_file(
        path,
        [
            (
                "",
                {
                    "strategy": strategies.relative_paths(home or path.parent, tuned.strategy),
                    "source": tuned.source,
                    "ruleset": tuned.ruleset,
                    "players": tuned.players,
                },
            ),
            ("[parameters]", tuned.parameters),
            ("[made]", tuned.made),
        ],
    )


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
        if decision not in self.decisions:
            known = nearest(decision, self.decisions)
            raise UsageError(f"{self.name} decides nothing called {decision!r}{known}")
        return self.decisions[decision](*asked)


class NamedStrategy(NamedTuple):
    strategy: Strategy
    name: str  # its name in tables, with no parameter set
    spec: str  # the spec that finds it again, with no parameter set
    settings: str  # the values of parameters in the spec, as written


def load_entrant(spec: str, game: GameDefinition) -> Entrant:
    """Return the strategy that a spec names; one that is no function of its view is refused."""
    parts = strategies.crossed(spec, game.decisions)
    if parts is None:
        return _pure(_load_one(spec, game))
    members = {decision: _load_one(part, game) for decision, part in parts.items()}
    return _pure(
        Entrant(
            name=strategies.joined({decision: member.name for decision, member in members.items()}),
            spec=strategies.joined({decision: member.spec for decision, member in members.items()}),
            decisions={name: member.decisions[name] for name, member in members.items()},
            game=game,
        )
    )


def _pure(entrant: Entrant) -> Entrant:
    refuse_impure(entrant)
    for decision in entrant.decisions.values():
        refuse_recursion(decision.identity.dispatchers)
    return entrant


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
    if any(map(is_mixture, strategies.paths_in(shipped(spec, game)))):
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
    PLAYED[strategy.name] = replace(strategy, settings="")
    entrant = _entrant(strategy, strategy.name, "", strategy.settings)
    return _pure(replace(entrant, spec=f"<{entrant.name}>"))


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
    strategies.check_one(spec, game.decisions)
    live = LIVE.fullmatch(spec)
    if live is not None:
        raise UsageError(LIVE_ONLY.format(live["name"], "loaded again where that was not run"))
    if TOML.fullmatch(spec):
        return _find_tuned(Path(spec), game)
    in_file = FILE.fullmatch(spec)
    if in_file is None:
        name, _, settings = spec.partition(":")
        file = shipped(name.strip(), game)
        if TOML.fullmatch(file):
            strategies.check_one(f"{file}:{settings}" if settings else file, game.decisions)
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
    in_file = TOML.fullmatch(spec) is not None and strategies.halves(spec) is None
    return in_file and MEMBERS in read_strategy_file(Path(spec))


def files_named_in(path: Path) -> list[str]:
    mixture = is_mixture(str(path))
    specs = read_mixture(path).members if mixture else (read_tuned(path).strategy,)
    return [file for spec in specs for file in strategies.paths_in(spec)]


def _find_tuned(path: Path, game: GameDefinition) -> NamedStrategy:
    if is_mixture(str(path)):
        raise UsageError(
            f"{path} is a mixture, which has no parameters of its own: name one of its members"
        )
    tuned = read_tuned(path)
    named = find_strategy(tuned.strategy, game)
    if tuned.source != (now := source_of(named.strategy)):
        raise UsageError(
            f"{path} was tuned for another version of {tuned.strategy!r} (source {tuned.source}, "
            f"now {now}): tune it again, or set the parameters by hand"
        )
    if set(tuned.parameters) != set(named.strategy.parameters):
        raise UsageError(
            f"{path} does not set the parameters of {tuned.strategy!r}, which are "
            f"{', '.join(named.strategy.parameters)}: tune it again"
        )
    try:
        strategies.parse_settings(named.strategy, tuned.settings)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error
    return named._replace(settings=tuned.settings)


def _load_one(spec: str, game: GameDefinition) -> Entrant:
    if (file := shipped(spec.strip(), game)) != spec.strip():
        return replace(_load_one(file, game), name=spec.strip(), spec=spec.strip())
    if is_mixture(spec):
        return _load_mixture(Path(spec), game)
    live = LIVE.fullmatch(spec)
    name, _, settings = live["name"].partition(":") if live else ("", "", "")
    if (known := PLAYED.get(name) or OF_THE_SESSION.get(name)) is not None:
        return live_entrant(replace(known, settings=settings))
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
    values = strategies.parse_settings(strategy, settings)
    changed = ",".join(
        f"{key}={value}"
        for key, value in values.items()
        if value != strategy.parameters[key].default
    )
    suffix = f":{changed}" if changed else ""
    return Entrant(name + suffix, spec + suffix, decisions_of(strategy, values), strategy.game)


def decisions_of(strategy: Strategy, values: Mapping[str, int | float]) -> dict[str, Decision]:
    decisions: dict[str, Decision] = {}
    for name, kind in strategy.game.decisions.items():
        if name in strategy.decisions:
            read = {key: values[key] for key in strategy.reads(name)}
            decisions[name] = Decision(strategy.decisions[name], read, kind.asked_with, name)
        elif kind.default is not None:
            decisions[name] = Decision(kind.default, {}, kind.asked_with, name)
    return decisions


Game = tuple[str, int]  # the name of a ruleset, and a number of players


def tuned_for(path: Path) -> list[Game]:
    """Return the games that a file was tuned for; those of its members, if it is a mixture's."""
    if not is_mixture(str(path)):
        tuned = read_tuned(path)
        return [(tuned.ruleset, tuned.players)]
    files = [file for member in read_mixture(path).members for file in _files_in(member)]
    return list(dict.fromkeys(game for file in files for game in tuned_for(file)))


def tuning_mismatches(specs: Iterable[str], games: Iterable[Game]) -> Iterator[str]:
    """Yield a sentence on each file that plays a game that it was not tuned for.

    Every strategy plays every game.
    """
    played = list(dict.fromkeys(games))
    for path in dict.fromkeys(path for spec in specs for path in _files_in(spec)):
        made_for = tuned_for(path)
        others = [game for game in played if game not in made_for]
        if made_for and others:
            yield f"{path} was tuned for {_text(made_for)}: here it plays {_text(others)}."


def _files_in(spec: str) -> list[Path]:
    return [Path(path) for path in strategies.paths_in(spec) if TOML.fullmatch(path)]


def _text(games: Iterable[Game]) -> str:
    counts: dict[str, list[str]] = {}
    for ruleset, players in games:
        counts.setdefault(ruleset, []).append(str(players))
    return ", ".join(f"{name} with {', '.join(those)} players" for name, those in counts.items())
