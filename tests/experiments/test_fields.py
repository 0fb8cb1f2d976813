"""The fields that conclusions are drawn from."""

from __future__ import annotations

import pytest
from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import DEFAULT_FIELD, FIELD_KINDS, STRONG
from forsale_sim.experiments.fields import choose_fields, different_fields, load_strategies


def names(*texts: str) -> dict[str, list[str]]:
    return {
        field.name: [entrant.name for entrant in field.entrants]
        for field in different_fields(choose_fields(texts))
    }


def test_the_usual_fields() -> None:
    assert names(*FIELD_KINDS) == {
        "all": list(DEFAULT_FIELD),
        "strong": list(STRONG),
        **{f"{name} alone": [name] for name in STRONG},
    }


def test_fields_of_one_s_own() -> None:
    assert names("expert, spread:share=0.3,random") == {
        "expert,spread:share=0.3,random": ["expert", "spread:share=0.3", "random"]
    }
    assert names("mirrors:miser,bid=spread,sell=matcher") == {
        "miser alone": ["miser"],
        "bid=spread,sell=matcher alone": ["bid=spread,sell=matcher"],
    }


def test_a_field_comes_once() -> None:
    assert list(names("strong", "mirrors:expert", "strong", "mirrors:expert")) == [
        "strong",
        "expert alone",
    ]


@pytest.mark.parametrize("text", ["expert", "expert,expert"])
def test_one_strategy_is_no_field(text: str) -> None:
    with pytest.raises(UsageError, match=r"is of one strategy, .* or write mirrors:expert"):
        different_fields(choose_fields([text]))


def test_strategies_have_to_exist() -> None:
    with pytest.raises(UsageError, match="unknown strategy 'strnog'"):
        different_fields(choose_fields(["strnog"]))


def test_a_word_stands_for_its_strategies_among_others() -> None:
    field = [entrant.name for entrant in load_strategies(["all", "quick", "expert"])]
    assert field == [*DEFAULT_FIELD, "quick"]
    assert names("strong,quick") == {",".join((*STRONG, "quick")): [*STRONG, "quick"]}
    assert load_strategies([]) == load_strategies(["all"])
