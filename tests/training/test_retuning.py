"""Play that is tuned quickly for many rulesets."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.training import trained_play
from strategy_lab.experiments.fields import REFERENCE, NamedField
from strategy_lab.experiments.retuning import Tuned, Tuner
from strategy_lab.results.conclusions import RETUNED, UNCHANGED

from tests.strategy_lab.training.playing import found

RULESETS = [load_ruleset(name) for name in ("iello-en", "iello-en[refund=none]")]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trained_play, "STRATEGIES", 1)
    effort = trained_play.Effort(generations=6, population=10, deals=80, final_deals=400)
    monkeypatch.setattr(trained_play, "QUICK", effort)
    monkeypatch.setattr(trained_play, "ANEW", effort._replace(generations=3, final_deals=0))
    monkeypatch.setattr(trained_play, "FULL", effort._replace(generations=8))


def tuned(asked: Tuned, threads: int = 1) -> tuple[NamedField, ...]:
    (fields,) = found(Tuner([asked]).steps(), threads)
    return tuple(fields)


def adapted(*asked: Any) -> tuple[NamedField, ...]:
    return tuned(trained_play.adapted_play(*asked))


def test_each_ruleset_has_play_of_its_own_but_the_first_keeps_its_play() -> None:
    racing, among, unchanged = tuned(trained_play.retuned_play(RULESETS, 4, seed=1))
    usual, none = (racing.at(ruleset.name, 4) for ruleset in RULESETS)
    assert usual == unchanged.entrants
    assert all(entrant not in usual for entrant in none)
    assert among.at(RULESETS[1].name, 4)[:1] == none
    assert (racing.play, unchanged.play) == (RETUNED, UNCHANGED)


def test_those_who_confirm_are_others_than_those_who_raced() -> None:
    racing, *_ = tuned(trained_play.retuned_play(RULESETS, 4, seed=1))
    proving, among = tuned(trained_play.confirming_play(RULESETS, 4, seed=1))
    raced, again = (field.at(RULESETS[1].name, 4) for field in (racing, proving))
    assert all(entrant not in raced for entrant in again)
    assert among.at(RULESETS[1].name, 4)[:1] == again
    assert proving.at("iello-en", 4) == racing.at("iello-en", 4)


def test_play_is_trained_anew_for_each_ruleset_from_every_seed() -> None:
    one, two = adapted(RULESETS, [3, 4], 2, 1)
    for players in (3, 4):
        played = [field.at(ruleset.name, players) for field in (one, two) for ruleset in RULESETS]
        assert all(first != second for first, second in combinations(played, 2))
    assert (one.role, one.play, one.by_strategy) == (REFERENCE, RETUNED, False)
    assert one.name != two.name
    assert not one.voters & two.voters


def test_no_ruleset_is_favoured_by_where_training_begins() -> None:
    edition, house_rule = RULESETS
    (alone,) = adapted([house_rule], [4], 1, 1)
    (first,) = adapted([house_rule, edition], [4], 1, 1)
    (second,) = adapted(RULESETS, [4], 1, 1)
    for ruleset in RULESETS:
        assert first.at(ruleset.name, 4) == second.at(ruleset.name, 4)
    assert alone.at(house_rule.name, 4) == first.at(house_rule.name, 4)
