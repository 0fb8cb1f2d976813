"""What a run found, as a manifest and as files in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forsale_sim.simulation.spec import PlanOptions, engine_option

if TYPE_CHECKING:
    from forsale_sim.display.plots.saving import PlotFormat
    from forsale_sim.results.files.saving import TableFormat
    from forsale_sim.results.tables import Tables
    from forsale_sim.simulation.checkpoints import Asked
    from forsale_sim.simulation.driver import Outcome
    from forsale_sim.stats.estimators import Estimator


def manifest_of(outcome: Outcome, asked: Asked) -> dict[str, Any]:
    """Return the manifest of a run."""
    from forsale_sim.simulation.manifest import manifest

    more = [*asked.run_options, *engine_option(asked.engine)]
    return manifest(
        outcome,
        command=PlanOptions.of(asked.options).command("run", *more),
        engine=asked.played_by or asked.engine,
        threads=asked.threads,
        shard=asked.shard,
        sources=asked.described["sources"],
    )


def write_results(
    out: Path,
    results: Tables,
    facts: Mapping[str, Any],
    estimator: Estimator,
    *,
    table_formats: Iterable[TableFormat],
    plot_formats: Iterable[PlotFormat],
) -> None:
    """Write the tables, the plots and the manifest of a run to a folder that exists.

    They replace those of the same run when it was not complete, all or none of them.
    """
    from forsale_sim.atomic_files import atomic_write_together
    from forsale_sim.display.plots.saving import save_plots
    from forsale_sim.results.files.saving import MANIFEST, save_manifest, save_tables
    from forsale_sim.results.schema import columns_by

    with atomic_write_together(out, last=MANIFEST) as folder:
        save_tables(results, folder, table_formats, columns_by(estimator))
        save_plots(results, folder, tuple(plot_formats), estimator)
        save_manifest(facts, folder)
