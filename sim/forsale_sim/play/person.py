"""A person in a seat: asked like a strategy, answers by typing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from forsale_sim.errors import StrategyError, UsageError
from forsale_sim.play.asking import HELP, NotUnderstoodError, understood
from forsale_sim.play.hints import Hint
from forsale_sim.play.match import PERSON, Match
from forsale_sim.play.review import Decided
from forsale_sim.play.showing import question, table
from forsale_sim.reference.game import Game
from forsale_sim.reference.story import told
from forsale_sim.reference.view import View


class LeftError(BaseException):
    """The person has left the game. Like Ctrl-C, it is no mistake of a player's.

    Parameters
    ----------
    wish
        Whether the person said so; if not, there was nothing more to read.
    """

    def __init__(self, wish: bool) -> None:
        super().__init__(wish)
        self.wish = wish


class AsideError(BaseException):
    """Something has failed beside the game, such as output that nobody reads any more.

    It is no mistake of a player's either.

    Parameters
    ----------
    reason
        What has happened.
    """

    def __init__(self, reason: Exception) -> None:
        super().__init__(reason)
        self.reason = reason


class Person:
    """A player who is shown the table and types what to do.

    Parameters
    ----------
    match
        Who plays.
    game
        The game, as it is being played.
    answers
        What the person types, line by line; when it ends, the person has left. What goes wrong
        there, or in `say`, is raised as an `AsideError`.
    say
        Prints a line.
    hint
        Finds what the moves are worth in the position; its second argument counts the decisions.

    Attributes
    ----------
    decisions : list of Decided
        All that were made.
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
        self._told = 0
        self.decisions: list[Decided] = []

    def bid(self, view: View) -> int:
        """Return the bid that the person types, 0 to pass."""
        return self._asked()

    def sell(self, view: View) -> int:
        """Return the house that the person types."""
        return self._asked()

    def tell(self) -> None:
        """Say what has happened since the person was last told."""
        self._say_all(told(self._game.events[self._told :], self._match.names))
        self._told = len(self._game.events)

    def _asked(self) -> int:
        try:
            return self._decide()
        except (OSError, UsageError) as error:
            raise AsideError(error) from error

    def _decide(self) -> int:
        self.tell()
        self._show()
        while True:
            try:
                answer = understood(next(self._answers), self._game)
            except StopIteration:
                raise LeftError(wish=False) from None
            except NotUnderstoodError as error:
                self._say(str(error))
                continue
            if isinstance(answer, int):
                self.decisions.append(Decided(self._game.copy(), answer))
                return answer
            self._fulfil(answer)

    def _fulfil(self, wish: str) -> None:
        match wish:
            case "hint":
                try:
                    self._say_all(self._hint(self._game, len(self.decisions)).lines())
                except StrategyError as error:
                    self._say(f"There is no hint: {error}")
            case "help":
                self._say_all(HELP.splitlines())
                self._say(question(self._game))
            case "table":
                self._show()
            case "quit":
                raise LeftError(wish=True)

    def _show(self) -> None:
        self._say("")
        self._say(table(self._game, self._match.names))
        self._say(question(self._game))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)
