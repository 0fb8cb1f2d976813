"""A person as a player, who is asked like a strategy and types the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from strategy_lab.errors import StrategyError, UsageError
from strategy_lab.faults import GameLeft

from forsale_sim.play.hints import Hint
from forsale_sim.play.match import PERSON, Match
from forsale_sim.play.table_text import prompt, table_text
from forsale_sim.play.typed_answers import HELP, NotUnderstoodError, parse_answer
from forsale_sim.reference.game import Game
from forsale_sim.reference.recording import PastDecision
from forsale_sim.reference.story import event_lines
from forsale_sim.reference.view import View


class LeftError(GameLeft):
    """The person has left the game.

    `asked_to_leave`: false if the input ended instead.
    """

    def __init__(self, asked_to_leave: bool) -> None:
        super().__init__(asked_to_leave)
        self.asked_to_leave = asked_to_leave


class TerminalError(GameLeft):
    """Reading or printing has failed."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(reason)
        self.reason = reason


class Person:
    """A player who is shown the table and types what to do.

    Parameters
    ----------
    game
        The game that is being played.
    answers
        The lines that the person types; when they end, the person has left. Errors there, or in
        `say`, are raised as a `TerminalError`.
    say
        Prints a line.
    hint
        Makes a hint for a position; its second argument counts the person's decisions.

    Attributes
    ----------
    decisions : list of PastDecision
        The person's moves so far.
    """

    name = PERSON

    def __init__(
        self,
        match: Match,
        game: Game,
        answers: Iterator[str],
        say: Callable[[str], object],
        hint: Callable[[Game, int], Hint],
    ) -> None:
        self._match, self._game = match, game
        self._answers, self._say, self._hint = answers, say, hint
        self._events_told = 0
        self.decisions: list[PastDecision] = []

    def decide(self, _decision: str, view: View) -> int:
        """Return the move that the person types."""
        try:
            return self._ask(view)
        except (OSError, UsageError) as error:
            raise TerminalError(error) from error

    def tell(self) -> None:
        """Print what has happened since this was last called."""
        self._say_all(event_lines(self._game.events[self._events_told :], self._match.names))
        self._events_told = len(self._game.events)

    def _ask(self, view: View) -> int:
        self.tell()
        self._show()
        while True:
            try:
                answer = parse_answer(next(self._answers), self._game)
            except StopIteration:
                raise LeftError(asked_to_leave=False) from None
            except NotUnderstoodError as error:
                self._say(str(error))
                continue
            if isinstance(answer, int):
                before = self._game.copy()
                self.decisions.append(PastDecision(view.seat, self.name, view, answer, before))
                return answer
            self._fulfil(answer)

    def _fulfil(self, request: str) -> None:
        match request:
            case "hint":
                try:
                    self._say_all(self._hint(self._game, len(self.decisions)).lines())
                except StrategyError as error:
                    self._say(f"There is no hint: {error}")
            case "help":
                self._say_all(HELP.splitlines())
                self._say(prompt(self._game))
            case "table":
                self._show()
            case "quit":
                raise LeftError(asked_to_leave=True)

    def _show(self) -> None:
        self._say("")
        self._say(table_text(self._game, self._match.names))
        self._say(prompt(self._game))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)
