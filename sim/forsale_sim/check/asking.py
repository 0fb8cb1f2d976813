"""Asks for decisions again: the same public situation must always get the same move.

What a strategy may not use is found by its effect: once the same decision is asked for in another
order, which shows memory, clocks and random generators of its own; once with other hidden cards.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn, Self

from forsale_sim.cards import count
from forsale_sim.check.messages import Progress
from forsale_sim.check.playing import FailedError, Moment
from forsale_sim.check.verdicts import Verdict
from forsale_sim.reference import view as view_module
from forsale_sim.reference.faults import raised
from forsale_sim.reference.game import Game
from forsale_sim.reference.listing import members
from forsale_sim.reference.looking import look
from forsale_sim.reference.moves import IllegalMoveError, whole_number
from forsale_sim.reference.randomness import Deal
from forsale_sim.reference.view import View
from forsale_sim.reference.words import GameWords

ENOUGH_SECONDS = 5.0
"""A slow strategy is not asked again for longer."""

INSIDERS = {str(Path(module).resolve()) for module in (__file__, view_module.__file__)}
"""The files whose code may look inside a view."""


class WatchedView(View):
    """A view that says who looks inside it."""

    __slots__ = ()

    @classmethod
    def of(cls, view: View) -> Self:
        """Return a view of the same."""
        return cls(view._shown, view._words)

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") and not name.startswith("__"):
            caller = sys._getframe(1)
            if caller.f_code.co_filename not in INSIDERS:
                place = f"{caller.f_code.co_filename}, line {caller.f_lineno}"
                raise InsideError(f"it reads view.{name} ({place}), which no strategy may")
        return super().__getattribute__(name)


class InsideError(BaseException):
    """Code of a strategy looked inside a view. No strategy is meant to catch it."""


def ask_in_another_order(moments: Sequence[Moment], progress: Progress) -> Verdict:
    """Ask for decisions again, in a random order.

    Raises
    ------
    FailedError
        If one is not made as it was.
    """
    dice = random.Random(1)
    asked = 0
    started = time.perf_counter()
    for moment in dice.sample(moments, len(moments)):
        progress.game(moment.excerpt)
        answer = _answer(moment, moment.game)
        if answer != moment.answer:
            _fail(
                "repeats",
                moment,
                f"{_move(moment, moment.answer)} at first, but {_move(moment, answer)} when asked "
                "again: a move may depend on nothing but the view and its random numbers, not on "
                "what happened before, the time, or another random generator",
            )
        asked += 1
        if time.perf_counter() - started > ENOUGH_SECONDS:
            break
    return Verdict("repeats", "passed", f"{asked} decisions, in another order")


def ask_with_other_cards(moments: Sequence[Moment], progress: Progress) -> Verdict:
    """Ask for decisions again, with other cards where the player cannot see them.

    Raises
    ------
    FailedError
        If one is made differently, or the strategy looks inside the view.
    """
    dice = random.Random(2)
    asked = 0
    started = time.perf_counter()
    for moment in moments:
        progress.game(moment.excerpt)
        try:
            answer = _answer(moment, with_other_cards(moment.game, dice), watched=True)
        except InsideError as error:
            _fail("public", moment, str(error))
        if answer != moment.answer:
            _fail(
                "public",
                moment,
                f"{_move(moment, moment.answer)} at first, but {_move(moment, answer)} once the "
                "cards that it cannot see were others: it knows them",
            )
        asked += 1
        if time.perf_counter() - started > ENOUGH_SECONDS:
            break
    return Verdict("public", "passed", f"{asked} decisions")


def with_other_cards(game: Game, dice: random.Random) -> Game:
    """Return a copy of a game that looks the same from the seat to act.

    Other are the cards not revealed yet, those set aside among them, and the houses that others
    have put face down in this sale.
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


def _answer(moment: Moment, game: Game, watched: bool = False) -> object:
    """Return the move made now; in words, if it is none."""
    trial, player = moment.trial, moment.trial.checked
    words = GameWords(trial.plan.seed, trial.rules.players, moment.excerpt.game, seating=1)
    view = look(game, words.decision(game.to_act, moment.decision))
    if watched:
        view = WatchedView.of(view)
    try:
        return whole_number(player.bid(view) if game.auction else player.sell(view))
    except IllegalMoveError as error:
        return str(error)
    except (Exception, SystemExit) as error:
        return raised(error)


def _move(moment: Moment, answer: object) -> str:
    if isinstance(answer, str):
        return answer
    if moment.game.auction:
        return f"it bids {answer}" if answer else "it passes"
    return f"it sells house {answer}"


def _fail(question: str, moment: Moment, text: str) -> NoReturn:
    raise FailedError(Verdict(question, "failed", text, moment.excerpt))
