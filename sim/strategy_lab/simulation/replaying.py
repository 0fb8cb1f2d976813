"""One game again: found, told move by move, compared with what the usual engine made of it."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, Protocol, cast

import numpy as np

from strategy_lab.errors import LaboratoryError, MoveError, StrategyError, UsageError, listed
from strategy_lab.files.whole_files import read_regular
from strategy_lab.game import SeatedGame, find_game, turned
from strategy_lab.plugins import identity
from strategy_lab.plugins.entrants import (
    Decision,
    Entrant,
    files_named_in,
    load_entrant,
)
from strategy_lab.plugins.identity import ALL_THAT_IT_READS
from strategy_lab.plugins.loading import ending_refused, executed_at
from strategy_lab.plugins.strategies import LIVE, TOML, paths_in
from strategy_lab.rows import MOST_SEATS, Rows
from strategy_lab.simulation.execution import FailedGameError
from strategy_lab.simulation.experiment import MOST_GAMES, Chunk, Engine, Game, Plan, period
from strategy_lab.simulation.options import ChosenRuleset

MANY = 1_000_000  # games among which one like that which failed is looked for


def way_to_see(rulesets: Iterable[ChosenRuleset], failed: FailedGameError) -> str:
    """Return how to see a game in which a strategy failed; else one like it, or what to try.

    Held-out deals are beyond those of any run; a run leaves out rotations that change nothing; and
    a player that was made for the experiment alone has no spec.
    """
    where, lineup, rulesets = failed.where, failed.lineup, list(rulesets)
    program = failed.plan.definition.program().name
    if not lineup:
        return f"See the game: {replay_command(rulesets, failed)}"
    player = turned(lineup, where.seating)[where.seat - 1]
    if LIVE.fullmatch(player):
        return f"Try the strategies that it is made of with {program} check."
    if any(map(LIVE.fullmatch, lineup)):
        return f"Try it: {shlex.join([program, 'check', player])}"
    if where.seating <= period(lineup) and where.deal * period(lineup) <= MOST_GAMES:
        return f"See the game: {replay_command(rulesets, failed)}"
    words = [program, "run", "--games", str(MANY), "--seed", str(failed.plan.seed)]
    words += ["--ruleset", _text_of(rulesets, where.ruleset) or "FILE.toml"]
    like = shlex.join([*words, "--lineup", ",".join(lineup)])
    return f"No run has this game. Look for one like it: {like}"


def _text_of(rulesets: Iterable[ChosenRuleset], name: str) -> str | None:
    return next((each.text for each in rulesets if each.ruleset.name == name), None)


def replay_command(rulesets: Iterable[ChosenRuleset], failed: FailedGameError) -> str:
    where, plan, planned = failed.where, failed.plan, failed.planned
    text = _text_of(rulesets, where.ruleset)
    rotations = min(planned.cell.seatings, period(failed.lineup) if failed.lineup else MOST_SEATS)
    number = str((where.deal - 1) * rotations + where.seating)
    words = [plan.definition.program().name, "replay", "--games", number, "--seed", str(plan.seed)]
    words += ["--ruleset", text or "FILE.toml"]
    if failed.lineup:
        words += ["--lineup", ",".join(failed.lineup)]
        words += ["--no-rotate"] if rotations != period(failed.lineup) else []
    else:
        words += ["--players", str(where.players)]
        words += [word for entrant in plan.field for word in ("--strategy", entrant.spec)]
    command = shlex.join([*words, "--game", number])
    return command if text else f"{command}, where FILE.toml is a file of {where.ruleset}"


def of_its_players(plan: Plan, game: Game) -> Plan:
    """Return a plan that has the deal of a game, and no players but those who meet in it."""
    players = _players(plan, game)
    seated = plan.seats(game.cell, game.deal, 1)
    cell = replace(game.cell.cell, field=tuple(game.cell.cell.field[each] for each in players))
    lineup = tuple(players.index(each) for each in seated)
    planned = replace(game.cell, cell=cell, lineup=lineup, first_game=1)
    return replace(plan, field=tuple(plan.field[each] for each in players), cells=(planned,))


def _players(plan: Plan, game: Game) -> list[int]:
    return sorted(set(plan.seats(game.cell, game.deal, game.seating)))


def check_against_engine(plan: Plan, game: Game, seated: SeatedGame) -> str:
    """Compare a finished game with the usual engine's row of it; return what was found.

    Raises `LaboratoryError` where they differ.
    """
    name, new_engine = next(iter(plan.definition.engines.items()))
    compared = {"compared": True} if plan.definition.kernel else {}
    try:
        engine: Engine = cast("Any", new_engine)(of_its_players(plan, game), **compared)
    except UsageError as error:
        return f"Not checked against the {name} engine: {str(error).splitlines()[0]}"
    try:
        theirs = engine.play(Chunk(0, 0, game.deal, 1), detail=True)
    except MoveError:  # not in this game, which has been played to its end
        return f"Not checked against the {name} engine: another game of its deal fails."
    ours, last = seated.rows(), game.seating - 1
    ours.strategy[0] = np.searchsorted(_players(plan, game), ours.strategy[0])
    pairs = [(theirs.data[last], ours.data[0])]
    pairs += [(theirs.detail[last], ours.detail[0])] if len(ours.detail) else []
    differing = [
        name for one, other in pairs for name in one.dtype.names if np.any(one[name] != other[name])
    ]
    if differing:
        raise LaboratoryError(
            f"the {name} engine plays game {game.number} differently, in {', '.join(differing)}: "
            f"try its strategies with {plan.definition.program().name} check"
        )
    return f"Checked: the {name} engine plays this game the same."


# Looking for a game by what a strategy did in it.

MOST_DEALS = 4096  # how many deals are played at once: few at first, as a game may be found soon

GameOutcome = Literal["won", "lost"]


@dataclass(frozen=True, slots=True)
class Wanted:
    player: int  # the strategy that has to sit in it: an index into the field
    outcome: GameOutcome | None = None
    """"won": it wins, or shares the win, in one of its seats at least; "lost": in none."""

    over: tuple[str, int] | None = None
    """A decision, and a number that its move exceeds once at least."""


def player_index(plan: Plan, spec: str) -> int:
    """Return the index in a plan's field of the strategy that a spec, or its name, stands for."""
    names = [entrant.name for entrant in plan.field]
    try:
        name = spec if spec in names else load_entrant(spec, plan.definition).name
    except UsageError:  # names of all strategies that there are would not help
        name = spec
    if name not in names:
        raise UsageError(f"{spec!r} does not play in this run: its players are {', '.join(names)}")
    return names.index(name)


def find_games(plan: Plan, wanted: Wanted, after: int = 0) -> Iterator[int]:
    """Yield the numbers of the games that are as wanted, ascending, beginning after a number."""
    engine = _first_engine(plan)
    for cell, planned in enumerate(plan.cells):
        seatings, deals = planned.cell.seatings, 1
        first_deal = max(0, after + 1 - planned.first_game) // seatings + 1
        while first_deal <= planned.deals:
            rows = engine.play(
                Chunk(0, cell, first_deal, min(deals, planned.deals + 1 - first_deal))
            )
            sits = rows.strategy == wanted.player
            suits = sits.any(axis=1)
            if wanted.outcome is not None:
                suits &= (sits & (rows.win > 0)).any(axis=1) == (wanted.outcome == "won")
            first_game = planned.first_game + (first_deal - 1) * seatings
            for number in (first_game + np.flatnonzero(suits)).tolist():
                if number > after and _moves_as_wanted(plan, number, wanted):
                    yield number
            first_deal += deals
            deals = min(2 * deals, MOST_DEALS)


def _first_engine(plan: Plan) -> Engine:
    """Return the first of the game's engines that can play the strategies."""
    *others, last = plan.definition.engines.values()
    for new_engine in others:
        with suppress(UsageError):
            return new_engine(plan)
    return last(plan)


def _moves_as_wanted(plan: Plan, number: int, wanted: Wanted) -> bool:
    """Return whether a move of the player is as high as is wanted; the rows do not say."""
    if wanted.over is None:
        return True
    decision, limit = wanted.over
    game = plan.game(number)
    seated = plan.definition.seat_game(plan, game)
    seated.play()
    seats = plan.seats(game.cell, game.deal, game.seating)
    return any(
        move > limit and seats[seat - 1] == wanted.player for seat, move in seated.moves(decision)
    )


# sources: Whether a strategy, and the files that are executed to load it, are what they were.
#
# Files are compared before they are executed; comments and docstrings make no difference.


def source_of(entrant: Entrant) -> str:
    """Return a hash of what a strategy is, with its parameters: defaults may change."""
    unloaded = _unloaded(entrant)
    if unloaded is not None:
        return unloaded.source
    decisions = entrant.decisions.values()
    parts = [(each.identity.text, sorted(each.arguments.items())) for each in decisions]
    return _hash(repr(parts))


def code_files_of(entrant: Entrant) -> Mapping[str, str]:
    """Return a hash of the code of each file that is executed to load a strategy, by its path.

    A path begins as the spec does, so that it is found where the spec is.
    """
    unloaded = _unloaded(entrant)
    if unloaded is not None:
        return unloaded.files
    return {
        path: identity.code_of(path, content)
        for named in files_named(entrant.spec)
        for path, content in contents_of(Path(named)).items()
    }


def load_unchanged(held: Mapping[str, Any]) -> Entrant:
    """Return the strategy that a file names, if it is what it was; else no code of it is run."""
    spec, known = held["spec"], held["files"]
    for path in (*known, *paths_in(spec)):
        if not Path(path).exists():
            raise UsageError(f"no strategy file {path!r}: check the path")
    if (file := identity.first_changed(known, files_named(spec))) is not None:
        raise UsageError(_changed(spec, file))
    entrant = load_entrant(spec, find_game(held["game"]))
    check_unchanged(entrant, held["source"], held.get("values", {}))
    return entrant


def check_unchanged(
    entrant: Entrant, source: str, values: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Check that a strategy is, at this moment, what it was, and what it read was, by name."""
    decisions = {name: replace(decision) for name, decision in entrant.decisions.items()}
    now = replace(entrant, decisions=decisions)
    if source_of(now) != source:
        here = values_of(now)
        differing = [name for name in values if values[name] != here.get(name)]
        if differing:
            raise UsageError(
                f"the strategy {entrant.spec} reads another {listed(differing)} than when games "
                f"were played with it. {MADE_ANEW}"
            )
        raise UsageError(_changed(entrant.spec))


MADE_ANEW = (
    "What is made when a file is loaded must be the same each time: no clock, no generator without "
    "a seed, no order of a set of texts"
)


def values_of(entrant: Entrant) -> Mapping[str, str]:
    """Return a hash of each value that was made when a user's file was loaded, and is read."""
    unloaded = _unloaded(entrant)
    if unloaded is not None:
        return unloaded.values
    if not (paths_in(entrant.spec) or LIVE.search(entrant.spec)):
        return {}  # it is installed
    functions = (each.identity.functions for each in entrant.decisions.values())
    return identity.values_read(dict.fromkeys(chain(*functions)))


def loaded_of(entrants: Sequence[Entrant]) -> str:
    """Return a hash of all that was made when users' files were loaded; empty if nothing was."""
    values = [dict(values) for each in entrants if (values := values_of(each))]
    return _hash(repr(values))[:12] if values else ""


def loaded_words(entrants: Sequence[Entrant]) -> list[str]:
    """Return the words of a command line that hold what was loaded; none if nothing was."""
    return ["--loaded", loaded] if (loaded := loaded_of(entrants)) else []


def check_loaded(entrants: Sequence[Entrant], before: str) -> None:
    """Check that what was loaded is what a command line says that it was."""
    now = loaded_of(entrants)
    if now != before:
        names = [f"{name} of {each.spec}" for each in entrants for name in values_of(each)]
        raise UsageError(
            f"--loaded is {before}, and what was loaded now is {now or 'nothing'}: another "
            f"{listed(names, 'or') if names else 'strategy'}. {MADE_ANEW}. Without --loaded it is "
            "a run of its own"
        )


class Lasting:
    """What the decisions of a field may keep from one game to the next, and must leave as it is."""

    def __init__(self, field: Sequence[Entrant]) -> None:
        self._before = {entrant.name: (entrant, _held(entrant)) for entrant in field}

    def check(self) -> None:
        for name, (entrant, before) in self._before.items():
            now = _held(entrant)
            changed = [each for each in before if now.get(each) != before[each]]
            if changed:
                named = [each for each in changed if each != ALL_THAT_IT_READS] or changed
                raise StrategyError(
                    f"strategy {name!r} changes {listed(named)}, which lives on after the "
                    "decision, so no result would be the same twice. Keep nothing from one "
                    "decision to the next: make it anew, or by functools.cache"
                )


def _held(entrant: Entrant) -> dict[str, str]:
    return identity.values_held(*(each.function for each in entrant.decisions.values()))


def leave_unloaded(held: Mapping[str, Any]) -> Entrant:
    """Return a strategy that can be named, but not played: enough to add up what was played."""
    unloaded = _Unloaded(held["source"], dict(held["files"]), dict(held.get("values", {})))
    nothing = Decision(unloaded, {})
    game = find_game(held["game"])
    decisions = dict.fromkeys(game.decisions, nothing)
    return Entrant(held["strategy"], held["spec"], decisions, game)


def is_unloaded(entrant: Entrant) -> bool:
    return _unloaded(entrant) is not None


def _unloaded(entrant: Entrant) -> _Unloaded | None:
    function = next(iter(entrant.decisions.values())).function
    return function if isinstance(function, _Unloaded) else None


class _Unloaded:
    def __init__(self, source: str, files: Mapping[str, str], values: Mapping[str, str]) -> None:
        self.source, self.files, self.values = source, files, values

    def __call__(self, view: object) -> int:
        raise NotImplementedError("this strategy has not been loaded")


def _changed(spec: str, path: str = "") -> str:
    where = f" in {path}" if path and not spec.startswith(path) else ""
    return (
        f"the strategy {spec} has changed{where} since games were played with it: bring it "
        "back as it was, or play a run of its own with the new one"
    )


def files_named(spec: str) -> Iterator[str]:
    """Yield the files that a spec names, and those that TOML files among them name."""
    for path in paths_in(spec):
        yield path
        if TOML.fullmatch(path):
            yield from files_named_in(Path(path))


def contents_of(path: Path) -> Mapping[str, bytes]:
    """Return the contents of a file and of those that were executed with it."""
    if TOML.fullmatch(str(path)):
        return {str(path): read_regular(path)}
    return executed_at(path)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# seated_engine: Plays any game at the table of the engine that tells what happens: any Python
# callable.


class ReadableEngine(Protocol):
    """The module of a game's readable engine, which tells what happens."""

    # Returns a game that has not begun, of rules, a lineup, a seed, a deal and a seating; and plays
    # it to its end by these, returning all decisions if they are to be recorded.
    new_game: Callable[[Any, Sequence[Entrant], int, int, int], Any]
    play_seated: Callable[[Any, Sequence[Entrant], int, int, int, bool], Sequence[Any]]

    # What `SeatedGame` tells of one, by the seed, the game's number and the names by seat.
    story: Callable[[Any, int, int, Sequence[str]], str]
    trace_lines: Callable[[Any, int, int, Sequence[str]], Iterable[str]]
    moves: Callable[[Any, str], list[tuple[int, int]]]

    # Returns the records of a game that is over, but for who played it: see `GameDefinition`.
    records_of: Callable[[Any], tuple[Any, Any]]


class TracedGame:
    """A game of a plan at the table of a readable engine: the game's module, unless it is given."""

    def __init__(self, plan: Plan, number: Game, engine: ReadableEngine | None = None) -> None:
        self._definition, self.number = plan.definition, number
        engine = engine or cast("ReadableEngine", import_module(plan.definition.readable))
        self._engine = engine
        self.strategies = plan.seats(number.cell, number.deal, number.seating)
        self.lineup = [plan.field[index] for index in self.strategies]
        self.where = (self.lineup, plan.seed, number.deal, number.seating)
        self.game = engine.new_game(number.cell.cell.rules, *self.where)
        self._told = (self.game, plan.seed, number.number, self.names)

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.lineup]

    def play(self, recording: bool = False) -> Sequence[Any]:
        with identity.unchanging(), ending_refused():
            return self._engine.play_seated(self.game, *self.where, recording)

    def story(self) -> str:
        return self._engine.story(*self._told)

    def trace(self) -> Iterable[str]:
        return self._engine.trace_lines(*self._told)

    def moves(self, decision: str) -> list[tuple[int, int]]:
        return self._engine.moves(self.game, decision)

    def rows(self) -> Rows:
        row, detail = self._engine.records_of(self.game)
        row["strategy"][: len(self.lineup)] = self.strategies
        players = len(self.lineup)
        details = np.array([detail] if self._definition.detail is not None else [])
        return self._definition.rows(np.array([row]), details, players, 1, 1)


class SeatedEngine:
    """The readable engine of a game: any Python callable, on one thread."""

    name = "python"
    chunk_games = 1  # so that Ctrl-C is looked at after every deal
    parallel = False

    def __init__(self, plan: Plan) -> None:
        self._plan, self._lasting = plan, Lasting(plan.field)
        self._first: Chunk | None = None
        self._chunks = 0

    def play(self, chunk: Chunk, detail: bool = False) -> Rows:
        """Return the outcome of every game of a chunk.

        That nothing lasts is seen to after the first chunk, the second, the fourth and so on, and
        when the first is played again, as every run does at its end.
        """
        planned, definition = self._plan.cells[chunk.cell], self._plan.definition
        seatings = planned.cell.seatings
        size = chunk.deals, planned.cell.players, seatings, chunk.first_deal
        detail &= definition.detail is not None
        rows = definition.rows.of_records(definition.row, definition.detail, *size, detailed=detail)
        with identity.unchanging(), ending_refused():
            for place in range(len(rows.data)):
                deal, seating = divmod(place, seatings)
                game = Game(0, planned, chunk.first_deal + deal, 1 + seating)
                seated = definition.seat_game(self._plan, game)
                seated.play()
                played = seated.rows()
                rows.data[place] = played.data[0]
                if detail:
                    rows.detail[place : place + 1] = played.detail
        if chunk.deals:
            self._chunks += 1
            if self._chunks.bit_count() == 1 or chunk == self._first:
                self._lasting.check()
            self._first = self._first or chunk
        return rows
