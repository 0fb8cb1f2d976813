"""How the results of each experiment are shown: its headline, its tables in print, its plots."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strategy_lab.display.text_tables import Facts, Presentation, part_of
from strategy_lab.errors import LaboratoryError, UsageError, counted, first_problem, games_of_deals
from strategy_lab.files.whole_files import atomic_write_together
from strategy_lab.results import saved_tables
from strategy_lab.results.saved_tables import MANIFEST, TABLES
from strategy_lab.simulation.checkpoints import read_manifest

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import RenderableType

    from strategy_lab.display.comparison_page import Answer
    from strategy_lab.display.design_text import DesignAnswer
    from strategy_lab.results.conclusions import Tables
    from strategy_lab.results.measures import Measures
    from strategy_lab.simulation.checkpoints import Execution
    from strategy_lab.simulation.experiment import Experiment, Outcome
    from strategy_lab.simulation.spec import Spec


TUNED, MIXTURE = "tuned.toml", "mixture.toml"  # the files of strategies that searches write


LOWER_BOUND = (
    "A gain is a lower bound on exploitability: that of the best response that was found. A better "
    "one may exist, and with more than two players no way to play is safe from all others."
)


class ComparePresentation(Presentation):
    width = 110

    def headline(self, facts: Facts) -> str:
        return (
            f"{games_of_deals(facts['games'], facts['deals'])} by each ruleset{part_of(facts)}, "
            f"seed {facts['seed']}"
        )

    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterable[RenderableType]:
        from strategy_lab.display.comparison_text import comparison_parts

        return comparison_parts(tables, self.experiment, width)

    def findings(self, tables: Tables, facts: Facts) -> list[str]:
        from strategy_lab.display.comparison_text import all_findings

        return all_findings(tables, self.experiment)

    def csv(self, tables: Tables) -> str:
        return saved_tables.to_csv(tables["conclusions"])


class ReportPresentation(ComparePresentation):
    texts = ("report.html", "report.md")

    def _answer(self, tables: Tables, facts: Facts) -> Answer:
        from strategy_lab.display.comparison_page import Answer
        from strategy_lab.experiments.compare.spec import labels_of

        spec = facts["spec"]
        labels = labels_of(spec["labels"], [each.name for each in self.experiment.rulesets])
        question, seconds = spec["question"] or "", spec["seconds_a_decision"]
        return Answer(tables, self.experiment, question, labels, seconds)

    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterable[RenderableType]:
        return [self._answer(tables, facts).question, *self.findings(tables, facts), ""]

    def findings(self, tables: Tables, facts: Facts) -> list[str]:
        from strategy_lab.display.comparison_page import answer_text

        answer = self._answer(tables, facts)
        first, said = f"{answer.headline()}.", []
        for each in answer.questions():
            text = answer_text(answer, each).removeprefix(first).strip()
            said += [f"{each.title} {text}"] if text else []
        return [first, *(said or (each.text for each in answer.statements()))]

    def save_texts(self, tables: Tables, facts: Facts, folder: Path, home: Path) -> None:
        if facts["complete"] and not facts["shard"]:
            from strategy_lab.display.comparison_page import report_page
            from strategy_lab.display.pages import write_page

            answer = self._answer(tables, facts)
            write_page(report_page(answer, facts, list(facts["tables"])), folder)


class DesignPresentation(Presentation):
    width = 110
    texts = ("report.html", "report.md")

    def headline(self, facts: Facts) -> str:
        kept = "".join(f", keep {condition}" for condition in facts["conditions"])
        return (
            f"{' and '.join(facts['goals'])}{kept}: {facts['candidates']} rulesets for "
            f"{facts['players'][0]} players\n"
            f"{games_of_deals(facts['games'], facts['deals'])}{part_of(facts)}, "
            f"seed {facts['seed']}"
        )

    def _answer(self, tables: Tables) -> DesignAnswer:
        from strategy_lab.display.design_text import DesignAnswer

        return DesignAnswer(tables, self.experiment)

    def findings(self, tables: Tables, facts: Facts) -> list[str]:
        return self._answer(tables).texts()

    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterable[RenderableType]:
        from strategy_lab.display.design_text import design_parts

        return design_parts(self._answer(tables), width)

    def save_texts(self, tables: Tables, facts: Facts, folder: Path, home: Path) -> None:
        from strategy_lab.files.whole_files import write_text

        answer, file = self._answer(tables), self.experiment.rule_words.file
        if file is not None and answer.is_better and answer.first is not None:
            write_text(folder / "recommended.toml", file(answer.first, answer.players))
        if facts["complete"]:
            from strategy_lab.display.design_page import design_page
            from strategy_lab.display.pages import write_page

            write_page(design_page(answer, facts, list(facts["tables"])), folder)


class TunePresentation(Presentation):
    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterable[RenderableType]:
        parameters = tables["parameters"]
        digits = {name: parameters[name].astype(str) for name in parameters}
        spec = self.experiment.spec
        others = [entrant.name for entrant in spec.against] + ["the best so far"] * spec.self_play
        said = f"Each table has one candidate and copies of one of {', '.join(others)}."
        said = f"{said}{self._stalled()}\n"
        return [*super().parts({**tables, "parameters": digits}, facts, width), said]

    def _stalled(self) -> str:
        search = self.experiment.search
        if not search.has_stalled:
            return ""
        limit, generations = search.task.stall, len(search.won)
        before, last = (f"{100 * rate:.1f} %" for rate in search.lately)
        return (
            f" The search ended after generation {generations} of {search.task.generations}: the "
            f"last {limit} won {last} on average, and the {limit} before them {before}. "
            "--stall 0 plays them all."
        )

    def epilogue(self, spec: Spec, outcome: Outcome) -> list[str]:
        (chosen,) = spec.rulesets_named
        cell = outcome.experiment.plans[0].cells[0].cell
        words = ["--ruleset", chosen.text or chosen.ruleset.name, "--players", str(cell.players)]
        words += ["--strategy", "all", "--strategy", self.experiment.tuned.spec]
        return [f"play    {shlex.join([spec.program.name, 'run', *words])}"]

    def save_texts(self, tables: Tables, facts: Facts, folder: Path, home: Path) -> None:
        from strategy_lab.plugins.entrants import write_tuned

        tuned = self.experiment.tuned_file()
        if tuned is not None:
            write_tuned(folder / TUNED, tuned, home)


class ExploitPresentation(Presentation):
    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterable[RenderableType]:
        said = f"Against copies of {self.experiment.spec.strategy.name}. {LOWER_BOUND}\n"
        return [*super().parts(tables, facts, width), said]


class PsroPresentation(Presentation):
    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterable[RenderableType]:
        rounds = tables["rounds"]
        last = int(rounds["round"][-1])
        more = (
            f"After {counted(last, 'round')} a response still gains: go on with more --rounds."
            if rounds["joins"][-1]
            else f"No response was found that is shown to gain against the equilibrium of round "
            f"{last}."
        )
        saved = int(rounds["round"][rounds["saved"]][0])
        said = (
            f"{more} The best response is that of all rounds. {LOWER_BOUND} The mixture is the "
            f"equilibrium of round {saved}, against which the best gains least on held-out deals. "
            "The two gains are of fresh deals, each of its own, so they differ by chance.\n"
        )
        return [*super().parts({"rounds": rounds}, facts, width), said]

    def save_texts(self, tables: Tables, facts: Facts, folder: Path, home: Path) -> None:
        from strategy_lab.plugins.entrants import write_mixture, write_tuned

        write_mixture(folder / MIXTURE, self.experiment.mixture_file(), home)
        for name, response in self.experiment.response_files().items():
            write_tuned(folder / f"{name}.toml", response, home)


def presentation_of(spec: Spec, experiment: Experiment) -> Presentation:
    module, _, name = spec.presentation.partition(":")
    kind: type[Presentation] = getattr(import_module(module), name)
    return kind(experiment)


def save_results(
    folder: Path,
    tables: Tables,
    facts: dict[str, Any],
    presentation: Presentation,
    execution: Execution,
) -> None:
    """Write results into a folder that exists, all files or none, but for what cannot be drawn.

    They replace those of the same experiment when it was not complete.
    """
    failed: Exception | None = None
    with atomic_write_together(folder, last=MANIFEST) as unfinished:
        columns = presentation.experiment.columns
        saved = saved_tables.save_tables(tables, unfinished, execution.table_formats, columns)
        said = {**facts, TABLES: saved_tables.checksums(saved)}
        try:
            _save_plots(presentation, tables, unfinished, execution.plot_formats)
            presentation.save_texts(tables, said, unfinished, folder)
        except (LaboratoryError, OSError):
            raise
        except Exception as error:  # of matplotlib: its settings and fonts are the user's
            failed = error
            said["drawn"] = False  # so --resume draws it
        saved_tables.save_manifest(said, unfinished)
    if failed is not None:
        raise LaboratoryError(
            f"the tables are saved in {folder}, and not all plots and pages are, since drawing "
            f"ended with {type(failed).__name__}: {first_problem(failed)}. Mend it, and go on with "
            "--resume"
        ) from failed


def _save_plots(
    presentation: Presentation, tables: Tables, folder: Path, formats: Sequence[Any]
) -> None:
    if not presentation.plots:
        return
    from strategy_lab.display.plots.charts import save_by_ruleset
    from strategy_lab.results.tables import values

    # Of a meta-game and a ranking, which have no measures, no plot needs them.
    known: Any = getattr(presentation.experiment, "measures", None)
    drawn = plots_of(tables, known)
    first = NEEDED[next(iter(presentation.plots.values()))][0]
    plots = {name: drawn[kind] for name, kind in presentation.plots.items()}
    save_by_ruleset(plots, values(tables[first]["ruleset"]), folder, formats)


def are_saved(folder: Path, facts: dict[str, Any]) -> bool:
    try:
        held = dict(read_manifest(folder))
        named = dict(held.pop(TABLES))
        return held == facts and named == saved_tables.checksums(map(folder.joinpath, named))
    except (UsageError, OSError, KeyError, TypeError, ValueError):
        return False


NEEDED: dict[str, tuple[str, ...]] = {
    "strategies": ("by_strategy",),
    "seats": ("by_seat", "seat_effect"),
    "players": ("by_players",),
    "measures": ("measures",),
    "ratings": ("ratings",),
    "opponents": ("head_to_head",),
    "equilibria": ("invasions", "mixtures", "weights", "alpha_rank"),
}
"""The tables that each kind takes; the first has a row for every ruleset."""

Draw = Callable[[str], "Figure"]  # draws the plot of a ruleset, with a panel for each player count


def plots_of(tables: Tables, measures: Measures) -> dict[str, Draw]:
    from strategy_lab.display.plots import charts

    return {
        kind: partial(getattr(charts, f"plot_{kind}"), tables, known=measures)
        for kind, needed in NEEDED.items()
        if set(needed) <= set(tables)
        and any(map(len, tables[needed[0]].values()))  # others may be empty, as equilibria are
        and (kind != "players" or measures.score)
    }
