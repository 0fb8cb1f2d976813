"""Who won: most money, then most coins; players who are still tied share the win."""

from __future__ import annotations

from dataclasses import dataclass

from forsale_sim.rows import WIN


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a finished game; each tuple is by seat, seat 1 first."""

    coins: tuple[int, ...]
    """Left over at the end."""
    cheques: tuple[int, ...]
    """The sum of the cheques taken."""

    @property
    def money(self) -> tuple[int, ...]:
        """Cheques and unspent coins together, in thousands."""
        return tuple(c + q for c, q in zip(self.coins, self.cheques, strict=True))

    @property
    def places(self) -> tuple[int, ...]:
        """1 for the most (money, coins); players who tie share the better place."""
        results = list(zip(self.money, self.coins, strict=True))
        return tuple(1 + sum(other > result for other in results) for result in results)

    @property
    def wins(self) -> tuple[int, ...]:
        """Each player's share of the win in 60ths: 60 alone, 30 for each of two."""
        places = self.places
        return tuple(WIN // places.count(1) if place == 1 else 0 for place in places)
