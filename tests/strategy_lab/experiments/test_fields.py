"""The fields that conclusions are drawn from, and what say they have."""

from __future__ import annotations

import pytest
from forsale_sim.program import DEFAULT_FIELD, FIELD_KINDS, FOR_SALE, PANEL, STRONG
from forsale_sim.rules.loading import load_ruleset, ruleset_of
from strategy_lab.errors import UsageError
from strategy_lab.experiments.fields import (
    CREDIBLE,
    REFERENCE,
    STRANGERS,
    STRESS,
    NamedField,
    choose_fields,
    different_fields,
    held_fields,
    load_strategies,
    untrained_note,
    untrained_rulesets,
    weakness_note,
    with_tuned,
)

SETTINGS = load_ruleset("iello-en").model_dump(by_alias=True, exclude_none=True)
RULESETS = tuple(map(load_ruleset, ("iello-en", "iello-fr")))


def fields(*texts: str) -> tuple[NamedField, ...]:
    return different_fields(choose_fields(texts, RULESETS, (3, 4), program=FOR_SALE))


def names(*texts: str) -> dict[str, list[str]]:
    return {field.name: [entrant.name for entrant in field.entrants] for field in fields(*texts)}


def test_groups_of_strategies() -> None:
    assert names("all", "strong", "panel", "mirrors") == {
        "all": list(DEFAULT_FIELD),
        "strong": list(STRONG),
        "panel": list(PANEL),
        **{f"{name} alone": [name] for name in STRONG},
    }


def test_no_two_tables_of_strangers_share_a_player() -> None:
    strangers = fields("panels")
    names = [entrant.name.partition(":")[0] for field in strangers for entrant in field.entrants]
    assert sorted(names) == sorted(PANEL)
    assert {field.role for field in strangers} == {STRANGERS}
    assert [field.name for field in strangers if field.share > 1] == ["panel: search"]


def test_fields_tell_of_players_who_know_the_rules_of_strangers_or_of_nobody() -> None:
    estimands = {
        field.name: field.estimand for field in fields(*FIELD_KINDS, "panel", "all", "mirrors")
    }
    assert estimands["all"] == estimands["counter alone"] == "stress"
    assert estimands["strong"] == estimands["trained for iello-en"] == "before"
    assert estimands["panel"] == estimands["panel: thrift"] == "strangers"


def test_those_who_were_trained_here_are_one_player() -> None:
    one, two, three = fields("trained", "mirrors:quick,champion")
    assert one.voters == two.voters == three.voters
    strong, panels = fields("strong"), fields("panels")
    assert not any(one.voters & other.voters for other in (*strong, *panels))


def test_the_usual_fields_of_a_game_that_nobody_was_trained_for() -> None:
    settings = {**SETTINGS, "name": "small", "cheques": "1-30"}
    own = ruleset_of({key: value for key, value in settings.items() if key != "extends"})
    assert [str(chosen) for chosen in choose_fields(FIELD_KINDS, [own], [4], program=FOR_SALE)] == [
        *("strong", "panels")
    ]
    with pytest.raises(UsageError, match="nothing is trained for small for 4 players"):
        choose_fields(["trained"], [own], [4], program=FOR_SALE)
    with pytest.raises(UsageError, match="nothing is trained for small for 4 players"):
        choose_fields(
            FIELD_KINDS, [own], [4], trained="nowhere/{ruleset}-{players}.toml", program=FOR_SALE
        )


def test_a_role_may_be_given() -> None:
    assert [field.role for field in fields("reference=mirrors:expert,miser")] == [REFERENCE] * 2
    assert [field.role for field in fields("stress=strong", "credible=all")] == [STRESS, CREDIBLE]
    crossed = fields("stress=bid=spread,sell=matcher,random")
    assert [field.name for field in crossed] == ["bid=spread,sell=matcher,random"]


def test_fields_of_one_s_own() -> None:
    assert names("expert, spread:share=0.3,random") == {
        "expert,spread:share=0.3,random": ["expert", "spread:share=0.3", "random"]
    }
    assert names("mirrors:miser,bid=spread,sell=matcher") == {
        "miser alone": ["miser"],
        "bid=spread,sell=matcher alone": ["bid=spread,sell=matcher"],
    }


def test_fields_are_held_as_values() -> None:
    chosen = choose_fields(["trained", "strong"], RULESETS, (4,), program=FOR_SALE)
    held = [
        {
            "text": each.text,
            "fields": [
                {**field._asdict(), "tables": [table._asdict() for table in field.tables]}
                for field in each.fields
            ],
        }
        for each in chosen
    ]
    assert held_fields(held) == chosen


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("expert", "is of one strategy, .* or write mirrors:expert"),
        ("expert,expert", "is of one strategy, .* or write mirrors:expert"),
        ("strnog", "unknown strategy 'strnog'"),
    ],
)
def test_what_is_no_field_is_one_message(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        fields(text)


def test_a_word_stands_for_its_strategies_among_others() -> None:
    field = [entrant.name for entrant in load_strategies(["all", "quick", "expert"], FOR_SALE)]
    assert field == [*DEFAULT_FIELD, "quick"]
    assert names("strong,quick") == {",".join((*STRONG, "quick")): [*STRONG, "quick"]}
    assert load_strategies([], FOR_SALE) == load_strategies(["all"], FOR_SALE)


def test_it_is_said_where_nobody_was_trained_for_a_ruleset() -> None:
    house_rule = RULESETS[0].with_changes("mine", refund="none")
    chosen = choose_fields(["trained", "strong"], [*RULESETS, house_rule], (4,), program=FOR_SALE)
    assert untrained_rulesets(different_fields(chosen)) == ["iello-fr", "mine"]
    note = untrained_note(["mine"], "--training-seeds 5")
    assert note.startswith("Nobody here has learned mine: ")
    assert "--training-seeds 5 trains play" in note
    assert "4 of the rulesets" in untrained_note(list("abcd"), "")
    assert untrained_note([], "") == ""


def test_trained_play_is_advised_only_where_there_is_some() -> None:
    weak, own = fields("strong"), ruleset_of({**SETTINGS, "name": "own", "cheques": "1-30"})
    assert "in the fields trained and" in weakness_note(weak, RULESETS, (4,), "--seeds", FOR_SALE)
    assert "tuned for these rules (--seeds)" in weakness_note(
        weak, [own], (4,), "--seeds", FOR_SALE
    )
    assert weakness_note(fields("trained"), RULESETS, (4,), "--seeds", FOR_SALE) == ""


def test_tuned_play_is_part_of_trained_play() -> None:
    (tuned,) = fields("mirrors:appraiser")
    chosen = choose_fields(["strong", "trained"], RULESETS, (4,), program=FOR_SALE)
    strong, trained = with_tuned(chosen, [tuned])
    assert strong == chosen[0]
    assert trained.fields == (*chosen[1].fields, tuned)
    assert [str(each) for each in with_tuned(chosen[:1], [tuned])] == ["trained", "strong"]
