"""How the results of a design are shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from strategy_lab.display.presentations import Facts, Presentation, part_of
from strategy_lab.errors import games_of_deals
from strategy_lab.results.conclusions import Tables


class DesignPresentation(Presentation):
    """Rules that were looked for."""

    width = 110
    texts = ("report.html", "report.md")

    def headline(self, facts: Facts) -> str:
        """Return what was looked for, and what was played."""
        kept = "".join(f", keep {condition}" for condition in facts["conditions"])
        return (
            f"{' and '.join(facts['goals'])}{kept}: {facts['candidates']} rulesets for "
            f"{facts['players'][0]} players\n"
            f"{games_of_deals(facts['games'], facts['deals'])}{part_of(facts)}, "
            f"seed {facts['seed']}; the race took {facts['race_games']:,}, and would have taken "
            f"{facts['race_games_without_dropping']:,} had nobody left"
        )

    def print_tables(self, tables: Tables, facts: Facts, console: Console) -> None:
        """Print the tables for people to read."""
        from forsale_sim.display.design_text import print_design

        experiment, changed = self.experiment, facts["strategies_changed"]
        print_design(tables, experiment.candidates, experiment.aims, console, changed)

    def save_plots(self, tables: Tables, folder: Path, formats: Sequence[Any]) -> None:
        """Write the plot of all rulesets, by two measures."""
        from forsale_sim.display.design_page import save_design_plots

        save_design_plots(tables, self.experiment.aims, folder, formats)

    def save_texts(self, tables: Tables, facts: Facts, folder: Path, home: Path) -> None:
        """Write the recommended ruleset as a file that can be played, and the page."""
        from strategy_lab.files.whole_files import write_text

        from forsale_sim.rules.loading import ruleset_toml

        recommended = self.experiment.recommended(tables)
        if recommended not in (None, self.experiment.candidates[0].ruleset):
            alone = recommended.only_for(self.experiment.number_of_players)
            write_text(folder / "recommended.toml", ruleset_toml(alone))
        if facts["complete"]:
            from strategy_lab.display.pages import write_page

            from forsale_sim.display.design_page import design_page
            from forsale_sim.display.design_text import DesignAnswer

            design = self.experiment
            players = design.number_of_players
            changed = facts["strategies_changed"]
            answer = DesignAnswer(tables, design.candidates, design.aims, players, changed)
            write_page(design_page(answer, facts, list(facts["tables"])), folder)
