"""Checks that a ruleset can be played, beyond the type and the limits of each value.

Each function takes a field's value as read so far and returns the value to keep. Some also get the
fields read before; they accept a field if the one to compare it with was refused, because that is
reported already.
"""

from __future__ import annotations

from collections import Counter

from pydantic import ValidationInfo
from strategy_lab.validation import ContradictionError

from forsale_sim.rules.notation import houses_fewer
from forsale_sim.rules.parameters import MIN_PLAYERS


def ascending(deck: tuple[int, ...]) -> tuple[int, ...]:
    """Return the deck in ascending order."""
    return tuple(sorted(deck))


def all_different(houses: tuple[int, ...]) -> tuple[int, ...]:
    """Refuse houses of equal value, whose order in a sale would be undefined."""
    twice = [house for house, times in Counter(houses).items() if times > 1]
    if twice:
        values = ", ".join(map(str, twice))
        raise ValueError(f"{values} more than once; all houses must be different")
    return houses


def one_for_each_house(cheques: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
    """Refuse decks of unequal size."""
    houses = info.data.get("houses", cheques)
    if len(cheques) != len(houses):
        raise ValueError(
            f"{len(cheques)} cheques for {len(houses)} houses; the decks must have equal size"
        )
    return cheques


def one_amount_a_seat(coins: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """Refuse lists that are not one amount for each seat, and no lists at all; sort by players."""
    if not coins:
        raise ValueError("no number of players; give at least one, such as 3 = 28")
    wrong = [
        (f"coins.{players}", f"{len(amounts)} amounts for {players} seats; give one for each seat")
        for players, amounts in coins.items()
        if len(amounts) != players
    ]
    if wrong:
        raise ContradictionError(*wrong)
    return dict(sorted(coins.items()))


def some_houses(houses_per_round: str, info: ValidationInfo) -> str:
    """Refuse rounds without a house."""
    fewest = min(info.data.get("coins", [MIN_PLAYERS]))
    if houses_fewer(houses_per_round) >= fewest:
        raise ValueError(
            f"{houses_per_round!r} leaves no house for {fewest} players; "
            f"the fewest is 'players - {fewest - 1}'"
        )
    return houses_per_round


def enough_left(removed: dict[int, int], info: ValidationInfo) -> dict[int, int]:
    """Refuse decks without cards for one round, and player counts without coins; fill in zeros."""
    if not {"houses", "coins", "houses_per_round"} <= info.data.keys():
        return removed
    cards, coins = len(info.data["houses"]), info.data["coins"]
    fewer = houses_fewer(info.data["houses_per_round"])
    wrong = [
        (
            f"removed.{players}",
            f"there is no coins.{players}; say what {players} players start with, "
            "or leave this number of players out",
        )
        for players in removed
        if players not in coins
    ]
    for players in coins:
        aside, round_ = removed.get(players, 0), players - fewer
        if cards < round_:
            wrong.append(
                ("houses", f"{cards} are too few for {players} players, who need {round_} a round")
            )
        elif cards - aside < round_:
            wrong.append(
                (
                    f"removed.{players}",
                    f"{aside} of {cards} cards leave fewer than a round's {round_}; "
                    f"at most {cards - round_} can be removed",
                )
            )
    if wrong:
        raise ContradictionError(*wrong)
    return {players: removed.get(players, 0) for players in coins}
