"""What holds for the cards of one deck, said of another's cards of the same rank."""

from __future__ import annotations

from forsale_sim.engine.caching import inlined


@inlined
def at_rank(values, number, rank, ranks):
    """Return the value that stands where `rank` does among `ranks`, between the nearest two.

    Parameters
    ----------
    values : float64[::1]
        By rank, from the lowest.
    number : int64
        How many values there are.
    rank, ranks : int64
        A rank from 0, and how many of them there are. Of as many ranks as values, each has its own.
    """
    place = min(max((rank + 0.5) * number / ranks - 0.5, 0.0), number - 1.0)
    lower = int(place)
    higher = min(lower + 1, number - 1)
    return values[lower] + (place - lower) * (values[higher] - values[lower])
