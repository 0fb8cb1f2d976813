"""Specs: where a list of them is split."""

from __future__ import annotations

import re

import pytest
from forsale_sim.for_sale import load_entrant
from hypothesis import given
from hypothesis import strategies as st
from strategy_lab.errors import UsageError
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.plugins.strategies import check_one, split_specs


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("spread", ["spread"]),
        ("spread,random", ["spread", "random"]),
        ("spread , random", ["spread", "random"]),
        ("matcher:aim=0.1,share=0.2,random", ["matcher:aim=0.1,share=0.2", "random"]),
        ("bid=spread,sell=matcher,random", ["bid=spread,sell=matcher", "random"]),
        (
            "bid=spread:share=0.1,sell=matcher:aim=0.1,share=0.2,bid=random,sell=miser",
            ["bid=spread:share=0.1,sell=matcher:aim=0.1,share=0.2", "bid=random,sell=miser"],
        ),
        ("mine.py:bold:most=3,share=0.1,mine.py", ["mine.py:bold:most=3,share=0.1", "mine.py"]),
        ("share=0.1,random", ["share=0.1", "random"]),
    ],
)
def test_specs_are_split_where_a_new_one_begins(text: str, specs: list[str]) -> None:
    assert split_specs(text) == specs


@pytest.mark.parametrize("text", ["", " ", "random,", ",random", "random,,miser"])
def test_the_name_of_a_strategy_may_be_missing(text: str) -> None:
    with pytest.raises(UsageError, match="the name of a strategy is missing in ") as caught:
        split_specs(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        (
            "bid=spread,sell=matcher",
            "here it takes one, with parameters of its own: name 'spread' or",
        ),
        (
            "bid=spread",
            "'bid=spread' is part of a cross: it needs bid= and sell=, as in bid",
        ),
        ("expert,sell=matcher", "is part of a cross: it needs bid= and sell="),
        ("bid=mine.py:bold:share=0.2", "is part of a cross"),
        ("mine.toml:share=0.2", "a TOML file takes no parameters, as it sets them: name 'mine.t"),
    ],
)
def test_what_names_no_single_strategy(spec: str, told: str) -> None:
    with pytest.raises(UsageError, match=re.escape(told)):
        check_one(spec, ("bid", "sell"))


@pytest.mark.parametrize(
    "spec", ["spread:share=0.3", "mine.toml", "mine.py:bold:most=3,share=0.1", "<bid>"]
)
def test_what_names_a_single_strategy(spec: str) -> None:
    check_one(spec, ("bid", "sell"))


shares = st.floats(0, 1).map(lambda share: f"share={share}")
one = st.sampled_from(["random", "miser", "coinflip", "highest-first"]) | st.builds(
    "{}:{}".format, st.sampled_from(["spread", "linear", "matcher"]), shares
)
cross = st.builds("bid={},sell={}".format, one, one)


@given(st.lists(one | cross, min_size=1))
def test_specs_survive_being_joined_and_split(specs: list[str]) -> None:
    entrants: list[Entrant] = [load_entrant(spec) for spec in specs]
    joined = ",".join(entrant.spec for entrant in entrants)
    assert [load_entrant(spec) for spec in split_specs(joined)] == entrants
