"""What many tables of players show, each drawn from a population: how many agree, and by how much.

So that values spread as tables do, and not as estimates, the error of each table's own games is
taken out (docs/statistics.md, Many tables). How many tables agree on a direction is counted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.intervals import LEVEL, t_quantile

Floats = NDArray[np.float64]

ALWAYS, MOSTLY, NOTHING, DEPENDS = "always", "mostly", "nothing", "depends"
"""What is said of a direction: nearly all tables have it, most have it, nothing that matters is
seen at nine of ten tables, or it depends on who plays."""

WORDS = (ALWAYS, MOSTLY, DEPENDS, NOTHING)  # the best finding first

LEAST_ALWAYS, LEAST_MOSTLY = 0.9, 0.75
"""The least that the lower limit of the share of tables may be."""

ROUNDING = 1e-9  # a part of the largest value that is no sign: sums differ by it between machines
INSIDE = 0.9  # the least share of tables inside what matters, as the range is, if there is nothing
RANGE = (0.1, 0.5, 0.9)  # the quantiles that are told

AGREEING_INTERVAL = "95 % Wilson interval of the share of tables"
RANGE_OF_TABLES = "middle eight of ten tables, the error of each table's own games taken out"


class Agreement(NamedTuple):
    """What tables show of one quantity."""

    tables: int
    agreeing: int  # how many have the sign of the middle one
    agreeing_low: float
    agreeing_high: float
    low: float
    middle: float
    high: float
    word: str


def agreement(values: Floats, errors: Floats, matters: float) -> Agreement:
    """Return what tables show together.

    `values`, `errors`: (tables,), each with its standard error; at least one. `matters`: from which
    size on a value matters.
    """
    nothing = ROUNDING * float(np.abs(values).max())
    ends = np.array(middle_of(values, errors))
    low, middle, high = np.where(np.abs(ends) > nothing, ends, 0.0).tolist()
    tables = len(values)
    agreeing = int(np.sum(values < -nothing if middle < 0 else values > nothing))
    least, most = share_limits(agreeing, tables)
    small = np.mean(np.abs(without_errors(values, errors)) < matters)
    if small >= INSIDE and max(-low, high) < matters:
        word = NOTHING
    elif least >= LEAST_ALWAYS:
        word = ALWAYS
    else:
        word = MOSTLY if least >= LEAST_MOSTLY else DEPENDS
    return Agreement(tables, agreeing, least, most, low, middle, high, word)


def without_errors(values: Floats, errors: Floats) -> Floats:
    """Return values that spread as tables do, the errors of their games taken out."""
    if len(values) < 2:
        return values
    between = max(0.0, float(values.var(ddof=1) - np.mean(errors**2)))
    total = between + errors**2
    kept = np.sqrt(np.divide(between, total, out=np.ones_like(total), where=total > 0))
    return np.asarray(values.mean() + kept * (values - values.mean()))


def middle_of(values: Floats, errors: Floats) -> tuple[float, float, float]:
    """Return the lower end, the middle and the upper end of the middle eight of ten tables."""
    low, middle, high = np.quantile(without_errors(values, errors), RANGE, method="weibull")
    if len(values) < 2 or not np.any(errors > 0):
        return float(low), float(middle), float(high)
    mean, error = float(values.mean()), float(values.std(ddof=1)) / len(values) ** 0.5
    half = float(t_quantile((1 + LEVEL) / 2, len(values) - 1)) * error
    return min(float(low), mean - half), float(middle), max(float(high), mean + half)


def share_of_chance(values: Floats, errors: Floats) -> float:
    """Return which part of the variance of values the errors of their games explain; 1 at most."""
    variance = float(values.var(ddof=1)) if len(values) > 1 else 0.0
    return min(1.0, float(np.mean(errors**2)) / variance) if variance > 0 else 0.0


def share_limits(count: int, of: int) -> tuple[float, float]:
    """Return Wilson's limits of a share (Wilson, *JASA* 22, 1927)."""
    z = float(t_quantile((1 + LEVEL) / 2, np.inf))
    centre, half = count + z**2 / 2, z * (count * (of - count) / of + z**2 / 4) ** 0.5
    return (centre - half) / (of + z**2), (centre + half) / (of + z**2)
