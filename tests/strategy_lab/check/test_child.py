"""Good and bad strategies, tried in this process under one ruleset."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from strategy_lab.check.rehearsal import Report, Scope, Verdict

from tests.strategy_lab.check.trying import line_of, outcomes, try_here, write

pytestmark = pytest.mark.usefixtures("one_ruleset")


def test_a_good_strategy_passes_every_question(tmp_path: Path) -> None:
    spec = write(
        tmp_path,
        bid="if view.random() < calm: return 0",
        parameters='calm = Parameter(0.5, low=0, high=1, meaning="how often it passes")',
        arguments=", calm: float",
    )
    report = try_here(spec)
    assert report.passed
    assert outcomes(report) == {}
    assert "both ends" in report.verdicts["loads"].text
    # Of 3 to 6 players: 2 deals with it in each seat and 2 of it alone; 2 of each end of the range.
    games = 2 * (3 + 4 + 5 + 6) + 2 * 4 + 2 * 2 * 4
    assert report.verdicts["plays"].text.startswith(f"{games} games, ")
    assert f"{games} games" in report.verdicts["agrees"].text
    assert report.cost
    assert report.cost.compiled is not None
    assert 0 < report.cost.compiled < report.cost.plain
    assert report.cost.by_function.keys() == {"bid", "sell"}


def test_a_check_may_be_by_some_rules_for_some_players_or_quick(tmp_path: Path) -> None:
    spec = write(tmp_path)
    some = try_here(spec, "python", Scope(("iello-fr",), (3, 4)))
    assert some.verdicts["plays"].text.startswith("18 games, ")
    assert some.verdicts["plays"].text.endswith("iello-fr, 3 and 4 players")
    quick = try_here(spec, "python", Scope(quick=True))
    assert quick.passed
    assert quick.verdicts["plays"].text.startswith("5 games, ")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ({"bid": "if view.round == 3: return view.coins + 1"}, "illegal: the player owns"),
        ({"sell": "return 61"}, "a sale of house 61 is illegal"),
        ({"sell": "return lowest(view.hand) // (view.round - 1)"}, "it raised ZeroDivisionError"),
        ({"bid": "return 0.0"}, "not of type float"),
        ({"bid": "sys.exit(0)"}, "it raised SystemExit"),
        ({"bid": "view.seat = 2"}, "view.seat cannot be assigned to"),
    ],
)
def test_a_bad_move_is_shown_in_its_game(
    tmp_path: Path, lines: dict[str, str], message: str
) -> None:
    report = try_here(write(tmp_path, **lines))
    verdict = report.verdicts["plays"]
    assert verdict.outcome == "failed"
    assert message in verdict.text
    assert verdict.excerpt
    assert f"{verdict.excerpt.whereabouts()} " in verdict.text
    assert "Game 1 of seed 1: iello-en, 3 players" in verdict.excerpt.story()
    assert report.verdicts["finishes"].outcome == "open"


def test_an_exception_at_the_end_of_a_range_only(tmp_path: Path) -> None:
    spec = write(
        tmp_path,
        bid="x = 1 // n",
        parameters='n = Parameter(3, low=0, high=5, meaning="a divisor")',
        arguments=", n: int",
    )
    verdict = try_here(spec).verdicts["plays"]
    assert verdict.outcome == "failed"
    assert verdict.excerpt
    assert f"{spec}:odd:n=0,random,spread" in shlex.split(verdict.excerpt.command)


@pytest.mark.parametrize("changed", ["asked[0] += 1", "table = asked\n        table[0] += 1"])
def test_what_is_changed_in_games_is_named(tmp_path: Path, changed: str) -> None:
    bid = f"{changed}\n        if asked[0] % 5 == 0: return 0"
    report = try_here(write(tmp_path, top="asked = [0]", bid=bid))
    assert {question for question, each in outcomes(report).items() if each == "failed"} == {"pure"}
    assert "changes asked (mine.py), which lives on" in report.verdicts["pure"].text


HIDDEN = "sys.setrecursionlimit(sys.getrecursionlimit() + 1)"


def test_a_memory_that_cannot_be_read_is_told_and_found_by_asking_again(tmp_path: Path) -> None:
    bid = f"{HIDDEN}\n        if sys.getrecursionlimit() % 5 == 0: return 0"
    report = try_here(spec := write(tmp_path, bid=bid), "python")
    assert report.verdicts["pure"].outcome == "open"
    assert f"({spec}, line {line_of(spec, HIDDEN)})" in report.verdicts["pure"].text
    verdict = report.verdicts["repeats"]
    assert verdict.outcome == "failed"
    assert "when asked again" in verdict.text
    assert verdict.excerpt
    assert "to act" in verdict.excerpt.story()
    assert report.verdicts["public"].outcome == report.verdicts["agrees"].outcome == "open"


STACK = """
def next_house():
    frame = sys._getframe()
    while "game" not in frame.f_locals:
        frame = frame.f_back
    game = frame.f_locals["game"]
    return (*game.deal.houses, 0)[game.seen_houses.bit_count()]
"""


def test_a_strategy_that_knows_hidden_cards(tmp_path: Path) -> None:
    report = try_here(write(tmp_path, top=STACK, bid="if next_house() % 2: return 0"))
    others = {"compiles": "failed", "agrees": "open"}
    assert outcomes(report) == {"pure": "open", "public": "failed", **others}
    assert "it knows them" in report.verdicts["public"].text


def test_reading_inside_a_view_under_another_name(tmp_path: Path) -> None:
    top = "def peek(table): return table._snapshot.seat"
    spec = write(tmp_path, top=top, bid="if peek(view) == 9: return 0")
    report = try_here(spec)
    assert report.verdicts["public"].outcome == "failed"
    place = f"({spec}, line {line_of(spec, 'def peek')})"
    assert report.verdicts["public"].text.startswith(f"it reads view._snapshot {place}")


@pytest.mark.thorough
def test_what_plays_in_plain_python_only_passes_for_that_engine(tmp_path: Path) -> None:
    spec = write(tmp_path, bid="x = [View, 'a']")
    refused = try_here(spec)
    assert not refused.passed
    assert outcomes(refused) == {"compiles": "failed", "agrees": "open"}
    report = try_here(spec, "python")
    assert report.passed
    assert outcomes(report) == {"compiles": "open", "agrees": "open"}
    assert "--engine python" in report.verdicts["compiles"].text
    assert report.cost
    assert report.cost.compiled is None


def test_a_typo_that_no_game_reaches_does_not_pass(tmp_path: Path) -> None:
    spec = write(tmp_path, bid="if view.round == 99: return view.min_bid")
    report = try_here(spec)
    assert not report.passed
    assert outcomes(report) == {"compiles": "failed", "agrees": "open"}
    message = report.verdicts["compiles"].text
    assert "did you mean view.least_bid?" in message
    assert f"line {line_of(spec, 'min_bid')}" in message


MODEL = """
from forsale_sim import strategy
from forsale_sim.cards import lowest


class Model:
    def __init__(self):
        self.limits = {{3: 4}}

    def bid(self, view):
        {line}
        return view.least_bid if view.least_bid < self.limits.get(view.players, 3) else 0

    def sell(self, view):
        return lowest(view.hand)


model = strategy("model")(Model())
"""


@pytest.mark.parametrize(
    ("line", "failed"),
    [
        ("pass", set()),
        ("self.limits[3] += 1", {"pure"}),
        ("if view.round == 99: return view._snapshot", {"source"}),
    ],
)
def test_an_object_with_a_model(tmp_path: Path, line: str, failed: set[str]) -> None:
    path = tmp_path / "model.py"
    path.write_text(MODEL.format(line=line), encoding="utf-8")
    verdicts = outcomes(try_here(str(path), "python"))
    assert {question for question, outcome in verdicts.items() if outcome == "failed"} == failed
    assert verdicts["compiles"] == "open"


def test_compiled_and_plain_that_disagree(tmp_path: Path) -> None:
    report = try_here(
        write(tmp_path, bid="x = view.coins * 2**61 * 8\n        if x == 0: return 0")
    )
    assert outcomes(report) == {"agrees": "failed"}
    verdict = report.verdicts["agrees"]
    assert " compiled, but " in verdict.text
    assert verdict.excerpt
    assert verdict.excerpt.story() == ""
    assert "--game 1 --no-rotate" in verdict.excerpt.command


def test_a_process_that_ends_between_two_questions_fails() -> None:
    report = Report("x")
    report.add(Verdict("loads", "passed", ""))
    report.add(Verdict("loads", "failed", "the process ended"))
    report.add(Verdict("loads", "passed", ""))
    report.close()
    assert not report.passed
