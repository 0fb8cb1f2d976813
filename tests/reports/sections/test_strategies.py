from __future__ import annotations

import re

from forsale_sim.reports.config import Config
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections.seats import seats
from forsale_sim.reports.sections.strategies import dominated, strategies

from tests.reports.conftest import played


def test_the_weakest_is_dominated_and_the_strongest_is_not(small_results: Results) -> None:
    found = dict(dominated(small_results))
    assert "counter" in found["spread"]
    assert "counter" not in found


def test_of_a_single_case_no_part_is_told() -> None:
    one = Config(
        rulesets=("iello-en",),
        players=(3,),
        fields=("expert,spread",),
        alternatives=(),
        sections=("seats", "strategies"),
        games=12,
        seed=1,
    )
    found = played(one)
    for section in (seats(found), strategies(found)):
        told = " ".join(
            map(str, [section.answer, section.text, *(f.finding for f in section.figures)])
        )
        assert re.search(r"in (the only|no) (case|pair)\b", told)
        assert not re.search(r"\b1 (case|pair)\b", told)
