r"""A race: candidates are compared on ever more evidence, and those that are shown to lose leave.

All candidates are looked at after fixed amounts of evidence. One leaves when it is shown that some
other is better, or that it does not keep a condition. Each statement is made at an error so small
that all statements that could be wrong about the best candidate together are wrong no more often
than they may be (Bonferroni's inequality; nothing is assumed of how looks or candidates depend on
each other):

- that another candidate is better than the best: :math:`L (C - 1)` comparisons, for :math:`L` looks
  and :math:`C` candidates, share the error, or half of it where there are conditions;
- that the best breaks a condition, or that another candidate keeps one that it breaks, and so might
  push out the best though it may not: :math:`L C K` statements for :math:`K` conditions share the
  other half.

So the best candidate is still there in the end with the probability asked for, in a race with
several goals every candidate that none surpasses in all of them. Where two are equally good, both
are. Racing goes back to Maron and Moore, "Hoeffding races: accelerating model selection search for
classification and function approximation", *NIPS* 6, 1994; with t tests on common blocks in the
place of Hoeffding's bound, as here, to Birattari, Stützle, Paquete and Varrentrapp, "A racing
algorithm for configuring metaheuristics", *GECCO* 2002.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

FIRST_LOOK = 32
"""Batches of evidence before anything is compared: with few, limits are wide."""

GROWTH = 1.5
"""By how much the evidence grows from one look to the next."""


def looks(most: int) -> tuple[int, ...]:
    """Return after how many batches there are looks, of which the last is at `most`.

    Examples
    --------
    >>> looks(100), looks(20)
    ((32, 48, 72, 100), (20,))
    """
    earlier, batches = [], float(FIRST_LOOK)
    while round(batches) < most:
        earlier.append(round(batches))
        batches *= GROWTH
    return (*earlier, most)


ERROR = 0.05
"""How often the best candidate may be lost."""


@dataclass(frozen=True, slots=True)
class Race:
    """How errors are shared out.

    Attributes
    ----------
    candidates, looks, conditions
        How many there are.
    error
        How often the best may be lost.
    """

    candidates: int
    looks: int
    conditions: int = 0
    error: float = ERROR

    @property
    def comparison_error(self) -> float:
        """How often one comparison at one look may find the worse of two better."""
        share = self.error / 2 if self.conditions else self.error
        return share / (self.looks * max(1, self.candidates - 1))

    @property
    def condition_error(self) -> float:
        """How often one statement on a condition at one look may be wrong."""
        return self.error / 2 / (self.looks * self.candidates * max(1, self.conditions))


def beaten(
    left: Iterable[int], rivals: Sequence[int], is_better: Callable[[int, int], bool]
) -> dict[int, int]:
    """Return which candidates are beaten, and by which of their rivals.

    `left`: those still in the race. `rivals`: those that may beat others, the best first.
    `is_better`: whether the first is shown to be better than the second, in all goals.
    """
    winners: dict[int, int] = {}
    for candidate in left:
        for rival in rivals:
            if rival != candidate and is_better(rival, candidate):
                winners[candidate] = rival
                break
    return winners
