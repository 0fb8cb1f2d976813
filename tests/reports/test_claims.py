"""Claims of a headline: printed if the games bear them out, refused if they do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.reports.experiment import BalanceReport, check_claims, parse_claim
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections import make_page, write_report
from strategy_lab.errors import UsageError

from tests.reports.conftest import SMALL


def claiming(results: Results, *claims: str, headline: str = "Rounding up is kinder") -> Results:
    """The same results, under a headline."""
    report = results.experiment
    config = SMALL.model_copy(update={"headline": headline, "claims": claims})
    claimed = BalanceReport(config, report.rulesets, report.fields)
    return Results(
        claimed, results.differences, results.conclusions, results.levels, results.digest
    )


@pytest.mark.parametrize(
    "claim", ["coins_left > 0.3", "coins_left > 0, 3, 4", "paid_by_passing < -0.2, 4, solid"]
)
def test_what_the_games_show_is_printed(small_results: Results, claim: str) -> None:
    page = make_page(claiming(small_results, claim), "again", "", [])
    assert page.headline == "Rounding up is kinder"


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        (
            "coins_left > 40",
            r"of 'coins_left > 40' with 3 players .* each player keeps .* more .*\(likely",
        ),
        ("coins_left < 0", "with 3 players"),
        ("coins_left = 0, 4", "with 4 players"),
        ("win_rate seat 1 > 0, 4, solid", "the headline is not borne out"),
        ("win_rate seat 5 > 0", "was not played"),
        ("coins_left > 0.3, 5", "was not played with 5"),
        ("coins_left > 0.3, re-tuned", "was not played"),
    ],
)
def test_what_they_do_not_show_is_refused(
    small_results: Results, claim: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=says):
        write_report(claiming(small_results, claim), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_every_claim_is_checked(small_results: Results) -> None:
    with pytest.raises(UsageError, match="coins_left > 40"):
        check_claims(claiming(small_results, "coins_left > 0.3", "coins_left > 40"))


def test_a_claim_is_read() -> None:
    claim = parse_claim("win_rate seat last < -1.5, 4, 6, solid, re-tuned")
    assert (claim.measure, claim.seat, claim.sign, claim.size) == ("win_rate", "last", "<", -1.5)
    assert (claim.players, claim.grade, claim.retuned) == ((4, 6), "solid", True)


@pytest.mark.parametrize(
    "text", ["", "coins > 1", "coins_left >", "coins_left > 0.3, soldi", "margin = 2", "x = 0"]
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="the claim"):
        parse_claim(text)
