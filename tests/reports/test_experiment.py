from __future__ import annotations

import json
from pathlib import Path

import pytest
from forsale_sim.reports.experiment import BalanceReport, Config, new_report_spec
from forsale_sim.reports.results import FAIR, results
from strategy_lab.errors import UsageError
from strategy_lab.results.tables import where
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.spec import spec_from


def balance_report(config: Config) -> BalanceReport:
    return new_report_spec(config).experiment()


def test_a_field_of_ones_own_of_one_strategy_is_refused() -> None:
    with pytest.raises(UsageError, match=r"field 'expert' is of one strategy"):
        balance_report(Config(fields=("all", "expert")))


def test_a_ruleset_without_the_player_count_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "four.toml"
    path.write_text('extends = "iello-en"\ncoins = {4 = 21}\n')
    with pytest.raises(UsageError, match=r"'four' is for 4 players, not 3"):
        balance_report(Config(rulesets=(str(path),), players=(3, 4)))
    assert balance_report(Config(rulesets=(str(path), "iello-en"))).players == (4,)


def test_a_claim_that_cannot_be_read_is_refused_before_anything_is_played() -> None:
    with pytest.raises(UsageError, match="the claim 'coins > 1'"):
        new_report_spec(Config(headline="x", claims=("coins > 1",)))


def test_a_report_is_about_the_house_rule_beside_what_it_extends() -> None:
    rulesets = ("iello-en[refund=none]", "iello-fr", "iello-en")
    spec = new_report_spec(Config(players=(3,), fields=("strong",)), rulesets=rulesets)
    named = [ruleset.name for ruleset in spec.experiment().rulesets]
    assert named == ["iello-en", "iello-en[refund=none]", "iello-fr"]


def test_what_a_writer_claims_is_left_out_where_other_results_are_to_be_expected() -> None:
    config = Config(
        question="Which?", headline="x", claims=("margin > 1",), print_advice="Print it.", games=77
    )
    assert new_report_spec(config, games=8).config == config.model_copy(update={"games": 8})
    for changed in (
        new_report_spec(config, draft=True).config,
        new_report_spec(config, players=[3]).config,
        new_report_spec(config, rulesets=["gryphon-2009"]).config,
    ):
        assert (changed.headline, changed.claims, changed.print_advice) == (None, (), None)
    draft = new_report_spec(config, draft=True).config
    assert (draft.title, draft.question) == ("Balance report (draft)", "Which? (draft)")
    assert new_report_spec(config, draft=True, games=9).config.games == 9


def test_every_cell_of_every_field_has_the_games_asked_for() -> None:
    config = Config(players=(3,), fields=("strong", "all"), what_ifs=("refund=none",), games=450)
    report = balance_report(config)
    assert report.comparison is not None
    played = [cell.games for plan in report.comparison.plans for cell in plan.cells]
    assert played == [450] * 3 * 2
    assert [cell.games for level in report.levels for cell in level.plan.cells] == [450, 450]
    assert [level.about.name for level in report.levels] == ["strong"], "stress decides nothing"


def test_who_knows_one_ruleset_says_nothing_of_the_seats_of_another() -> None:
    report = balance_report(Config(players=(4,), fields=("trained", "strong"), games=40))
    found = results(report, simulate(Outcome(report), Threads(report, "compiled", 1)))
    fair = where(found.differences, a=FAIR)
    by = {name: set(where(fair, b=name)["field"].tolist()) for name in ("iello-en", "iello-fr")}
    assert by == {"iello-en": {"trained for iello-en", "strong"}, "iello-fr": {"strong"}}


def test_a_report_shows_nothing_until_all_is_played() -> None:
    config = Config(rulesets=("iello-en",), players=(3,), fields=("counter,spread",), games=90)
    report = balance_report(config)
    outcome = Outcome(report)
    assert not report.has_results(outcome)
    simulate(outcome, Threads(report, "compiled", 1))
    assert report.has_results(outcome)
    assert outcome.games == report.games


def test_a_report_goes_on_by_the_rules_that_it_began_with(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "iello-en"\nrefund = "none"\n')
    config = Config(rulesets=(str(path),), players=(3,), fields=("strong",), games=90)
    held = json.dumps(new_report_spec(config).to_json())
    path.write_text('extends = "iello-en"\nrefund = "all"\n')
    (rules,) = spec_from(json.loads(held)).rulesets_named
    assert rules.ruleset.refund == "none"
