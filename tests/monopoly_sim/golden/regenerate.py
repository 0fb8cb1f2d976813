"""The golden games: a trace of random legal players for each built-in ruleset.

After a change of the rules, the trace's format or the randomness, write them anew and read what
changed::

    python -m tests.monopoly_sim.golden.regenerate
"""

from __future__ import annotations

from pathlib import Path

from monopoly_sim.reference.trace import play_game, trace_lines
from monopoly_sim.rules.ruleset import load_ruleset, ruleset_names

from tests.monopoly_sim.random_player import RandomPlayer

FOLDER = Path(__file__).parent
SEED, DEAL, PLAYERS = 1996, 6, 4


def path_of(ruleset: str) -> Path:
    return FOLDER / f"{ruleset}.jsonl"


def lines_of(ruleset: str) -> list[str]:
    lineup = [RandomPlayer()] * PLAYERS
    game = play_game(load_ruleset(ruleset).rules(PLAYERS), lineup, SEED, DEAL)
    return list(trace_lines(game, SEED, DEAL, [player.name for player in lineup]))


def regenerate() -> None:
    for ruleset in ruleset_names():
        path_of(ruleset).write_text("\n".join(lines_of(ruleset)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    regenerate()
