"""A measure: a quantity of games, defined once for tables, sentences, goals, plots and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.columns import COUNT, SHARE

if TYPE_CHECKING:
    from strategy_lab.results.layout import Layout

Floats = NDArray[np.float64]

PLAYER, SEAT, STRATEGY, TABLE = "player", "seat", "strategy", "table"
STANDING = "standing"
"""What a measure is of: any player, one seat, one strategy, or all who play together; and whoever
was first, second and so on at some point of the game. A game may have more, such as a card."""

RUN, COMPARE, DESIGN = "run", "compare", "design"

SEVERAL, LAPSES = "several", "lapses"
"""What a measure may need: strategies of unequal strength; a player who makes one decision by
lot."""

WIN = "win"
"""The sum of win shares, which are counted in parts."""

POINT, THOUSAND = "percentage point", "thousand"


class Ratio(NamedTuple):
    """The sum of a deal that a measure is, over the sum that counts its observations."""

    x: str
    n: str = "games"


def _one(rules: Any) -> float:
    return 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """A quantity of games."""

    name: str
    unit: str
    description: str
    """What tables call it, its unit, what it is."""

    of: Mapping[str, Ratio] = field(default_factory=dict)
    """What it is of, and how it follows there from the sums of a deal. Nothing if it is no such
    ratio."""

    matters: float = np.nan
    reason: str = ""
    """What difference matters, in its unit, and why; NaN if it is never compared."""

    noun: str = ""
    question: str = ""
    label: str = ""
    """What sentences call it, what one may ask about it, and what a table of sentences calls it:
    ``{who}`` is whom it is of."""

    more: str = ""
    less: str = ""
    """What happens where there is more of it, and where there is less: ``{size}``, ``{unit}``."""

    size_unit: str = POINT
    """What sizes are told in."""

    is_rate: bool = False
    """Whether each observation is from 0 to 1."""

    is_certain: bool = False
    """Whether it follows from the rules, so that no game says otherwise."""

    is_relative: bool = False
    """Whether it is a share that stands for an amount where amounts mean different things."""

    gap_of: str | None = None
    """The measure of seats between whose largest and smallest value it is the gap."""

    quantity: Callable[[Layout, Floats], Floats] | None = None
    """How it follows from sums over deals, if it is neither a ratio nor a gap."""

    needs: str | None = None
    """`SEVERAL` or `LAPSES`, if it is not of any table."""

    used_in: tuple[str, ...] = (RUN, COMPARE, DESIGN)
    """The commands that tell it."""

    largest: Callable[[Any], float] = _one
    """The largest difference that a deal can show, by the rules: of all players together where it
    is of any player."""

    @property
    def whole(self) -> str:
        """What it is of where it has one value for a game; empty if it has none."""
        return next((of for of in (PLAYER, TABLE) if of in self.of), "")

    @property
    def has_one_value(self) -> bool:
        """Whether there is one value of it for all who play together."""
        return bool(self.whole or self.gap_of or self.quantity)

    @property
    def scale(self) -> int:
        """What it is multiplied by for people: shares are shown in per cent."""
        return 100 if self.unit == SHARE else 1

    @property
    def head(self) -> str:
        """What heads a column of its values."""
        return f"{self.name}, {'%' if self.unit == SHARE else self.unit}"

    @property
    def title(self) -> str:
        """What it is called where nobody has to type it: "winner's lead, thousands".

        A number of things needs no unit, and a gap between shares is in percentage points.
        """
        noun = self.short_noun or self.name
        if self.unit == COUNT or noun.startswith("number of "):
            return noun
        return f"{noun}, {self.value_unit.strip() if self.unit == SHARE else self.unit}"

    @property
    def short_noun(self) -> str:
        """What sentences call it, without an article."""
        return self.noun.removeprefix("the ")

    @property
    def threshold(self) -> str:
        """What difference matters, in words."""
        return self.in_words(f"{self.scale * self.matters:g}")

    def in_words(self, size: str) -> str:
        """Return a number with the unit that sizes are told in, "0.9 coins"."""
        return f"{size} {self.unit_of(size)}".rstrip()

    def unit_of(self, size: str) -> str:
        """Return the unit of a number in a sentence; thousands have no plural."""
        singular = size == "1" or self.size_unit in ("", THOUSAND)
        return self.size_unit if singular else f"{self.size_unit}s"

    def change(self, is_more: bool, size: str = "", **names: object) -> str:
        """Return what happens, "players keep 0.9 more coins"; without a size, only that it does."""
        brief = "" if self.size_unit in ("", THOUSAND, POINT) else self.unit_of("2")
        unit = self.unit_of(size) if size else brief
        text = (self.more if is_more else self.less).format(size=size, unit=unit, **names)
        return " ".join(text.split())

    @property
    def value_unit(self) -> str:
        """What stands behind its value: a gap is in percentage points, a share in per cent."""
        if self.unit == SHARE:
            return " percentage points" if self.gap_of else " %"
        return f" {self.unit_of('2')}".rstrip()
