"""What a ruleset is: read, changed, copied, written and told."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest
from forsale_sim.rules.loading import changes_text, load_ruleset, ruleset_names, ruleset_toml
from forsale_sim.rules.ruleset import Reading, Rules, Ruleset
from hypothesis import given
from strategy_lab.varying import differences

from tests.generated import rules

ENGLISH, FRENCH = load_ruleset("iello-en"), load_ruleset("iello-fr")


@given(rules())
def test_generated_rules_are_those_of_a_valid_ruleset(wanted: Rules) -> None:
    settings = {
        "name": wanted.ruleset,
        "houses": wanted.houses,
        "cheques": wanted.cheques,
        "coins": {wanted.players: wanted.coins},
        "removed": {wanted.players: wanted.removed},
        "houses_per_round": f"players - {wanted.players - wanted.houses_per_round}",
        "raise": wanted.raise_,
        "refund": wanted.refund,
        "refunded": wanted.refunded,
        "opening_bid": wanted.opening_bid,
        "coin_value": wanted.coin_value,
        "opener": wanted.opener,
        "pass_gift": wanted.pass_gift,
        "hidden_houses": wanted.hidden_houses,
    }
    assert Ruleset.validated(settings, "test").rules(wanted.players) == wanted


def test_readings_are_added_to_those_inherited() -> None:
    edition = load_ruleset("iello-en")
    changed = edition.with_changes("mine", readings=["A new one."])
    assert changed.readings == (*edition.readings, Reading(text="A new one."))


def test_its_rules_are_shown_in_short_form() -> None:
    assert repr(load_ruleset("ravensburger-1997[coins=[20,19,18]]")) == (
        "Ruleset(name='ravensburger-1997[coins=20 19 18]', houses='1-20', cheques='2 x 0, 3-20', "
        "coins={3: '20,19,18'}, houses_per_round='players', removed={3: 2}, raise='match', "
        "opening_bid=1, refund='up', refunded='all', opener='winner', coin_value=1, "
        "pass_gift=(), hidden_houses=0)"
    )


def test_an_edition_cannot_be_changed() -> None:
    edition = load_ruleset("iello-en")
    for table in (edition.coins, edition.removed):
        before = dict(table)
        with pytest.raises(TypeError, match=r"ruleset.vary\(coins="):
            table[4] = 3  # type: ignore[index]
        with pytest.raises(TypeError, match="cannot be changed"):
            table.update({4: 3})  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="cannot be changed"):
            table |= {4: 3}  # type: ignore[dict-item]
        with pytest.raises(TypeError, match="cannot be changed"):
            del table[4]
        assert table == before


def test_it_is_copied_and_pickled() -> None:
    edition = load_ruleset("iello-en")
    for other in (copy.deepcopy(edition), pickle.loads(pickle.dumps(edition))):
        assert other == edition
        assert type(other.coins) is type(edition.coins)
    assert edition.model_copy(update={"name": "mine"}).coins == edition.coins
    assert edition.model_dump(mode="json")["coins"]["4"] == [21, 21, 21, 21]


@pytest.mark.parametrize(
    "name", [*ruleset_names(), "iello-en[refund=none,coins.4=20]", "iello-en[coins=18 14 14 14]"]
)
def test_what_is_written_is_loaded_again(name: str, tmp_path: Path) -> None:
    ruleset = load_ruleset(name)
    path = tmp_path / "mine.toml"
    path.write_text(ruleset_toml(ruleset), encoding="utf-8")
    again = load_ruleset(str(path))
    assert differences(ruleset, again) == ()
    assert again.name == name


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        (FRENCH, ENGLISH, "rounding the refund down"),
        (ENGLISH, FRENCH, "rounding the refund up"),
        (ENGLISH, ENGLISH.with_changes("x", refund="all"), "giving the whole bid back"),
        (ENGLISH, ENGLISH.with_changes("x", raise_="match"), "letting bids match"),
        (
            ENGLISH,
            ENGLISH.with_changes("x", removed={4: 3}),
            "removing 3 cards of each deck instead of 2",
        ),
        (
            ENGLISH,
            ENGLISH.with_changes("x", refund="1/3 up"),
            "giving 1/3 of the bid back, rounded up",
        ),
        (ENGLISH, ENGLISH.with_changes("x", raise_=3), "raising bids by at least 3"),
        (ENGLISH, ENGLISH.with_changes("x", opening_bid=2), "opening with at least 2"),
        (ENGLISH, ENGLISH.with_changes("x", coin_value=2), "counting leftover coins double"),
        (ENGLISH, ENGLISH.with_changes("x", coin_value=3), "counting leftover coins 3 times"),
        (
            ENGLISH,
            ENGLISH.with_changes("x", refunded="first"),
            "refunding only the first to take a house",
        ),
        (ENGLISH, ENGLISH.with_changes("x", opener="lot"), "drawing lots for the next opener"),
        (
            ENGLISH,
            ENGLISH.with_changes("richer", coins={4: [23, 21, 21, 21]}),
            "beginning with 23, 21, 21 and 21 coins by seat",
        ),
        (ENGLISH.vary(pass_gift=1), ENGLISH, "giving nothing for a pass"),
        (ENGLISH, ENGLISH.vary(hidden_houses=1), "hiding 1 of the houses of each auction"),
        (
            ENGLISH,
            ENGLISH.vary(pass_gift=[1, 0, 2, 0]),
            "giving 1 coin to the first to pass and 2 coins to the third to pass",
        ),
        (ENGLISH, ENGLISH.with_changes("copy"), "playing copy"),
        (ENGLISH, load_ruleset("gryphon-2009"), "beginning with 18 coins"),
    ],
)
def test_a_change_of_one_rule_has_words(a: Ruleset, b: Ruleset, says: str) -> None:
    assert changes_text(a, b, 4) == says
