"""The games of a check: the strategy among rivals and against itself, under every ruleset."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from strategy_lab.check import rehearsal
from strategy_lab.errors import time_limit
from strategy_lab.game import IllegalMoveError, turned, whole_number
from strategy_lab.plugins.loading import load_file
from strategy_lab.random_words import GameWords

from forsale_sim import view as view_module
from forsale_sim.cards import count, members
from forsale_sim.for_sale import load_field
from forsale_sim.reference import table as tables
from forsale_sim.reference import trace as stories
from forsale_sim.reference.table import Deal, Game, PastDecision
from forsale_sim.rules.house_code import HouseCode, table_of
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.search import sales
from forsale_sim.view import View

RIVALS = ("random", "spread", "linear", "coinflip", "miser")
"""Built-in opponents for the other seats; `random` makes bids that no sensible player would."""

DEALS = 2  # deals of each trial with the parameters as given
SAMPLE_SIZE = 1500  # how many decisions are kept to be asked for again


@dataclass(frozen=True, slots=True)
class Asked:
    trial: rehearsal.Trial
    excerpt: rehearsal.Excerpt
    game: Game  # a copy of the game before the move
    number: int  # how many decisions the seat had made before in this game
    move: int


@dataclass
class Examination(rehearsal.Rehearsal):
    """Trials of For Sale: every seat, moves asked for again, cards that are hidden."""

    tells_moves = True
    sample: list[Asked] = field(default_factory=list)  # drawn at random from all decisions
    seen: int = 0  # decisions
    dice: random.Random = field(default_factory=lambda: random.Random(0))

    @cached_property
    def trials(self) -> list[rehearsal.Trial]:
        """Under every ruleset, for every number of players.

        As given, the strategy sits in each seat in turn among rivals, and in all seats at once.
        With a parameter at an end of its range it sits in one seat, and in all.
        """
        if self.scope.quick:
            return super().trials
        trials: list[rehearsal.Trial] = []
        checked = self.checked
        for ruleset, players in self.scope.rules(checked.game):
            among = [checked.spec, *RIVALS[: players - 1]]
            for seating in range(1, players + 1):
                lineup = turned(among, seating)
                trials.append(rehearsal.Trial.of(checked, ruleset, lineup, seating, DEALS))
            trials.append(rehearsal.Trial.of(checked, ruleset, [checked.spec] * players, 0, DEALS))
            for seed, end in enumerate(self.ends, start=players + 1):
                lineup = turned([end.spec, *among[1:]], seed)
                trials.append(rehearsal.Trial.of(end, ruleset, lineup, seed))
                trials.append(rehearsal.Trial.of(end, ruleset, [end.spec] * players, seed))
        return trials

    def note(self, trial: rehearsal.Trial, number: int, decisions: Sequence[PastDecision]) -> None:
        """Draw decisions for the sample, so that all have the same chance."""
        made, moves = dict.fromkeys(range(1, trial.rules.players + 1), 0), list[int]()
        for past in decisions:
            if past.strategy == trial.checked.name:
                size = len(self.sample)
                place = size if size < SAMPLE_SIZE else self.dice.randint(0, self.seen)
                self.seen += 1
                if place < SAMPLE_SIZE:
                    excerpt = trial.excerpt(number, moves)
                    asked = Asked(trial, excerpt, past.game, made[past.seat], past.move)
                    self.sample[place : place + 1] = [asked]
            made[past.seat] += 1
            moves.append(past.move)

    def again(self) -> dict[str, rehearsal.Question]:
        return {
            "repeats": partial(ask_in_another_order, self.sample),
            "public": partial(ask_with_other_cards, self.sample),
        }


# house_rules: Checks a ruleset's file: all answers of its code, both engines, what becomes of the
# money.

AGREEMENT_DEALS = 40  # deals played for each number of players, under all seatings

CALLERS = {HouseCode.answer.__code__, load_file.__code__}
"""What runs code of an author's: if a call of it is still there after a while, that code hangs."""


def check_ruleset(spec: str, seconds: int) -> rehearsal.RulesetReport:
    """Check a ruleset; one that cannot be played, or is played differently, is an error.

    So is a file that takes more than some seconds to load, or for an answer.
    """
    with time_limit(seconds, CALLERS):
        ruleset = load_ruleset(spec)
    field = load_field(RIVALS)
    answers, games, added = 0, 0, {}
    for players in ruleset.players:
        rules = ruleset.rules(players)
        names = rules.code.arguments if rules.code else ()
        answers += sum(len(table.answers) for name in names if (table := table_of(rules, name)))
        plain: Any = rehearsal.played_alike(
            *(spec, ruleset, players, field, AGREEMENT_DEALS),
            "a rule depends on more than it is asked",
        )
        games += len(plain.data)
        cheques = [
            np.where(plain.buyer == seat, plain.cheque, 0).sum() for seat in range(1, players + 1)
        ]
        worth = rules.coin_value * plain.coins.sum(dtype=np.int64) + sum(cheques)
        added[players] = float(plain.score.sum(dtype=np.int64) - worth) / plain.score.size
    return rehearsal.RulesetReport(
        ruleset.name, dict(ruleset.code.sentences) if ruleset.code else {}, answers, games, added
    )


# consistency: The same public situation must always get the same move. Decisions are asked for in
# another order, which shows memory, clocks and generators of its own, and with other hidden cards.

TIME_LIMIT = 5.0  # seconds after which no more decisions are asked for again

WHEN_ASKED_AGAIN = (
    "when asked again: a move may depend on nothing but the view and its random numbers, not on "
    "what happened before, the time, or another random generator"
)

INSIDERS = {str(Path(file).resolve()) for file in (__file__, view_module.__file__, sales.__file__)}
"""The files whose code may look inside a view; the last copies what it shows for a search."""


class WatchedView(View):
    """A view that raises an error when a strategy looks inside it."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") and not name.startswith("__"):
            caller = sys._getframe(1)
            if caller.f_code.co_filename not in INSIDERS:
                place = f"{caller.f_code.co_filename}, line {caller.f_lineno}"
                raise InsideError(f"it reads view.{name} ({place}), which no strategy may")
        return super().__getattribute__(name)


class InsideError(BaseException):
    """A strategy looked inside a view. Not an Exception: no strategy is meant to catch it."""


def ask_in_another_order(
    decisions: Sequence[Asked], progress: rehearsal.Progress
) -> rehearsal.Verdict:
    shuffled = random.Random(1).sample(decisions, len(decisions))
    asked_again = _ask_again("repeats", shuffled, progress, _move, WHEN_ASKED_AGAIN)
    return rehearsal.Verdict("repeats", "passed", f"{asked_again:,} decisions, in another order")


def ask_with_other_cards(
    decisions: Sequence[Asked], progress: rehearsal.Progress
) -> rehearsal.Verdict:
    """Ask for decisions again, with other cards where the player cannot see them."""
    dice = random.Random(2)

    def ask(decision: Asked) -> object:
        try:
            return _move(decision, with_other_cards(decision.game, dice), watched=True)
        except InsideError as error:
            verdict = rehearsal.Verdict("public", "failed", str(error), decision.excerpt)
            raise rehearsal.CheckFailedError(verdict) from error

    asked_again = _ask_again(
        "public", decisions, progress, ask, "once the hidden cards were others: it knows them"
    )
    return rehearsal.Verdict("public", "passed", f"{asked_again:,} decisions")


def _ask_again(
    question: str,
    decisions: Sequence[Asked],
    progress: rehearsal.Progress,
    ask: Callable[[Asked], object],
    change: str,
) -> int:
    end = time.perf_counter() + TIME_LIMIT
    for number, decision in enumerate(decisions, start=1):
        progress.game(decision.excerpt)
        move = ask(decision)
        if move != decision.move:
            before, now = (_in_words(decision.game, each) for each in (decision.move, move))
            text = f"{before} at first, but {now} {change}"
            raise rehearsal.CheckFailedError(
                rehearsal.Verdict(question, "failed", text, decision.excerpt)
            )
        if time.perf_counter() > end:
            return number
    return len(decisions)


def with_other_cards(game: Game, dice: random.Random) -> Game:
    """Return a copy of a game that looks the same to the player to act.

    Cards not revealed yet differ, those set aside among them, and so do lots not drawn yet and the
    houses that others have put face down in this sale.
    """
    twin = game.copy()
    deal, seen_houses, seen_cheques = game.deal, count(game.seen_houses), count(game.seen_cheques)
    houses = _mixed(deal.houses[seen_houses:], deal.undealt_houses, dice)
    cheques = _mixed(deal.cheques[seen_cheques:], deal.undealt_cheques, dice)
    twin.deal = Deal(
        houses=deal.houses[:seen_houses] + houses[0],
        cheques=deal.cheques[:seen_cheques] + cheques[0],
        undealt_houses=houses[1],
        undealt_cheques=cheques[1],
        openers=(
            *deal.openers[: len(game.past_auctions)],
            *(dice.randint(1, game.rules.players) for _ in deal.openers[len(game.past_auctions) :]),
        ),
    )
    if twin.sale:
        twin.sale.face_down = {
            seat: dice.choice(members(twin.hands[seat])) for seat in twin.sale.face_down
        }
    return twin


def _mixed(
    dealt: tuple[int, ...], undealt: tuple[int, ...], dice: random.Random
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    cards = (*dealt, *undealt)
    mixed = tuple(dice.sample(cards, len(cards)))
    return mixed[: len(dealt)], tuple(sorted(mixed[len(dealt) :]))


def _move(decision: Asked, game: Game | None = None, watched: bool = False) -> object:
    """Return the move made now; if it is no move, what is wrong with it."""
    trial, player, game = decision.trial, decision.trial.checked, game or decision.game
    words = GameWords(trial.plan.seed, trial.rules.players, decision.excerpt.game, seating=1)
    view = tables.game_view(game, words.decision(game.to_act, decision.number))
    if watched:
        view = WatchedView(view._snapshot, view._words)
    try:
        return whole_number(player.decide(game.decision, view))
    except IllegalMoveError as error:
        return str(error)
    except (Exception, SystemExit) as error:
        return tables.exception_text(error)


def _in_words(game: Game, move: object) -> str:
    if isinstance(move, str):
        return move
    if game.auction:
        return f"it bids {move}" if move else "it passes"
    return f"it sells house {move}"


def story(excerpt: rehearsal.Excerpt) -> str:
    return stories.story(_game(excerpt), excerpt.seed, excerpt.game, excerpt.names)


def whereabouts(excerpt: rehearsal.Excerpt) -> str:
    game = _game(excerpt)
    return f"{game.phase} in round {game.round} from seat {game.to_act}"


def _game(excerpt: rehearsal.Excerpt) -> Game:
    rules = load_ruleset(excerpt.ruleset).rules(len(excerpt.specs))
    game = Game(rules, tables.deal_cards(rules, excerpt.seed, excerpt.game))
    for move in excerpt.moves or ():
        game.step(move)
    return game
