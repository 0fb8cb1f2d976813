"""A match: one person or several, and a strategy in every other seat."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from threading import Lock
from typing import Annotated, Any

from pydantic import Field, ValidationError, validate_call
from strategy_lab.display.progress import status
from strategy_lab.errors import GameLeft, MoveError, UsageError, shown_by
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.random_words import LINEUP, WORD, GameWords, Source, draw_below, purpose_word

from forsale_sim.for_sale import load_entrant
from forsale_sim.play import review as reviewing
from forsale_sim.play.opinion import move_text, opinion_of
from forsale_sim.play.review import Hint
from forsale_sim.program import FOR_SALE
from forsale_sim.reference import table as tables
from forsale_sim.reference.table import Game, Player, RecordedGame
from forsale_sim.reference.trace import KINDS, event_lines, read_trace, result_lines, trace_lines
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.rules.ruleset import Rules, Ruleset
from forsale_sim.view import View

DEAL = 1  # the deal of the seed that is played

PERSON = "you"
PERSONS = re.compile(rf"{PERSON}( \d+)?")  # what persons are called in the traces of games


@dataclass(frozen=True)
class Match:
    rules: Rules
    seed: int  # decides the cards and all random numbers of strategies
    seats: tuple[int, ...]  # the persons', ascending
    lineup: tuple[Entrant | None, ...]  # by seat; None in a person's seat
    told: RecordedGame | None = None  # a game from elsewhere, whose cards and players are these

    @property
    def names(self) -> list[str]:
        """The name of the player in each seat; persons are numbered if there are several."""
        if self.told:
            return list(self.told.lineup)
        several, numbers = len(self.seats) > 1, count(1)
        return [
            each.name if each else f"{PERSON} {next(numbers)}" if several else PERSON
            for each in self.lineup
        ]

    @property
    def number(self) -> int:
        return self.told.number if self.told else DEAL

    def deal(self) -> Game:
        told = self.told.game.deal if self.told else None
        return Game(self.rules, told or tables.deal_cards(self.rules, self.seed, DEAL))


def make_match(
    ruleset: Ruleset,
    against: Sequence[Entrant],
    *,
    players: int | None,
    seat: int | None,
    seed: int,
) -> Match:
    if not 0 <= seed < WORD:
        raise UsageError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    if players is None:
        players = max(len(against) + 1, min(ruleset.players))
    rules = ruleset.rules(players)
    if len(against) >= players:
        raise UsageError(
            f"--against names {len(against)} opponents, but {players} players are you and "
            f"{players - 1} others: leave some out"
        )
    if seat is None:
        next_word = Source(seed).stream(purpose_word(LINEUP, players), DEAL).__next__
        seat = 1 + draw_below(players, next_word)
    if not 1 <= seat <= players:
        raise UsageError(f"--seat must be 1 to {players}, not {seat}")
    lineup: list[Entrant | None] = [against[i % len(against)] for i in range(players - 1)]
    lineup.insert(seat - 1, None)
    return Match(rules, seed, (seat,), tuple(lineup))


# course: The course of a match: the moves of its persons, and the game that they make.
#
# Strategies decide by the seed and what they see, so the same moves make the same game. A move is
# taken back by leaving it out.


@dataclass(frozen=True, slots=True)
class _Person:
    name: str
    moves: Iterator[int]

    def decide(self, _decision: str, _view: View) -> int:
        for move in self.moves:
            return move
        raise GameLeft


class Course:
    def __init__(self, match: Match, moves: Sequence[int] = ()) -> None:
        self.match, self.moves = match, tuple(moves)
        self.game: Game = match.deal()
        with suppress(GameLeft):
            tables.play_seated(self.game, self._lineup(), match.seed, DEAL)

    def after(self, move: int) -> Course:
        return Course(self.match, (*self.moves, move))

    def back(self, moves: int) -> Course:
        return Course(self.match, self.moves[:moves])

    def trace(self) -> str:
        return trace_text(self.match, self.game)

    def hint(self) -> Hint:
        words = GameWords(self.match.seed, self.game.rules.players, DEAL, 1)
        view = tables.game_view(self.game, words.decision(self.game.to_act, 0))
        return Hint(opinion_of(self.game, view))

    def recorded(self) -> RecordedGame:
        match, game = self.match, self.match.deal()
        decisions = tables.play_seated(game, self._lineup(), match.seed, DEAL, recording=True)
        return RecordedGame(game, match.seed, match.number, match.names, decisions)

    def _lineup(self) -> list[Player]:
        match, rest = self.match, iter(self.moves)
        seated = zip(match.lineup, match.names, strict=True)
        return [each or _Person(name, rest) for each, name in seated]


def trace_text(match: Match, game: Game) -> str:
    return "".join(f"{line}\n" for line in trace_lines(game, match.seed, match.number, match.names))


def resumed(text: str, origin: str, rules: Rules, lineup: Sequence[Entrant | None]) -> Course:
    told = read_trace(text, origin)
    seats = tuple(seat for seat, name in enumerate(told.lineup, start=1) if PERSONS.fullmatch(name))
    match = Match(rules, told.seed, seats, tuple(lineup))
    with suppress(MoveError):  # the person's moves are not legal where others play otherwise
        course = Course(match, [each.move for each in told.decisions if each.seat in seats])
        if _lines(course.trace())[: len(_lines(text))] == _lines(text):
            return course
    raise UsageError(
        f"{origin}: its players do not make this game of seed {told.seed}: it was played by "
        "other rules, or its strategies have changed"
    )


def _lines(text: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    return [line for line in lines if line["t"] in KINDS]


class Session:
    """One game between a person, who is shown the table and types what to do, and strategies.

    It plays as far as the person's first move. `answers`: the lines that the person types; when
    they end, the person has left. `say` prints a line.
    """

    def __init__(self, match: Match, answers: Iterator[str], say: Callable[[str], object]) -> None:
        self.course = Course(match)
        self._answers, self._say = answers, say
        self._events_told = 0
        self.asked_to_leave = False

    def play(self) -> None:
        self._tell()
        while self.course.game.to_act:
            self._show()
            self.course = self._next()
            self._tell()

    @property
    def moves(self) -> str:
        return " ".join(str(move or "p") for move in self.course.moves)

    def result(self) -> Iterator[str]:
        return result_lines(self.course.game, self.course.match.names)

    def review(self) -> Iterator[str]:
        seats, names = self.course.match.seats, self.course.match.names
        decisions = [each for each in self.course.recorded().decisions if each.seat in seats]
        return reviewing.review_text(reviewing.judge(decisions), names)

    def _next(self) -> Course:
        while True:
            try:
                answer = reviewing.parse_answer(next(self._answers), self.course.game)
            except StopIteration:
                raise GameLeft from None
            except reviewing.NotUnderstoodError as error:
                self._say(str(error))
                continue
            if isinstance(answer, int):
                with status("The others play"):  # who may have to be compiled first
                    return self.course.after(answer)
            if answer != "back":
                self._fulfil(answer)
            elif self.course.moves:
                return self._back()
            else:
                self._say("There is no move to take back.")

    def _back(self) -> Course:
        *kept, last = self.course.moves
        course = self.course.back(len(kept))
        self._say(f"You take back “{move_text(course.game, last)}”.")
        self._events_told = len(course.game.events)
        return course

    def _fulfil(self, request: reviewing.Request) -> None:
        match request:
            case "hint":
                with status("Trying moves"):
                    hint = self.course.hint()
                self._say_all(hint.lines())
            case "help":
                self._say_all(reviewing.HELP.splitlines())
                self._say(reviewing.prompt(self.course.game))
            case "table":
                self._show()
            case "quit":
                self.asked_to_leave = True
                raise GameLeft

    def _tell(self) -> None:
        events = self.course.game.events
        self._say_all(event_lines(events[self._events_told :], self.course.match.names))
        self._events_told = len(events)

    def _show(self) -> None:
        self._say("")
        self._say(reviewing.table_text(self.course.game, self.course.match.names))
        self._say(reviewing.prompt(self.course.game))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)


PERSON_SEAT = "person"  # what is asked for in a person's seat

Answer = dict[str, Any]
Seed = Annotated[int, Field(ge=0, lt=WORD)]


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be played: nothing that a browser sends names a file."""

    rulesets: Mapping[str, Ruleset]  # by name, the one to begin with first
    opponents: Mapping[str, str]  # specs by name
    seats: Sequence[str]  # who sits where at first: names of opponents, and `PERSON`
    seed: int | None  # of the first game; None to draw one


def make_offer(
    ruleset: str, against: Sequence[str], seats: Sequence[str], seed: int | None
) -> Offer:
    named = load_ruleset(ruleset)
    rulesets = {named.name: named} | {
        name: load_ruleset(name) for name in ruleset_names() if name != named.name
    }
    opponents = FOR_SALE.opponents_by_level | {load_entrant(spec).name: spec for spec in against}
    return Offer(rulesets, opponents, seats, seed)


BROWSER_REQUESTS = ("look", "new", "move", "back", "hint", "review", "resume")


class BrowserTable:
    """A table with at most one game on it.

    A browser can make `BROWSER_REQUESTS`; each returns what is shown then.
    """

    def __init__(self, offer: Offer) -> None:
        self._offer = offer
        self._course: Course | None = None
        self._lock = Lock()
        self.waiting = ""

    def answer(self, request: str, asked: Mapping[str, Any]) -> Answer:
        if request not in BROWSER_REQUESTS:
            raise UsageError(f"there is no request {request!r}: {', '.join(BROWSER_REQUESTS)} are")
        with self._lock, shown_by(self._say):
            try:
                answer: Answer = getattr(self, request)(**asked)
                return answer
            except ValidationError as error:
                wrong = error.errors()[0]
                where = " ".join(map(str, wrong["loc"]))
                raise UsageError(f"{request}, {where}: {wrong['msg']}") from error
            finally:
                self.waiting = ""

    def _say(self, text: str) -> None:
        self.waiting = text

    @validate_call
    def look(self) -> Answer:
        offer = {
            "rulesets": {name: each.players for name, each in self._offer.rulesets.items()},
            "opponents": list(self._offer.opponents),
            "levels": FOR_SALE.opponents_by_level,
            "seats": list(self._offer.seats),
            "seed": self._offer.seed,
        }
        return {"offer": offer, "game": self._shown() if self._course else None}

    @validate_call
    def new(self, ruleset: str, seats: Sequence[str], seed: Seed | None = None) -> Answer:
        if ruleset not in self._offer.rulesets:
            raise UsageError(f"{ruleset!r} is not offered: name a ruleset on the command line")
        rules = self._offer.rulesets[ruleset].rules(len(seats))
        persons = tuple(seat for seat, who in enumerate(seats, start=1) if who == PERSON_SEAT)
        if not persons:
            raise UsageError("nobody plays: leave a seat to a person")
        if seed is None:
            seed = secrets.randbelow(2**32)  # short enough to be typed again
        lineup = tuple(None if who == PERSON_SEAT else self._opponent(who) for who in seats)
        self._course = Course(Match(rules, seed, persons, lineup))
        return self._shown()

    @validate_call
    def move(self, move: int) -> Answer:
        reviewing.parse_answer(str(move or "p"), self._playing.game)
        self._course = self._playing.after(move)
        return self._shown()

    @validate_call
    def back(self, moves: int) -> Answer:
        if not 0 <= moves <= len(self._playing.moves):
            raise UsageError(f"there are {len(self._playing.moves)} moves to go back to")
        self._course = self._playing.back(moves)
        return self._shown()

    @validate_call
    def hint(self) -> Answer:
        if not self._playing.game.to_act:
            raise UsageError("the game is over: there is no move to make")
        hint = self._playing.hint()
        return {"reason": hint.reason, **reviewing.told_by_move(hint.opinion)}

    @validate_call
    def review(self) -> Answer:
        recorded = self._playing.recorded()
        return reviewing.reviewed_game(recorded, reviewing.judge(recorded.decisions))

    @validate_call
    def resume(self, trace: str) -> Answer:
        """Go on with a game; review one that no person plays here, such as one written down.

        On from there, persons play in all its seats.
        """
        told = read_trace(trace, "the game", self._offer.rulesets)
        if not any(map(PERSONS.fullmatch, told.lineup)):
            seats = tuple(range(1, len(told.lineup) + 1))
            match = Match(told.game.rules, told.seed, seats, (None,) * len(seats), told)
            self._course = Course(match, [each.move for each in told.decisions])
            return self._shown() | {
                "record": reviewing.reviewed_game(told, reviewing.judge(told.decisions)),
                "saved": trace_text(match, told.game),
                "asked": None,
                "notice": told.notice,
            }
        ruleset = self._offer.rulesets.get(told.game.rules.ruleset)
        if ruleset is None:
            raise UsageError(
                f"this is a game of {told.game.rules.ruleset}, which is not offered: name the "
                "ruleset on the command line"
            )
        lineup = [None if PERSONS.fullmatch(name) else self._opponent(name) for name in told.lineup]
        rules = ruleset.rules(len(lineup))
        self._course = resumed(trace, "the game", rules, lineup)
        return self._shown()

    @property
    def _playing(self) -> Course:
        if self._course is None:
            raise UsageError("there is no game on the table: begin one")
        return self._course

    def _opponent(self, name: str) -> Entrant:
        offered = self._offer.opponents
        for spec in [offered[name]] if name in offered else offered.values():
            entrant = load_entrant(spec)
            if name in offered or entrant.name == name:
                return entrant
        raise UsageError(f"{name!r} is not offered: name it with --against on the command line")

    def _shown(self) -> Answer:
        course, match, game = self._playing, self._playing.match, self._playing.game
        told = RecordedGame(game, match.seed, match.number, match.names, [])
        return {
            "record": reviewing.reviewed_game(told, []),
            "saved": course.trace(),
            "seats": list(match.seats),
            "moves": len(course.moves),
            "asked": {
                "seat": game.to_act,
                "decision": game.decision,
                "legal": game.legal_moves(),
                "text": reviewing.options_text(game, "You can"),
            }
            if game.to_act
            else None,
        }
