"""The golden games: one for each built-in ruleset and number of players, and for each strategy.

They are kept as traces; beside them lie excerpts of what experiments printed. After a change of the
trace's format, of the randomness or of a strategy, write them anew and read what changed::

    python -m tests.golden.regenerate
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from forsale_sim.for_sale import GAME, load_entrant
from forsale_sim.reference.table import Player, play_game
from forsale_sim.reference.trace import trace_lines
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from strategy_lab.plugins.registry import installed_strategies

from tests.support.players import mixed_lineup

FOLDER = Path(__file__).parent
SEED = 1997
DEAL = 1
HOUSE_RULES = {
    "a-third-back": "iello-en[refund=1/3 up]",
    "first-refunded": "iello-en-variant[refund=2/3 down,refunded=first]",
    "raise-by-2": "iello-en[raise=2]",
    "open-with-3": "iello-en[raise=match,opening_bid=3]",
    "left-opens": "iello-en[opener=left]",
    "lowest-opens": "iello-en-variant[opener=lowest]",
    "lots": "iello-en[opener=lot]",
    "coins-double": "iello-en[coin_value=2]",
    "coins-nothing": "iello-en[coin_value=0]",
    "gifts": "iello-en-variant[pass_gift=1 0 2]",
    "face-down": "iello-en[hidden_houses=2]",
    "two": "iello-en[coins=20 20]",
    "seven": "iello-en[coins=12 12 12 12 12 12 12,removed=2]",
    "eight": "iello-en[coins=10 10 10 10 10 10 10 10,removed=6]",
}
"""By the name of its file: a ruleset with each rule that no edition prints."""

UNPRINTED_PLAYERS = {"two": 2, "seven": 7, "eight": 8}
"""How many play by house rules; by all others, four."""


def cases() -> list[tuple[str, int]]:
    """Every built-in ruleset with every number of players it allows, and house rules with one."""
    editions = [
        (name, players) for name in ruleset_names() for players in load_ruleset(name).players
    ]
    return editions + [(name, UNPRINTED_PLAYERS.get(name, 4)) for name in HOUSE_RULES]


def path_of(ruleset: str, players: int) -> Path:
    """Where the trace of a case is kept."""
    return FOLDER / f"{ruleset}-{players}.jsonl"


def lines_of(ruleset: str, players: int) -> list[str]:
    """Play the game of a case and return the lines of its trace."""
    lineup = mixed_lineup(players)
    rules = load_ruleset(HOUSE_RULES.get(ruleset, ruleset)).rules(players)
    game = play_game(rules, lineup, SEED, DEAL)
    return list(trace_lines(game, SEED, DEAL, [player.name for player in lineup]))


def strategy_path(name: str) -> Path:
    """Where the trace of a strategy's game is kept."""
    return FOLDER / "strategies" / f"{name}.jsonl"


def strategy_lines(name: str) -> list[str]:
    """Play a game with a strategy in seats 1 and 3 and return the lines of its trace."""
    entrant = load_entrant(name)
    _, second, _, fourth = mixed_lineup(4)
    lineup: list[Player] = [entrant, second, entrant, fourth]
    game = play_game(load_ruleset("iello-en").rules(4), lineup, SEED, DEAL)
    return list(trace_lines(game, SEED, DEAL, [player.name for player in lineup]))


def regenerate_experiments() -> None:
    """Run the command of every golden experiment, and write what the file keeps of its output."""
    for path in sorted((FOLDER / "experiments").glob("*.json")):
        golden = json.loads(path.read_text(encoding="utf-8"))
        command = [sys.executable, "-m", "forsale_sim", *golden["arguments"], "--format", "json"]
        printed = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        for key in golden["manifest"]:
            golden["manifest"][key] = printed["manifest"][key]
        for name, table in golden["tables"].items():
            rows = printed[name]
            table["rows"] = len(rows)
            for column in table["columns"]:
                table["columns"][column] = [row[column] for row in rows[:: table["every"]]]
        path.write_text(json.dumps(golden, separators=(",", ":")) + "\n", encoding="utf-8")


def regenerate() -> None:
    """Write every golden trace, and remove those of rulesets and strategies that are no more."""
    for path in FOLDER.rglob("*.jsonl"):
        path.unlink()
    games = {path_of(*case): lines_of(*case) for case in cases()}
    games |= {strategy_path(name): strategy_lines(name) for name in installed_strategies(GAME)}
    for path, lines in games.items():
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    regenerate()
    regenerate_experiments()
