"""Who won: most money, then most coins; players who are still tied share the win."""

from __future__ import annotations

from dataclasses import dataclass

from strategy_lab.rows import whole_win


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a finished game; each tuple is by seat, seat 1 first."""

    coins: tuple[int, ...]
    """Left over at the end."""
    cheques: tuple[int, ...]
    """The sum of the cheques taken."""
    money: tuple[int, ...]
    """What both come to by the rules, in thousands."""

    @property
    def places(self) -> tuple[int, ...]:
        """1 for the most (money, coins); players who tie share the better place."""
        results = list(zip(self.money, self.coins, strict=True))
        return tuple(1 + sum(other > result for other in results) for result in results)

    @property
    def wins(self) -> tuple[int, ...]:
        """Each player's share of the win, in parts of it: see `whole_win`."""
        places = self.places
        share = whole_win(len(places)) // places.count(1)
        return tuple(share if place == 1 else 0 for place in places)
