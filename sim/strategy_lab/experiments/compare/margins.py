"""What difference between two rulesets matters, if that is not as usual."""

from __future__ import annotations

from collections.abc import Sequence

from strategy_lab.errors import UsageError
from strategy_lab.results.measure import COMPARE
from strategy_lab.results.measures import Measures


def parse_margins(texts: Sequence[str], measures: Measures) -> dict[str, float]:
    """Return what matters by measure, from texts such as ``win_rate=0.5``: shares in per cent."""
    margins: dict[str, float] = {}
    for text in texts:
        name, _, written = (part.strip() for part in text.partition("="))
        measure = measures.named(
            name, f"the margin (--margin) {text!r}", lambda each: COMPARE in each.used_in
        )
        try:
            size = float(written)
        except ValueError:
            size = 0.0
        if not 0 < size < float("inf"):
            raise UsageError(f"the margin (--margin) {text!r}: {written!r} is not a number above 0")
        margins[name] = size / measure.scale
    return margins
