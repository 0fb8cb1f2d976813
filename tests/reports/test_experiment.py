from __future__ import annotations

import json
from pathlib import Path

import pytest
from forsale_sim.errors import UsageError
from forsale_sim.reports.config import Config, SectionName
from forsale_sim.reports.experiment import BalanceReport, new_report_spec
from forsale_sim.simulation.driver import simulate
from forsale_sim.simulation.executors import Threads
from forsale_sim.simulation.experiment import Outcome
from forsale_sim.simulation.spec import spec_from


def balance_report(config: Config) -> BalanceReport:
    return new_report_spec(config).experiment()


def test_a_first_field_of_one_strategy_is_refused() -> None:
    with pytest.raises(UsageError, match=r"the first, 'counter alone', is of one strategy"):
        balance_report(Config(fields=("mirrors",)))


def test_a_field_of_ones_own_of_one_strategy_is_refused() -> None:
    with pytest.raises(UsageError, match=r"field 'expert' is of one strategy"):
        balance_report(Config(fields=("all", "expert")))


def test_a_ruleset_without_the_player_count_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "four.toml"
    path.write_text('extends = "iello-en"\ncoins = {4 = 21}\n')
    with pytest.raises(UsageError, match=r"'four' is for 4 players, not 3"):
        balance_report(Config(rulesets=(str(path),), players=(3, 4)))
    assert balance_report(Config(rulesets=(str(path), "iello-en"))).players == (4,)


def test_one_ruleset_without_alternatives_is_compared_with_nothing() -> None:
    report = balance_report(Config(rulesets=("iello-en",), alternatives=()))
    assert report.comparisons == ()


def test_a_first_field_of_one_strategy_will_do_for_sections_that_are_not_about_strategies() -> None:
    config = Config(fields=("mirrors:quick",), sections=("buying", "seats"), alternatives=())
    report = balance_report(config)
    assert [field.name for field in report.fields] == ["quick alone"]
    assert report.strength == report.tuning == ()


def test_matches_are_settled_for_their_sections_and_counted() -> None:
    config = Config(players=(3,), fields=("mirrors:expert",), sections=("strength",), games=90)
    report = balance_report(config)
    assert len(report.strength) == 6
    assert report.games == 2 * 90 + 6 * 2 * 90


def test_every_cell_of_every_field_has_the_games_asked_for() -> None:
    report = balance_report(
        Config(rulesets=("iello-en", "iello-fr"), players=(3,), fields=("strong",), games=90)
    )
    (run,) = report.runs
    assert [cell.games for cell in run.plan.cells] == [90, 90]
    assert report.editions is not None
    assert report.readings is not None


@pytest.mark.parametrize(("section", "followed"), [("seats", False), ("selling", True)])
def test_rounds_are_followed_only_for_sections_that_take_them(
    section: SectionName, followed: bool
) -> None:
    config = Config(
        rulesets=("iello-en",),
        players=(3, 4),
        fields=("mirrors:expert",),
        sections=(section,),
        games=20,
    )
    (run,) = balance_report(config).runs
    assert [run.by_round, "rounds" in run.empty(0).parts] == [followed, followed]


def test_a_report_shows_nothing_until_all_is_played() -> None:
    config = Config(
        rulesets=("iello-en",), players=(3,), fields=("counter,spread",), alternatives=(), games=90
    )
    report = balance_report(config)
    outcome = Outcome(report)
    assert not report.has_results(outcome)
    simulate(outcome, Threads(report, "compiled", 1))
    assert report.has_results(outcome)
    assert outcome.games == report.games


def test_a_report_goes_on_by_the_rules_that_it_began_with(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "iello-en"\nrefund = "none"\n')
    config = Config(rulesets=(str(path),), players=(3,), alternatives=(), games=90)
    held = json.dumps(new_report_spec(config).to_json())
    path.write_text('extends = "iello-en"\nrefund = "all"\n')
    (rules,) = spec_from(json.loads(held)).rulesets_named
    assert rules.ruleset.refund == "none"
