"""What a meta-game shows, in words: who is safe from invaders, cycles, and mixtures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from forsale_sim.experiments.meta.schema import ANY, EQUILIBRIUM, NOT_TIED
from forsale_sim.results.tables import Columns, values, where
from forsale_sim.stats.games.invasions import last_ones
from forsale_sim.wording import counted, listed

INVASION_RULE = (
    "An invader is one among others who all play another strategy; it is shown to invade where its "
    "95 % interval is above 0. Intervals are not corrected for how many pairs there are."
)

MOST_NAMED = 3
"""Cycles, pairs that invade each other, and equilibria that are named for each player count."""

ALL = 1 - 1e-9
"""A part that is larger is all there is."""


def invaded(invasions: Columns) -> tuple[list[str], NDArray[np.bool_]]:
    """Return the strategies of a cell, and whether one is shown to invade another.

    Returns
    -------
    list of str, ndarray
        Names; and (strategies, strategies): of invader and resident.
    """
    names = values(invasions["strategy"])
    place = {name: index for index, name in enumerate(names)}
    shown = np.zeros((len(names), len(names)), bool)
    pairs = zip(invasions["strategy"].tolist(), invasions["opponent"].tolist(), strict=True)
    for (invader, resident), invades in zip(pairs, invasions["invades"], strict=True):
        shown[place[invader], place[resident]] = invades
    return names, shown


def safety_finding(invasions: Columns) -> str:
    """Return a sentence on one cell: which strategies no other invades, or that none is safe."""
    names, shown = invaded(invasions)
    safe = [name for name, by in zip(names, shown.T, strict=True) if not by.any()]
    if not safe:
        ends = " or ".join(listed([names[i] for i in members]) for members in last_ones(shown))
        ending = "" if ends == listed(names) else f"; invasions end among {ends}"
        return f"no strategy of the field is safe: each is invaded by another{ending}"
    certain = _never_above(invasions, safe)
    how = "invades" if certain else "is shown to invade"
    if len(safe) == 1:
        return f"{safe[0]} is the only strategy that no other {how}"
    return f"no other {how} {listed(safe, 'or')}"


def doubt_findings(invasions: Columns) -> list[str]:
    """Return a sentence if the deals of a cell are too few for intervals; else none."""
    if np.isfinite(invasions["gain_low"]).any():
        return []
    return ["too few deals for intervals, so that nothing is shown: play more"]


def coexistence_findings(invasions: Columns) -> list[str]:
    """Return a sentence on each pair of a cell that invade each other, so that both stay."""
    names, shown = invaded(invasions)
    pairs = np.argwhere(np.triu(shown & shown.T)).tolist()
    return _first([f"{names[i]} and {names[j]} invade each other" for i, j in pairs], "such pair")


def cycle_findings(cycles: Columns) -> list[str]:
    """Return a sentence on each cycle of a cell."""
    return _first(cycles["cycle"].tolist(), "cycle")


def settling_finding(mixtures: Columns, weights: Columns) -> str:
    """Return a sentence on one cell: where the replicator dynamics settle, from which starts."""
    settled = mixtures["kind"] == EQUILIBRIUM
    names, starts = mixtures["mixture"][settled].tolist(), mixtures["starts"][settled]
    if not names:
        return "replicator dynamics do not settle, from any start"
    texts = [mixture_text(where(weights, mixture=name)) for name in names]
    if starts[0] > ALL:
        return f"replicator dynamics settle in {texts[0]} from every start"
    parts = [f"in {text} from {100 * part:.0f} %" for text, part in zip(texts, starts, strict=True)]
    if len(parts) > MOST_NAMED:
        rest = float(starts[MOST_NAMED:].sum())
        parts = [
            *parts[:MOST_NAMED],
            f"in {counted(len(names) - MOST_NAMED, 'other')} from {100 * rest:.0f} %",
        ]
    return f"replicator dynamics settle {', '.join(parts)} of the starts"


def mixture_text(weights: Columns) -> str:
    """Return a mixture in words: "62 % counter + 38 % spread", or "counter" where that is all."""
    tied = weights["tied"] != NOT_TIED
    pairs = list(zip(weights["strategy"][~tied].tolist(), weights["weight"][~tied], strict=True))
    if tied.any():
        pairs.append((tied_text(weights), weights["weight"][tied].sum()))
    pairs.sort(key=lambda pair: -pair[1])
    if pairs[0][1] > ALL:
        return str(pairs[0][0])
    return " + ".join(f"{100 * part:.0f} % {name}" for name, part in pairs if part > 0)


def tied_text(weights: Columns) -> str:
    """Return in words what strategies share a part of an equilibrium: "any mixture of a and b"."""
    tied = weights["tied"] != NOT_TIED
    how = "any mixture" if (weights["tied"] == ANY).any() else "some mixtures"
    return f"{how} of {listed(weights['strategy'][tied].tolist())}"


def _never_above(invasions: Columns, residents: Sequence[str]) -> bool:
    """Return whether it is shown that nobody gains among these: all intervals are below 0."""
    among = np.isin(invasions["opponent"], residents)
    return bool((invasions["gain_high"][among] < 0).all())


def _first(sentences: list[str], what: str) -> list[str]:
    more = len(sentences) - MOST_NAMED
    return [
        *sentences[:MOST_NAMED],
        *([f"and {counted(more, f'more {what}')}"] if more > 0 else []),
    ]
