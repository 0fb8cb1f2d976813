"""Asks for decisions again: the same public situation must always get the same move.

A strategy that uses what it may not is caught by the effect. Decisions are asked for in another
order, which shows memory, clocks and random generators of its own, and with other hidden cards.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

from strategy_lab.check.messages import Progress
from strategy_lab.check.verdicts import CheckFailedError, Verdict
from strategy_lab.moves import IllegalMoveError, whole_number
from strategy_lab.random_words import GameWords

from forsale_sim.cards import count, members
from forsale_sim.check.watched_play import PastDecision
from forsale_sim.reference import view as view_module
from forsale_sim.reference.deals import Deal
from forsale_sim.reference.faults import exception_text
from forsale_sim.reference.game import Game
from forsale_sim.reference.game_view import game_view
from forsale_sim.reference.view import View
from forsale_sim.search import positions

TIME_LIMIT = 5.0
"""Seconds after which no more decisions are asked for again."""

WHEN_ASKED_AGAIN = (
    "when asked again: a move may depend on nothing but the view and its random numbers, not on "
    "what happened before, the time, or another random generator"
)

INSIDERS = {
    str(Path(file).resolve()) for file in (__file__, view_module.__file__, positions.__file__)
}
"""The files whose code may look inside a view; the last copies what it shows for a search."""


class WatchedView(View):
    """A view that raises an error when a strategy looks inside it."""

    __slots__ = ()

    @classmethod
    def of(cls, view: View) -> Self:
        """Return a watched copy of a view."""
        return cls(view._snapshot, view._words)

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") and not name.startswith("__"):
            caller = sys._getframe(1)
            if caller.f_code.co_filename not in INSIDERS:
                place = f"{caller.f_code.co_filename}, line {caller.f_lineno}"
                raise InsideError(f"it reads view.{name} ({place}), which no strategy may")
        return super().__getattribute__(name)


class InsideError(BaseException):
    """A strategy looked inside a view. Not an Exception: no strategy is meant to catch it."""


def ask_in_another_order(decisions: Sequence[PastDecision], progress: Progress) -> Verdict:
    """Ask for decisions again, in a random order."""
    shuffled = random.Random(1).sample(decisions, len(decisions))
    asked_again = _ask_again("repeats", shuffled, progress, _move, WHEN_ASKED_AGAIN)
    return Verdict("repeats", "passed", f"{asked_again:,} decisions, in another order")


def ask_with_other_cards(decisions: Sequence[PastDecision], progress: Progress) -> Verdict:
    """Ask for decisions again, with other cards where the player cannot see them."""
    dice = random.Random(2)

    def ask(decision: PastDecision) -> object:
        try:
            return _move(decision, with_other_cards(decision.game, dice), watched=True)
        except InsideError as error:
            verdict = Verdict("public", "failed", str(error), decision.excerpt)
            raise CheckFailedError(verdict) from error

    asked_again = _ask_again(
        "public", decisions, progress, ask, "once the hidden cards were others: it knows them"
    )
    return Verdict("public", "passed", f"{asked_again:,} decisions")


def _ask_again(
    question: str,
    decisions: Sequence[PastDecision],
    progress: Progress,
    ask: Callable[[PastDecision], object],
    change: str,
) -> int:
    """Return how many decisions were asked for again, all with the same move as before."""
    end = time.perf_counter() + TIME_LIMIT
    for number, decision in enumerate(decisions, start=1):
        progress.game(decision.excerpt)
        move = ask(decision)
        if move != decision.move:
            before, now = (_in_words(decision.game, each) for each in (decision.move, move))
            text = f"{before} at first, but {now} {change}"
            raise CheckFailedError(Verdict(question, "failed", text, decision.excerpt))
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


def _move(decision: PastDecision, game: Game | None = None, watched: bool = False) -> object:
    """Return the move made now; if it is no move, what is wrong with it."""
    trial, player, game = decision.trial, decision.trial.checked, game or decision.game
    words = GameWords(trial.plan.seed, trial.rules.players, decision.excerpt.game, seating=1)
    view = game_view(game, words.decision(game.to_act, decision.number))
    if watched:
        view = WatchedView.of(view)
    try:
        return whole_number(player.decide(game.decision, view))
    except IllegalMoveError as error:
        return str(error)
    except (Exception, SystemExit) as error:
        return exception_text(error)


def _in_words(game: Game, move: object) -> str:
    if isinstance(move, str):
        return move
    if game.auction:
        return f"it bids {move}" if move else "it passes"
    return f"it sells house {move}"
