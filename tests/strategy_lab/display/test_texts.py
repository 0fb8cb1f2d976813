"""What the sentences under tables say, and that nothing is lost on narrow terminals."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
import pytest
from forsale_sim.measures import MEASURES, STATISTICS
from rich.console import Console
from strategy_lab.display.run_text import (
    Words,
    excess,
    print_tables,
    seat_finding,
    strategy_finding,
)
from strategy_lab.display.text_tables import NOTE_WIDTH as WIDTH
from strategy_lab.results.tables import Columns, Tables, where
from strategy_lab.stats.confidence_sequences import (
    FIXED_SAMPLE,
    MEAN_SEQUENCE,
    RATE_SEQUENCE,
    AnytimeValid,
    Estimator,
)
from strategy_lab.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL

from tests.strategy_lab.display.made import made_tables
from tests.strategy_lab.display.narrow import WIDTHS, missing

BUILT_INS = ("counter", "expert", "linear", "matcher", "miser", "spread", "coinflip", "random")

WORDS = Words(STATISTICS, MEASURES)


def printed(tables: Tables, width: int = WIDTH, estimator: Estimator = FIXED_SAMPLE) -> list[str]:
    text = io.StringIO()
    print_tables(tables, Console(file=text, width=width), WORDS, estimator)
    return [line.rstrip() for line in text.getvalue().splitlines()]


def starting(lines: list[str], start: str) -> list[str]:
    return [line for line in lines if line.startswith(start)]


def test_names_are_printed_as_they_are() -> None:
    lines = printed(made_tables((4,), field=("[bold]a[/bold]", "b", "c", "d")))
    assert starting(lines, "[bold]a[/bold]")


def test_other_intervals_are_called_what_they_are() -> None:
    text = " ".join(printed(made_tables((3, 4)), estimator=AnytimeValid(1000)))
    assert text.count(RATE_SEQUENCE) == text.count(MEAN_SEQUENCE) == 3
    assert RATE_INTERVAL not in text
    assert MEAN_INTERVAL not in text


def test_seats_and_strategies_are_shown_whole_on_a_narrow_terminal() -> None:
    tables = made_tables((3, 4, 5, 6), field=(*BUILT_INS, "bid=expert,sell=highest-first"))

    def shown(width: int) -> str:
        """All but the last table, which may do without columns."""
        return "\n".join(printed(tables, width)).partition("all players")[0]

    assert missing(shown, enough=WIDTH) == []


def test_what_is_left_out_on_a_narrow_terminal_is_said_and_only_the_rest_explained() -> None:
    for players, tables_with_it in (((4,), 2), ((3, 4), 1)):
        for width in WIDTHS:
            lines = printed(made_tables(players), width)
            assert max(map(len, lines)) <= width
            text = " ".join(" ".join(lines).split())
            left_out = " ".join(re.findall(r"Left out for lack of space: (.*?)\.", text))
            explained = tables_with_it - left_out.count("middle 80 %")
            assert text.count("Middle 80 %:") == explained
            assert text.count("middle 80 %") == tables_with_it
            assert text.count("cheques") - text.count("cheques and") == 1
            assert (width > 60 or left_out) and not (width > WIDTH and left_out)


def effect(**row: Any) -> Columns:
    """A row of ``seat_effect``."""
    usual = {
        **{"best_seat": 4, "worst_seat": 1, "matters": 0.01, "differs": False},
        **{
            "seat_gap": 0.0461,
            "seat_gap_low": 0.028,
            "seat_gap_high": 0.0642,
            "shown_small": False,
        },
    }
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


def test_a_seat_is_said_to_differ_from_a_fair_share_only_where_seats_differ() -> None:
    found = seats([0.27, 0.25, 0.245, 0.235]) | {
        "p_fair_adjusted": np.array([0.01, np.nan, 0.06, 0.05])
    }
    shown = excess(found, effect(differs=True)).tolist()
    assert shown == pytest.approx([0.02, 0, 0, -0.015])
    assert excess(found, effect(differs=False)).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("made", range(20))
def test_the_sentence_and_the_colours_agree(made: int) -> None:
    tables = made_tables((3, 4), deals=100, seed=made, first_seat=made / 4)
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
