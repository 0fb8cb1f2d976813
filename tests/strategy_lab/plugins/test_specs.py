"""Specs: where a list of them is split, and what each loads."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.for_sale import GAME, load_entrant, load_field
from hypothesis import given
from hypothesis import strategies as st
from strategy_lab.errors import UsageError
from strategy_lab.plugins.entrants import Entrant, find_strategy
from strategy_lab.plugins.registry import find_installed
from strategy_lab.plugins.strategies import split_specs


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


MINE = """
from forsale_sim import Parameter, View, strategy

@strategy("bold")
class Bold:
    share = Parameter(0.5, low=0.0, high=1.0, meaning="of its coins")
    most = Parameter(7, low=-2, high=60, meaning="coins")

    def bid(view: View, most: int, share: float) -> int:
        return min(most, int(share * 10))

    def sell(view: View) -> int:
        return view
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    return file


def test_an_installed_strategy_by_name() -> None:
    entrant = load_entrant("spread")
    strategy = find_installed("spread", GAME)
    assert (entrant.name, entrant.spec) == ("spread", "spread")
    assert (entrant.decisions["bid"].function, entrant.decisions["sell"].function) == (
        strategy.bid,
        strategy.sell,
    )
    assert entrant.decisions["bid"].arguments == {"share": 0.5}
    assert entrant.decisions["sell"].arguments == {}


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("spread:share=0.3", "spread:share=0.3"),
        (" spread : share = 0.30 ", "spread:share=0.3"),
        ("spread:share=3e-1,", "spread:share=0.3"),
        ("spread:share=1", "spread:share=1.0"),
        ("spread:share=0.5", "spread"),
        ("spread:", "spread"),
        ("matcher:aim=0.1,share=0.2", "matcher:share=0.2,aim=0.1"),
        ("bid=spread,sell=matcher", "bid=spread,sell=matcher"),
        (
            "bid=spread:share=0.30,sell=matcher:aim=0.1,share=0.5",
            "bid=spread:share=0.3,sell=matcher:aim=0.1",
        ),
        ("bid=linear:share=0.1,sell=highest-first", "bid=linear:share=0.1,sell=highest-first"),
    ],
)
def test_a_strategy_has_one_name_however_it_is_spelled(spec: str, name: str) -> None:
    entrant = load_entrant(spec)
    assert entrant.name == entrant.spec == name
    assert load_entrant(name) == entrant


@pytest.mark.parametrize("rest", ["", ":bold", ":bold:most=3", ":most=3", "::most=3"])
def test_a_strategy_in_a_file(mine: Path, rest: str) -> None:
    entrant = load_entrant(f"{mine}{rest}")
    suffix = ":most=3" if "most" in rest else ""
    assert entrant.name == f"mine.py:bold{suffix}"
    assert entrant.spec == f"{mine}:bold{suffix}"
    assert load_entrant(entrant.spec) == entrant
    assert entrant.decisions["bid"].arguments == {"most": 3 if suffix else 7, "share": 0.5}


def test_a_decision_is_made_with_its_parameters(mine: Path) -> None:
    assert load_entrant(f"{mine}:most=3").decide("bid", None) == 3
    assert load_entrant(f"{mine}:share=0.1").decide("bid", None) == 1
    assert load_entrant(str(mine)).decide("sell", 8) == 8


def test_a_field_holds_each_strategy_once_in_the_order_given() -> None:
    field = load_field(["spread:share=0.3", "random", "spread", "random", "spread:share=0.30"])
    assert [entrant.name for entrant in field] == ["spread:share=0.3", "random", "spread"]


def test_two_files_of_one_name_cannot_be_told_apart(tmp_path: Path) -> None:
    specs = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(MINE)
        specs.append(f"{tmp_path / folder / 'mine.py'}:bold")
    with pytest.raises(UsageError, match=r"two strategies would both be called 'mine.py:bold'"):
        load_field(specs)
    assert len(load_field([specs[0], specs[0]])) == 1


def test_a_strategy_is_found_whatever_its_settings() -> None:
    assert find_strategy("spread:share=no number", GAME).strategy is find_installed("spread", GAME)
