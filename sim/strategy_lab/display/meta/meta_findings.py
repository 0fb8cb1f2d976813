"""Sentences on a meta-game: strategies safe from invaders, cycles, and mixtures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from strategy_lab.experiments.meta.schema import ANY, EQUILIBRIUM, NOT_TIED
from strategy_lab.results.columns import Columns
from strategy_lab.results.tables import values, where
from strategy_lab.stats.games.invasions import last_ones
from strategy_lab.wording import counted, listed

INVASION_RULE = (
    "An invader is a single player among others who all play another strategy; it is shown to "
    "invade where its 95 % interval is above 0. Intervals are not corrected for the number of "
    "pairs."
)

MOST_NAMED = 3
"""How many cycles, mutual invaders and equilibria are named for each player count."""

ALL = 1 - 1e-9
"""A larger part counts as the whole."""


def invaded(invasions: Columns) -> tuple[list[str], NDArray[np.bool_]]:
    """Return the strategies of a cell, and whether one (row) is shown to invade another."""
    names = values(invasions["strategy"])
    place = {name: index for index, name in enumerate(names)}
    invades = np.zeros((len(names), len(names)), bool)
    pairs = zip(invasions["strategy"].tolist(), invasions["opponent"].tolist(), strict=True)
    for (invader, resident), succeeds in zip(pairs, invasions["invades"], strict=True):
        invades[place[invader], place[resident]] = succeeds
    return names, invades


def safety_finding(invasions: Columns) -> str:
    """Return which strategies of a cell no other invades, or that none is safe."""
    names, invades = invaded(invasions)
    safe = [name for name, by in zip(names, invades.T, strict=True) if not by.any()]
    if not safe:
        ends = " or ".join(listed([names[i] for i in members]) for members in last_ones(invades))
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
    return ["too few deals for intervals, so nothing can be shown: play more"]


def coexistence_findings(invasions: Columns) -> list[str]:
    """Return a sentence on each pair of a cell that invade each other, so that both stay."""
    names, invades = invaded(invasions)
    pairs = np.argwhere(np.triu(invades & invades.T)).tolist()
    return _first([f"{names[i]} and {names[j]} invade each other" for i, j in pairs], "such pair")


def cycle_findings(cycles: Columns) -> list[str]:
    """Return a sentence on each cycle of a cell."""
    return _first(cycles["cycle"].tolist(), "cycle")


def settling_finding(mixtures: Columns, weights: Columns) -> str:
    """Return where the replicator dynamics of a cell settle, and the other equilibria."""
    settled = mixtures["kind"] == EQUILIBRIUM
    names, starts = mixtures["mixture"][settled], mixtures["starts"][settled]
    texts = [mixture_text(where(weights, mixture=name)) for name in names.tolist()]
    reached = int((starts > 0).sum())
    finding, others = _reached_finding(texts[:reached], starts[:reached]), texts[reached:]
    if not others:
        return finding
    are = "is an equilibrium" if len(others) == 1 else "are equilibria"
    named = others[:MOST_NAMED]
    if len(others) > MOST_NAMED:
        named.append(f"{len(others) - MOST_NAMED} more")
    return f"{finding}; {listed(named)} {are} that no drawn start leads to"


def _reached_finding(texts: Sequence[str], starts: NDArray[np.float64]) -> str:
    if not texts:
        return "replicator dynamics do not settle, from any start"
    if starts[0] > ALL:
        return f"replicator dynamics settle in {texts[0]} from every start"
    parts = [f"in {text} from {100 * part:.0f} %" for text, part in zip(texts, starts, strict=True)]
    if len(parts) > MOST_NAMED:
        rest = float(starts[MOST_NAMED:].sum())
        parts = [
            *parts[:MOST_NAMED],
            f"in {counted(len(texts) - MOST_NAMED, 'other')} from {100 * rest:.0f} %",
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
    """Return the strategies that share a part of an equilibrium: "any mixture of a and b"."""
    tied = weights["tied"] != NOT_TIED
    how = "any mixture" if (weights["tied"] == ANY).any() else "some mixtures"
    return f"{how} of {listed(weights['strategy'][tied].tolist())}"


def _never_above(invasions: Columns, residents: Sequence[str]) -> bool:
    """Return whether all intervals of gains among these residents are below 0."""
    among = np.isin(invasions["opponent"], residents)
    return bool((invasions["gain_high"][among] < 0).all())


def _first(sentences: list[str], what: str) -> list[str]:
    more = len(sentences) - MOST_NAMED
    return [
        *sentences[:MOST_NAMED],
        *([f"and {counted(more, f'more {what}')}"] if more > 0 else []),
    ]
