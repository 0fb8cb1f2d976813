"""The built-in rulesets against what the rulebooks say, written out here a second time."""

from __future__ import annotations

import tomllib
from typing import NamedTuple

import pytest
from forsale_sim.rules.loading import EDITIONS, load_ruleset, ruleset_names

IELLO_CHEQUES = (0, 0, *sorted([*range(2, 16), *range(2, 16)]))
RAVENSBURGER_CHEQUES = (0, 0, *range(3, 21))


class Printed(NamedTuple):
    houses: int
    cheques: tuple[int, ...]
    coins: dict[int, int]
    removed: dict[int, int]
    houses_fewer: int
    raise_: str
    refund: str


IELLO_COINS = {3: 28, 4: 21, 5: 16, 6: 14}
ONLY_4 = {3: 0, 4: 2, 5: 0, 6: 0}
PRINTED = {
    "ravensburger-1997": Printed(
        20, RAVENSBURGER_CHEQUES, {3: 15, 4: 15, 5: 15}, {3: 2, 4: 0, 5: 0}, 0, "match", "up"
    ),
    "ravensburger-1997-variant": Printed(
        20, RAVENSBURGER_CHEQUES, {3: 15, 4: 15, 5: 15}, {3: 4, 4: 2, 5: 0}, 1, "match", "up"
    ),
    "iello-de": Printed(30, IELLO_CHEQUES, IELLO_COINS, ONLY_4, 0, "strict", "up"),
    "iello-en": Printed(30, IELLO_CHEQUES, IELLO_COINS, ONLY_4, 0, "strict", "down"),
    "iello-fr": Printed(30, IELLO_CHEQUES, IELLO_COINS, ONLY_4, 0, "strict", "up"),
    "iello-de-variant": Printed(
        30, IELLO_CHEQUES, IELLO_COINS, {3: 10, 4: 0, 5: 3, 6: 0}, 1, "strict", "up"
    ),
    "iello-en-variant": Printed(
        30, IELLO_CHEQUES, IELLO_COINS, {3: 10, 4: 0, 5: 2, 6: 0}, 1, "strict", "down"
    ),
    "iello-fr-variant": Printed(
        30, IELLO_CHEQUES, IELLO_COINS, {3: 10, 4: 0, 5: 3, 6: 0}, 1, "strict", "up"
    ),
    "gryphon-2009": Printed(
        30,
        IELLO_CHEQUES,
        {3: 18, 4: 18, 5: 14, 6: 14},
        {3: 6, 4: 2, 5: 0, 6: 0},
        0,
        "strict",
        "down",
    ),
}


def test_the_built_in_rulesets_are_the_printed_ones() -> None:
    assert ruleset_names() == sorted(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_every_parameter_is_as_printed(name: str) -> None:
    printed, ruleset = PRINTED[name], load_ruleset(name)
    assert ruleset.players == tuple(printed.coins)
    for players in ruleset.players:
        rules = ruleset.rules(players)
        assert rules.ruleset == name
        assert rules.players == players
        assert rules.houses == tuple(range(1, printed.houses + 1))
        assert rules.cheques == printed.cheques
        assert rules.coins == (printed.coins[players],) * players
        assert rules.removed == printed.removed[players]
        assert rules.houses_per_round == players - printed.houses_fewer
        assert rules.raise_ == printed.raise_
        assert rules.refund == printed.refund


@pytest.mark.parametrize("name", [name for name in PRINTED if name.endswith("-variant")])
def test_a_variant_extends_its_edition_and_keeps_its_readings_of_rules_in_common(
    name: str,
) -> None:
    edition, variant = load_ruleset(name.removesuffix("-variant")), load_ruleset(name)
    assert variant.extends == edition.name
    changed = {"houses_per_round", "removed"}
    kept = tuple(reading for reading in edition.readings if reading.rule not in changed)
    assert variant.readings[: len(kept)] == kept
    assert {reading.rule for reading in variant.readings[len(kept) :]} <= changed
    written = tomllib.loads((EDITIONS / f"{name}.toml").read_text(encoding="utf-8"))
    assert {"houses", "cheques", "coins", "raise", "refund"}.isdisjoint(written)
