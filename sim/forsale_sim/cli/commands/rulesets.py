"""``forsale-sim rulesets``: what rules there are, what each says and how two differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click
from strategy_lab.cli import experiments as cli

from forsale_sim.program import FOR_SALE

if TYPE_CHECKING:
    from strategy_lab.varying import Difference

    from forsale_sim.rules.ruleset import Ruleset

RAISES: dict[str | int, str] = {
    "strict": "a bid must exceed the highest on the table",
    "match": "a bid may equal the highest on the table, but must exceed the player's own last one",
}
REFUNDS = {
    "up": "who passes gets half of the bid back, rounded up",
    "down": "who passes gets half of the bid back, rounded down",
    "all": "who passes gets the whole bid back",
    "none": "who passes gets nothing back",
}
REFUNDED = {"first": "only the first player to take a house in an auction gets something back"}
OPENERS = {
    "left": "the player left of the one who took the last house opens the next auction",
    "lowest": "who took the lowest house opens the next auction",
    "lot": "lots decide who opens the next auction",
}
SPARE = ("houses per round", "cheques", "houses", "removed", "coins", "raise", "refund")
"""What a list for a narrow terminal does without: first what takes most room and tells least."""


def _listing(known: Iterable[Ruleset]) -> cli.Table:
    from forsale_sim.rules.ruleset import coins_text, deck_text

    return (
        [
            *("name", "players", "houses", "cheques", "coins", "removed", "raise", "refund"),
            "houses per round",
        ],
        [
            [
                ruleset.name,
                deck_text(ruleset.players),
                deck_text(ruleset.houses),
                deck_text(ruleset.cheques),
                "/".join(map(coins_text, ruleset.coins.values())),
                "/".join(map(str, ruleset.removed.values())),
                str(ruleset.raise_),
                ruleset.refund,
                ruleset.houses_per_round,
            ]
            for ruleset in known
        ],
    )


def _describe(ruleset: Ruleset) -> None:
    from forsale_sim.rules.ruleset import deck_text, gifts_text

    fraction, _, way = ruleset.refund.partition(" ")
    part = f"who passes gets {fraction} of the bid back, rounded {way}"
    at_least = f"a bid must exceed the highest on the table by at least {ruleset.raise_}"
    coin = f"{ruleset.coin_value}: a coin left at the end counts {ruleset.coin_value} thousand"
    hidden = f"{ruleset.hidden_houses} of the houses of an auction, until all others are taken"
    facts = {
        "ruleset": ruleset.name,
        "title": ruleset.title,
        "published": ", ".join(str(fact) for fact in (ruleset.publisher, ruleset.year) if fact),
        "source": ruleset.source,
        "extends": ruleset.extends,
        "houses": f"{deck_text(ruleset.houses)} ({len(ruleset.houses)} cards)",
        "cheques": f"{deck_text(ruleset.cheques)} ({len(ruleset.cheques)} cards)",
        "raise": f"{ruleset.raise_}: {RAISES.get(ruleset.raise_, at_least)}",
        "opening bid": str(ruleset.opening_bid) if ruleset.opening_bid > 1 else "",
        "refund": f"{ruleset.refund}: {REFUNDS.get(ruleset.refund, part)}",
        "refunded": _unless_printed(ruleset.refunded, REFUNDED),
        "opener": _unless_printed(ruleset.opener, OPENERS),
        "coin value": "" if ruleset.coin_value == 1 else coin,
        "face down": hidden if ruleset.hidden_houses else "",
        "pass gift": f"the bank gives {gifts_text(ruleset.pass_gift)}" if ruleset.pass_gift else "",
    }
    width = 13 if facts["opening bid"] or facts["coin value"] else 11
    if ruleset.code is not None:
        facts["code"] = str(ruleset.code)
        facts |= {f"  {name}": says for name, says in ruleset.code.sentences.items()}
        width = 19
    for key, fact in facts.items():
        if fact:
            cli.print_text(f"{key:{width}}", fact)
    click.echo()
    cli.print_table(*_by_players(ruleset))
    if ruleset.readings:
        click.echo("\nHow unclear rules are read:")
    for reading in ruleset.readings:
        cli.print_text("- ", reading.text)


def _unless_printed(value: str, texts: Mapping[str, str]) -> str:
    """Return a rule with its text; nothing for the value that all printed editions share."""
    return f"{value}: {texts[value]}" if value in texts else ""


def _by_players(ruleset: Ruleset) -> cli.Table:
    from forsale_sim.rules.ruleset import coins_text

    rows = []
    for rules in map(ruleset.rules, ruleset.players):
        full, rest = divmod(rules.cards_dealt, rules.houses_per_round)
        rounds = f"{full} and one of {rest}" if rest else f"{full}"
        numbers = (rules.removed, rules.cards_dealt, rules.houses_per_round, rounds)
        rows.append([str(rules.players), coins_text(rules.coins), *map(str, numbers)])
    return ["players", "coins", "removed", "dealt", "houses per round", "rounds"], rows


def _differing(row: Difference) -> Iterator[tuple[str, str, str]]:
    a, b = (_value_text(row.parameter, value) for value in (row.a, row.b))
    yield row.parameter, a, b


def _value_text(parameter: str, value: Any) -> str:
    from forsale_sim.rules.ruleset import coins_text, deck_text, gifts_text

    if isinstance(value, tuple):
        if parameter == "pass_gift":
            return gifts_text(value)
        return coins_text(value) if parameter == "coins" else deck_text(value)
    return "-" if value is None else str(value)


def _facts(ruleset: Ruleset) -> dict[str, object]:
    facts = ruleset.model_dump(by_alias=True, exclude={"coins", "removed"}, mode="json")
    facts["readings"] = [reading.text for reading in ruleset.readings]
    facts["players"] = ruleset.players
    told = ("players", "coins", "removed", "cards_dealt", "houses_per_round")
    facts["by_players"] = [
        {name: getattr(rules, name) for name in told}
        for rules in map(ruleset.rules, ruleset.players)
    ]
    return facts


rulesets = cli.rulesets_command(
    FOR_SALE,
    cli.RulesetTexts(
        listing=_listing,
        spare=SPARE,
        describe=_describe,
        facts=_facts,
        differing=_differing,
        plain=lambda value: getattr(value, "sentences", value),
    ),
)
