"""Why a move is better than another: what each leads to, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from strategy_lab.plugins.registry import module_beside
from strategy_lab.random_words import GameWords
from strategy_lab.wording import counted

from forsale_sim.cards import highest, lowest, members
from forsale_sim.for_sale import GAME
from forsale_sim.play.table_text import move_text
from forsale_sim.reference.events import Pass, Take
from forsale_sim.reference.game import Game
from forsale_sim.reference.game_view import game_view

if TYPE_CHECKING:
    from forsale_sim.play.review import Judged

Ends = dict[int, tuple[int, int]]
"""By seat: the house that an auction brings, 0 for none, and the coins it costs."""


def reason(judged: Judged) -> str:
    """Return why the best move of a decision is better than the one made; nothing if none is."""
    if judged.best == judged.made.move:
        return ""
    return compare_moves(judged.made.game, judged.best, judged.made.move)


def compare_moves(game: Game, better: int, other: int) -> str:
    """Return what a move of the player to act leads to, and another one beside it."""
    return (_auctions if game.auction else _sales)(game, better, other)


def auction_ends(game: Game, move: int) -> Ends:
    """Return how an auction ends after a move, if all then do what `champion` rates best.

    Whoever has passed before is left out.
    """
    champion = module_beside("champion", GAME)
    game, begun = game.copy(), len(game.events)
    auction = game.round
    words = GameWords(0, game.rules.players, 0, 1)
    game.step(move)
    while game.auction and game.round == auction:
        chances = champion.estimates(game_view(game, words.decision(game.to_act, 0)), 0)
        game.step(max(chances, key=lambda each: chances[each]))
    return {
        each.seat: (
            each.house or 0,
            each.paid if isinstance(each, Take) else each.bid - each.refund,
        )
        for each in game.events[begun:]
        if isinstance(each, (Pass, Take)) and (each.round == auction)
    }


def _auctions(game: Game, better: int, other: int) -> str:
    seat = game.to_act
    ends, others = auction_ends(game, better), auction_ends(game, other)
    first, second = move_text(game, better), move_text(game, other)
    if ends[seat] != others[seat]:
        return (
            f"If all then play like champion, “{first}” leads to {_purchase(ends[seat])}; "
            f"“{second}”, to {_purchase(others[seat])}."
        )
    same = f"Either leads to {_purchase(ends[seat])}"
    changed = [each for each in ends if each in others and ends[each] != others[each]]
    if not changed:
        return f"{same}, if all then play like champion."
    rival = changed[0]
    return (
        f"{same}, if all then play like champion; but after “{first}” seat {rival} gets "
        f"{_purchase(ends[rival])}, not {_purchase(others[rival])}."
    )


def _purchase(end: tuple[int, int]) -> str:
    house, paid = end
    price = counted(paid, "coin") if paid else "nothing"
    return f"house {house} for {price}" if house else f"no house, at a cost of {price}"


def _sales(game: Game, better: int, other: int) -> str:
    offer = _values(game, game.sale.cheques if game.sale else 0)
    unseen = [
        value
        for card, value in enumerate(game.rules.cheques, start=1)
        if not game.seen_cheques >> (card - 1) & 1
    ]
    brought = [f"house {house} brings {_brings(game, house, offer)}" for house in (better, other)]
    text = f"Here {' and '.join(brought)}."
    if unseen:
        text += f" Cheques on offer average {_mean(offer)}, those to come {_mean(unseen)}."
    return text


def _brings(game: Game, house: int, offer: Sequence[int]) -> str:
    """Return the cheques that a house can bring, whatever the others sell of what they hold."""
    others = [hand for seat, hand in game.hands.items() if hand and seat != game.to_act]
    worst = offer[sum(highest(hand) < house for hand in others)]
    best = offer[sum(lowest(hand) < house for hand in others)]
    return str(best) if worst == best else f"{worst} to {best}"


def _values(game: Game, cheques: int) -> list[int]:
    return sorted(game.rules.cheques[card - 1] for card in members(cheques))


def _mean(values: Iterable[int]) -> str:
    listed = list(values)
    return f"{sum(listed) / len(listed):.1f}"
