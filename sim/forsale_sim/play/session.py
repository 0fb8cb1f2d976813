"""A game with a person at the terminal, from the first offer to the review."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from strategy_lab.display.progress import status
from strategy_lab.errors import StrategyError
from strategy_lab.faults import GameLeft

from forsale_sim.play.course import Course
from forsale_sim.play.hints import STAGES_OF_A_HINT, make_hint
from forsale_sim.play.match import Match
from forsale_sim.play.playouts import make_playouts
from forsale_sim.play.review import judge, review_text
from forsale_sim.play.table_text import move_text, prompt, table_text
from forsale_sim.play.typed_answers import HELP, NotUnderstoodError, Request, parse_answer
from forsale_sim.reference.story import event_lines, result_lines


class LeftError(GameLeft):
    """The person has left the game.

    `asked_to_leave`: false if the input ended instead.
    """

    def __init__(self, asked_to_leave: bool) -> None:
        super().__init__(asked_to_leave)
        self.asked_to_leave = asked_to_leave


class Session:
    """One game between a person, who is shown the table and types what to do, and strategies.

    It plays as far as the person's first move, and compiles what hints need, which takes seconds
    the first time. `answers`: the lines that the person types; when they end, the person has left.
    `say` prints a line.

    Raises
    ------
    MoveError
        If a strategy fails; in `play`, too.
    """

    def __init__(self, match: Match, answers: Iterator[str], say: Callable[[str], object]) -> None:
        self._playouts = make_playouts(match.lineup, match.seed)
        self.course = Course(match)
        self._answers, self._say = answers, say
        self._events_told = 0
        game = self.course.game
        self._playouts.play(game, game.legal_moves(), first=0, number=0)

    def play(self) -> None:
        """Play the game to its end and print it.

        Raises
        ------
        LeftError
            If the person leaves.
        """
        self._tell()
        while self.course.game.to_act:
            self._show()
            self.course = self._next()
            self._tell()

    @property
    def moves(self) -> str:
        """The person's moves so far, as typed."""
        return " ".join(str(move or "p") for move in self.course.moves)

    def result(self) -> Iterator[str]:
        """Yield the result of the game, line by line."""
        return result_lines(self.course.game, self.course.match.names)

    def review(self) -> Iterator[str]:
        """Yield the review of the person's moves."""
        seats, names = self.course.match.seats, self.course.match.names
        decisions = [each for each in self.course.recorded().decisions if each.seat in seats]
        return review_text(judge(decisions), names)

    def _next(self) -> Course:
        """Return the course after a move, or without the last one, as the person asks."""
        while True:
            try:
                answer = parse_answer(next(self._answers), self.course.game)
            except StopIteration:
                raise LeftError(asked_to_leave=False) from None
            except NotUnderstoodError as error:
                self._say(str(error))
                continue
            if isinstance(answer, int):
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

    def _fulfil(self, request: Request) -> None:
        match request:
            case "hint":
                self._hint()
            case "help":
                self._say_all(HELP.splitlines())
                self._say(prompt(self.course.game))
            case "table":
                self._show()
            case "quit":
                raise LeftError(asked_to_leave=True)

    def _hint(self) -> None:
        match, stage = self.course.match, STAGES_OF_A_HINT * len(self.course.moves)
        try:
            with status("Trying moves"):
                hint = make_hint(self.course.game, match.advisor, self._playouts, match.seed, stage)
        except StrategyError as error:
            self._say(f"There is no hint: {error}")
        else:
            self._say_all(hint.lines())

    def _tell(self) -> None:
        """Print what has happened since this was last called."""
        events = self.course.game.events
        self._say_all(event_lines(events[self._events_told :], self.course.match.names))
        self._events_told = len(events)

    def _show(self) -> None:
        self._say("")
        self._say(table_text(self.course.game, self.course.match.names))
        self._say(prompt(self.course.game))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)
