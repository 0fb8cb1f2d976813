"""A meta-game for the terminal: invasions, mixtures, alpha-rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, RenderableType
from rich.text import Text

from strategy_lab.display.text_tables import (
    NOTHING,
    Texts,
    decimals_for,
    estimates,
    half_width,
    half_widths,
    laid_out,
    matrix_columns,
    note,
    number,
    numbered,
    print_parts,
    with_limits,
    with_minus,
)
from strategy_lab.errors import counted, listed
from strategy_lab.experiments.meta.experiment import (
    ANY,
    EQUILIBRIUM,
    NOT_TIED,
    PURE,
    STARTS_INTERVAL,
)
from strategy_lab.results.conclusions import Columns, Tables
from strategy_lab.results.tables import values, where
from strategy_lab.stats.batches import INTERVAL
from strategy_lab.stats.game_theory import WEIGHT_INTERVAL, last_ones

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
    names = values(invasions["strategy"])
    place = {name: index for index, name in enumerate(names)}
    invades = np.zeros((len(names), len(names)), bool)
    pairs = zip(invasions["strategy"].tolist(), invasions["opponent"].tolist(), strict=True)
    for (invader, resident), succeeds in zip(pairs, invasions["invades"], strict=True):
        invades[place[invader], place[resident]] = succeeds
    return names, invades


def safety_finding(invasions: Columns) -> str:
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
    names, invades = invaded(invasions)
    pairs = np.argwhere(np.triu(invades & invades.T)).tolist()
    return _first([f"{names[i]} and {names[j]} invade each other" for i, j in pairs], "such pair")


def cycle_findings(cycles: Columns) -> list[str]:
    return _first(cycles["cycle"].tolist(), "cycle")


def settling_finding(mixtures: Columns, weights: Columns) -> str:
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
    among = np.isin(invasions["opponent"], residents)
    return bool((invasions["gain_high"][among] < 0).all())


def _first(sentences: list[str], what: str) -> list[str]:
    more = len(sentences) - MOST_NAMED
    return [
        *sentences[:MOST_NAMED],
        *([f"and {counted(more, f'more {what}')}"] if more > 0 else []),
    ]


UNDECIDED = "~"
"""Before a gain whose interval holds 0."""

BEST = "best response"
"""The head of a column."""

MOST_ALPHAS = 6
"""Columns; of more intensities only powers of ten, or some evenly spaced, are printed."""

NOTES = (
    f"Win rate above a fair share, in points. {UNDECIDED}: 0 is within the {INTERVAL}. "
    f"{INVASION_RULE}",
    "An equilibrium is a mixture that nobody gains by leaving; starts: the part of all mixtures "
    "from which the replicator dynamics settle in it; NashConv: what all players together would "
    f"gain by best responses from the field. ±: of starts, {STARTS_INTERVAL}; of gains, "
    f"{INTERVAL}; of parts, {WEIGHT_INTERVAL}.",
    f"Alpha-rank: the share of time in which one population plays a strategy. ±: {INTERVAL}.",
)


def print_meta_game(tables: Tables, console: Console) -> None:
    """Print a meta-game, ruleset by ruleset; tables of more than eight strategies in parts."""
    print_parts(_parts(tables, console.width), console)


def _parts(tables: Tables, width: int) -> Iterator[RenderableType]:
    for ruleset in values(tables["invasions"]["ruleset"]):
        of_ruleset = {name: where(table, ruleset=ruleset) for name, table in tables.items()}
        yield Text(f"Ruleset {ruleset}", style="bold")
        for players in values(of_ruleset["invasions"]["players"]):
            cell = {name: where(table, players=players) for name, table in of_ruleset.items()}
            yield from (Text(), *_cell(cell, players, width))
        yield Text()
    yield from (*map(note, NOTES), Text())


def _cell(tables: Tables, players: int, width: int) -> Iterator[RenderableType]:
    invasions, mixtures, weights = (tables[name] for name in ("invasions", "mixtures", "weights"))
    yield laid_out(_invasions(invasions, players), width)
    findings = [
        safety_finding(invasions),
        *doubt_findings(invasions),
        *coexistence_findings(invasions),
        *cycle_findings(tables["cycles"]),
    ]
    yield from (Text(f"{players} players: {finding}") for finding in findings)
    yield Text()
    texts = _mixtures(mixtures, weights, players)
    yield laid_out(texts, width, left=[BEST], running=next(iter(texts)))
    yield Text(f"{players} players: {settling_finding(mixtures, weights)}\n")
    yield laid_out(_alpha_rank(tables["alpha_rank"], players), width)


def _invasions(invasions: Columns, players: int) -> Texts:
    names = values(invasions["strategy"])
    gain, low, high = with_limits(invasions, "gain", 100)
    decimals = decimals_for(half_widths(gain, low, high))
    marks = np.where((low > 0) | (high < 0), "", UNDECIDED)
    texts = [mark + _signed(x, decimals) for mark, x in zip(marks, gain, strict=True)]
    return matrix_columns(f"{players} players, one among", names, invasions, texts)


def _mixtures(mixtures: Columns, weights: Columns, players: int) -> Texts:
    kinds, names = mixtures["kind"].tolist(), mixtures["mixture"].tolist()
    settled = np.array([kind == EQUILIBRIUM for kind in kinds])
    order = np.lexsort((mixtures["gain"], ~settled))
    texts = [
        _composition(where(weights, mixture=name))
        if kind == EQUILIBRIUM
        else f"all {name.removeprefix(PURE).strip()}"
        if kind == PURE
        else name
        for kind, name in zip(kinds, names, strict=True)
    ]
    gains = np.stack(with_limits(mixtures, "gain", 100))
    gains += 0.0  # no -0.0
    columns = {
        f"{players} players, all play": texts,
        "starts, %": _percent_texts(mixtures, "starts", 0),
        BEST: [
            str(name) if gain > 1e-3 else NOTHING
            for name, gain in zip(mixtures["best_response"], gains[0], strict=True)
        ],
        "gains, points": estimates(*gains),
        "NashConv, points": estimates(*(players * gains)),
    }
    return {head: [cells[i] for i in order] for head, cells in columns.items()}


def _composition(weights: Columns) -> str:
    """Return an equilibrium: a strategy, or parts with their uncertainty."""
    tied = weights["tied"] != NOT_TIED
    own = (weights["weight"] > 0) & ~tied
    names = weights["strategy"][own].tolist()
    if len(names) + tied.any() == 1:
        return f"equilibrium: {tied_text(weights) if tied.any() else names[0]}"
    limits = (column[own] for column in with_limits(weights, "weight", 100))
    parts = [
        f"{' '.join(part.removesuffix(NOTHING).split())} % {name}"
        for part, name in zip(estimates(*limits), names, strict=True)
    ]
    if tied.any():
        parts.append(f"the rest {tied_text(weights)}")
    return f"equilibrium: {', '.join(parts)}"


def _alpha_rank(ranks: Columns, players: int) -> Texts:
    alphas = values(ranks["alpha"])
    if len(alphas) > MOST_ALPHAS:
        alphas = _some(alphas)
    names = values(ranks["strategy"])
    columns = {f"{players} players, % of time, alpha": numbered(names)}
    for alpha in alphas:
        block = where(ranks, alpha=alpha)
        columns[f"{alpha:g}"] = _percent_texts(block, "mass", 1)
    return columns


def _percent_texts(table: Columns, name: str, decimals: int) -> list[str]:
    """Return shares in per cent with half-widths, or whole limits where ± would leave 0 to 100."""
    return [
        _percent_text(share, low, high, decimals)
        for share, low, high in zip(*with_limits(table, name, 100), strict=True)
    ]


def _percent_text(share: float, low: float, high: float, decimals: int) -> str:
    if not np.isfinite(share):
        return NOTHING
    arm = max(share - low, high - share)
    if not arm > min(share, 100 - share):
        return f"{number(share, decimals)} {half_width(arm, decimals)}".rstrip()
    whole, *limits = (number(value, 0) for value in (share, low, high))
    if set(limits) == {whole}:
        return number(share, decimals)
    return f"{whole} ({' to '.join(limits)})"


def _some(alphas: Sequence[float]) -> list[float]:
    powers = [alpha for alpha in alphas if f"{np.log10(alpha):.6f}".endswith("000000")]
    if 1 < len(powers) <= MOST_ALPHAS:
        return powers
    return [alphas[i] for i in np.linspace(0, len(alphas) - 1, MOST_ALPHAS).round().astype(int)]


def _signed(value: float, decimals: int) -> str:
    return with_minus(f"{value:+.{decimals}f}")
