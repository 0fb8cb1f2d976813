"""The tables of a ranking for the terminal: ratings, then who finishes ahead of whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from rich.console import Console, RenderableType
from rich.text import Text

from forsale_sim.display.layout import Texts, laid_out
from forsale_sim.display.numbers import NOTHING, decimals_for, estimates, half_widths, number
from forsale_sim.display.rank.findings import (
    CYCLE_RULE,
    best_rated_first,
    cycle_findings,
    doubt_finding,
    leading_finding,
    misfit_finding,
)
from forsale_sim.results.tables import Columns, Tables, values, where
from forsale_sim.stats.bootstrap import INTERVAL
from forsale_sim.stats.intervals import RATE_INTERVAL
from forsale_sim.stats.rankings.ratings import RATING

WIDTH = 100
"""Longest line, but for long names of strategies."""

UNDECIDED = "~"
"""Before a share whose interval holds one half."""

RATING_NOTE = (
    f"{RATING}, on Elo's scale: mean 0, and 400 more is ahead ten times as often as behind. "
    f"Who ties counts as half ahead. ±: {INTERVAL}."
)
SHARE_NOTE = f"Who ties counts as half ahead. {UNDECIDED}: the {RATE_INTERVAL}, holds one half."


def print_ranking(tables: Tables, console: Console) -> None:
    """Print a ranking: the ratings, then for each ruleset who finishes ahead of whom.

    Parameters
    ----------
    tables
        From `tournament.ranking.table`.
    console
        Where to; tables that are wider are printed in parts.
    """
    for part in _parts(tables, console.width):
        narrow = isinstance(part, Text)
        console.print(part, width=min(console.width, WIDTH) if narrow else None)


def _parts(tables: Tables, width: int) -> Iterator[RenderableType]:
    ratings, rulesets = tables["ratings"], values(tables["ratings"]["ruleset"])
    order = best_rated_first(ratings)
    yield from _ratings(ratings, order, width)
    for ruleset in rulesets:
        block = where(ratings, ruleset=ruleset)
        cells = [where(block, players=players) for players in values(block["players"])]
        lines = [leading_finding(block), *filter(None, map(doubt_finding, cells))]
        prefix = f"{ruleset}: " if len(rulesets) > 1 else ""
        yield from (Text(prefix + line) for line in lines)
    yield Text(RATING_NOTE, style="dim")
    for ruleset in rulesets:
        if len(rulesets) > 1:
            yield Text(f"\nRuleset {ruleset}", style="bold")
        meetings = where(tables["head_to_head"], ruleset=ruleset)
        cycles = where(tables["cycles"], ruleset=ruleset)
        for players in values(meetings["players"]):
            met = where(meetings, players=players)
            yield Text()
            yield laid_out(_shares(met, order, f"{players} players, % ahead of"), width)
            findings = [misfit_finding(met), *cycle_findings(cycles, players)]
            yield from map(Text, filter(None, findings))
    yield Text(SHARE_NOTE, style="dim")
    yield Text(CYCLE_RULE, style="dim")
    yield Text()


def _ratings(ratings: Columns, order: Sequence[str], width: int) -> Iterator[RenderableType]:
    """Yield the ratings, a row for each strategy: side by side what one wants to compare.

    That is player counts, and where there are several rulesets, these.
    """
    if len(values(ratings["ruleset"])) == 1:
        yield Text(f"Ruleset {ratings['ruleset'][0]}\n", style="bold")
        columns = _side_by_side("rating", ratings, "players", "{} players", order)
        yield laid_out(columns, width)
        return
    for players in values(ratings["players"]):
        block = where(ratings, players=players)
        columns = _side_by_side(f"rating, {players} players", block, "ruleset", "{}", order)
        yield laid_out(columns, width)
        yield Text()


def _side_by_side(title: str, ratings: Columns, key: str, head: str, order: Sequence[str]) -> Texts:
    columns = {title: _numbered(order)}
    for value in values(ratings[key]):
        block = where(ratings, **{key: value})
        cells = estimates(*(block[f"rating{limit}"] for limit in ("", "_low", "_high")))
        of_name = dict(zip(block["strategy"].tolist(), cells, strict=True))
        columns[head.format(value)] = [of_name.get(name, "") for name in order]
    return columns


def _shares(meetings: Columns, order: Sequence[str], title: str) -> Texts:
    """Return in what share of meetings a row's strategy is ahead of a column's."""
    rate, low, high = (meetings[f"ahead_rate{limit}"] for limit in ("", "_low", "_high"))
    decimals = decimals_for(100 * half_widths(rate, low, high))
    decided = (low > 0.5) | (high < 0.5)
    marks = np.where(decided, "", UNDECIDED)
    texts = [mark + number(100 * x, decimals) for mark, x in zip(marks, rate, strict=True)]
    pairs = zip(meetings["strategy"].tolist(), meetings["opponent"].tolist(), strict=True)
    of_pair = dict(zip(pairs, texts, strict=True))
    return {
        title: _numbered(order),
        **{
            str(position): [of_pair.get((name, opponent), NOTHING) for name in order]
            for position, opponent in enumerate(order, start=1)
        },
    }


def _numbered(order: Sequence[str]) -> list[str]:
    width = len(str(len(order)))
    return [f"{number:>{width}} {name}" for number, name in enumerate(order, start=1)]
