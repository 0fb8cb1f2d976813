"""Method and limits: what the numbers rest on, and what they cannot say."""

from __future__ import annotations

from collections.abc import Mapping

from forsale_sim.display.run_findings import seat_notes
from forsale_sim.experiments.fields import weakness_note
from forsale_sim.reports.config import SectionName
from forsale_sim.reports.page.page_parts import Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.stats.estimators import FIXED_SAMPLE

LIMITS: Mapping[SectionName, str] = {
    "drama": "What counts for houses after buying, in Drama, is a convention: it says who is "
    "ahead, not by how much.",
    "luck": "Luck against skill cannot separate the opponents from the cards: only one lineup "
    "plays a deal, so both vary together. What they explain together is neither luck of the deal "
    "nor skill alone. Separating them would take several lineups for every deal.",
}
"""The limits of single sections."""


def method(results: Results) -> Section:
    """Return the section on method and limits."""
    report = results.experiment
    config = report.config
    compared = (
        f", and besides {config.compared_games:,} each for the comparisons"
        if report.comparisons
        else ""
    )
    return Section(
        name="method",
        title="Method and limits",
        answer=[weakness_note(report.fields)],
        text=[
            f"{report.games:,} games were played: {config.games:,} or a few more by each "
            f"ruleset, for each number of players, in each field{compared}. A deal is played with "
            "every rotation of a lineup drawn from the field; the deal, not the game, is the unit "
            "of evidence, so all intervals and tests are clustered by deal.",
            *seat_notes(results.tables["seat_effect"], FIXED_SAMPLE),
        ],
        points=[
            "Chance is the smaller error. The strategies are the larger one: none of them is "
            "perfect, and people play differently. Trust a finding more if it holds in every "
            "field.",
            "Coins are integers and never hidden: strategies see all bids, refunds and houses "
            "taken. Players at a table may forget them.",
            "Figures show the first field; the tables and the data have all of them.",
            "Each interval is for one number, unless it is called simultaneous. Tests behind "
            "findings are corrected for the number of tests in their table.",
            *(LIMITS[name] for name in config.sections if name in LIMITS),
        ],
        tables=[
            Table(
                "Fields",
                ["field", "strategies"],
                [
                    [field.name, ", ".join(entrant.name for entrant in field.entrants)]
                    for field in report.fields
                ],
            ),
            Table(
                "Digests of the runs",
                ["field", "digest"],
                [[name, digest] for name, digest in results.digests.items()],
                "Equal work has equal digests on any machine.",
            ),
        ],
    )
