"""What is told of rules before they are played, as people may not expect it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from forsale_sim.rules.loading import ruleset_names
from forsale_sim.rules.parameters import PRINTED_PLAYERS, Rules, nearest_printed


def notes(played: Sequence[Rules]) -> Iterator[str]:
    """Yield a sentence on each number of players that is not printed, and on uneven rounds."""
    for players in sorted({rules.players for rules in played} - set(PRINTED_PLAYERS)):
        yield (
            f"No edition is printed for {players} players: built-in strategies with tuned or "
            f"learned values use those for {nearest_printed(players)}."
        )
    for rules in played:
        dealt = len(rules.houses) - rules.removed
        last = dealt % rules.houses_per_round
        if last and rules.ruleset not in ruleset_names():
            yield (
                f"{rules.ruleset} for {rules.players} players: {dealt} houses, "
                f"{rules.houses_per_round} a round, leave {last} for the last round; rounds are "
                f"even with removed.{rules.players} = {len(rules.houses) % rules.houses_per_round}."
            )
