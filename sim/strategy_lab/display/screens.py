"""How the results of an experiment are shown, unless it has a screen of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.console import Console, RenderableType

from strategy_lab.display.text_tables import plain_tables, print_parts
from strategy_lab.errors import games_of_deals
from strategy_lab.results.conclusions import Tables
from strategy_lab.results.saved_tables import to_one_csv

if TYPE_CHECKING:
    from strategy_lab.simulation.experiment import Outcome
    from strategy_lab.simulation.spec import Spec

Facts = Mapping[str, Any]
"""A manifest."""


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
        print_parts(self.parts(tables, facts, console.width), console)

    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterable[RenderableType]:
        return plain_tables(tables, self.experiment.columns, width)

    def findings(self, tables: Tables, facts: Facts) -> list[str]:
        return []

    def csv(self, tables: Tables) -> str:
        return to_one_csv(tables, self.experiment.columns)

    def epilogue(self, spec: Spec, outcome: Outcome) -> list[str]:
        return []

    def save_plots(self, tables: Tables, folder: Path, formats: Sequence[Any]) -> None:
        """Save other plots than those of `plots`, if there are any."""

    def save_texts(self, tables: Tables, facts: Facts, folder: Path, home: Path) -> None:
        """Write further files, if there are any, into a folder that exists.

        `home`: the folder that they will be in.
        """


def part_of(facts: Facts) -> str:
    part = f" (part {facts['shard']})" if facts["shard"] else ""
    return f"{part}{'' if facts['complete'] else ' (PARTIAL: stopped early)'}"
