"""Tables of any experiment for the terminal: rates in per cent, limits as ±."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from strategy_lab.errors import games_of_deals
from strategy_lab.results.conclusions import SHARE, Column, Columns, Tables
from strategy_lab.results.saved_tables import to_one_csv
from strategy_lab.results.tables import values, where

if TYPE_CHECKING:
    from strategy_lab.simulation.experiment import Outcome
    from strategy_lab.simulation.spec import Spec


NOTHING = "\N{EN DASH}"  # printed where there is no value, such as the interval of a single deal
MINUS = "\N{MINUS SIGN}"  # printed for people; what other programs read has a hyphen

MOST_DECIMALS = 4

LOPSIDED = 2
"""From how many times the length of its shorter arm on the longer arm of an interval is no ±."""

EIGHTHS = " ▏▎▍▌▋▊▉"  # the last character of a bar, by how many eighths of it are filled

Floats = NDArray[np.float64]


def with_limits(table: Columns, name: str, scale: float = 1) -> list[Floats]:
    return [scale * table[f"{name}{limit}"] for limit in ("", "_low", "_high")]


def half_widths(value: Floats, low: Floats, high: Floats) -> Floats:
    """Return the longer arms of intervals, so that ± never claims too much."""
    return np.maximum(value - low, high - value)


def decimals_for(half: Floats) -> int:
    """Return how many decimals show the first digit of typical half-widths.

    Those from 1 to 10 are shown with one, as ±6.0; larger ones with none.
    """
    known = half[np.isfinite(half) & (half > 0)]
    if not len(known):
        return 1
    typical = median(known.tolist())
    if typical >= 10:
        return 0
    return min(max(1, math.ceil(-math.log10(typical))), MOST_DECIMALS)


def estimates(value: Floats, low: Floats, high: Floats, *, most: float = math.inf) -> list[str]:
    """Return estimates with their half-widths, "31.2 ±0.1", all with the same decimals.

    One that is certain has none. A lopsided interval is written out, as "0.0 (0.0 to 3.7)", and so
    is one whose ± would reach beyond 0 or `most`, where the truth cannot be. The intervals are
    padded to one length, so that right-aligned texts line up in both numbers.
    """
    half = half_widths(value, low, high)
    decimals = decimals_for(half)
    centres = [number(x, decimals) for x in value]
    arms = [_arm(*limits, decimals, most) for limits in zip(value, low, high, half, strict=True)]
    width = max(map(len, arms), default=0)
    return [
        NOTHING if centre == NOTHING else f"{centre} {arm:<{width}}"
        for centre, arm in zip(centres, arms, strict=True)
    ]


def estimated(table: Columns, name: str, scale: float = 1, *, most: float = math.inf) -> list[str]:
    return estimates(*with_limits(table, name, scale), most=most)


def half_width(half: float, decimals: int) -> str:
    """Return "±0.3"; a half-width that is not 0 is not shown as 0 but as the smallest step."""
    if not math.isfinite(half):
        return NOTHING
    return f"±{number(max(half, 10**-decimals), decimals)}" if half > 0 else ""


def _arm(value: float, low: float, high: float, half: float, decimals: int, most: float) -> str:
    shorter, shown = min(value - low, high - value), max(half, 10**-decimals)
    lopsided = half > max(LOPSIDED * shorter, 2 * 10**-decimals)
    centre = round(value, decimals)
    beyond = half > 0 and (centre - shown < 0 <= low or high <= most < centre + shown)
    if math.isfinite(half) and (lopsided or beyond):
        return f"({number(low, decimals)} to {number(high, decimals)})"
    return half_width(half, decimals)


def number(value: float, decimals: int) -> str:
    """Return a number with fixed decimals, below 0 with a minus sign; `NOTHING` for NaN."""
    return with_minus(f"{value:,.{decimals}f}") if math.isfinite(value) else NOTHING


def with_minus(text: str) -> str:
    """Return a number that was written with a hyphen with a minus sign instead; 0 has no sign."""
    return text.replace("-", MINUS) if text.strip("+-0.,") else text.lstrip("+-")


def bars(value: Floats, width: int) -> list[str]:
    largest = np.nanmax(value, initial=0.0)
    if largest <= 0:
        return [""] * len(value)
    return [bar(x / largest * width) for x in np.nan_to_num(value)]


def bar(length: float) -> str:
    whole, eighths = divmod(round(length * 8), 8)
    return ("█" * whole + EIGHTHS[eighths]).rstrip()


# Lay out tables for the width of a terminal without shortening numbers: a table that is too wide is
# continued below, each part with the names of its rows.

Texts: TypeAlias = Mapping[str, Sequence[str]]
"""The cells of columns by their heads, the first column being the names of the rows."""

GAP = 2  # between two columns
NARROWEST = 20  # running text is not folded into fewer characters, nor is any of its words


def without_spare(columns: Texts, spare: Iterable[str], width: int) -> dict[str, Sequence[str]]:
    """Return the columns without as many of the `spare` ones, in order, as it takes to fit."""
    kept = dict(columns)
    for head in spare:
        if _line(_widths(kept).values()) <= width:
            break
        del kept[head]
    return kept


def matrix_columns(title: str, names: Sequence[str], pairs: Columns, cells: Sequence[str]) -> Texts:
    """Return columns of cells for pairs of a strategy and an opponent, which numbers stand for."""
    keys = zip(pairs["strategy"].tolist(), pairs["opponent"].tolist(), strict=True)
    of_pair = dict(zip(keys, cells, strict=True))
    return {title: numbered(names)} | {
        str(position): [of_pair.get((name, other), NOTHING) for name in names]
        for position, other in enumerate(names, start=1)
    }


def pivoted(
    title: str,
    names: Sequence[Any],
    table: Columns,
    by: str,
    head: Callable[[Any], str],
    measure: str,
    scale: float = 1,
    **more: Any,
) -> dict[str, Sequence[str]]:
    """Return columns side by side, one for each value of `by`, of rows called `names`.

    The rows are of strategies, or of what else is said by `of`.
    """
    of = more.pop("of", "strategy")
    columns: dict[str, Sequence[str]] = {title: names}
    for value in values(table[by]):
        block = where(table, **{by: value})
        texts = estimated(block, measure, scale, **more)
        cells = dict(zip(block[of].tolist(), texts, strict=True))
        columns[head(value)] = [cells.get(name, "") for name in names]
    return columns


def crossed(corner: str, cells: Mapping[tuple[str, str], str]) -> Texts:
    """Return columns of cells by the name of their row and the head of their column."""
    names, heads = (list(dict.fromkeys(key[place] for key in cells)) for place in (0, 1))
    return {corner: names} | {
        head: [cells.get((name, head), "") for name in names] for head in heads
    }


def best_first(table: Columns, values_of: Floats) -> list[str]:
    """Return the strategies of a table by the means of what they have there, the largest first."""
    known, names = np.nan_to_num(values_of), values(table["strategy"])
    mean = {name: np.mean(known[table["strategy"] == name]) for name in names}
    return sorted(names, key=lambda name: -mean[name])


def by_ruleset(tables: Tables, first: str) -> Iterator[tuple[str, Tables]]:
    """Yield the tables of each ruleset, in the order of the first one."""
    for ruleset in values(tables[first]["ruleset"]):
        yield ruleset, {name: where(table, ruleset=ruleset) for name, table in tables.items()}


def numbered(names: Sequence[str]) -> list[str]:
    width = len(str(len(names)))
    return [f"{position:>{width}} {name}" for position, name in enumerate(names, start=1)]


def laid_out(
    columns: Texts, width: int, *, left: Collection[str] = (), running: str | None = None
) -> Group:
    first, *others = columns
    needed = _widths(columns)
    if running is not None:
        words = [word for text in (running, *columns[running]) for word in text.split()]
        longest = max(map(cell_len, words), default=0)
        needed[running] = min(needed[running], max(NARROWEST, longest))
    parts = []
    for heads in _parted(others, needed, width - needed[first]):
        fits = _line(needed[head] for head in (first, *heads)) <= width
        foldable = {running} if fits else set(columns)
        parts.append(_table({head: columns[head] for head in (first, *heads)}, left, foldable))
    return Group(*[piece for part in parts for piece in (Text(), part)][1:])


def folded(columns: Texts, right: Collection[str]) -> Table:
    """Return a table whose long cells are folded, heads between words only: the first never is.

    Columns of numbers, those of the heads in `right`, are aligned to the right.
    """
    left = [head for head in columns if head not in right]
    return _table(columns, left, list(columns)[1:], by_words=True)


def _parted(heads: Iterable[str], needed: Mapping[str, int], room: int) -> Iterator[list[str]]:
    """Yield groups of columns that fit beside the names of rows, each of at least one."""
    part: list[str] = []
    for head in heads:
        if part and sum(needed[other] + GAP for other in (*part, head)) > room:
            yield part
            part = []
        part.append(head)
    yield part


def _widths(columns: Texts) -> dict[str, int]:
    return {
        head: max(cell_len(line) for text in (head, *cells) for line in text.split("\n"))
        for head, cells in columns.items()
    }


def _line(widths: Iterable[int]) -> int:
    return sum(width + GAP for width in widths) - GAP


def _table(
    columns: Texts,
    left: Collection[str],
    foldable: Collection[str | None],
    *,
    by_words: bool = False,
) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for position, head in enumerate(columns):
        table.add_column(
            Text(head),
            justify="left" if position == 0 or head in left else "right",
            no_wrap=head not in foldable,
            overflow="fold",
            min_width=max(map(cell_len, head.split()), default=0) if by_words else None,
        )
    for row in zip(*columns.values(), strict=True):
        if by_words or any(row[1:]):
            table.add_row(*map(Text, row))
    return table


NOTE_WIDTH = 100  # longest line of running text, unless strategies have long names


def note(text: str) -> Text:
    return Text(text, style="dim")


def _texts(table: Columns, columns: Mapping[str, Column]) -> dict[str, Sequence[str]]:
    limits = {f"{name}{end}" for name in table for end in ("_low", "_high")}
    texts: dict[str, Sequence[str]] = {}
    for name in [name for name in table if name not in limits]:
        is_share = columns[name].unit == SHARE
        head = f"{name.replace('_', ' ')}{', %' if is_share else ''}"
        scale = 100 if is_share else 1
        if f"{name}_low" in table:
            texts[head] = estimated(table, name, scale)
        elif table[name].dtype.kind == "f":
            texts[head] = [number(scale * value, 1) for value in table[name]]
        else:
            form = "{:,}" if table[name].dtype.kind in "iu" else "{}"
            texts[head] = [form.format(value) for value in table[name]]
    return texts


def aligned(rows: Sequence[Sequence[str]], numbers: Iterable[str]) -> list[str]:
    """Return rows of text as lines with columns, those headed by `numbers` flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = [heading in numbers for heading in rows[0]]
    return [
        "  ".join(
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in rows
    ]


Facts = Mapping[str, Any]  # a manifest


class Presentation:
    """How the results of any experiment are shown: its tables as they are, and no plots."""

    width = 100  # columns of text that the tables take where nothing limits them

    # The files that `save_texts` writes whenever an experiment is complete.
    texts: tuple[str, ...] = ()

    # The kinds of plots that are saved (see `plots_of`), by what their files are called.
    plots: ClassVar[Mapping[str, str]] = {}

    def __init__(self, experiment: Any) -> None:
        self.experiment = experiment

    def headline(self, facts: Facts) -> str:
        return (
            f"{games_of_deals(facts['games'], facts['deals'])}{part_of(facts)}, "
            f"seed {facts['seed']}, {facts['seating']}"
        )

    def print_tables(self, tables: Tables, facts: Facts, console: Console) -> None:
        """Print tables in the width of a console, and texts in no more than `NOTE_WIDTH`."""
        for part in self.parts(tables, facts, console.width):
            text = Text(part) if isinstance(part, str) else part
            is_text = isinstance(text, Text)
            console.print(text, width=min(console.width, NOTE_WIDTH) if is_text else None)

    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterable[RenderableType]:
        for name, table in tables.items():
            yield Text(name, style="bold")
            yield laid_out(_texts(table, self.experiment.columns), width)
            yield Text()

    def findings(self, tables: Tables, facts: Facts) -> list[str]:
        return []

    def csv(self, tables: Tables) -> str:
        return to_one_csv(tables, self.experiment.columns)

    def epilogue(self, spec: Spec, outcome: Outcome) -> list[str]:
        return []

    def save_texts(self, tables: Tables, facts: Facts, folder: Path, home: Path) -> None:
        """Write further files, if there are any, into a folder that exists.

        `home`: the folder that they will be in.
        """


def part_of(facts: Facts) -> str:
    part = f" (part {facts['shard']})" if facts["shard"] else ""
    return f"{part}{'' if facts['complete'] else ' (PARTIAL: stopped early)'}"
