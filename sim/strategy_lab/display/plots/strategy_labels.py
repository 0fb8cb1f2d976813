"""Labels of strategies on plots: long names are shortened in the middle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import zip_longest

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from strategy_lab.display.plots.plot_style import FONT_SIZE
from strategy_lab.results.columns import Columns

LONGEST = 24
"""Characters of a label."""

LEFT_OUT = "\N{HORIZONTAL ELLIPSIS}"

HEAD = 7
"""Characters kept of a name's start if only its middle differs from other names."""

NAME_COLUMNS = ("strategy", "opponent")

ORDINARY = 1.0
"""Inches of the widest label, of about 13 characters, on plots of the usual size."""


def shortened(names: Iterable[str]) -> dict[str, str]:
    """Return a label for each name, all different.

    A name that is too long is cut in the middle. If others are cut to the same label, the part in
    which they differ is kept instead.
    """
    names = list(dict.fromkeys(names))
    labels = {name: _middle_cut(name) for name in names}
    for _ in names:
        alike = _alike(labels)
        if not alike:
            return labels
        for group in alike:
            place = next(i for i, letters in enumerate(zip_longest(*group)) if len({*letters}) > 1)
            labels |= {name: _around(name, place) for name in group}
    return {name: name for name in names} if _alike(labels) else labels


def relabelled(table: Columns, labels: Mapping[str, str]) -> dict[str, np.ndarray]:
    """Return a table with labels in place of the names of strategies."""
    named = {name: table[name] for name in NAME_COLUMNS if name in table}
    return {
        **table,
        **{
            column: np.array([labels.get(name, name) for name in names.tolist()], np.str_)
            for column, names in named.items()
        },
    }


def beyond_ordinary(labels: Collection[str]) -> float:
    """Return by how many inches the widest label is too wide for plots of the usual size."""
    return max([0.0, *(_width(label) - ORDINARY for label in labels if label)])


def _width(text: str) -> float:
    """Return the width of a text in inches."""
    path = TextPath((0, 0), text, size=FONT_SIZE, prop=FontProperties())
    return float(path.get_extents().width) / 72


def _middle_cut(name: str) -> str:
    if len(name) <= LONGEST:
        return name
    head = (LONGEST - len(LEFT_OUT)) // 2
    return name[:head] + LEFT_OUT + name[head + len(LEFT_OUT) - LONGEST :]


def _around(name: str, place: int) -> str:
    """Return the start of a name and the parameter at a place."""
    room = LONGEST - HEAD - 2 * len(LEFT_OUT)
    written = 1 + max(name.rfind(mark, 0, place) for mark in ",:=")
    parameter = 1 + max(name.rfind(mark, 0, place) for mark in ",:")
    start = next((at for at in (parameter, written) if place - at < room), place - room // 2)
    start = max(HEAD + 1, min(start, len(name) - room))
    rest = name[start : start + room]
    return name[:HEAD] + LEFT_OUT + rest + (LEFT_OUT if start + room < len(name) else "")


def _alike(labels: Mapping[str, str]) -> list[list[str]]:
    """Return groups of names that share a label."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name, label in labels.items():
        groups[label].append(name)
    return [group for group in groups.values() if len(group) > 1]
