"""The golden games are played again as they were, and their traces tell all that happened."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from monopoly_sim.game import GAME
from monopoly_sim.program import PROGRAM
from monopoly_sim.reference.trace import new_game, play_on, trace_lines
from monopoly_sim.rules.ruleset import load_ruleset, ruleset_names
from strategy_lab.cli.main import new_cli
from strategy_lab.plugins.entrants import load_entrant

from tests.monopoly_sim.golden.regenerate import FOLDER, lines_of, path_of
from tests.monopoly_sim.trace_checker import check_trace


def test_every_ruleset_has_a_golden_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(ruleset_names())


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_golden_game_is_played_again_as_it_was(ruleset: str) -> None:
    assert lines_of(ruleset) == path_of(ruleset).read_text(encoding="utf-8").splitlines()


def facts_of(ruleset: str) -> dict[str, Any]:
    result = CliRunner().invoke(new_cli(PROGRAM), ["rulesets", "show", ruleset, "--format", "json"])
    facts: dict[str, Any] = json.loads(result.output)
    return facts


def golden(ruleset: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path_of(ruleset).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_every_line_of_a_golden_game_is_what_the_rules_say(ruleset: str) -> None:
    assert check_trace(facts_of(ruleset), golden(ruleset)) > 100


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_changed_line_would_be_seen(ruleset: str) -> None:
    facts, lines, seen = facts_of(ruleset), golden(ruleset), set()
    for place, line in enumerate(lines):
        kind = line["t"], line.get("purpose")
        if kind in seen or line["t"] not in ("pay", "move", "deed", "end"):
            continue
        seen.add(kind)
        changed = {"amount": 1} if "amount" in line else {"square": 17}
        changed = {"rounds": 1} if line["t"] == "end" else changed
        wrong = [*lines]
        wrong[place] = line | {key: line[key] + by for key, by in changed.items()}
        wrong[place] |= {key: wrong[place][key] % 40 for key in changed if key == "square"}
        with pytest.raises((AssertionError, KeyError)):
            check_trace(facts, wrong)
    assert len(seen) > 8


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", ruleset_names())
@pytest.mark.parametrize("players", [3, 5])
def test_every_line_of_games_with_trades_is_what_the_rules_say(ruleset: str, players: int) -> None:
    rules, facts = load_ruleset(ruleset).rules(players), facts_of(ruleset)
    specs = ("trader", "fixed-policy", "hoarder", "auctioneer", "random")[:players]
    lineup = [load_entrant(spec, GAME) for spec in specs]
    for deal in (1, 2):
        game = new_game(rules, lineup, 8, deal, 1)
        play_on(game)
        check_trace(facts, [json.loads(line) for line in trace_lines(game, 8, deal, specs)])
