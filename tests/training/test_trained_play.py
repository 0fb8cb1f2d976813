"""Play that was trained for rulesets: held fixed, and re-tuned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.training.trained_play import trained_fields
from strategy_lab.errors import UsageError
from strategy_lab.experiments.fields import CREDIBLE, REFERENCE
from strategy_lab.plugins.entrants import MixtureFile, write_mixture
from strategy_lab.results.conclusions import RETUNED, UNCHANGED

ENGLISH, FRENCH = load_ruleset("iello-en"), load_ruleset("iello-fr")
HOUSE_RULE = ENGLISH.with_changes("mine", refund="none")


def played_by(
    rulesets: Sequence[Ruleset], named: Sequence[str] = ("trained",), pattern: str | None = None
) -> dict[str, list[str]]:
    """Who plays with 4 by each ruleset, by field: the files' names."""
    return {
        field.name: [
            Path(field.at(ruleset.name, 4)[0].spec).stem.removesuffix("-4") for ruleset in rulesets
        ]
        for field in trained_fields(named, rulesets, [4], pattern)
    }


def test_who_was_trained_for_the_first_ruleset_meets_the_others() -> None:
    assert played_by([ENGLISH, FRENCH]) == {"trained for iello-en": ["iello-en", "iello-en"]}
    (field,) = trained_fields(["trained"], [ENGLISH, FRENCH], [4])
    assert (field.role, field.play) == (REFERENCE, UNCHANGED)


def test_amid_others_it_is_as_trained_for_the_first() -> None:
    named = ("expert", "trained", "counter")
    assert list(played_by([ENGLISH, FRENCH], named)) == ["trained for iello-en,expert,counter"]
    for field in trained_fields(named, [ENGLISH, FRENCH], [4]):
        assert field.role == CREDIBLE
        assert [entrant.name for entrant in field.at("iello-fr", 4)[1:]] == ["expert", "counter"]


def test_what_nobody_was_trained_for_is_played_as_before() -> None:
    assert played_by([ENGLISH, HOUSE_RULE]) == {"trained for iello-en": ["iello-en", "iello-en"]}
    assert played_by([HOUSE_RULE, FRENCH]) == {"trained for iello-fr": ["iello-de", "iello-de"]}


def test_house_rules_alone_are_played_as_the_editions_that_they_extend() -> None:
    richer = FRENCH.vary(coins="+1")
    assert played_by([HOUSE_RULE]) == {"trained for iello-en": ["iello-en"]}
    assert list(played_by([HOUSE_RULE, richer])) == ["trained for iello-en"]


def test_editions_with_the_same_rules_have_the_same_play() -> None:
    assert list(played_by([FRENCH, load_ruleset("iello-de")])) == ["trained for iello-fr"]


def trained(folder: Path, *names: str) -> str:
    for number, name in enumerate(names, start=1):
        mixture = MixtureFile(("expert", "counter"), (1.0, float(number)), {})
        write_mixture(folder / f"{name}.toml", mixture)
    return str(folder / "{ruleset}-{players}-{seed}.toml")


def test_every_training_seed_is_a_field(tmp_path: Path) -> None:
    pattern = trained(tmp_path, "iello-en-4-1", "iello-en-4-2", "mine-4-1", "mine-4-2", "mine-5-1")
    found = played_by([ENGLISH, HOUSE_RULE], pattern=pattern)
    assert found == {
        "trained for iello-en, seed 1": ["iello-en-4-1", "iello-en-4-1"],
        "trained for each, seed 1": ["iello-en-4-1", "mine-4-1"],
        "trained for iello-en, seed 2": ["iello-en-4-2", "iello-en-4-2"],
        "trained for each, seed 2": ["iello-en-4-2", "mine-4-2"],
    }


def test_a_pattern_that_matches_nothing_is_named(tmp_path: Path) -> None:
    pattern = str(tmp_path / "{ruleset}-{players}.toml")
    with pytest.raises(UsageError, match=r"nothing is trained for iello-en for 4 players: .*psro"):
        trained_fields(["trained"], [ENGLISH], [4], pattern)


def test_play_for_another_ruleset_is_told_from_play_for_this_one() -> None:
    (unchanged,) = trained_fields(["trained"], [ENGLISH, FRENCH, HOUSE_RULE], [4])
    assert unchanged.foreign(4) == ("iello-fr", "mine")
    assert unchanged.foreign(5) == ()


def test_retuned_play_is_foreign_where_nobody_was_trained(tmp_path: Path) -> None:
    pattern = trained(tmp_path, "iello-en-4-1", "iello-fr-4-1")
    _, retuned = trained_fields(["trained"], [ENGLISH, FRENCH, HOUSE_RULE], [4], pattern)
    assert retuned.play == RETUNED
    assert retuned.foreign(4) == ("mine",)
