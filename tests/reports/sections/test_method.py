from __future__ import annotations

from copy import copy
from dataclasses import replace

from forsale_sim.reports.config import SectionName
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections.method import method


def limits(results: Results, *sections: SectionName) -> str:
    report = copy(results.experiment)
    report.config = report.config.model_copy(update={"sections": sections})
    return " ".join(method(replace(results, experiment=report)).points)


def test_limits_of_a_section_are_told_where_it_is(small_results: Results) -> None:
    told = "Luck against skill cannot separate the opponents from the cards"
    assert told in limits(small_results, "seats", "luck")
    assert told not in limits(small_results, "seats", "drama")
    assert "in Drama, is a convention" in limits(small_results, "drama")
    assert "Drama" not in limits(small_results, "seats")
