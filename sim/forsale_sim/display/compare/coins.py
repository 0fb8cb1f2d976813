"""What a comparison found on the coins that leave the game, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from forsale_sim.display.compare.differences import Row, about, estimate, in_all, span, unknown
from forsale_sim.results.paired.schema import DEPENDS
from forsale_sim.stats.equivalence import DIFFERS, SMALL


class CoinWords(NamedTuple):
    """How to speak of a measure of the coins that leave the game."""

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

    Where the rulesets hand out different coins it is on the part of them that does: numbers would
    mostly tell how many there are.

    Parameters
    ----------
    rows, concluded
        ``differences`` and ``conclusions`` of two rulesets, for a player count.
    subject
        What is done by playing the other ruleset.
    """
    for words in (SHARE_OF_COINS, NUMBER_OF_COINS):
        for found in about(concluded, words.measure)[:1]:
            yield _lost(about(rows, words.measure)[0], found, subject, words)
            return


def _lost(first: Row, found: Row, subject: str, words: CoinWords) -> str:
    game, fields = f"out of a {found['players']}-player game", found["fields"]
    conclusion = found["conclusion"]
    if conclusion == DIFFERS:
        differs = words.more if found["more"] else words.less
        that = differs.format(amount=estimate(first, absolute=True), game=game)
        elsewhere = f": so {in_all(fields)}, {span(found)}" if fields > 1 else ""
        return f"{subject} takes {that}{elsewhere}."
    if conclusion == SMALL:
        size = "" if estimate(first) == "0" else f": {estimate(first)} {words.unit}"
        return f"{subject} takes {words.same} {game} {in_all(fields)}{size}."
    if conclusion == DEPENDS:
        return (
            f"{words.how} {subject} takes {game} depends on the field: {span(found)} {words.unit}."
        )
    if unknown(first):
        return f"there are too few deals to say whether {subject} takes {words.other} {game}."
    shown = fields - found["not_shown"]
    also = f"; in {shown} of {fields} fields it is" if shown else ""
    return (
        f"{subject} is not shown to take {words.other} {game}: "
        f"{estimate(first)} {words.unit}{also}."
    )
