"""Values by rank in one deck, applied to the same ranks of another."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined


@inlined
def at_rank(values, number, rank, ranks):
    """Return the value at a rank of another deck, interpolated linearly.

    `values`, float64[::1]: by rank, from the lowest. `number`, int64: how many values there are.
    `rank`, `ranks`, int64: a rank from 0, and the number of ranks in the other deck. If that equals
    `number`, the value is ``values[rank]``.
    """
    place = min(max((rank + 0.5) * number / ranks - 0.5, 0.0), number - 1.0)
    lower = int(place)
    higher = min(lower + 1, number - 1)
    return values[lower] + (place - lower) * (values[higher] - values[lower])
