"""What a benchmark measures, and how far it is from what the last release had."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

KEPT = Path(__file__).with_name("ratios.json")


@dataclass(frozen=True)
class Measurement:
    """A case, what it took, and how many times as long as what it was measured beside.

    Parameters
    ----------
    case
        A name, the same from release to release.
    value
        The median, in units of `unit`.
    unit
        ``"µs a game"`` or ``"s"``, of processor time.
    ratios
        By the name of what was measured beside it: the median over pairs of runs that follow each
        other.
    details
        More, in words.
    """

    case: str
    value: float
    unit: str
    ratios: Mapping[str, float] = field(default_factory=dict)
    details: str = ""

    def line(self, kept: Mapping[str, Mapping[str, float]]) -> str:
        """Return this as a line of the printed table, with changes since the ratios `kept`."""
        beside = []
        for name, ratio in self.ratios.items():
            before = kept.get(self.case, {}).get(name)
            change = "" if before is None else f" ({100 * (ratio / before - 1):+.0f} %)"
            beside.append(f"{ratio:6.2f} x {name}{change:9}")
        text = f"{self.case:34} {self.value:7.3f} {self.unit:9} {''.join(beside)} {self.details}"
        return text.rstrip()


def paired(case: str, unit: str, ours: Sequence[float], **others: Sequence[float]) -> Measurement:
    """Return the measurement of a case, run in turn with others: times in seconds or µs."""
    ratios = {
        name: statistics.median(a / b for a, b in zip(ours, times, strict=True))
        for name, times in others.items()
    }
    return Measurement(case, statistics.median(ours), unit, ratios)


def kept_ratios() -> dict[str, dict[str, float]]:
    """Return the ratios of the last release, by case and by what it was measured beside."""
    ratios: dict[str, dict[str, float]] = json.loads(KEPT.read_text("utf-8"))["ratios"]
    return ratios


def keep_ratios(version: str, measurements: Sequence[Measurement]) -> None:
    """Make these ratios those of the release `version`."""
    ratios = {
        one.case: {name: round(ratio, 2) for name, ratio in one.ratios.items()}
        for one in measurements
        if one.ratios
    }
    text = json.dumps({"version": version, "ratios": ratios}, indent=2, ensure_ascii=False)
    KEPT.write_text(text + "\n", "utf-8")


def as_json(measurements: Sequence[Measurement]) -> str:
    """Return measurements as one JSON object."""
    cases: list[dict[str, Any]] = [asdict(one) for one in measurements]
    return json.dumps({"measurements": cases}, indent=2, ensure_ascii=False)
