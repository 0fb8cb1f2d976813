from __future__ import annotations

import io
import re

from forsale_sim.measures import MEASURES, STATISTICS
from rich.console import Console
from strategy_lab.display.run_text import WIDTH, Words, print_tables, seat_finding
from strategy_lab.display.text_tables import NOTHING
from strategy_lab.results.tables import Tables, where
from strategy_lab.stats.batches import JACKKNIFE_INTERVAL
from strategy_lab.stats.confidence_sequences import (
    FIXED_SAMPLE,
    MEAN_SEQUENCE,
    RATE_SEQUENCE,
    AnytimeValid,
    Estimator,
)
from strategy_lab.stats.differences import JOINT_TEST
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


def test_several_player_counts_stand_side_by_side() -> None:
    lines = printed(made_tables((3, 4, 5, 6), skill=1.0))
    assert "3 players" in lines[2]
    assert "6 players" in lines[2]
    assert " ".join(lines[3].split()) == "win rate, % fair 33.3 fair 25.0 fair 20.0 fair 16.7"
    rates, money = starting(lines, "expert")
    assert rates.count("±") == money.count("±") == 4


def test_the_best_strategy_comes_first() -> None:
    lines = printed(made_tables(field=tuple(reversed(BUILT_INS)), skill=-1.0))
    names = [line.split()[0] for line in lines if line.split()[:1] and line.split()[0] in BUILT_INS]
    assert names == [*BUILT_INS, *BUILT_INS]


def test_numbers_are_those_of_the_tables() -> None:
    tables = made_tables((4,), deals=500, field=("a", "b", "c", "d"))
    (line,) = starting(printed(tables), "a ")
    table = tables["by_strategy"]
    assert f"{100 * table['win_rate'][0]:.1f} ±" in line
    assert f"{table['money_mean'][0]:.1f} ±" in line
    assert f"{table['paid_mean'][0]:.1f}" in line
    assert line.endswith(" 2,000")


def test_seats_have_a_column_for_each_player_count_and_a_finding() -> None:
    lines = printed(made_tables((3, 5), first_seat=5.0))
    first, last = starting(lines, "seat 1 ") + starting(lines, "seat 5 ")
    assert first.count("±") == 2
    assert last.count("±") == 1
    assert starting(lines, "3 players: seat 1 wins ")
    assert starting(lines, "5 players: seat 1 wins ")


def test_every_table_names_its_estimator() -> None:
    lines = printed(made_tables((3, 4)))
    rules = [number for number, line in enumerate(lines) if line.startswith("───")]
    assert len(rules) == 6
    for number, end in zip(rules, [*rules[1:], len(lines)], strict=True):
        notes = [line for line in lines[number:end] if "±:" in line]
        assert len(notes) == 1
        assert any(
            interval in notes[0] for interval in (RATE_INTERVAL, MEAN_INTERVAL, JACKKNIFE_INTERVAL)
        )


def test_no_line_is_too_long() -> None:
    for players in ((3, 4, 5, 6), (6,)):
        for deals in (2, 5000):
            tables = made_tables(
                players, deals, field=(*BUILT_INS, "bid=expert,sell=highest-first")
            )
            lines = printed(tables)
            assert max(map(len, lines)) <= WIDTH
            assert not [line for line in lines if "…" in line]


def test_narrow_lines_keep_names_and_numbers_whole() -> None:
    field = (*BUILT_INS, "bid=expert,sell=highest-first")
    for players in ((3, 4, 5, 6), (6,)):
        tables = made_tables(players, deals=5000, field=field)
        lines = printed(tables, width=80)
        assert max(map(len, lines)) <= 80
        assert {line.split()[0] for line in lines if line} > set(field)
    (line,) = starting(lines, "bid=expert")
    assert line.count("±") == 2


def test_a_single_deal_prints_no_interval() -> None:
    lines = printed(made_tables((4,), deals=1))
    assert not [line for line in lines if "±" in line and "±:" not in line]
    assert NOTHING in starting(lines, "seat 1")[0]


def test_names_are_printed_as_they_are() -> None:
    lines = printed(made_tables((4,), field=("[bold]a[/bold]", "b", "c", "d")))
    assert starting(lines, "[bold]a[/bold]")


def test_each_ruleset_has_its_tables() -> None:
    lines = printed(made_tables((4,), rulesets=("iello-en", "iello-de")))
    assert starting(lines, "Ruleset") == ["Ruleset iello-en", "Ruleset iello-de"]
    assert len(starting(lines, "expert")) == 2


def test_a_run_stopped_before_its_first_deal_prints() -> None:
    assert any("too few deals" in line for line in printed(made_tables((4,), deals=0)))


def test_the_middle_of_the_money_is_between_two_quantiles() -> None:
    tables = made_tables((4,), deals=500, field=("a", "b", "c", "d"))
    (line,) = starting(printed(tables), "a ")
    table = tables["by_strategy"]
    assert f" {table['money_p10'][0]:.0f} to {table['money_p90'][0]:.0f} " in line
    assert sum("10 % to the 90 % quantile" in line for line in printed(tables)) == 2


def test_the_verdict_on_seats_is_under_their_table() -> None:
    for tables in (made_tables((3, 5), first_seat=5.0), made_tables((3, 5))):
        lines = printed(tables)
        for players in (3, 5):
            effect = where(tables["seat_effect"], players=players)
            assert lines.count(seat_finding(effect, players)) == 1
        last = max(lines.index(line) for line in starting(lines, "seat 5"))
        assert lines[last + 1].startswith("3 players: ")
        assert any(JOINT_TEST in line for line in lines[last:])


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
