"""A game with a person in it, from the first offer to the review."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from forsale_sim.play.hints import STAGES_OF_A_HINT, Hint, make_hint
from forsale_sim.play.match import DEAL, Match
from forsale_sim.play.person import Person, TerminalError
from forsale_sim.play.playouts import Playouts, make_playouts
from forsale_sim.play.review import judge, review_text
from forsale_sim.reference.game import Game
from forsale_sim.reference.play import Player, play_on
from forsale_sim.reference.story import result_lines
from forsale_sim.reference.trace import trace_lines


class Session:
    """One game between a person and strategies.

    `answers`: the lines that the person types.
    """

    def __init__(self, match: Match, answers: Iterator[str], say: Callable[[str], object]) -> None:
        self.match = match
        self.game = match.deal()
        self.person = Person(match, self.game, answers, say, self._hint)

    @cached_property
    def playouts(self) -> Playouts:
        """The playouts for hints; made at first use, which takes a moment."""
        return make_playouts(self.match.lineup, self.match.seed)

    def get_ready(self) -> None:
        """Compile what hints need, which takes seconds the first time."""
        self.playouts.play(self.game, self.game.legal_moves(), first=0, number=0)

    def play(self) -> None:
        """Play the game to its end and print it."""
        lineup: list[Player] = list(self.match.lineup)
        lineup[self.match.seat - 1] = self.person
        try:
            play_on(self.game, lineup, self.match.seed, DEAL)
        except TerminalError as error:
            raise error.reason from error
        self.person.tell()

    @property
    def moves(self) -> str:
        """The person's moves so far, as typed."""
        return " ".join(str(past.move or "p") for past in self.person.decisions)

    def result(self) -> Iterator[str]:
        """Yield the result of the game, line by line."""
        return result_lines(self.game, self.match.names)

    def trace(self) -> Iterator[str]:
        """Yield the lines of the game's trace, up to the last move."""
        return trace_lines(self.game, self.match.seed, DEAL, self.match.names)

    def review(self) -> Iterator[str]:
        """Yield the review."""
        return review_text(judge(self.person.decisions), self.match.names)

    def _hint(self, game: Game, decision: int) -> Hint:
        stage = STAGES_OF_A_HINT * decision
        return make_hint(game, self.match.advisor, self.playouts, self.match.seed, stage)
