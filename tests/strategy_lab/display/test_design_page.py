"""The page of a design: the answer in plain words, whatever the answer is."""

from __future__ import annotations

import re

import pytest
from forsale_sim.measures import MEASURES
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.display.design_page import design_page
from strategy_lab.display.design_text import (
    DesignAnswer,
    aims_text,
    change_with_limits,
    from_to,
)
from strategy_lab.display.pages import Page, to_html, to_markdown
from strategy_lab.experiments.design.candidates import parse_aims

from tests.strategy_lab.experiments.design.planted import (
    BEST,
    GapOf,
    against,
    plain,
    planted,
    valley,
)

FACTS = {
    **{"version": "1", "games": 9, "deals": 3, "race_games": 6, "looks": 2, "seed": 1},
    **{"digest": "abc", "command": "forsale-sim design", "strategies_changed": "2 of 3"},
}


ENOUGH = 2_000_000
"""Games that show that it holds at other tables."""


def page_of(monkeypatch: pytest.MonkeyPatch, gap_of: GapOf, **wanted: object) -> Page:
    design, outcome = planted(monkeypatch, gap_of, seed=1, **wanted)  # type: ignore[arg-type]
    tables = design.tables(outcome)
    return design_page(DesignAnswer(tables, design), FACTS, ["candidates.csv"])


def said(page: Page) -> str:
    return " ".join(f"{each.grade}: {each.text}" for each in page.statements)


def test_it_says_what_to_change_and_what_that_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(monkeypatch, valley, games=ENOUGH)
    assert page.question == "Which rules for 3 players minimise the gap between seats?"
    assert page.headline.startswith(f"Beginning with {BEST} coins takes the gap between seats from")
    assert " points: \N{MINUS SIGN}1" in page.deck[0]
    assert page.advice[0].startswith("For 3 players, the only number that was searched: the rules")
    assert "with rules one step away" in said(page)
    assert "Of 12 rulesets" in said(page)
    assert page.lead.name == "steps"


def test_it_says_if_the_best_number_is_the_last_that_was_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = f"No lower number of coins than {BEST} was tried: it may be better still."
    assert text not in page_of(monkeypatch, valley, games=ENOUGH).advice
    assert (
        text
        in page_of(
            monkeypatch, valley, games=ENOUGH, vary=[f"coins={BEST}..{BEST + 3}"], beyond=0
        ).advice
    )


def test_what_does_not_hold_at_other_tables_is_not_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(monkeypatch, valley, more=against)
    assert page.headline == f"Beginning with {BEST} coins is not shown to be better at other tables"
    assert page.advice[0].startswith(
        "The English edition, as it is. To print the change all the same, "
    )
    text = "At 1 of 9 tables the gap between seats is smaller than under the English edition"
    assert text in said(page)
    assert "The ruleset" not in [section.title for section in page.sections]


def test_if_nothing_is_better_the_rules_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(monkeypatch, plain, games=4_000_000, vary=["coins=18..20"])
    assert (
        page.headline == "The English edition stands: none of 3 other rulesets is seen to do better"
    )
    assert page.advice == ["The English edition, as it is."]
    assert "It lies on a plateau" in said(page)


def test_if_no_rules_keep_the_conditions_it_recommends_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = page_of(monkeypatch, valley, keep=["ties>=50%"])
    kept = "the share of games level on money at 50 % or more"
    assert page.headline == f"No ruleset that was tried keeps {kept}"
    assert "Loosen a condition" in page.advice[0]
    assert "The share of games level on money is 0.0 % under the English edition" in said(page)
    assert not any(section.code for section in page.sections)


def test_rules_may_be_needed_for_a_condition_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(
        monkeypatch,
        valley,
        games=4_000_000,
        minimise=(),
        maximise=["seat_gap"],
        keep=["seat_gap<=10%"],
    )
    kept = "the gap between seats at 10 percentage points or less"
    assert page.headline.endswith(f" coins keeps {kept}: the English edition does not")
    assert "the rules of the English edition, but for beginning with " in page.advice[0]


def test_fair_seats_lead_with_the_coins_that_would_be_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    fair = {"fair_seats": True, "vary": (), "minimise": ()}
    page = page_of(monkeypatch, plain, games=1_000_000, **fair)
    assert page.headline == "No seat is shown to be half a coin from fair at any of 9 tables"
    assert page.lead.name == "fair-coins"
    assert page.deck[0].endswith(" for all seats to win alike.")
    assert "The gap between seats is " in said(page)


NAME = re.compile(r"iello-|\w\[|[a-z]_[a-z]|panel:|--|[<>]=|re-tuned")
"""What only a machine calls so."""


@pytest.mark.parametrize("more", [against, None])
def test_a_page_names_things_as_people_do(
    monkeypatch: pytest.MonkeyPatch, more: GapOf | None
) -> None:
    wanted = {"games": ENOUGH, "keep": ["ties<=50%", "drama>=0.5*base"], "more": more}
    page = page_of(monkeypatch, valley, **{key: value for key, value in wanted.items() if value})
    told = to_markdown(page).partition("## Make it again")[0].replace("\\", "")
    said_by_rules = re.sub(r"```.*?```", "", told, flags=re.DOTALL)
    assert not NAME.findall(re.sub(r"\]\([^)]*\)|\|[-|]+\|", "", said_by_rules))


def test_both_renderings_have_every_section(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(monkeypatch, valley, games=ENOUGH)
    for text in (to_html(page), to_markdown(page)):
        for section in page.sections:
            assert section.title.replace("'", "&#39;") in text or section.title in text
        assert "candidates.csv" in text
        assert "2 of 3" in text


def test_the_code_is_the_ruleset(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page = page_of(monkeypatch, valley, games=ENOUGH)
    path = tmp_path_factory.mktemp("rules") / "recommended.toml"
    path.write_text(next(section.code for section in page.sections if section.code))
    ruleset = load_ruleset(str(path))
    assert ruleset.rules(3).coins == (BEST,) * 3
    assert ruleset.players == (3,), "no other number was searched"


def test_changes_have_units_and_limits() -> None:
    minus = "\N{MINUS SIGN}"
    row = {
        **{"measure": "seat_gap", "value": 0.007, "difference": -0.016},
        **{"difference_low": -0.0231, "difference_high": -0.0104},
    }
    assert from_to(row, MEASURES) == "from 2.3 to 0.7 percentage points"
    change = f"{minus}1.6 percentage points ({minus}2.3 to {minus}1.0)"
    assert change_with_limits(row, MEASURES) == change
    money = {**row, "measure": "money", "value": 82.0, "difference": 1.5}
    assert from_to(money, MEASURES) == "from 80.5 to 82.0 thousand"
    wanted = parse_aims(["seat_gap", "ties"], ["win_by_strategy"], ["coins_left<=3"], MEASURES)
    assert aims_text(wanted) == (
        "minimise the gap between seats and the share of games level on money, "
        "maximise the part of wins that comes from who plays and "
        "keep the number of coins that a player keeps at 3 coins or less"
    )
