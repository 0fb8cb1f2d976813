"""The file of games, read group by group, never whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.files.regular_files import check_regular

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import parquet

Games: TypeAlias = Iterator[tuple[tuple[str, int], dict[str, NDArray[Any]]]]
"""The ruleset and player count of some games, and their columns."""


def games_of(path: Path, parts: Sequence[str]) -> Games:
    """Yield the games of each ruleset and player count in a file of games, and their deals.

    `path`: the file of games. `parts`: columns: a name; or what comes before the numbers of houses
    or seats, whose columns are stacked, (games, highest number), with -1 for null and for what
    there is no column of. Raises `UsageError` if it cannot be read, or has no such columns.
    """
    import pyarrow as pa
    from pyarrow import parquet

    try:
        check_regular(path)
        with parquet.ParquetFile(path) as file:
            yield from _read(file, path, ("deal", *parts))
    except (OSError, pa.ArrowException) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error


def _read(file: parquet.ParquetFile, path: Path, parts: Sequence[str]) -> Games:
    names = file.schema_arrow.names
    columns = {part: _numbered(part, names) for part in parts}
    missing = [name for name in ("ruleset", "players") if name not in names]
    missing += [part for part in parts if not columns[part]]
    if missing:
        raise UsageError(f"{path} is no file of games, from --games-out: it has no {missing[0]}")
    wanted = ["ruleset", "players", *(name for each in columns.values() for name in each)]
    for group in range(file.num_row_groups):
        table = file.read_row_group(group, wanted)
        rulesets = np.array(table["ruleset"].to_pylist())
        players = table["players"].to_numpy()
        read = {part: _column(table, part, each) for part, each in columns.items()}
        for ruleset in dict.fromkeys(rulesets.tolist()):
            for count in np.unique(players[rulesets == ruleset]).tolist():
                cell = (rulesets == ruleset) & (players == count)
                yield (ruleset, count), {part: column[cell] for part, column in read.items()}


def _numbered(part: str, names: Sequence[str]) -> dict[str, int]:
    """Return the columns of a part with their numbers; 0 if it is a column itself."""
    if part in names:
        return {part: 0}
    found = (re.fullmatch(rf"{part}_(\d+)", name) for name in names)
    return {each[0]: int(each[1]) for each in found if each}


def _column(table: pa.Table, part: str, numbers: Mapping[str, int]) -> NDArray[Any]:
    if part in numbers:
        column: NDArray[Any] = table[part].to_numpy()
        return column
    stacked = np.full((len(table), max(numbers.values())), -1)
    for name, number in numbers.items():
        stacked[:, number - 1] = table[name].fill_null(-1).to_numpy()
    return stacked
