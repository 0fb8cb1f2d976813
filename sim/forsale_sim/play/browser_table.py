"""The games that are played in a browser: what it may ask for, and what it is told."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Annotated, Any

from pydantic import Field, ValidationError, validate_call
from strategy_lab.errors import UsageError
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.random_words import WORD
from strategy_lab.waiting import shown_by

from forsale_sim.for_sale import load_entrant
from forsale_sim.play.course import Course, resumed
from forsale_sim.play.hints import STAGES_OF_A_HINT, Hint, make_hint
from forsale_sim.play.match import PERSONS, Match
from forsale_sim.play.playouts import Playouts, make_playouts
from forsale_sim.play.review import judge
from forsale_sim.play.reviewed_game import options_text, reviewed_game
from forsale_sim.play.table_text import move_text
from forsale_sim.reference.trace_reading import read_trace
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.rules.ruleset import Ruleset

LEVELS = {
    "beginner": "coinflip",
    "casual": "spread",
    "good": "expert",
    "strong": "quick",
    "master": "champion",
}
"""The opponents that the table offers, from the weakest."""

PERSON = "person"
"""What is asked for in a person's seat."""

LARGEST_SEED = 2**32 - 1
"""Of seeds that are drawn: short enough to be typed again."""

Answer = dict[str, Any]
Seed = Annotated[int, Field(ge=0, lt=WORD)]


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be played: nothing that a browser sends names a file.

    Attributes
    ----------
    rulesets
        By name, the one to begin with first.
    opponents
        Specs by name.
    seats
        Who sits where at first: names of opponents, and `PERSON`.
    seed
        Of the first game; None to draw one.
    """

    rulesets: Mapping[str, Ruleset]
    opponents: Mapping[str, str]
    advisor: str
    seats: Sequence[str]
    seed: int | None


def make_offer(
    ruleset: str, against: Sequence[str], advisor: str, seats: Sequence[str], seed: int | None
) -> Offer:
    """Return what may be played: all editions and levels, and what the command line names."""
    named = load_ruleset(ruleset)
    rulesets = {named.name: named} | {
        name: load_ruleset(name) for name in ruleset_names() if name != named.name
    }
    opponents = dict(LEVELS) | {load_entrant(spec).name: spec for spec in against}
    return Offer(rulesets, opponents, advisor, seats, seed)


class BrowserTable:
    """A table with at most one game on it.

    Its public methods but `answer` are the requests that a browser can make; each returns what is
    shown then.
    """

    def __init__(self, offer: Offer) -> None:
        self._offer = offer
        self._course: Course | None = None
        self._playouts: tuple[Match, Playouts] | None = None
        self._lock = Lock()
        self._waiting = ""

    @property
    def waiting(self) -> str:
        """How far the request is that is being fulfilled; nothing where that is not known."""
        return self._waiting

    def answer(self, request: str, asked: Mapping[str, Any]) -> Answer:
        """Fulfil a request.

        Raises
        ------
        UsageError
            If there is no such request, or it cannot be fulfilled.
        """
        requests: dict[str, Callable[..., Answer]] = {
            "look": self.look,
            "new": self.new,
            "move": self.move,
            "back": self.back,
            "hint": self.hint,
            "review": self.review,
            "resume": self.resume,
        }
        if request not in requests:
            raise UsageError(f"there is no request {request!r}: {', '.join(requests)} are")
        with self._lock, shown_by(self._say):
            try:
                return requests[request](**asked)
            except ValidationError as error:
                wrong = error.errors()[0]
                where = " ".join(map(str, wrong["loc"]))
                raise UsageError(f"{request}, {where}: {wrong['msg']}") from error
            finally:
                self._waiting = ""

    def _say(self, text: str) -> None:
        self._waiting = text

    @validate_call
    def look(self) -> Answer:
        """Return what may be played, and the game on the table if there is one."""
        offer = {
            "rulesets": {name: each.players for name, each in self._offer.rulesets.items()},
            "opponents": list(self._offer.opponents),
            "levels": dict(LEVELS),
            "seats": list(self._offer.seats),
            "seed": self._offer.seed,
        }
        return {"offer": offer, "game": self._shown() if self._course else None}

    @validate_call
    def new(self, ruleset: str, seats: Sequence[str], seed: Seed | None = None) -> Answer:
        """Begin a game, with names of opponents and persons by seat."""
        if ruleset not in self._offer.rulesets:
            raise UsageError(f"{ruleset!r} is not offered: name a ruleset on the command line")
        rules = self._offer.rulesets[ruleset].rules(len(seats))
        persons = tuple(seat for seat, who in enumerate(seats, start=1) if who == PERSON)
        if not persons:
            raise UsageError("nobody plays: leave a seat to a person")
        if seed is None:
            seed = secrets.randbelow(LARGEST_SEED + 1)
        lineup = tuple(self._advisor if who == PERSON else self._opponent(who) for who in seats)
        self._course = Course(Match(rules, seed, persons, lineup))
        return self._shown()

    @validate_call
    def move(self, move: int) -> Answer:
        """Make a move for the person to act."""
        game = self._playing.game
        if move not in game.legal_moves():
            raise UsageError(f"{move_text(game, move)} is not allowed here")
        self._course = self._playing.after(move)
        return self._shown()

    @validate_call
    def back(self, moves: int) -> Answer:
        """Go back to where persons had made so many moves."""
        if not 0 <= moves <= len(self._playing.moves):
            raise UsageError(f"there are {len(self._playing.moves)} moves to go back to")
        self._course = self._playing.back(moves)
        return self._shown()

    @validate_call
    def hint(self) -> Answer:
        """Return what the moves of the person to act are worth."""
        course = self._playing
        if not course.game.to_act:
            raise UsageError("the game is over: there is no move to make")
        stage = STAGES_OF_A_HINT * len(course.moves)
        match = course.match
        if self._playouts is None or self._playouts[0] is not match:
            self._playouts = match, make_playouts(match.lineup, match.seed)
        hint = make_hint(course.game, match.advisor, self._playouts[1], match.seed, stage)
        return _hint_shown(hint)

    @validate_call
    def review(self) -> Answer:
        """Return a finished game with its review."""
        recorded = self._playing.recorded()
        return reviewed_game(recorded, judge(recorded.decisions))

    @validate_call
    def resume(self, trace: str) -> Answer:
        """Go on with a game that was saved as its trace."""
        told = read_trace(trace, "the file")
        ruleset = self._offer.rulesets.get(told.game.rules.ruleset)
        if ruleset is None:
            raise UsageError(
                f"the file is a game of {told.game.rules.ruleset}, which is not offered: name the "
                "ruleset on the command line"
            )
        lineup = [None if PERSONS.fullmatch(name) else self._opponent(name) for name in told.lineup]
        if all(lineup):
            raise UsageError("no person plays in this game: forsale-sim replay --trace shows it")
        rules = ruleset.rules(len(lineup))
        self._course = resumed(trace, "the file", rules, lineup, self._advisor)
        return self._shown()

    @cached_property
    def _advisor(self) -> Entrant:
        return load_entrant(self._offer.advisor)

    @property
    def _playing(self) -> Course:
        if self._course is None:
            raise UsageError("there is no game on the table: begin one")
        return self._course

    def _opponent(self, name: str) -> Entrant:
        offered = self._offer.opponents
        spec = offered.get(name) or next((each for each in offered.values() if each == name), None)
        if spec is None:
            raise UsageError(f"{name!r} is not offered: name it with --against on the command line")
        return load_entrant(spec)

    def _shown(self) -> Answer:
        course = self._playing
        game = course.game
        return {
            "record": reviewed_game(course.shown(), []),
            "saved": course.trace(),
            "seats": list(course.match.seats),
            "moves": len(course.moves),
            "asked": {
                "seat": game.to_act,
                "decision": game.decision,
                "legal": game.legal_moves(),
                "text": options_text(game),
            }
            if game.to_act
            else None,
        }


def _hint_shown(hint: Hint) -> Answer:
    return {
        "advisor": hint.advisor,
        "advised": hint.advised,
        "best": hint.best,
        "chances": {str(move): [*each] for move, each in hint.chances.items()},
        "playouts": hint.playouts,
        "reason": hint.reason,
    }
