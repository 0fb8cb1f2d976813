"""Plays trials in plain Python, watching every decision of the strategy that is checked."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from forsale_sim.check.messages import Progress
from forsale_sim.check.trials import Trial
from forsale_sim.check.verdicts import Excerpt, Verdict
from forsale_sim.reference.faults import MoveError
from forsale_sim.reference.game import Game
from forsale_sim.reference.play import Player, play_on, write_row
from forsale_sim.reference.randomness import deal_cards
from forsale_sim.reference.view import View
from forsale_sim.rows import Rows, empty_rows

MOMENTS = 1500
"""How many decisions are kept to be asked for again."""


class FailedError(Exception):
    """A question answered badly.

    Parameters
    ----------
    verdict
        The answer.
    """

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict)
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision that was made: what it takes to ask for it again.

    Attributes
    ----------
    game
        A copy, as it was then; the seat to act is the one that was asked.
    decision
        How many decisions the seat had made before in this game.
    answer
        The move that was made.
    """

    trial: Trial
    excerpt: Excerpt
    game: Game
    decision: int
    answer: int = 0


@dataclass
class Played:
    """What playing the trials has left.

    Attributes
    ----------
    rows
        Of each trial, as far as it was played.
    decisions
        By trial, how many the checked strategy made.
    seconds, slowest
        Spent on them, and the longest.
    moments
        A random sample of them.
    """

    rows: list[Rows] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    seconds: float = 0.0
    slowest: float = 0.0
    moments: list[Moment] = field(default_factory=list)
    dice: random.Random = field(default_factory=lambda: random.Random(0))

    @property
    def games(self) -> int:
        """How many games were played to their end."""
        return sum(len(rows.data) for rows in self.rows)

    def play(self, trial: Trial, progress: Progress) -> None:
        """Play a trial.

        Raises
        ------
        FailedError
            If a move is illegal, or an exception is raised.
        """
        rules, seed = trial.rules, trial.plan.seed
        rows = empty_rows(trial.plan.games, rules.players)
        rows.strategy[:] = trial.indices
        self.decisions.append(0)
        for number in range(1, trial.plan.games + 1):
            game = Game(rules, deal_cards(rules, seed, number))
            progress.game(trial.excerpt(number, ()))
            sitting = _Sitting(self, trial, number, game, progress)
            try:
                play_on(game, list(sitting.players()), seed, number)
            except MoveError as error:
                legal = sitting.moves[:-1] if error.answer else sitting.moves
                excerpt = trial.excerpt(number, legal)
                raise FailedError(Verdict("plays", "failed", str(error), excerpt)) from error
            write_row(game, rows, number - 1)
        self.rows.append(rows)

    def place(self) -> int | None:
        """Draw the next decision's place in the sample, such that all have the same chance."""
        made = sum(self.decisions)
        place = made if made < MOMENTS else self.dice.randint(0, made)
        return place if place < MOMENTS else None


def play(trials: Sequence[Trial], played: Played, progress: Progress) -> Verdict:
    """Play trials, and say how many.

    Raises
    ------
    FailedError
        If a move is illegal, or an exception is raised.
    """
    for trial in trials:
        played.play(trial, progress)
    decisions = sum(played.decisions)
    return Verdict(
        "plays",
        "passed",
        f"{played.games} games, {decisions} decisions, every ruleset and number of players",
    )


class _Sitting:
    """A game as it is played, and the moves made in it."""

    def __init__(
        self, played: Played, trial: Trial, number: int, game: Game, progress: Progress
    ) -> None:
        self.played, self.trial, self.number = played, trial, number
        self.game, self.progress = game, progress
        self.moves: list[int] = []

    def players(self) -> Iterator[Player]:
        """Yield who sits in each seat: each player behind one who writes down what happens."""
        for entrant in self.trial.lineup:
            is_checked = entrant.name == self.trial.checked.name
            yield (_Watched if is_checked else _Recorded)(entrant, self)

    def moment(self, decision: int) -> Moment:
        """Return the decision to be made now, of which the seat has made `decision` before."""
        excerpt = self.trial.excerpt(self.number, self.moves)
        return Moment(self.trial, excerpt, self.game.copy(), decision)


class _Recorded:
    """A player whose moves are written down."""

    def __init__(self, player: Player, sitting: _Sitting) -> None:
        self.name = player.name
        self.player, self.sitting = player, sitting

    def bid(self, view: View) -> int:
        return self.decide(self.player.bid, view)

    def sell(self, view: View) -> int:
        return self.decide(self.player.sell, view)

    def decide(self, ask: Callable[[View], int], view: View) -> int:
        answer = ask(view)
        self.sitting.moves.append(answer)
        return answer


class _Watched(_Recorded):
    """A player whose decisions are announced, timed and sampled."""

    def __init__(self, player: Player, sitting: _Sitting) -> None:
        super().__init__(player, sitting)
        self.made = 0

    def decide(self, ask: Callable[[View], int], view: View) -> int:
        sitting, played = self.sitting, self.sitting.played
        sitting.progress.decision(sitting.moves)
        place = played.place()
        if place is not None:
            moment = sitting.moment(self.made)
        started = time.perf_counter()
        answer = super().decide(ask, view)
        seconds = time.perf_counter() - started
        played.seconds += seconds
        played.slowest = max(played.slowest, seconds)
        played.decisions[-1] += 1
        if place is not None:
            played.moments[place : place + 1] = [replace(moment, answer=answer)]
        self.made += 1
        return answer
