"""A game with its review as one object, which a page draws: JSON, like the trace that it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from forsale_sim.play.reasons import reason
from forsale_sim.play.review import Judged
from forsale_sim.play.table_text import passing
from forsale_sim.reference.events import Event, Sell
from forsale_sim.reference.game import Game
from forsale_sim.reference.recording import RecordedGame
from forsale_sim.reference.story import event_text
from forsale_sim.reference.trace import trace


def reviewed_game(recorded: RecordedGame, judged: Sequence[Judged]) -> dict[str, Any]:
    """Return a game as what a page draws.

    Returns
    -------
    dict
        ``trace``: the objects of its trace. ``told``: each event in words. ``review``: an object
        for each decision, with the ``event`` that it led to (an index into ``told``), its
        ``seat``, ``move``, ``best`` move, what it ``gave_away`` of the chance to win, its
        ``mark``, the ``chances`` after each sensible move, ``why`` another is better where the
        move is marked, what the seat ``could`` do, in words, and ``standing``, everyone's chance
        before it.
    """
    game = recorded.game
    return {
        "trace": list(trace(game, recorded.seed, recorded.number, recorded.lineup)),
        "told": [event_text(event) for event in game.events],
        "review": [
            {
                "event": _event_of(each, game.events),
                "seat": each.made.seat,
                "move": each.made.move,
                "best": each.best,
                "gave_away": round(each.cost, 4),
                "mark": each.mark,
                "chances": {str(move): round(chance, 3) for move, chance in each.chances.items()},
                "why": reason(each) if each.mark else "",
                "could": options_text(each.made.game),
                "standing": [round(chance, 3) for chance in standing],
            }
            for each, standing in zip(judged, standings(judged, game.rules.players), strict=True)
        ],
    }


def options_text(game: Game) -> str:
    """Return what the player to act could do in an auction, in words."""
    if game.auction is None:
        return ""
    _, *bids = game.legal_moves()
    span = f"{bids[0]}" if len(bids) == 1 else f"{bids[0]} to {bids[-1]}"
    return f"Seat {game.to_act} could bid {span}; a pass {passing(game, game.auction)}."


def standings(judged: Iterable[Judged], players: int) -> list[list[float]]:
    """Return everyone's chance to win before each decision, seat 1 first, if all then play well.

    The decisions are those of all players. In an auction it is their chance after the best move.
    In a sale all choose at once: each has the chance that their own best house gives, scaled to a
    sum of 1; who has no choice there has the part of the rest that they had before.
    """
    before = [1 / players] * players
    found: list[list[float]] = []
    for _, group in groupby(judged, key=_moment):
        decisions = list(group)
        first = decisions[0]
        if first.for_all:
            before = list(first.for_all[first.best])
        else:
            own = {each.made.seat: max(each.chances.values()) for each in decisions}
            before = _shared(own, before)
        found += [before] * len(decisions)
    return found


def _moment(judged: Judged) -> tuple[int, int]:
    """Return what decisions at the same time have in common: all of a sale, one of an auction."""
    game = judged.made.game
    return len(game.events), id(judged) if game.auction else 0


def _shared(own: dict[int, float], before: Sequence[float]) -> list[float]:
    """Return chances that add up to 1: those of some seats; the rest is shared as before."""
    others = {seat: chance for seat, chance in enumerate(before, start=1) if seat not in own}
    rest, held = max(0.0, 1 - sum(own.values())), sum(others.values())
    chances = own | {seat: rest * part / held if held else 0.0 for seat, part in others.items()}
    total = sum(chances.values()) or 1.0
    return [chances[seat] / total for seat in sorted(chances)]


def _event_of(judged: Judged, events: Sequence[Event]) -> int:
    """Return the index of the event that a decision led to; one too high if none yet has."""
    made = judged.made
    if made.game.auction:
        return len(made.game.events)
    wanted = (made.game.round, made.seat)
    return next(
        (
            place
            for place, event in enumerate(events)
            if isinstance(event, Sell) and (event.round, event.seat) == wanted
        ),
        len(events),
    )
