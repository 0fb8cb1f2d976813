"""Findings that are tried again: what holds, and that deals and tuned play are other ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from forsale_sim.reports.answer import repeated_findings
from forsale_sim.reports.experiment import Config, ReportSpec, new_report_spec
from forsale_sim.reports.results import FAILED, Results, lowered, topics
from forsale_sim.reports.sections import write_report
from forsale_sim.training import trained_play
from strategy_lab.results.conclusions import RETUNED, STRESS
from strategy_lab.simulation.checkpoints import Execution
from strategy_lab.simulation.sessions import Session, begun
from strategy_lab.simulation.spec import spec_from
from strategy_lab.stats.evidence import LIKELY, NO_EFFECT, SOLID, UNCLEAR

from tests.reports.conftest import SMALL, played


@pytest.fixture(scope="module")
def repeated() -> Results:
    return played(SMALL.model_copy(update={"repeat": True, "what_ifs": (), "games": 6000}))


def table(*grades: str) -> dict[str, np.ndarray]:
    number = len(grades)
    same = {name: np.full(number, None, object) for name in ("a", "b", "seat", "house", "play")}
    return {
        **same,
        "players": np.arange(number),
        "measure": np.full(number, "margin", object),
        "grade": np.array(grades, object),
        "reason": np.full(number, "", object),
        "mean": np.ones(number),
    }


def test_a_finding_that_does_not_hold_goes_down_one_grade() -> None:
    before = table(SOLID, SOLID, LIKELY, NO_EFFECT, UNCLEAR, SOLID)
    again = table(SOLID, UNCLEAR, UNCLEAR, LIKELY, SOLID, SOLID)
    again["mean"][5] = -1.0
    graded, repeated = lowered(before, again)
    assert graded["grade"].tolist() == [SOLID, LIKELY, UNCLEAR, UNCLEAR, UNCLEAR, LIKELY]
    assert graded["reason"].tolist() == ["", *[FAILED] * 5]
    assert repeated["held"].tolist() == [True, *[False] * 5]
    assert repeated["first"].tolist() == before["grade"].tolist()
    assert before["grade"].tolist()[1] == SOLID


def test_each_finding_is_played_again_on_other_deals(repeated: Results) -> None:
    report = repeated.experiment
    first, again = report.comparison, report.repetition
    assert first is not None
    assert again is not None
    assert {plan.seed for plan in first.plans} == {SMALL.seed}
    assert {plan.seed for plan in again.plans} == {SMALL.seed + 1}
    assert STRESS not in {field.estimand for field in again.fields}
    found = repeated_findings(repeated, topics(repeated))
    assert found
    for _, row, again in found:
        about = ("players", "a", "b", "measure", "seat", "play")
        assert [row[name] for name in about] == [again[name] for name in about]
        assert row["mean"] != again["mean"]


def test_the_table_of_what_was_played_again_is_saved(repeated: Results, tmp_path: Path) -> None:
    write_report(repeated, tmp_path)
    table = pd.read_csv(tmp_path / "repetition.csv")
    assert set(table["players"]) == {3, 4}
    assert table[["strategy", "house"]].isna().all(axis=None)


def play_one(session: Session) -> None:
    with session.executor(1, None) as executor:
        session.play(executor)


def test_nothing_is_repeated_unless_asked_for(small_results: Results) -> None:
    assert small_results.experiment.repetition is None
    assert repeated_findings(small_results, topics(small_results)) == []


def test_it_is_repeated_with_play_tuned_from_other_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    few = trained_play.Effort(generations=2, population=10, deals=80, final_deals=0)
    monkeypatch.setattr(trained_play, "ANEW", few)
    config = Config(
        rulesets=("iello-en", "iello-en[refund=none]"),
        players=(3,),
        fields=("trained", "counter,expert"),
        training_seeds=1,
        repeat=True,
        games=60,
    )
    with begun(new_report_spec(config), Execution()) as session:
        play_one(session)
        assert session.goes_on()
        spec = session.spec
    assert isinstance(spec, ReportSpec)
    (before,), (again,) = (
        [field for each in fields for field in each.fields if field.play == RETUNED]
        for fields in (spec.fields, spec.fresh_fields)
    )
    assert not before.voters & again.voters
    held = spec_from(spec.to_json())
    assert isinstance(held, ReportSpec)
    assert held == spec
