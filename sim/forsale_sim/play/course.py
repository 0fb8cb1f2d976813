"""The course of a match: the moves of its persons, and the game that they make.

Strategies decide by the seed and what they see, so the same moves make the same game. A move is
taken back by leaving it out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from strategy_lab.errors import MoveError, UsageError
from strategy_lab.faults import GameLeft
from strategy_lab.plugins.entrant import Entrant

from forsale_sim.play.match import DEAL, PERSONS, Match
from forsale_sim.reference.game import Game
from forsale_sim.reference.play import Player, play_on
from forsale_sim.reference.recording import RecordedGame, play_recorded
from forsale_sim.reference.trace import trace_lines
from forsale_sim.reference.trace_reading import KINDS, read_trace
from forsale_sim.reference.view import View
from forsale_sim.rules.parameters import Rules


@dataclass(frozen=True, slots=True)
class _Person:
    """A player who makes the next of some moves, and leaves when there is none."""

    name: str
    moves: Iterator[int]

    def decide(self, _decision: str, _view: View) -> int:
        for move in self.moves:
            return move
        raise GameLeft


class Course:
    """A match as far as it has been played.

    Parameters
    ----------
    moves
        Of all persons, in the order in which they were asked.

    Attributes
    ----------
    game : Game
        Over, or with a person to act.

    Raises
    ------
    MoveError
        If a move is illegal, or a strategy fails.
    """

    def __init__(self, match: Match, moves: Sequence[int] = ()) -> None:
        self.match, self.moves = match, tuple(moves)
        self.game: Game = match.deal()
        with suppress(GameLeft):
            play_on(self.game, self._lineup(), match.seed, DEAL)

    def after(self, move: int) -> Course:
        """Return the course after a legal move of the person to act."""
        return Course(self.match, (*self.moves, move))

    def back(self, moves: int) -> Course:
        """Return the course as it was after so many moves of persons."""
        return Course(self.match, self.moves[:moves])

    def trace(self) -> str:
        """Return the trace of the game, as far as it is public."""
        return trace_text(self.match, self.game)

    def recorded(self) -> RecordedGame:
        """Return a finished game with all of its decisions."""
        match, game = self.match, self.match.deal()
        decisions = play_recorded(game, self._lineup(), match.seed, DEAL)
        return RecordedGame(game, match.seed, DEAL, match.names, decisions)

    def shown(self) -> RecordedGame:
        """Return the game without its decisions."""
        return RecordedGame(self.game, self.match.seed, DEAL, self.match.names, ())

    def _lineup(self) -> list[Player]:
        """Return the players of the match, of whom the persons make the moves of this course."""
        lineup: list[Player] = list(self.match.lineup)
        rest = iter(self.moves)
        for seat in self.match.seats:
            lineup[seat - 1] = _Person(self.match.names[seat - 1], rest)
        return lineup


def trace_text(match: Match, game: Game) -> str:
    """Return the trace of a game of a match, as far as it has been played and is public."""
    return "".join(f"{line}\n" for line in trace_lines(game, match.seed, DEAL, match.names))


def resumed(
    text: str, origin: str, rules: Rules, lineup: Sequence[Entrant | None], advisor: Entrant
) -> Course:
    """Return the course of a match that a trace tells, to play on.

    `rules`: the rules by which its ruleset is known here. `lineup`: the strategies by seat; None
    for persons. `advisor`: the strategy that gives hints. Raises `UsageError` if the same players
    and seed do not make this game here.
    """
    told = read_trace(text, origin)
    seats = tuple(seat for seat, name in enumerate(told.lineup, start=1) if PERSONS.fullmatch(name))
    match = Match(rules, told.seed, seats, tuple(each or advisor for each in lineup))
    with suppress(MoveError):  # the person's moves are not legal where others play otherwise
        course = Course(match, [each.move for each in told.decisions if each.seat in seats])
        if _lines(course.trace())[: len(_lines(text))] == _lines(text):
            return course
    raise UsageError(
        f"{origin}: its players do not make this game of seed {told.seed}: it was played by "
        "other rules, or its strategies have changed"
    )


def _lines(text: str) -> list[dict[str, Any]]:
    """Return the lines of a trace that tell the game."""
    lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    return [line for line in lines if line["t"] in KINDS]
