"""The golden games are played again as they were, and their traces tell all that happened."""

from __future__ import annotations

import json

import pytest
from monopoly_sim.rules.ruleset import load_ruleset, ruleset_names

from tests.monopoly_sim.golden.regenerate import FOLDER, PLAYERS, lines_of, path_of


def test_every_ruleset_has_a_golden_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(ruleset_names())


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_golden_game_is_played_again_as_it_was(ruleset: str) -> None:
    assert lines_of(ruleset) == path_of(ruleset).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_trace_accounts_for_all_that_players_own(ruleset: str) -> None:
    lines = [json.loads(line) for line in path_of(ruleset).read_text("utf-8").splitlines()]
    setup, *events, end = lines
    board = load_ruleset(ruleset).rules(PLAYERS).board
    cash = dict(enumerate(setup["rules"]["start_cash"], start=1)) | {0: 0, -1: 0}
    owner, level, mortgaged = {}, dict.fromkeys(range(board.size), 0), set()
    for event in events:
        match event["t"]:
            case "pay":
                cash[event["payer"]] -= event["amount"]
                cash[event["payee"]] += event["amount"]
                assert all(amount >= 0 for seat, amount in cash.items() if seat > 0)
            case "deed":
                owner[event["square"]] = event["owner"]
                if not event["owner"]:
                    mortgaged.discard(event["square"])
                assert event["mortgaged"] == (event["square"] in mortgaged)
            case "building":
                level[event["square"]] = event["level"]
            case "mortgage":
                change = mortgaged.add if event["mortgaged"] else mortgaged.remove
                change(event["square"])
    worth = dict(cash)
    for square, seat in owner.items():
        price = board.mortgages if square in mortgaged else board.prices
        worth[seat] += price[square] + level[square] * board.house_prices[square]
    assert [worth[seat] for seat in range(1, PLAYERS + 1)] == end["worth"]
