"""What difference between two rulesets matters, if that is not as usual."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.errors import UsageError, nearest
from forsale_sim.results.paired.differences import Margins

UNITS: dict[str, tuple[str, float]] = {"points": ("rates", 0.01), "thousands": ("amounts", 1.0)}
"""What margins are given in: the field of `Margins` that each is, and its size."""


def parse_margins(texts: Sequence[str]) -> Margins:
    """Return the margins that texts such as ``points=0.5`` give; the others as they usually are."""
    margins: dict[str, float] = {}
    for text in texts:
        unit, _, written = (part.strip() for part in text.partition("="))
        if unit not in UNITS:
            raise UsageError(
                f"the margin (--margin) {text!r}{nearest(unit, UNITS)}; write points=0.5"
            )
        name, size = UNITS[unit]
        try:
            margins[name] = float(written) * size
        except ValueError:
            margins[name] = 0.0
        if not 0 < margins[name] < float("inf"):
            raise UsageError(f"the margin (--margin) {text!r}: {written!r} is not a number above 0")
    return Margins(**margins)
