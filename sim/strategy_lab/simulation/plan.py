"""What can be played: cells, lineups, deals, and the number of each game."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from strategy_lab.errors import UsageError, listed
from strategy_lab.game import GameDefinition, Ruleset, draw_lineup, turned
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.results.accumulators import Cell
from strategy_lab.simulation.options import LINEUPS, WITH_REPLACEMENT, WITHOUT_REPLACEMENT

MOST_GAMES = 10**12
"""More than a run can ever play: a larger number is a slip."""

MOST_STRATEGIES = 255
"""A row names a strategy in one byte."""

SEEDS = 2**64


@dataclass(frozen=True, slots=True)
class PlannedCell:
    """A cell with how many deals it plays."""

    cell: Cell  # the rules, the field and how many games a deal is played for
    lineup: tuple[int, ...] | None
    """Indices into the field by seat in seating 1; None where every deal draws its own."""

    deals: int  # how many deals are played, from deal 1 on
    first_game: int  # the number of the cell's first game in its plan, which counts games from 1

    @property
    def games(self) -> int:
        return self.deals * self.cell.seatings


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a plan, named by what it takes to play it."""

    number: int
    cell: PlannedCell
    deal: int
    seating: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Cells that are played by one field of strategies from one seed."""

    field: tuple[Entrant, ...]
    seed: int
    rotate: bool
    cells: tuple[PlannedCell, ...]
    lineups: str = WITHOUT_REPLACEMENT  # how lineups are drawn, one of `lineups.LINEUPS`

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if self.lineups not in LINEUPS:
            raise UsageError(
                f"lineups are drawn {listed(LINEUPS, 'or')} (--lineups), not {self.lineups!r}"
            )
        check_field(self.field)

    @property
    def definition(self) -> GameDefinition:
        return self.field[0].game

    @property
    def games(self) -> int:
        return sum(cell.games for cell in self.cells)

    @property
    def seating(self) -> str:
        how = " with replacement" if self.lineups == WITH_REPLACEMENT else ""
        lineup = "fixed lineup" if self.cells[0].lineup else f"drawn lineups{how}"
        return f"{lineup}, {'all rotations' if self.rotate else 'no rotation'}"

    @property
    def drawing(self) -> dict[str, str]:
        """How lineups are drawn where that is not as usual: part of what digests cover."""
        return {} if self.lineups == WITHOUT_REPLACEMENT else {"lineups": self.lineups}

    @property
    def refilled_after(self) -> int:
        """After how many draws of a lineup all strategies can be drawn again."""
        return 1 if self.lineups == WITH_REPLACEMENT else len(self.field)

    def game(self, number: int) -> Game:
        if not 1 <= number <= self.games:
            raise UsageError(f"there is no game {number}: the run's games are 1 to {self.games}")
        firsts = [cell.first_game for cell in self.cells]
        cell = self.cells[bisect_right(firsts, number) - 1]
        deal, seating = divmod(number - cell.first_game, cell.cell.seatings)
        return Game(number, cell, deal + 1, seating + 1)

    def seats(self, planned: PlannedCell, deal: int, seating: int) -> list[int]:
        """Return who sits where in a game of a cell: indices into the field, seat 1 first."""
        players = planned.cell.players
        drawn = planned.lineup or draw_lineup(
            self.seed, players, deal, len(self.field), self.refilled_after
        )
        return turned(drawn, seating)


def check_field(field: Sequence[Entrant]) -> None:
    if not 1 <= len(field) <= MOST_STRATEGIES:
        raise UsageError(f"a field has 1 to {MOST_STRATEGIES} strategies, not {len(field)}")


def check_games(games: float) -> None:
    if not 1 <= games <= MOST_GAMES:
        shown = f"{games:.15g}" if abs(games) < 10**300 else "one of hundreds of digits"
        raise UsageError(f"the number of games must be 1 to {MOST_GAMES:.0e}, not {shown}")


def check_seed(seed: int) -> None:
    if not 0 <= seed < SEEDS:
        raise UsageError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")


def make_plan(
    rulesets: Sequence[Ruleset],
    *,
    field: Sequence[Entrant],
    lineup: Sequence[int] | None = None,
    players: Sequence[int] = (),
    rotate: bool = True,
    seed: int,
    games: int,
    at_most: bool = False,
    lineups: str = WITHOUT_REPLACEMENT,
) -> Plan:
    """Settle what is played: a cell for each ruleset and player count."""
    check_games(games)
    check_field(field)
    names = tuple(entrant.name for entrant in field)
    tables = [
        (ruleset, count)
        for ruleset in rulesets
        for count in _player_counts(field[0].game, ruleset, players, lineup)
    ]
    cells: list[PlannedCell] = []
    first_game = 1
    for ruleset, count in tables:
        seats = tuple(lineup) if lineup is not None else (0,) * count if len(field) == 1 else None
        rotations = (period(seats) if seats else count) if rotate else 1
        share = len(tables) * rotations
        deals = max(1, games // share) if at_most else -(-games // share)
        planned = PlannedCell(
            Cell(ruleset.rules(count), names, rotations), seats, deals, first_game
        )
        if planned.games > planned.cell.most_games:
            raise UsageError(
                f"{ruleset.name} for {count} players can be tallied for at most "
                f"{planned.cell.most_games} games, not {planned.games}"
            )
        cells.append(planned)
        first_game += planned.games
    return Plan(tuple(field), seed, rotate, tuple(cells), lineups)


def period(lineup: Sequence[int] | Sequence[str]) -> int:
    """Return how many rotations of a lineup differ: 2 for A, B, A, B."""
    return next(
        shift
        for shift in range(1, len(lineup) + 1)
        if len(lineup) % shift == 0 and [*lineup[shift:], *lineup[:shift]] == list(lineup)
    )


def _player_counts(
    game: GameDefinition, ruleset: Ruleset, players: Sequence[int], lineup: Sequence[int] | None
) -> Sequence[int]:
    least, most = game.players
    for count in players:
        if not least <= count <= most:
            raise UsageError(f"{game.title} is played by {least} to {most} players, not by {count}")
    if lineup is None:
        return tuple(dict.fromkeys(players)) or ruleset.players
    if set(players) - {len(lineup)}:
        raise UsageError(
            f"the lineup seats {len(lineup)} players, not {','.join(map(str, players))}: leave out "
            "the number of players, or name as many seats"
        )
    return (len(lineup),)
