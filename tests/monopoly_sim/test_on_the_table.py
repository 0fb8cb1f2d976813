"""Monopoly for persons: games played in the terminal, pages with the board, odds."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from monopoly_sim.game import GAME
from monopoly_sim.odds import Odds
from monopoly_sim.play import Person
from monopoly_sim.positions import finished, game_at, read_position
from monopoly_sim.program import PROGRAM
from monopoly_sim.reference.table import Table
from monopoly_sim.reference.trace import pass_dice
from monopoly_sim.reference.turns import play_turn, raise_cash
from monopoly_sim.rules.ruleset import load_ruleset, ruleset_names
from strategy_lab.cli.main import new_cli
from strategy_lab.errors import GameLeft, UsageError
from strategy_lab.plugins.entrants import load_entrant
from strategy_lab.rows import whole_win

from tests.support.browser import CHROMIUM, COMPLAINTS, CONTRASTS, READABLE, browser

QUICK = ("collector", "builder", "cautious")


def asked(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(new_cli(PROGRAM), [str(each) for each in arguments], input=typed)


def tables_of_a_game(ruleset: str, deal: int) -> list[Table]:
    """Return the table at the start of each turn of a game."""
    rules = load_ruleset(ruleset).rules(len(QUICK))
    decks = tuple(list(range(len(deck))) for deck in rules.decks)
    lineup = [load_entrant(spec, GAME) for spec in QUICK]
    game, tables = game_at(Table(rules, decks), lineup, seed=4, deal=deal), list[Table]()  # type: ignore[arg-type]
    while not game.table.ending:
        tables.append(game_at(game.table, lineup, seed=0, deal=1).table)
        play_turn(game, game.table.turn)
        pass_dice(game)
    return tables


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_position_is_played_on_as_the_readable_engine_does(ruleset: str) -> None:
    lineup = [load_entrant(spec, GAME) for spec in QUICK]
    odds = Odds(lineup, seed=9)
    tables = [table for deal in range(1, 5) for table in tables_of_a_game(ruleset, deal)]
    holding = [table for table in tables if any(map(any, table.held))]
    assert holding, "somebody holds a card that opens the jail, which is then in no deck"
    for table in (*tables[:: max(1, len(tables) // 3)], *holding[:: max(1, len(holding) // 3)]):
        wins = odds.wins(table, 2)
        for deal, of_game in enumerate(wins, start=1):
            expected = finished(table, lineup, 9, deal)["win"][: len(QUICK)]
            assert of_game.tolist() == expected.tolist()
    last = tables[-1]
    assert last.out, "somebody is bankrupt by then"
    assert (odds.wins(last, 50).sum(axis=1) == whole_win(3)).all()
    assert odds.wins(last, 50)[:, last.out[0] - 1].sum() == 0


POSITION = """
ruleset = "hasbro-classic"
round = 9
[[seats]]
strategy = "builder"
cash = 900
at = "Boardwalk"
deeds = ["Oriental Avenue", "Vermont Avenue", 39]
[[seats]]
strategy = "builder"
cash = 900
deeds = ["Connecticut Avenue", 37]
mortgaged = [37]
"""
TRADE = "[[trades]]\nseat = 1\npartner = 2\ngives = [39]\ngets = ['Connecticut Avenue']\n"


@pytest.mark.thorough
def test_odds_say_who_wins_and_what_a_trade_changes(tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    path.write_text(POSITION + TRADE)
    told = json.loads(asked("odds", path, "--games", 400, "--seed", 3, "--format", "json").output)
    before, after = told["seats"], told["trades"][0]["seats"]
    assert sum(each["win_rate"] for each in before) == pytest.approx(1)
    for one, other in zip(before, after, strict=True):
        assert other["change"] == pytest.approx(other["win_rate"] - one["win_rate"])
        assert other["change_low"] < other["change"] < other["change_high"]
    alone = tmp_path / "alone.toml"
    alone.write_text(POSITION)
    text = asked("odds", alone, "--games", 400, "--seed", 3).output
    assert f"{100 * before[0]['win_rate']:.1f}"[:2] in text


@pytest.mark.parametrize(
    ("changed", "answer"),
    [
        (
            ("cash = 900", "cash = -1"),
            "seat 1: cash: -1 is not allowed; it must be a whole number from 0 to 1,000,000",
        ),
        (('"Vermont Avenue"', "1.5"), "seat 1: deeds: 1.5 is not allowed; it must be a list of"),
        (("cash", "cahs"), "seat 1: cahs: no such key: did you mean 'cash'?"),
        (('"Vermont Avenue"', '"Vermont"'), "seat 1: no square is called 'Vermont': did you mean"),
        (("[37]", "[39]"), "seat 2: Boardwalk is not among its deeds"),
        (("37]\nm", "39]\nm"), "seat 2: Boardwalk is of seat 1 already"),
        (("round = 9", "turn = 3"), "turn: there is no seat 3; there are 2"),
        (("mortgaged = [37]", 'buildings = { "37" = 1 }'), "its owner lacks a street of the group"),
        (("mortgaged = [37]", "jail = 9"), "seat 2: jail: 9 is not allowed; it must be a turn"),
        (("mortgaged = [37]", "jail_cards = 3"), "the decks have no more cards that open the jail"),
        (
            ("mortgaged = [37]", TRADE.replace("[39]", "[1]")),
            "trade 1: seat 1 does not own all of [1]",
        ),
        (("strategy", "strategi"), "seat 1: strategy: missing; it must be the name of"),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    tmp_path: Path, changed: tuple[str, str], answer: str
) -> None:
    path = tmp_path / "position.toml"
    path.write_text(POSITION.replace(*changed, 1))
    with pytest.raises(UsageError, match=re.escape(answer)):
        read_position(path)


def test_a_position_is_laid_out_as_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    path.write_text(POSITION)
    table = read_position(path).table
    assert (table.cash[1:], table.position[1], table.round, table.turn) == ([900, 900], 39, 9, 1)
    assert table.owner[9] == 2
    assert table.mortgaged == 1 << 37


def play(typed: str, *more: object) -> Result:
    return asked("play", "--against", "cautious,random", "--seed", 11, *more, typed=typed)


def test_a_person_plays_to_the_end_and_the_game_is_saved(tmp_path: Path) -> None:
    saved = tmp_path / "game.jsonl"
    raising = "".join(f"sell {at}\nmortgage {at}\n" for at in range(40))
    result = play(f"y\n\n0\nn\nr\n{raising}" * 400, "--out", saved)
    lines = [json.loads(line) for line in saved.read_text().splitlines()]
    assert lines[0]["lineup"] == ["you", "cautious", "random"]
    assert lines[-1]["t"] == "end"
    assert f"after {lines[-1]['rounds']} rounds" in result.output


def test_a_game_that_was_left_is_gone_on_with() -> None:
    left = play("y\nnonsense\ny\ny\nquit\n")
    assert left.exit_code == 0
    assert "Type ? for help" in left.output
    command = left.output.partition("To go on: monopoly-sim ")[2]
    again = asked(*shlex.split(command), typed="quit\n")
    told = [line for line in left.output.splitlines() if line.startswith("  seat")]
    assert [line for line in again.output.splitlines() if line.startswith("  seat")] == told


@pytest.mark.parametrize("auction", ["limits", "open"])
def test_others_limits_are_told_after_a_person_has_bid(auction: str) -> None:
    rules = ("--ruleset", f"hasbro-classic[auction={auction}]")
    said = play("n\nbuy\n-5\n2: 5 x for 11\n0\nquit\n", *rules).output
    before, answered, after = said.partition("> 0\n")
    assert before.count("is no bid: type a whole number, 0 for no bid, or up to 120. Type ?") == 3
    assert answered and "bids up to" not in before
    assert ("Seat 3 bids" in before) == (auction == "open")
    assert "bids up to" in after


def test_a_limit_is_bid_up_to_by_the_least_steps() -> None:
    rules = ("--ruleset", "hasbro-classic[auction=open]")
    typed, said = (
        play(f"n\n{bids}quit\n", *rules).output for bids in ("200\n" * 60, "up to 200\n")
    )
    question, bid = "you bid for Oriental", "seat 1 bids up to 200 for Oriental"
    assert said.count(question) == 1
    assert said.count(bid) == typed.count(bid) == typed.count(question) > 5


def test_a_person_in_debt_sells_and_mortgages_alone(tmp_path: Path) -> None:
    path, said = tmp_path / "position.toml", list[str]()
    path.write_text(POSITION)
    person = Person(1, iter(["mortgage 39", "redeem 39", "quit"]), said.append)
    game = game_at(read_position(path).table, [load_entrant("builder", GAME)] * 2, seed=1, deal=1)
    game.lineup, person.game = [person, *game.lineup[1:]], game  # type: ignore[list-item]
    with pytest.raises(GameLeft):
        raise_cash(game, 1, 1200)
    assert (
        said[-1] == "'redeem 39' is none of sell, mortgage with a square's number. Type ? for help."
    )


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "game.html"
    run = ("--lineup", ",".join(QUICK), "--games", 3, "--seed", 6, "--game", 2)
    result = asked("replay", *run, "--page", path)
    assert result.exit_code == 0, result.output
    return path


def data_of(page: Path) -> dict[str, Any]:
    found = re.search(r'id="data">(.*?)</script>', page.read_text(), re.DOTALL)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


@pytest.mark.thorough
def test_a_page_has_every_turn_and_who_wins_from_each_round_on(page: Path) -> None:
    told = data_of(page)
    turns = told["turns"]
    rounds = {turn["round"] for turn in turns}
    assert rounds == set(range(1, max(rounds) + 1))
    assert all(
        sum(turn["chances"]) == pytest.approx(1, abs=0.01) for turn in turns if turn["chances"]
    )
    assert sum(turn["chances"] is not None for turn in turns) >= len(rounds)
    assert max(turns[-1]["chances"]) == 1
    assert np.argmax(turns[-1]["worth"]) == np.argmax(turns[-1]["chances"])


LABELS = """[...document.querySelectorAll("svg text")].map((text) => {
  const box = (node) => node?.getBoundingClientRect();
  const [own, svg, next] = [text, text.ownerSVGElement, text.nextElementSibling].map(box);
  const beside = next?.top === own.top ? next.left : svg.right;
  return [own.left - svg.left, own.right, svg.right, beside];
})"""
"""Of each label of a chart: its ends, that of the chart, and where the label beside it begins."""


@pytest.mark.thorough
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
def test_a_page_is_looked_at_in_a_browser(page: Path, tmp_path: Path) -> None:
    last = len(data_of(page)["turns"]) - 1
    with browser(tmp_path / "profile") as tab:
        for width in (400, 1280):
            tab.events.clear()
            tab.open(page, width=width)
            assert tab.seen(*COMPLAINTS) == []
            assert tab.run("document.documentElement.scrollWidth") == width
            for left, right, end, beside in tab.run(LABELS):
                assert left >= 0
                assert right <= min(end, beside)
            tab.press("ArrowRight")
            assert tab.run("document.getElementById('turn').value") == "1"
            tab.run(f"document.getElementById('turn').value = {last}")
            tab.run("document.getElementById('turn').dispatchEvent(new Event('input'))")
            assert "The end" in tab.run("document.getElementById('when').textContent")
        assert min(tab.run(CONTRASTS)) >= READABLE
