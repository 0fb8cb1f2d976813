"""A game from a class that plays it: the laboratory works out the rest.

A game of one's own is a class of rules (`TableRules`), a class that plays one game by them
(`Table`), one of what players see (`TableView`), and `table_game`, which makes of these what the
laboratory asks of a game. docs/new-game.md builds one.
"""

from __future__ import annotations

import difflib
import inspect
import json
import reprlib
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from numbers import Integral
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from strategy_lab import random_words
from strategy_lab.errors import (
    GameLeft,
    LaboratoryError,
    MoveError,
    Situation,
    UsageError,
    exception_text,
    listed,
    nearest,
)
from strategy_lab.game import DecisionKind, GameDefinition, IllegalMoveError, later, whole_number
from strategy_lab.plugins.entrants import Decision, Entrant
from strategy_lab.program import COMMANDS, Program
from strategy_lab.random_words import DEAL, HALF, DecisionWords, GameWords, Source
from strategy_lab.rows import MOST_SEATS, Count, Rows, whole_win
from strategy_lab.ruleset_files import RulesetFiles, RulesetModel
from strategy_lab.simulation.experiment import Game, make_plan
from strategy_lab.simulation.replaying import SeatedEngine, TracedGame
from strategy_lab.varying import Variables, what_ifs

YES_OR_NO = (0, 1)

MOST_DECISIONS = 100_000  # of a game: one that has more does not end

Seats = Annotated[int, Field(strict=True, ge=2, le=MOST_SEATS)]

DESCRIBING = ("name", "title", "source", "extends")


def refuse_misspelt(made: type, known: Sequence[str]) -> None:
    """Refuse a class with an attribute that is nearly one of those that it may set."""
    for name in vars(made):
        close = difflib.get_close_matches(name, known, n=1, cutoff=0.8)
        if close and name not in known and not name.startswith("_"):
            raise UsageError(
                f"{made.__name__}.{name} means nothing to the laboratory: did you mean "
                f"{close[0]!r}? If not, begin it with an underscore"
            )


def rule(
    default: Any, meaning: str, *, low: int = 0, high: int = 1_000_000, one_of: Sequence[str] = ()
) -> Any:
    """Return a rule of a class of `TableRules`: a key of its files, and what its values may be.

    `default` is a whole number from `low` to `high`, a bool, or one of some words.
    """
    limits: dict[str, Any] = {}
    if isinstance(default, bool):
        allowed = "true or false"
    elif one_of:
        allowed = " or ".join(map(repr, one_of))
        limits = {"pattern": f"^({'|'.join(one_of)})$", "json_schema_extra": {"one_of": [*one_of]}}
    else:
        allowed, limits = f"a whole number from {low} to {high:,}", {"ge": low, "le": high}
    if not isinstance(default, bool) and default not in (one_of or range(low, high + 1)):
        raise ValueError(f"the usual value of a rule, {default!r}, is not {allowed}")
    return Field(default, strict=True, description=allowed, title=meaning, **limits)


class TableRules(RulesetModel):
    """A ruleset, whose further fields are rules: keys of its file, each with a `rule`."""

    name: str = Field(description="a text")
    title: str = Field("", description="a text")
    source: str = Field("", description="a text")
    extends: str | None = Field(None, description="the name of a ruleset, or a file's path")
    players: tuple[Seats, ...] = Field(
        min_length=1, description=f"a list of numbers of players from 2 to {MOST_SEATS}"
    )

    seats: ClassVar[tuple[int, int]] = (2, MOST_SEATS)  # the least and the most, as the game says

    def mismatches(self) -> Iterator[str]:
        """Yield what is wrong with the numbers of players."""
        least, most = self.seats
        yield from (
            f"players: {each} is not allowed; the game is for {least} to {most}"
            for each in self.players
            if not least <= each <= most
        )

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        refuse_misspelt(cls, ("score_range", "mismatches"))
        keys = tuple(key for key in cls.model_fields if key not in DESCRIBING)
        cls.variables = Variables(keys[1:])

    def score_range(self, players: int) -> tuple[int, int]:
        """Return the lowest and the highest score that a player can end with."""
        return 0, 1000

    def rules(self, players: int) -> RulesAtTable:
        """Return the rules for a number of players."""
        if players not in self.players:
            raise UsageError(
                f"{self.name} is for {listed(self.players, 'or')} players, not {players}: its file "
                "says so under `players`"
            )
        values = tuple((key, self.setting(key)) for key in self.variables.keys)
        fields: Mapping[str, Any] = type(self).model_fields
        extras = ((key, fields[key].json_schema_extra) for key, _ in values)
        words = tuple((key, tuple(extra["one_of"])) for key, extra in extras if extra)
        try:
            least, most = self.score_range(players)
        except Exception as error:
            raise LaboratoryError(
                f"score_range of the rules, with {self.name} for {players} players: "
                f"{exception_text(error, Path(__file__).parent)}"
            ) from error
        return RulesAtTable(self.name, players, least, most, values, words)

    def moved(self) -> Iterator[TableRules]:
        """Yield rulesets in which one rule has another word, or an end of its range."""
        for key in self.variables.keys:
            field = type(self).model_fields[key]
            extra: Any = field.json_schema_extra
            ends = [getattr(each, end, None) for each in field.metadata for end in ("ge", "le")]
            values = extra["one_of"] if extra else [end for end in ends if end is not None]
            for value in [True, False] if isinstance(field.default, bool) else values:
                if value != self.setting(key):
                    with suppress(UsageError):  # `mismatches` refuses it
                        yield what_ifs(self, [f"{key}={str(value).lower()}"])[-1]

    def handed_on(self, extended: Any, settings: Mapping[str, object]) -> dict[str, Any]:
        return {}

    def inherited(self, settings: Mapping[str, object]) -> dict[str, Any]:
        return {"players": self.players, **super().inherited(settings)}


@dataclass(frozen=True)
class RulesAtTable:
    """Rules for a number of players; the rules are attributes, by their keys."""

    ruleset: str
    players: int
    least_score: int
    most_score: int
    values: tuple[tuple[str, Any], ...]
    words: tuple[tuple[str, tuple[str, ...]], ...]  # those of which a rule is one

    def __getattr__(self, key: str) -> Any:
        for name, value in () if key.startswith("_") else self.values:
            if name == key:
                return value
        raise AttributeError(f"there is no rule {key!r}{nearest(key, dict(self.values))}")

    @property
    def most_of_all(self) -> int:
        return self.players * max(abs(self.least_score), abs(self.most_score))

    def settings(self) -> dict[str, Any]:
        return dict(self.values)

    def place_of(self, key: str) -> int:
        """Return the place of a rule that is a word among those that it may be, from 0."""
        return dict(self.words)[key].index(dict(self.values)[key])


def table_of(view: TableView) -> Any:
    """Return the table that a view shows; for the members of views alone."""
    return view._table


def checked(view: TableView, seat: int) -> int:
    """Return a seat that a strategy has named; one that does not exist is refused."""
    if not 1 <= seat <= view.players:
        raise IndexError(f"a seat is a number from 1 to view.players ({view.players}), not {seat}")
    return seat


class TableView:
    """What a strategy sees; further members of a game's own read ``table_of(self)``."""

    __slots__ = ("_table", "_words", "seat")

    def __init__(self, table: Table, seat: int, words: DecisionWords) -> None:
        for name, value in (("_table", table), ("seat", seat), ("_words", words)):
            object.__setattr__(self, name, value)

    _table: Table
    _words: DecisionWords
    seat: int  # mine, from 1

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view can only be read: view.{name} cannot be assigned to")

    @property
    def players(self) -> int:
        """How many play."""
        return self._table.players

    @property
    def rules(self) -> Any:
        """The rules, by their keys."""
        return self._table.rules

    @property
    def round(self) -> int:
        """The round, if the game counts them."""
        return self._table.round

    def random(self) -> float:
        """Return a float from 0 up to but not including 1."""
        return self._words.next_word() / HALF

    def random_below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        return random_words.draw_below(n, self._words.next_word, HALF)

    def game_random(self) -> float:
        """Return what `random` does, but the same at all of my decisions in this game."""
        return self._words.game_word() / HALF


class Asked(NamedTuple):
    """A decision that was made, and how many lines of the story there were before."""

    seat: int
    decision: str
    answer: int
    told: int


class Counts(dict[str, int]):
    """What a game counts: nothing but what its class declares."""

    game = ""

    def __missing__(self, name: str) -> int:
        raise LaboratoryError(
            f"{self.game} counts {name!r}, which its `counts` do not have{nearest(name, self)}. "
            "Name it there, with its meaning"
        )

    def __setitem__(self, name: str, number: Any) -> None:
        if name not in self:
            self.__missing__(name)
        if not isinstance(number, Integral):
            raise LaboratoryError(f"{self.game} counts {number!r} {name}: count by whole numbers")
        super().__setitem__(name, int(number))


class Table:
    """One game; a subclass says how it is played. Lists by seat have an entry 0 that nobody has."""

    view: ClassVar[type[TableView]] = TableView
    decisions: ClassVar[Mapping[str, str]]  # what players decide, by name, and what it means
    # What is counted, with its meaning; a `Count` for what is not simply the plural of a word.
    counts: ClassVar[Mapping[str, str | Count]] = MappingProxyType({})
    lowest_wins: ClassVar[bool] = False

    def __init__(
        self, rules: Any, lineup: Sequence[Entrant], seed: int, deal: int, seating: int
    ) -> None:
        self.rules, self.players = rules, int(rules.players)
        self.seats = range(1, self.players + 1)
        self.score, self.round = self.by_seat(0), 1
        self.count = Counts(dict.fromkeys(self.counts, 0))
        self.count.game = type(self).__name__
        self.asked: list[Asked] = []
        self.told: list[str] = []
        self.is_over = False
        self.legal: Collection[int] = ()  # what may be answered to what is asked now
        self._lineup, self._deal, self._seating = lineup, deal, seating
        self._words = GameWords(seed, self.players, deal, seating)
        self._next_word = (
            Source(seed).stream(random_words.purpose_word(DEAL, self.players), deal).__next__
        )
        self._decided = self.by_seat(0)

    def __init_subclass__(cls) -> None:
        refuse_misspelt(cls, ("view", "decisions", "counts", "lowest_wins", "play", "standing"))

    # What a subclass says.

    def play(self) -> None:
        """Play the game to its end."""
        raise NotImplementedError

    def standing(self, seat: int) -> Any:
        """Return what decides the places: more is better, and equals share a place."""
        return -self.score[seat] if self.lowest_wins else self.score[seat]

    @classmethod
    def better(cls) -> int:
        """Return 1 where the highest score wins, -1 the lowest, 0 where `standing` says more."""
        if cls.standing is not Table.standing:
            return 0
        return -1 if cls.lowest_wins else 1

    # What it plays with.

    def by_seat(self, value: Any) -> list[Any]:
        return [value] * (self.players + 1)

    def draw(self, n: int) -> int:
        """Return a number from 0 to `n` - 1 by chance, the same in all seatings of a deal."""
        return random_words.draw_below(n, self._next_word)

    def roll(self, faces: int = 6) -> int:
        return 1 + self.draw(faces)

    def shuffle(self, cards: list[Any]) -> None:
        """Shuffle a list in place."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.draw(last + 1)
            cards[last], cards[other] = cards[other], cards[last]

    def tell(self, text: str) -> None:
        """Add a line to what `replay` prints, and `play` shows: what all players may know."""
        self.told.append(text)

    def who(self, seat: int) -> str:
        return f"seat {seat} ({self._lineup[seat - 1].name})"

    def ask(self, seat: int, decision: str, legal: Collection[int] = YES_OR_NO) -> int:
        """Return what a player decides: one of the `legal` answers; yes is 1, and no is 0."""
        if decision not in self.decisions:
            raise LaboratoryError(
                f"{type(self).__name__} asks {decision!r}, which its `decisions` do not have"
                f"{nearest(decision, self.decisions)}. Name it there, with its meaning"
            )
        if seat not in self.seats:
            raise LaboratoryError(
                f"{type(self).__name__} asks seat {seat}, and seats are 1 to {self.players}"
            )
        if len(self.asked) >= MOST_DECISIONS:
            raise LaboratoryError(
                f"a game by {self.rules.ruleset} for {self.players} players has had "
                f"{MOST_DECISIONS:,} decisions: let {type(self).__name__}.play end it, with a "
                "limit of rounds for instance"
            )
        words = self._words.decision(seat, self._decided[seat])
        self._decided[seat] += 1
        self.legal = legal
        try:
            given = self._lineup[seat - 1].decide(decision, self.view(self, seat, words))
        except (KeyboardInterrupt, GameLeft, BrokenPipeError):
            raise
        except BaseException as error:
            said = exception_text(error, Path(inspect.getfile(type(self))))
            raise MoveError(self._where(seat, decision), "", said) from error
        try:
            is_flag = type(given).__name__ in {"bool", "bool_"}
            answer = int(given) if is_flag else whole_number(given)
            if answer not in legal:
                rule = f"it is one of {shown(legal)}" if len(legal) else "the game allows no answer"
                raise IllegalMoveError(f"{decision}: {answer}", rule)
        except IllegalMoveError as error:
            where = self._where(seat, decision)
            raise MoveError(where, reprlib.repr(given), str(error)) from error
        self.asked.append(Asked(seat, decision, answer, len(self.told)))
        return answer

    def _where(self, seat: int, decision: str) -> Situation:
        return Situation(
            strategy=self._lineup[seat - 1].name,
            ruleset=self.rules.ruleset,
            players=self.players,
            deal=self._deal,
            seating=self._seating,
            seat=seat,
            phase=decision,
            round=self.round,
        )


def shown(legal: Collection[int]) -> str:
    """Return the answers that are allowed, in words."""
    values = sorted(legal)
    if len(values) > 3 and values == list(range(values[0], values[-1] + 1)):
        return f"{values[0]} to {values[-1]}"
    return ", ".join(map(str, values))


class LowestFirst(Rows):
    """The games of a game in which the lowest score wins."""

    @property
    def merit(self) -> NDArray[Any]:
        return -super().merit


@dataclass(frozen=True)
class TableEngine:
    """The readable engine of a game: a `strategy_lab.simulation.replaying.ReadableEngine`."""

    table: type[Table]
    row: np.dtype[Any]

    def new_game(self, *where: Any) -> Table:
        return self.table(*where)

    def play_seated(self, game: Table, *_: object) -> list[Asked]:
        try:
            game.play()
        except LaboratoryError:
            raise
        except Exception as error:
            raise LaboratoryError(
                f"{self.table.__name__}.play, with {game.rules.ruleset} for {game.players} "
                f"players: {exception_text(error, Path(__file__).parent)}"
            ) from error
        least, most = game.rules.least_score, game.rules.most_score
        if len(game.score) != game.players + 1:
            raise LaboratoryError(
                f"{self.table.__name__}.score has {len(game.score)} numbers at the end, and needs "
                f"{game.players + 1}: one by seat, from 1, and an unused one before them"
            )
        for seat in game.seats:
            score = game.score[seat]
            if not isinstance(score, Integral) or not least <= score <= most:
                raise LaboratoryError(
                    f"seat {seat} ends with a score of {score!r}, and score_range of the rules "
                    f"says {least} to {most}, in whole numbers: mend one of them"
                )
        game.is_over = True
        return game.asked

    def story(self, game: Table, _seed: int, _number: int, _lineup: Sequence[str]) -> str:
        lines = list(game.told)
        if game.is_over:
            places = self._places(game)
            order = sorted(game.seats, key=lambda seat: places[seat - 1])
            ends = (f"{places[s - 1]}. {game.who(s)}: {game.score[s]}" for s in order)
            lines += ["", *ends]
        return "\n".join(lines)

    def trace_lines(
        self, game: Table, seed: int, number: int, lineup: Sequence[str]
    ) -> Iterator[str]:
        rules = game.rules
        facts: list[dict[str, Any]] = [
            {
                "t": "setup",
                "ruleset": rules.ruleset,
                "rules": rules.settings(),
                "players": game.players,
                "seed": seed,
                "game": number,
                "lineup": list(lineup),
            },
            *(
                {"t": each.decision, "seat": each.seat, "answer": each.answer}
                for each in game.asked
            ),
        ]
        if game.is_over:
            facts.append({"t": "end", "places": self._places(game), "scores": game.score[1:]})
        return map(json.dumps, facts)

    def moves(self, game: Table, decision: str) -> list[tuple[int, int]]:
        return [(each.seat, each.answer) for each in game.asked if each.decision == decision]

    def records_of(self, game: Table) -> tuple[Any, Any]:
        row, players = np.zeros((), self.row), game.players
        places = self._places(game)
        share = whole_win(players) // places.count(1)
        row["place"][:players], row["score"][:players] = places, game.score[1:]
        row["win"][:players] = [share * (place == 1) for place in places]
        for name, number in game.count.items():
            row[name] = number
        return row, None

    def _places(self, game: Table) -> list[int]:
        try:
            standing = [game.standing(seat) for seat in game.seats]
        except Exception as error:
            raise LaboratoryError(
                f"{self.table.__name__}.standing, with {game.rules.ruleset} for {game.players} "
                f"players: {exception_text(error, Path(__file__).parent)}"
            ) from error
        return [1 + sum(other > one for other in standing) for one in standing]


def row_of(seats: int, counts: Collection[str]) -> np.dtype[Any]:
    """Return the record of a game for so many seats at most."""
    by_seat: list[Any] = [
        ("strategy", np.uint8, seats),
        ("place", np.uint8, seats),
        ("win", np.uint16, seats),
        ("score", np.int32, seats),
    ]
    return np.dtype([*by_seat, *((name, np.int64) for name in counts)], align=True)


# For tests of a game's rules.


def deciding(game: GameDefinition, **functions: Callable[[Any], int]) -> Entrant:
    """Return a player whose decisions are functions of a view, by their names."""
    return Entrant("test", "<test>", {k: Decision(f, {}) for k, f in functions.items()}, game)


def played(
    game: GameDefinition, lineup: Sequence[Entrant], *, ruleset: str, deal: int = 1, seed: int = 1
) -> Any:
    """Return the table of a game that has been played to its end by a lineup, seat 1 first."""
    plan = make_plan(
        [game.load_ruleset(ruleset)],
        field=lineup,
        lineup=range(len(lineup)),
        seed=seed,
        games=deal * len(lineup),
    )
    seated: Any = game.seat_game(plan, Game(1, plan.cells[0], deal, 1))
    seated.play()
    return seated.game


R = TypeVar("R", bound=TableRules)


def table_game(
    name: str,
    table: type[Table],
    rules: type[R],
    *,
    ruleset: str,
    field: Sequence[str],
    players: tuple[int, int],
    title: str = "",
    score: str = "points",
    score_matters: float = 1.0,
    help: str = "",
    kernel: str = "",
) -> GameDefinition:
    """Return a game: what a package offers to the laboratory, as its ``GAME``.

    Its rulesets are the files in the folder ``editions`` beside the module of `table`.

    Parameters
    ----------
    name
        Its name, which is also that of its command.
    table, rules
        The class that plays it, and that of its rulesets.
    ruleset, field
        The ruleset and the strategies that play unless others are asked for.
    players
        The least and the most that can play, from 2 to 12.
    title
        What sentences call it.
    score, score_matters
        What a player's score is called, in the plural, and from how many on a difference matters.
    help
        What its command says first.
    kernel
        The module of its compiled kernel, if it has one: see docs/new-game.md.
    """
    if missing := [each for each in ("decisions", "play") if each not in dir(table)]:
        raise UsageError(f"table_game: {table.__name__} has no `{missing[0]}`: docs/new-game.md")
    least, most = players
    if not 2 <= least <= most <= MOST_SEATS:
        raise UsageError(f"table_game: players from 2 to {MOST_SEATS} can play, not {players}")
    rules.seats = players
    module = sys.modules[table.__module__]
    package = Path(str(module.__file__)).parent
    files: RulesetFiles[R] = RulesetFiles(package / "editions", rules)
    row = row_of(players[1], table.counts)
    words = {name: name.replace("_", " ") for name in table.counts}
    counts = {
        name: each
        if isinstance(each, Count)
        else Count(each, words[name].removesuffix("s"), words[name])
        for name, each in table.counts.items()
    }
    title = title or name.replace("-", " ").capitalize()
    program = Program(
        name=name,
        title=title,
        place=f"{module.__name__}:GAME",
        help=help or f"Play {title} with strategies, as often as you like.",
        ruleset=ruleset,
        field=tuple(field),
        players=players,
        has_kernel=bool(kernel),
        commands={**COMMANDS, "play": "Play a game yourself, in the terminal."},
        modules={"play": "strategy_lab.cli.table_play"},
    )
    engine: Any = TableEngine(table, row)
    own_kernel: dict[str, Any] = {"engines": {"python": SeatedEngine}}
    if kernel:
        own_kernel = {
            "kernel": kernel,
            "compiled_view": kernel,
            "memory": later(f"{kernel}:memory"),
        }
    return GameDefinition(
        name=name,
        title=title,
        package=package,
        players=players,
        program=lambda: program,
        load_ruleset=files.load,
        ruleset_names=files.names,
        ruleset_of=files.of_settings,
        ruleset_settings=lambda one: {**one.model_dump(exclude={"extends"})},
        ruleset_from=partial(rules.validated, origin="the rules"),
        rule_keys=("players", *rules.variables.keys),
        strategies=f"{name}.strategies",
        decisions={each: DecisionKind() for each in table.decisions},
        row=row,
        rows=LowestFirst if table.lowest_wins else Rows,
        score=score,
        measures=cache(
            partial(
                later("strategy_lab.results.table_measures:measures_of"),
                name,
                players[1],
                score,
                score_matters,
                counts,
            )
        ),
        columns=partial(later("strategy_lab.results.table_measures:columns_of"), score, counts),
        template=partial(later("strategy_lab.plugins.registry:copied"), name, field),
        seat_game=partial(TracedGame, engine=engine),
        **own_kernel,
    )
