"""What games are measured by that a class of `strategy_lab.table_game` plays: score and counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from strategy_lab.game import find_game
from strategy_lab.results import measures
from strategy_lab.results.accumulators import Cell, Sums
from strategy_lab.results.conclusions import COUNT
from strategy_lab.results.saved_games import OwnColumns, Part
from strategy_lab.rows import MAX_SEATS, Count, Rows

ALL_SCORES = "scores"  # the sum of the scores of all players


@dataclass(frozen=True, slots=True, eq=False)
class TableMeasures(measures.Measures):
    game: str = ""

    def __reduce__(self) -> tuple[Callable[[str], measures.Measures], tuple[str]]:
        return _measures_of_game, (self.game,)


def _measures_of_game(name: str) -> measures.Measures:
    return find_game(name).measures()


def measures_of(
    game: str, seats: int, score: str, score_matters: float, counts: Mapping[str, Count]
) -> TableMeasures:
    """Return the measures of a game: who wins, the score of a player, and what it counts."""
    own = measures.Measure(
        score,
        score,
        f"{score} of a player at the end",
        {measures.PLAYER: measures.Ratio(ALL_SCORES, "players")},
        matters=measures.Matters(score_matters, "as the game says"),
        noun=f"the {score} of a player",
        question=f"how many {score} players get",
        label=f"{score} of a player",
        more="players get {size} {many} {unit}",
        size_unit=score.removesuffix("s"),
        size_units=score,
    )
    counted = [
        measures.Measure(
            name,
            COUNT,
            each.meaning,
            {measures.TABLE: measures.Ratio(name)},
            matters=measures.Matters(1.0, "one more or less"),
            noun=f"the number of {each.many}",
            question=f"how many {each.many} a game has",
            label=f"{each.many} of a game",
            more="a game has {size} {many} {unit}",
            size_unit=each.one,
            size_units=each.many,
        )
        for name, each in counts.items()
    ]

    def sum_games(
        records: NDArray[Any], seatings: int, players: int, _rules: Any, sums: Sums
    ) -> None:
        sums[:, 0] += seatings
        sums[:, 1] += seatings * players
        scores = records["score"][:, :players].reshape(len(sums), seatings * players)
        sums[:, 2] += scores.sum(axis=1, dtype=np.int64)
        for place, name in enumerate(counts, start=3):
            sums[:, place] += records[name].reshape(len(sums), seatings).sum(axis=1)

    return TableMeasures(
        module="",
        game=game,
        entries=(
            own,
            *counted,
            *measures.EVERY_GAME,
            *measures.source_measures(measures.WIN, "win", "wins", (measures.RUN,)),
        ),
        of_table=("games", "players", ALL_SCORES, *counts),
        sum_games=sum_games,
        places=max(MAX_SEATS, seats),
        questions=(
            measures.Question(score, f"How many {score} do players get?", (score,)),
            *(
                measures.Question(name, f"How many {each.many} does a game have?", (name,))
                for name, each in counts.items()
            ),
            *(measures.SEATS, measures.SKILL),
        ),
        score=score,
        score_note=f"{score.capitalize()}: of a player at the end.",
    )


def columns_of(score: str, counts: Mapping[str, Count]) -> OwnColumns:
    """Return what the file of games says of one."""

    def values(cell: Cell, rows: Rows) -> dict[str, Any]:
        scores = {f"{score}_{i + 1}": rows.score[:, i] for i in range(cell.players)}
        return {**{name: rows.data[name] for name in counts}, **scores}

    return OwnColumns(
        of_game=tuple(
            Part(name, pa.int64(), "count", each.meaning) for name, each in counts.items()
        ),
        of_seat=(Part(score, pa.int64(), score, f"{score} of seat {{}} at the end"),),
        values=values,
    )
