"""A ranking for the terminal: ratings, then how often each strategy finishes ahead of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from rich.console import Console, RenderableType
from rich.text import Text

from strategy_lab.display.text_tables import (
    Texts,
    decimals_for,
    estimates,
    half_widths,
    laid_out,
    matrix_columns,
    note,
    number,
    numbered,
    print_parts,
    with_limits,
)
from strategy_lab.errors import counted, listed
from strategy_lab.results.conclusions import Columns, Tables
from strategy_lab.results.tables import values, where
from strategy_lab.stats.batches import INTERVAL
from strategy_lab.stats.intervals import RATE_INTERVAL
from strategy_lab.stats.rankings import RATING

CYCLE_RULE = "Cycles are named where the 95 % interval of every leg is above one half."

MOST_CYCLES = 3
"""Named for each player count."""

UNBOUNDED = (
    "how far apart they are is not known, and their ratings rest on the prior, a tie of each with "
    "an imaginary player: play more games"
)


def best_rated_first(ratings: Columns) -> list[str]:
    rating = np.nan_to_num(ratings["rating"])
    names = values(ratings["strategy"])
    mean = {name: np.mean(rating[ratings["strategy"] == name]) for name in names}
    return sorted(names, key=lambda name: -mean[name])


def top_rated(ratings: Columns) -> list[str]:
    """Return the best rated strategy of a cell, then those whose intervals overlap its own.

    None where there are no intervals.
    """
    order = np.argsort(-ratings["rating"], kind="stable")
    low, high = ratings["rating_low"], ratings["rating_high"]
    best = low[order[0]]
    return [str(ratings["strategy"][i]) for i in order if high[i] >= best]


def leading_finding(ratings: Columns) -> str:
    counts: dict[str, list[str]] = {}
    for players in values(ratings["players"]):
        best = top_rated(where(ratings, players=players))
        leading = {0: "not known", 1: "{}", 2: "{} or {}"}.get(len(best), f"one of {len(best)}")
        counts.setdefault(leading.format(*best), []).append(str(players))
    if len(counts) > 1:
        parts = [f"{leading} for {listed(numbers)}" for leading, numbers in counts.items()]
        return f"Highest rated: {'; '.join(parts)} players"
    ((leading, numbers),) = counts.items()
    return f"Highest rated: {leading} for {listed(numbers)} players"


def doubt_finding(ratings: Columns) -> str | None:
    """Return why the ratings of a cell cannot be trusted; None if they can be."""
    cell = f"{ratings['players'][0]} players"
    if np.isnan(ratings["rating"]).any():
        return (
            f"{cell}: not rated, because some strategies never met others, not even through third "
            "ones: play more games"
        )
    if ratings["group"].max() > 1:
        groups = values(np.sort(ratings["group"]))
        named = [", ".join(where(ratings, group=group)["strategy"].tolist()) for group in groups]
        order = " | ".join(named)
        return f"{cell}: no strategy ever finished behind one further right: {order}; {UNBOUNDED}"
    if np.isnan(ratings["rating_low"]).any():
        return f"{cell}: too few games for intervals; {UNBOUNDED}"
    return None


def misfit_finding(meetings: Columns) -> str | None:
    """Return the pair of a cell that ratings fit worst; None if all are within their intervals."""
    rate, expected = meetings["ahead_rate"], meetings["ahead_expected"]
    low, high = meetings["ahead_rate_low"], meetings["ahead_rate_high"]
    missed = ((expected < low) | (expected > high)) & (rate >= expected)
    if not missed.any():
        return None
    worst = int(np.argmax(np.where(missed, rate - expected, 0)))
    decimals = decimals_for(100 * half_widths(rate, low, high))
    share, expected_share = (number(100 * x[worst], decimals) for x in (rate, expected))
    return (
        f"{meetings['players'][0]} players: ratings fit worst for "
        f"{meetings['strategy'][worst]} ahead of {meetings['opponent'][worst]}: "
        f"{share} %, where they expect {expected_share} %"
    )


def cycle_findings(cycles: Columns, players: int) -> list[str]:
    named = where(cycles, players=players)["cycle"].tolist()
    if not named:
        return [f"{players} players: no cycle shown"]
    more = len(named) - MOST_CYCLES
    sentences = [f"{players} players: {cycle}" for cycle in named[:MOST_CYCLES]]
    if more > 0:
        sentences.append(f"{players} players: and {counted(more, 'more cycle')}")
    return sentences


UNDECIDED = "~"
"""Before a share whose interval holds one half."""

RATING_NOTE = (
    f"{RATING}, on Elo's scale: the mean is 0; 400 more means ahead ten times as often as behind. "
    f"A tie counts as half ahead. ±: {INTERVAL}."
)
SHARE_NOTE = f"A tie counts as half ahead. {UNDECIDED}: 50 % is within the {RATE_INTERVAL}."


def print_ranking(tables: Tables, console: Console) -> None:
    """Print a ranking: the ratings, then the shares of games ahead for each ruleset."""
    print_parts(_parts(tables, console.width), console)


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
    yield note(RATING_NOTE)
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
    yield from (note(SHARE_NOTE), note(CYCLE_RULE), Text())


def _ratings(ratings: Columns, order: Sequence[str], width: int) -> Iterator[RenderableType]:
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
    rate, low, high = with_limits(meetings, "ahead_rate")
    decimals = decimals_for(100 * half_widths(rate, low, high))
    decided = (low > 0.5) | (high < 0.5)
    marks = np.where(decided, "", UNDECIDED)
    texts = [mark + number(100 * x, decimals) for mark, x in zip(marks, rate, strict=True)]
    return matrix_columns(title, order, meetings, texts)
