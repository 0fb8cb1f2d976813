"""What is changed by playing other rules, in words."""

from __future__ import annotations

from strategy_lab.rule_differences import Difference, differences
from strategy_lab.wording import listed

from forsale_sim.rules.house_code import HouseCode
from forsale_sim.rules.ruleset import Ruleset

CHANGES = {
    ("refund", "up"): "rounding the refund up",
    ("refund", "down"): "rounding the refund down",
    ("refund", "all"): "giving the whole bid back",
    ("refund", "none"): "giving nothing back",
    ("raise", "strict"): "letting no bid match another",
    ("raise", "match"): "letting bids match",
    ("opening_bid", "1"): "letting any bid open an auction",
    ("refunded", "all"): "refunding all who take a house",
    ("refunded", "first"): "refunding only the first to take a house",
    ("opener", "winner"): "letting the winner open the next auction",
    ("opener", "left"): "letting the player left of the winner open the next auction",
    ("opener", "lowest"): "letting the taker of the lowest house open the next auction",
    ("opener", "lot"): "drawing lots for the next opener",
    ("coin_value", "0"): "counting no coins at the end",
    ("coin_value", "1"): "counting coins once",
    ("coin_value", "2"): "counting leftover coins double",
}
"""The name of a change, by the rule and its new value."""


def change_text(a: Ruleset, b: Ruleset, players: int) -> str:
    """Return the change from `a` to `b` as the subject of a sentence."""
    changed = _differences(a, b, players)
    text = _subject(changed[0]) if len(changed) == 1 else None
    return text or f"playing {b.name}"


def changes_text(a: Ruleset, b: Ruleset, players: int) -> str:
    """Return all changes from `a` to `b` as the subject of a sentence, coins among them."""
    texts = [_subject(each) or _coins(each) for each in _differences(a, b, players)]
    known = [text for text in texts if text is not None]
    return listed(known) if known and len(known) == len(texts) else f"playing {b.name}"


def _subject(changed: Difference) -> str | None:
    """Return a change as the subject of a sentence; None if it has no words of its own."""
    if changed.parameter == "removed":
        return f"removing {changed.b} cards of each deck instead of {changed.a}"
    match (changed.parameter, changed.b):
        case ("code", HouseCode(says=says)):
            return says
        case ("refund", str(fraction)) if "/" in fraction:
            part, way = fraction.split()
            return f"giving {part} of the bid back, rounded {way}"
        case ("raise", int(least)):
            return f"raising bids by at least {least}"
        case ("coin_value", int(value)) if value > 2:
            return f"counting leftover coins {value} times"
    usual = CHANGES.get((changed.parameter, str(changed.b)))
    is_opening = changed.parameter == "opening_bid" and usual is None
    return f"opening with at least {changed.b}" if is_opening else usual


def _coins(changed: Difference) -> str | None:
    if changed.parameter != "coins" or not isinstance(changed.b, tuple):
        return None
    if len(set(changed.b)) == 1:
        return f"beginning with {changed.b[0]} coins"
    return f"beginning with {listed(changed.b)} coins by seat"


def _differences(a: Ruleset, b: Ruleset, players: int) -> list[Difference]:
    """Return the rules that differ for one player count."""
    return [
        difference
        for difference in differences(a, b)
        if difference.parameter != "players" and difference.players in {None, players}
    ]
