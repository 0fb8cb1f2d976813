"""A ranking for the terminal: ratings, then how often each strategy finishes ahead of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from rich.console import Console, RenderableType
from rich.text import Text

from strategy_lab.display.number_text import (
    decimals_for,
    estimates,
    half_widths,
    number,
    with_limits,
)
from strategy_lab.display.rank.rank_findings import (
    CYCLE_RULE,
    best_rated_first,
    cycle_findings,
    doubt_finding,
    leading_finding,
    misfit_finding,
)
from strategy_lab.display.table_layout import Texts, laid_out, matrix_columns, numbered
from strategy_lab.results.columns import Columns, Tables
from strategy_lab.results.tables import values, where
from strategy_lab.stats.bootstrap import INTERVAL
from strategy_lab.stats.intervals import RATE_INTERVAL
from strategy_lab.stats.rankings.ratings import RATING

WIDTH = 100
"""Longest line, unless strategies have long names."""

UNDECIDED = "~"
"""Before a share whose interval holds one half."""

RATING_NOTE = (
    f"{RATING}, on Elo's scale: the mean is 0; 400 more means ahead ten times as often as behind. "
    f"A tie counts as half ahead. ±: {INTERVAL}."
)
SHARE_NOTE = f"A tie counts as half ahead. {UNDECIDED}: 50 % is within the {RATE_INTERVAL}."


def print_ranking(tables: Tables, console: Console) -> None:
    """Print a ranking: the ratings, then the shares of games ahead for each ruleset."""
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
    """Yield the ratings by strategy, with player counts or else rulesets side by side."""
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
    columns = {title: numbered(order)}
    for value in values(ratings[key]):
        block = where(ratings, **{key: value})
        cells = estimates(*with_limits(block, "rating"))
        of_name = dict(zip(block["strategy"].tolist(), cells, strict=True))
        columns[head.format(value)] = [of_name.get(name, "") for name in order]
    return columns


def _shares(meetings: Columns, order: Sequence[str], title: str) -> Texts:
    """Return the shares of meetings in which a row's strategy is ahead of a column's."""
    rate, low, high = with_limits(meetings, "ahead_rate")
    decimals = decimals_for(100 * half_widths(rate, low, high))
    decided = (low > 0.5) | (high < 0.5)
    marks = np.where(decided, "", UNDECIDED)
    texts = [mark + number(100 * x, decimals) for mark, x in zip(marks, rate, strict=True)]
    return matrix_columns(title, order, meetings, texts)
