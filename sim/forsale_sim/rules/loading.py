"""Rulesets by name, from a file, or as a what-if of another; `Ruleset.extended` inherits rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from strategy_lab.errors import listed
from strategy_lab.files.whole_files import toml_line
from strategy_lab.ruleset_files import RulesetFiles
from strategy_lab.varying import Difference, differences

from forsale_sim.rules.house_code import HouseCode
from forsale_sim.rules.ruleset import PRINTED_PLAYERS, RULE_KEYS, Rules, Ruleset, gifts_text

EDITIONS = Path(__file__).with_name("editions")

_files = RulesetFiles(EDITIONS, Ruleset)

ruleset_names, load_ruleset, ruleset_of = _files.names, _files.load, _files.of_settings


TITLE, VARIANT = "For Sale, ", "-variant"


def ruleset_words(ruleset: Ruleset) -> str:
    """Return what sentences call a ruleset: a printed one by its edition, others by their names."""
    title = ruleset.title or ""
    if not title.startswith(TITLE):
        return ruleset.name
    edition = title.removeprefix(TITLE).partition(":")[0]
    return f"the variant of the {edition}" if ruleset.name.endswith(VARIANT) else f"the {edition}"


def file_for(ruleset: Ruleset, players: int) -> str:
    """Return a file's text with all rules of a ruleset for a number of players alone."""
    return ruleset_toml(ruleset.only_for(players))


def ruleset_toml(ruleset: Ruleset) -> str:
    values = {key: ruleset.setting(key) for key in RULE_KEYS}
    if ruleset.code is not None:
        values["code"] = str(Path(ruleset.code.path).absolute())
    lines = [toml_line("name", ruleset.name)]
    plain = (each for each in values.items() if not isinstance(each[1], dict | None))
    lines += [toml_line(key, value) for key, value in plain]
    for key, table in values.items():
        if isinstance(table, dict) and table:
            lines += ["", f"[{key}]"]
            lines += [toml_line(str(players), value) for players, value in table.items()]
    return "\n".join([*lines, ""])


CHANGES = {
    ("refund", "up"): "rounding the refund up",
    ("refund", "down"): "rounding the refund down",
    ("refund", "all"): "giving the whole bid back",
    ("refund", "none"): "giving nothing back",
    ("houses_per_round", "players"): "auctioning a house for each player",
    ("houses_per_round", "players - 1"): "auctioning a house fewer than there are players",
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
    ("hidden_houses", "0"): "hiding no house",
}
"""The name of a change, by the rule and its new value."""

OTHER_CHANGES = {
    "raise": "raising bids by at least {b}",
    "opening_bid": "opening with at least {b}",
    "coin_value": "counting leftover coins {b} times",
    "hidden_houses": "hiding {b} of the houses of each auction",
    "removed": "removing {b} cards of each deck instead of {a}",
}
"""By rule: the name of a change to any other value."""


def changes_text(a: Ruleset, b: Ruleset, players: int) -> str:
    changed = (each for each in differences(a, b) if each.parameter != "players")
    texts = [_subject(each) for each in changed if each.players in {None, players}]
    known = [text for text in texts if text is not None]
    return listed(known) if known and len(known) == len(texts) else f"playing {b.name}"


def _subject(changed: Difference) -> str | None:
    rule, value = changed.parameter, changed.b
    if isinstance(value, HouseCode):
        return value.says
    if rule == "coins" and isinstance(value, tuple):
        if len(set(value)) == 1:
            return f"beginning with {value[0]} coins"
        return f"beginning with {listed(value)} coins by seat"
    if rule == "pass_gift":
        return f"giving {gifts_text(value)}"
    if rule == "refund" and "/" in str(value):
        part, way = str(value).split()
        return f"giving {part} of the bid back, rounded {way}"
    text = CHANGES.get((rule, str(value))) or OTHER_CHANGES.get(rule)
    return text and text.format(a=changed.a, b=value)


def notes(played: Sequence[Rules]) -> Iterator[str]:
    for players in sorted({rules.players for rules in played} - set(PRINTED_PLAYERS)):
        nearest = min(PRINTED_PLAYERS, key=lambda printed: abs(printed - players))
        yield (
            f"No edition is printed for {players} players: built-in strategies with tuned or "
            f"learned values use those for {nearest}."
        )
    for rules in played:
        dealt = len(rules.houses) - rules.removed
        last = dealt % rules.houses_per_round
        if last and rules.ruleset not in ruleset_names():
            yield (
                f"{rules.ruleset} for {rules.players} players: {dealt} houses, "
                f"{rules.houses_per_round} a round, leave {last} for the last round; rounds are "
                f"even with removed.{rules.players} = {len(rules.houses) % rules.houses_per_round}."
            )
