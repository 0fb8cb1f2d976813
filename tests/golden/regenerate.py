"""The golden games: one for each built-in ruleset and number of players, as its trace.

After a change of the trace's format or of the randomness, write them anew and read what changed::

    python -m tests.golden.regenerate
"""

from __future__ import annotations

from pathlib import Path

from forsale_sim.reference.play import play_game
from forsale_sim.reference.trace import trace_lines
from forsale_sim.rules.loading import load_ruleset, ruleset_names

from tests.support.players import mixed_lineup

FOLDER = Path(__file__).parent
SEED = 1997
DEAL = 1


def cases() -> list[tuple[str, int]]:
    """Every built-in ruleset with every number of players it allows."""
    return [(name, players) for name in ruleset_names() for players in load_ruleset(name).players]


def path_of(ruleset: str, players: int) -> Path:
    """Where the trace of a case is kept."""
    return FOLDER / f"{ruleset}-{players}.jsonl"


def lines_of(ruleset: str, players: int) -> list[str]:
    """Play the game of a case and return the lines of its trace."""
    lineup = mixed_lineup(players)
    game = play_game(load_ruleset(ruleset).rules(players), lineup, SEED, DEAL)
    return list(trace_lines(game, SEED, DEAL, [player.name for player in lineup]))


def regenerate() -> None:
    """Write every golden trace, and remove those of rulesets that are no more."""
    for path in FOLDER.glob("*.jsonl"):
        path.unlink()
    for case in cases():
        path_of(*case).write_text("\n".join(lines_of(*case)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    regenerate()
