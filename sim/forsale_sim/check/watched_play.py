"""Plays trials in plain Python and watches every decision of the strategy that is checked."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from strategy_lab.check.messages import Progress
from strategy_lab.check.verdicts import CheckFailedError, Excerpt, Verdict
from strategy_lab.errors import MoveError

from forsale_sim.check.trials import Trial
from forsale_sim.records import GameRows, empty_rows
from forsale_sim.reference.deals import deal_cards
from forsale_sim.reference.game import Game
from forsale_sim.reference.play import Player, play_on, write_row
from forsale_sim.reference.view import View

SAMPLE_SIZE = 1500
"""How many decisions are kept to be asked for again."""


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision that was made, with what it takes to ask for it again."""

    trial: Trial
    excerpt: Excerpt
    game: Game
    """A copy of the game before the move."""

    number: int
    """How many decisions the seat had made before in this game."""

    move: int = 0


@dataclass
class PlayRecord:
    """The games of the trials and the decisions of the checked strategy."""

    rows: list[GameRows] = field(default_factory=list)
    """The finished games of each trial."""

    decisions: list[int] = field(default_factory=list)
    """The number of decisions in each trial."""

    seconds: float = 0.0
    slowest: float = 0.0
    """The time that all decisions took, and the longest."""

    sample: list[PastDecision] = field(default_factory=list)
    """Decisions drawn at random from all."""

    dice: random.Random = field(default_factory=lambda: random.Random(0))

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(len(rows.data) for rows in self.rows)

    def play(self, trial: Trial, progress: Progress) -> None:
        """Play a trial."""
        rules, seed = trial.rules, trial.plan.seed
        rows = empty_rows(trial.plan.games, rules.players, seatings=1, detail=True)
        rows.strategy[:] = trial.indices
        self.decisions.append(0)
        for number in range(1, trial.plan.games + 1):
            progress.game(trial.excerpt(number, ()))
            watched = _WatchedGame(self, trial, number, progress)
            try:
                play_on(watched.game, list(watched.players()), seed, number)
            except MoveError as error:
                legal = watched.moves[:-1] if error.answer else watched.moves
                excerpt = trial.excerpt(number, legal)
                raise CheckFailedError(Verdict("plays", "failed", str(error), excerpt)) from error
            write_row(watched.game, rows, number - 1)
        self.rows.append(rows)

    def sample_place(self) -> int | None:
        """Draw the next decision's place in the sample, so that all have the same chance."""
        made = sum(self.decisions)
        place = made if made < SAMPLE_SIZE else self.dice.randint(0, made)
        return place if place < SAMPLE_SIZE else None


def play(trials: Sequence[Trial], record: PlayRecord, progress: Progress) -> Verdict:
    """Play trials into a record."""
    for trial in trials:
        record.play(trial, progress)
    return Verdict(
        "plays",
        "passed",
        f"{record.games} games, {sum(record.decisions):,} decisions, every ruleset and number of "
        "players",
    )


class _WatchedGame:
    """A game and the moves made in it."""

    def __init__(self, record: PlayRecord, trial: Trial, number: int, progress: Progress) -> None:
        self.record, self.trial, self.number, self.progress = record, trial, number, progress
        self.game = Game(trial.rules, deal_cards(trial.rules, trial.plan.seed, number))
        self.moves: list[int] = []

    def players(self) -> Iterator[Player]:
        """Yield a player for each seat who records the moves of the one that sits there."""
        for entrant in self.trial.lineup:
            is_checked = entrant.name == self.trial.checked.name
            yield (_WatchedPlayer if is_checked else _RecordedPlayer)(entrant, self)


class _RecordedPlayer:
    """A player whose moves are recorded."""

    def __init__(self, player: Player, watched: _WatchedGame) -> None:
        self.name = player.name
        self.player, self.watched = player, watched

    def decide(self, decision: str, view: View) -> int:
        move = self.player.decide(decision, view)
        self.watched.moves.append(move)
        return move


class _WatchedPlayer(_RecordedPlayer):
    """A player whose decisions are announced, timed and sampled."""

    def __init__(self, player: Player, watched: _WatchedGame) -> None:
        super().__init__(player, watched)
        self.made = 0

    def decide(self, decision: str, view: View) -> int:
        watched, record = self.watched, self.watched.record
        watched.progress.decision(watched.moves)
        place = record.sample_place()
        if place is not None:
            excerpt = watched.trial.excerpt(watched.number, watched.moves)
            past = PastDecision(watched.trial, excerpt, watched.game.copy(), self.made)
        started = time.perf_counter()
        move = super().decide(decision, view)
        seconds = time.perf_counter() - started
        record.seconds += seconds
        record.slowest = max(record.slowest, seconds)
        record.decisions[-1] += 1
        if place is not None:
            record.sample[place : place + 1] = [replace(past, move=move)]
        self.made += 1
        return move
