"""What moves are worth: the one opinion behind hints, reviews, puzzles and the page.

It is `champion`'s: what it expects of each move if the others go on as they have in this game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from strategy_lab.errors import listed
from strategy_lab.plugins.registry import module_beside

from forsale_sim.cards import highest, lowest, members
from forsale_sim.for_sale import GAME
from forsale_sim.reference.table import Game
from forsale_sim.search.sales import TOLD_HOUSE, TOLD_MONEY, TOLD_PRICE
from forsale_sim.view import View

ASSUMPTION = "if the others go on as they have bid and sold"

USUAL = (
    " What the others sell can hardly be foreseen: then the usual sale is better, unless another "
    "wins clearly more."
)

THOUSAND = 0.005
"""What a thousand of money counts beside the chance to win when moves are compared: so little that
it decides where the chance to win hardly differs."""

IN_WINS, SPREAD = 1 / 3, 20.0
"""Which part of what a move costs is of the chance to win; the rest is of money, of which so many
thousands, about what players of a game differ by, count as much as a certain win.

With a larger part for wins, who wins more gives less away less often: there is more to lose for
who is ahead, and nothing for who is lost (tests/play/test_opinion.py)."""

RARE = 5  # per cent of the times, below which a house that a bid brings is not told

DOUBT = 2.0  # standard errors by which a move must be better than another to be called so


@dataclass(frozen=True)
class Opinion:
    game: Game
    moves: list[int]
    told: NDArray[np.float64]  # (moves, times, columns): what became of each whenever it was tried
    sold: int = 0  # the house that `champion` sells, where it draws none

    @cached_property
    def _means(self) -> NDArray[np.float64]:
        return np.asarray(self._weights @ self.told)  # (moves, columns)

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        """Return how much each time counts: in a sale, where mixtures settle, later ones more."""
        times = self.told.shape[1]
        weights = np.ones(times) if self.game.auction else np.arange(1.0, times + 1)
        return np.asarray(weights / weights.sum())

    @cached_property
    def chances(self) -> dict[int, float]:
        """The player's chance to win by move, who plays on as `champion` does."""
        return dict(zip(self.moves, self._means[:, self.game.to_act].tolist(), strict=True))

    @cached_property
    def money(self) -> dict[int, float]:
        """The player's money in the end by move."""
        return dict(zip(self.moves, self._means[:, TOLD_MONEY].tolist(), strict=True))

    @cached_property
    def worths(self) -> dict[int, float]:
        """What moves are worth: the chance to win, and a little for money."""
        return {move: chance + THOUSAND * self.money[move] for move, chance in self.chances.items()}

    @cached_property
    def best(self) -> int:
        return self.sold or max(self.worths, key=lambda move: self.worths[move])

    @cached_property
    def good(self) -> list[int]:
        """The best move, those that are not shown to be worse, and those that give nothing away."""
        told = self.told[:, :, self.game.to_act] + THOUSAND * self.told[:, :, TOLD_MONEY]
        less = told[self.moves.index(self.best)] - told
        mean = less @ self._weights
        error = np.sqrt((less - mean[:, None]) ** 2 @ self._weights**2)
        as_good = dict(zip(self.moves, mean <= DOUBT * error, strict=True))
        return [move for move in self.moves if as_good[move] or self.cost(move) == 0]

    def cost(self, move: int) -> float:
        """Return what a move gives away: of the chance to win and of money."""
        chance = self.chances[self.best] - self.chances[move]
        money = (self.money[self.best] - self.money[move]) / SPREAD
        return max(IN_WINS * chance + (1 - IN_WINS) * money, 0.0)

    def reason(self, better: int, other: int) -> str:
        if self.game.auction is None:
            wary = better == self.sold and self.chances[other] > self.chances[better]
            means = {move: self._mean(move, TOLD_PRICE) for move in (better, other)}
            return _of_sales(self.game, means) + USUAL * wary
        text = f"{ASSUMPTION[0].upper()}{ASSUMPTION[1:]}, "
        text += "; ".join(
            f"“{move_text(self.game, move)}” {self._end(move)}" for move in (better, other)
        )
        house, price = (
            self._mean(better, column) - self._mean(other, column)
            for column in (TOLD_HOUSE, TOLD_PRICE)
        )
        return text + (". What comes later is better." if house <= 0 <= price else ".")

    def _mean(self, move: int, column: int) -> float:
        return float(self._means[self.moves.index(move), column])

    def _end(self, move: int) -> str:
        """Return what a bid leads to in this auction: houses, how often, and the mean price."""
        told = self.told[self.moves.index(move)][:, [TOLD_HOUSE, TOLD_PRICE]]
        houses, times = np.unique(told[:, 0].astype(int), return_counts=True)
        shares = dict(
            zip(houses[::-1].tolist(), (100 * times[::-1] / len(told)).tolist(), strict=True)
        )
        brought = [
            f"{house or 'none'}"
            + (f" ({share:.0f}\N{NO-BREAK SPACE}%)" if share <= 100 - RARE else "")
            for house, share in shares.items()
            if share >= RARE
        ]
        if brought == ["none"]:
            return "brings no house"
        price = f"{told[:, 1].mean():.1f}".removesuffix(".0")
        paid = {"0": "nothing", "1": "1 coin"}.get(price, f"{price} coins")
        always = (told == told[0]).all()
        return f"brings house {listed(brought, 'or')} for {paid}{'' if always else ' on average'}"


def opinion_of(game: Game, view: View, made: int = 0) -> Opinion:
    """Return an opinion on the moves of a position, among them one that was made."""
    moves, told, sold = module_beside("champion", GAME).opinion(view, made)
    order = np.argsort(moves)
    return Opinion(game, [moves[i] for i in order], told[order], sold)


def move_text(game: Game, move: int) -> str:
    """Return a move of the player to act in words: ``"bid 5"``, ``"sell 12"``."""
    if game.auction is None:
        return f"sell {move}"
    return f"bid {move}" if move else "pass"


def _of_sales(game: Game, means: Mapping[int, float]) -> str:
    """Return what houses can bring, and what they bring on average: 0 if that is not known.

    The better of two is named first.
    """
    every, on_offer = game.rules.cheques, game.sale.cheques if game.sale else 0
    offer = [every[card - 1] for card in members(on_offer)]
    unseen = [value for i, value in enumerate(every) if not game.seen_cheques >> i & 1]
    others = [hand for seat, hand in game.hands.items() if hand and seat != game.to_act]
    brought = []
    for house, mean in means.items():
        worst = offer[sum(highest(hand) < house for hand in others)]
        best = offer[sum(lowest(hand) < house for hand in others)]
        span = str(best) if worst == best else f"{worst} to {best}"
        average = f", {mean:.1f} on average" if mean and worst != best else ""
        brought.append(f"house {house} brings {span}{average}")
    text = f"Here {'; '.join(brought)}."
    better, other = means.items()
    if 0 < better[1] <= other[1]:
        text += f" House {other[0]} brings more later."
    if unseen:
        now, later = (f"{sum(values) / len(values):.1f}" for values in (offer, unseen))
        text += f" Cheques on offer average {now}, those to come {later}."
    return text
