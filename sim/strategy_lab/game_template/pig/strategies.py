"""The strategies that come with the game: a decision is a plain function of the view."""

from __future__ import annotations

from strategy_lab.plugins.strategies import Parameter

from pig.game import View, strategy


@strategy("careful")
class Careful:
    """Keeps the points of a turn as soon as there are enough of them."""

    enough = Parameter(12, low=1, high=100, meaning="points of a turn")

    @staticmethod
    def roll(view: View, enough: int) -> bool:
        return view.turn_total < enough


@strategy("bold")
class Bold:
    """Rolls up to 20 points, and on while another is near the target."""

    @staticmethod
    def roll(view: View) -> bool:
        most = 0
        for seat in range(1, view.players + 1):
            if seat != view.seat:
                most = max(most, view.score_of(seat))
        return view.turn_total < 20 or view.rules.target - most <= 10


@strategy("chancer")
class Chancer:
    """Rolls four times in five, whatever happens."""

    @staticmethod
    def roll(view: View) -> bool:
        return view.random() < 0.8
