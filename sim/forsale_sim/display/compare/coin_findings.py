"""Sentences on how a comparison changes the coins that leave the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from forsale_sim.display.compare.difference_text import (
    Row,
    difference_text,
    in_all_fields,
    lacks_interval,
    range_text,
    rows_about,
)
from forsale_sim.results.paired.schema import DEPENDS
from forsale_sim.stats.equivalence import DIFFERS, SMALL


class CoinWords(NamedTuple):
    """The words for a measure of the coins that leave the game."""

    measure: str
    unit: str
    more: str
    less: str
    same: str
    other: str
    how: str


NUMBER_OF_COINS = CoinWords(
    "coins_lost",
    "coins",
    more="{amount} coins more {game}",
    less="{amount} coins fewer {game}",
    same="as many coins",
    other="more or fewer coins",
    how="how many coins",
)
SHARE_OF_COINS = CoinWords(
    "coins_lost_share",
    "points",
    more="a larger share of the coins {game}, by {amount} points",
    less="a smaller share of the coins {game}, by {amount} points",
    same="the same share of the coins",
    other="a larger or smaller share of the coins",
    how="what share of the coins",
)


def coin_findings(rows: Sequence[Row], concluded: Sequence[Row], subject: str) -> Iterator[str]:
    """Yield a sentence on the coins that leave the game.

    Where the rulesets hand out different numbers of coins, it is on the share of them that leaves.

    Parameters
    ----------
    rows, concluded
        ``differences`` and ``conclusions`` of two rulesets, for one player count.
    subject
        The subject of the sentence, from `rule_changes.change`.
    """
    for words in (SHARE_OF_COINS, NUMBER_OF_COINS):
        for conclusion in rows_about(concluded, words.measure)[:1]:
            yield _coins_lost(rows_about(rows, words.measure)[0], conclusion, subject, words)
            return


def _coins_lost(first: Row, row: Row, subject: str, words: CoinWords) -> str:
    game, fields = f"out of a {row['players']}-player game", row["fields"]
    conclusion = row["conclusion"]
    if conclusion == DIFFERS:
        change = words.more if row["more"] else words.less
        change = change.format(amount=difference_text(first, absolute=True), game=game)
        everywhere = f" ({in_all_fields(fields)}: {range_text(row)})" if fields > 1 else ""
        return f"{subject} takes {change}{everywhere}."
    if conclusion == SMALL:
        size = "" if difference_text(first) == "0" else f": {difference_text(first)} {words.unit}"
        return f"{subject} takes {words.same} {game} {in_all_fields(fields)}{size}."
    if conclusion == DEPENDS:
        amounts = f"{range_text(row)} {words.unit}"
        return f"{words.how} {subject} takes {game} depends on the field: {amounts}."
    if lacks_interval(first):
        return f"there are too few deals to say whether {subject} takes {words.other} {game}."
    elsewhere = fields - row["not_shown"]
    also = f"; in {elsewhere} of {fields} fields it is" if elsewhere else ""
    return (
        f"{subject} is not shown to take {words.other} {game}: "
        f"{difference_text(first)} {words.unit}{also}."
    )
