"""What is said under tables, by made results, and that nothing is lost on narrow terminals."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from rich.console import Console
from strategy_lab.display.run_text import (
    RunPresentation,
    excess,
    seat_finding,
    strategy_finding,
)
from strategy_lab.display.text_tables import NOTE_WIDTH as WIDTH
from strategy_lab.display.text_tables import NOTHING, Presentation
from strategy_lab.display.tournament_text import (
    MOST_ALPHAS,
    DuelPresentation,
    MetaPresentation,
    RankPresentation,
    settling_finding,
)
from strategy_lab.experiments.duel.experiment import COLUMNS
from strategy_lab.experiments.meta.experiment import NOT_TIED
from strategy_lab.results.tables import Columns, Tables, where

from tests.strategy_lab.display.looked_at import (
    CYCLE,
    EITHER,
    FIRST,
    LEVEL,
    TIED,
    TOGETHER,
    looked_at,
)
from tests.strategy_lab.display.made import made_tables
from tests.strategy_lab.display.ranked import ranked_tables

BUILT_INS = ("counter", "expert", "linear", "matcher", "miser", "spread", "coinflip", "random")

WIDTHS = (50, 60, 80, 100, 120)

DUEL = {"elo0": 0.0, "elo1": 5.0, "alpha": 0.05, "beta": 0.1}


def printed(
    kind: type[Presentation],
    tables: Tables,
    width: int = WIDTH,
    facts: Any = None,
) -> str:
    experiment = SimpleNamespace(measures=MEASURES)
    text = io.StringIO()
    kind(experiment).print_tables(tables, facts, Console(file=text, width=width))
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())


def missing(shown: Callable[[int], str], enough: int) -> list[str]:
    """The words and numbers that are printed less often in short lines than in long enough ones.

    Lines that are too long for their width are listed too.
    """
    whole = words_of(shown(enough))
    found: list[str] = []
    for width in WIDTHS:
        text = shown(width)
        found += (whole - words_of(text)).elements()
        found += [line for line in text.splitlines() if len(line.rstrip()) > width]
    return found


def words_of(text: str) -> Counter[str]:
    return Counter(word for word in text.split() if word.strip("─"))


def duels(**changed: list[Any]) -> Tables:
    rows = len(next(iter(changed.values())))
    table = {
        name: np.array(["x"] * rows if column.unit == "label" else [0.25] * rows)
        for name, column in COLUMNS.items()
    }
    table["players"] = np.arange(3, 3 + rows)
    return {"duels": table | {name: np.array(values) for name, values in changed.items()}}


def wide_duels() -> Tables:
    columns: dict[str, list[Any]] = {"finding": ["neither is stronger by 5 Elo"] * 4}
    for measure in ("win_rate_a", "win_rate_b_mixed", "difference_sequential", "elo_sequential"):
        for limit, value in (("", -0.2094), ("_low", -0.2441), ("_high", -0.1791)):
            scale = 6000 if measure.startswith("elo") else 1
            columns[f"{measure}{limit}"] = [scale * value] * 4
    return duels(**columns)


NARROW: dict[type[Presentation], Callable[[], Tables]] = {
    RunPresentation: lambda: made_tables(
        (3, 4, 5, 6), field=(*BUILT_INS, "bid=expert,sell=highest-first")
    ),
    RankPresentation: lambda: ranked_tables([(1200, 50, -50, -1200)] * 4),
    MetaPresentation: lambda: looked_at(
        TOGETHER, alphas=tuple(10.0**power for power in range(MOST_ALPHAS))
    ),
    DuelPresentation: wide_duels,
}


@pytest.mark.parametrize("kind", NARROW)
def test_nothing_is_cut_off_on_a_narrow_terminal(kind: type[Presentation]) -> None:
    tables = NARROW[kind]()

    def shown(width: int) -> str:
        """All but the last table of a run, which may do without columns."""
        return printed(kind, tables, width, DUEL).partition("all players")[0]

    enough = WIDTH if kind in (RunPresentation, RankPresentation) else 200
    assert missing(shown, enough) == []


def test_names_are_printed_as_they_are() -> None:
    text = printed(RunPresentation, made_tables((4,), field=("[bold]a[/bold]", "b", "c", "d")))
    assert "\n[bold]a[/bold] " in text


def test_what_is_left_out_on_a_narrow_terminal_is_said_and_only_the_rest_explained() -> None:
    for players, tables_with_it in (((4,), 2), ((3, 4), 1)):
        for width in WIDTHS:
            text = " ".join(printed(RunPresentation, made_tables(players), width).split())
            left_out = " ".join(re.findall(r"Left out for lack of space: (.*?)\.", text))
            explained = tables_with_it - left_out.count("middle 80 %")
            assert text.count("Middle 80 %:") == explained
            assert text.count("middle 80 %") == tables_with_it
            assert text.count("cheques") - text.count("cheques and") == 1
            assert (width > 60 or left_out) and not (width > WIDTH and left_out)


def effect(**row: Any) -> Columns:
    """A row of ``seat_effect``."""
    usual = {"best_seat": 4, "worst_seat": 1, "matters": 0.01, "differs": False}
    usual |= {"seat_gap": 0.0461, "seat_gap_low": 0.028, "seat_gap_high": 0.0642}
    usual |= {"shown_small": False}
    return {name: np.array([value]) for name, value in (usual | row).items()}


def seats(rates: list[float], half: float = 0.01) -> Columns:
    rate = np.array(rates)
    n = len(rates)
    return {
        "players": np.repeat(n, n),
        "seat": np.arange(1, n + 1),
        "win_rate": rate,
        "win_rate_low": rate - half,
        "win_rate_high": rate + half,
    }


def strategies(**rates: float) -> Columns:
    return {
        **seats(list(rates.values())),
        "players": np.repeat(4, len(rates)),
        "strategy": np.array(list(rates)),
    }


@pytest.mark.parametrize(
    ("row", "finding"),
    [
        (effect(differs=True), "seat 4 wins 4.6 points more than seat 1 (2.8 to 6.4)"),
        (effect(), "seats not shown to differ; they may differ by up to 6.4 points"),
        (effect(shown_small=True), "seats shown to be within 1 point"),
        (
            effect(shown_small=True, differs=True, margin=0.01),
            "seats differ, but by less than 1 point",
        ),
    ],
)
def test_what_is_shown_of_seats_is_said(row: Columns, finding: str) -> None:
    assert seat_finding(row, 4) == f"4 players: {finding}"


@pytest.mark.parametrize("deals", [0, 1])
def test_too_few_deals_say_nothing_about_seats(deals: int) -> None:
    found = made_tables((4,), deals=deals)["seat_effect"]
    assert seat_finding(found, 4) == "4 players: too few deals to say anything about seats"


@pytest.mark.parametrize("made", range(8))
def test_the_sentence_and_the_colours_agree(made: int) -> None:
    tables = made_tables((3, 4), deals=100, seed=made, first_seat=made / 2)
    for players in (3, 4):
        row = where(tables["seat_effect"], players=players)
        found = excess(where(tables["by_seat"], players=players), row)
        if "not shown" in seat_finding(row, players):
            assert not found.any()
        else:
            assert " points more than seat " in seat_finding(row, players)


@pytest.mark.parametrize(
    ("rates", "finding"),
    [
        ({"a": 0.2, "b": 0.3, "c": 0.25}, "4 players: b wins most, 30.0 %"),
        ({"a": 0.29, "b": 0.3, "c": 0.25}, "4 players: b or a wins most"),
        ({"a": 0.29, "b": 0.3, "c": 0.295}, "4 players: b or one of 2 others wins most"),
        ({"a": 0.25}, "4 players: only a plays"),
        ({"a": float("nan")}, "4 players: no games"),
        ({"a": float("nan"), "b": 0.2}, "4 players: b wins most, 20.0 %"),
    ],
)
def test_who_wins_most_is_told_as_far_as_known(rates: dict[str, float], finding: str) -> None:
    assert strategy_finding(strategies(**rates)) == finding


TOP, SECOND = (200.0, 50.0, -50.0, -200.0), (50.0, 200.0, -50.0, -200.0)


@pytest.mark.parametrize(
    ("ratings", "half", "finding"),
    [
        ([TOP], 10, "Highest rated: ann for 3 players"),
        ([TOP, TOP], 10, "Highest rated: ann for 3 and 4 players"),
        ([TOP, SECOND, TOP], 10, "Highest rated: ann for 3 and 5; bob for 4 players"),
        ([TOP], 80, "Highest rated: ann or bob for 3 players"),
        ([TOP], 130, "Highest rated: one of 3 for 3 players"),
        ([TOP], np.nan, "Highest rated: not known for 3 players"),
        ([TOP], np.nan, "3 players: too few games for intervals"),
        ([(np.nan,) * 4], np.nan, "3 players: not rated, because some strategies never met"),
        ([(np.nan,) * 4], np.nan, f"1 ann {NOTHING} 2 bob {NOTHING}"),
        (
            [TOP],
            10,
            "3 players: ratings fit worst for bob ahead of ann: 50.0 %, where they expect 29.7 %",
        ),
        ([TOP], 10, "3 players: no cycle shown"),
    ],
)
def test_what_is_said_of_a_ranking(ratings: list[Any], half: float, finding: str) -> None:
    text = " ".join(printed(RankPresentation, ranked_tables(ratings, half=half)).split())
    assert finding in text
    assert "nan" not in text


def test_those_who_are_never_behind_others_and_many_cycles_are_named() -> None:
    tables = ranked_tables(cycles=[f"cycle {i}" for i in range(5)])
    tables["ratings"]["group"] = np.array([1, 1, 2, 3])
    text = " ".join(printed(RankPresentation, tables).split())
    assert (
        "no strategy ever finished behind one further right: ann, bob | cat | dan; how far" in text
    )
    assert "3 players: cycle 2 3 players: and 2 more cycles" in text


def test_strategies_stand_in_the_order_of_their_mean_rating_and_may_never_have_met() -> None:
    tables = ranked_tables([TOP, (-200.0, 300.0, 100.0, -200.0)])
    met = tables["head_to_head"]
    pairs = zip(met["strategy"].tolist(), met["opponent"].tolist(), strict=True)
    kept = np.array([{*pair} != {"ann", "dan"} for pair in pairs])
    tables["head_to_head"] = {name: column[kept] for name, column in met.items()}
    lines = printed(RankPresentation, tables).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("3 players, % ahead of"))
    rows = [line.split() for line in lines[start + 2 : start + 6]]
    assert [row[1] for row in rows] == ["bob", "cat", "ann", "dan"]
    assert rows[2] == ["3", "ann", "~50.0", "80.8", NOTHING, NOTHING]


def test_limits_are_shown_where_they_are() -> None:
    tables = duels(
        elo_sequential=[44.04, 2000.0],
        elo_sequential_low=[28.84, np.nan],
        elo_sequential_high=[59.2, np.nan],
    )
    text = printed(DuelPresentation, tables, facts=DUEL)
    assert "44 (29 to 59)" in text
    assert "2,000.0\n" in text


@pytest.mark.parametrize(
    ("matrix", "findings"),
    [
        (
            CYCLE,
            [
                "no strategy of the field is safe: each is invaded by another",
                "expert invades linear invades spread invades expert",
                "replicator dynamics do not settle, from any start",
            ],
        ),
        (
            FIRST,
            [
                "expert is the only strategy that no other invades",
                "replicator dynamics settle in expert from every start",
            ],
        ),
        (
            EITHER,
            [
                "no other invades expert or spread",
                "replicator dynamics settle in spread from 52 %, in expert from 48 % of the starts",
            ],
        ),
        (
            TOGETHER,
            [
                "no strategy of the field is safe: each is invaded by another; invasions end among "
                "expert and spread",
                "expert and spread invade each other",
                "replicator dynamics settle in 53 % spread + 47 % expert from every start",
            ],
        ),
        (LEVEL, ["no other is shown to invade expert or spread"]),
        (TIED, ["settle in mixtures of expert and spread from every start"]),
    ],
)
def test_what_is_said_of_a_meta_game(matrix: Any, findings: list[str]) -> None:
    text = " ".join(printed(MetaPresentation, looked_at(matrix)).split())
    for finding in findings:
        assert finding in text
    assert ("invades linear invades" in text) == (matrix is CYCLE)
    assert ("invade each other" in text) == (matrix is TOGETHER)


def test_parts_of_a_mixture_stand_with_their_uncertainty() -> None:
    text = printed(MetaPresentation, looked_at(TOGETHER))
    assert "equilibrium: 46.8 ±7.7 %" in text
    assert "expert, 53.2 ±7.7 % spread" in text  # folded
    tied = printed(MetaPresentation, looked_at(TIED)).partition("Alpha-rank:")[0]
    assert tied.count("\nequilibrium: mixtures of") == 1


def mixtures(starts: list[float], weights: Any, tied: Any = NOT_TIED) -> tuple[Columns, Columns]:
    names = np.array([f"equilibrium {number}" for number in range(len(starts))])
    field = np.shape(weights)[1]
    ones = np.ones(len(starts))
    found = {"mixture": names, "kind": np.full(len(starts), "equilibrium"), "games": ones}
    return found | {"starts": np.array(starts)}, {
        "mixture": np.repeat(names, field),
        "strategy": np.tile(list("abcde"[:field]), len(starts)),
        "weight": np.ravel(weights),
        "tied": np.full(len(starts) * field, tied),
    }


@pytest.mark.parametrize(
    ("starts", "weights", "tied", "finding"),
    [
        (
            *([1.0, 0.0], np.eye(2), NOT_TIED),
            "in a from every start; b is an equilibrium that no drawn start leads to",
        ),
        (
            *([0.5, 0.2, 0.1, 0.1, 0.1], np.eye(5), NOT_TIED),
            "in a from 50 %, in b from 20 %, in c from 10 %, in 2 others from 20 % of the starts",
        ),
        ([1.0], [[0.25, 0.0, 0.75]], NOT_TIED, "in 75 % c + 25 % a from every start"),
        (
            *([1.0], [[0.25, 0.4, 0.35]], ["some", NOT_TIED, "some"]),
            "in 60 % mixtures of a and c + 40 % b from every start",
        ),
    ],
)
def test_equilibria_in_words(starts: list[float], weights: Any, tied: Any, finding: str) -> None:
    found = settling_finding(*mixtures(starts, weights, tied))
    assert found == f"replicator dynamics settle {finding}"


def test_too_few_deals_have_no_intervals_and_that_is_said() -> None:
    tables = looked_at(TOGETHER, deals=2)
    for name, table in tables.items():
        for column, values in table.items():
            if column.endswith(("_low", "_high")) and not column.startswith("starts"):
                assert np.isnan(values).all(), (name, column)
    text = printed(MetaPresentation, tables)
    assert "3 players: too few deals for intervals" in text
    shown = text.partition("Win rate above")[0]
    assert "±" not in shown
    assert shown.count("~") == 6
    assert "too few" not in printed(MetaPresentation, looked_at(TOGETHER))


@pytest.mark.parametrize(
    ("alphas", "shown"),
    [
        ((0.5, 1.0, 3.0), "0.5 1 3"),
        (tuple(2.0 + number for number in range(MOST_ALPHAS + 1)), "2 4 6 8"),
    ],
)
def test_of_many_intensities_some_are_shown(alphas: tuple[float, ...], shown: str) -> None:
    text = printed(MetaPresentation, looked_at(FIRST, alphas=alphas))
    head = next(line for line in text.splitlines() if line.startswith("3 players, % of time"))
    assert head.partition("alpha")[2].split() == shown.split()


def test_no_share_of_time_is_said_to_leave_0_to_100() -> None:
    text = printed(MetaPresentation, looked_at(LEVEL, alphas=(1000.0,)))
    assert re.search(r"\n1 expert +\d+ \(0 to 100\)", text)
