"""The page of a design: the answer in plain words, whatever the answer is."""

from __future__ import annotations

import re

import pytest
from forsale_sim.display.design.design_answer import DesignAnswer
from forsale_sim.display.design.design_page import design_page
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.display.page.page_parts import Page
from strategy_lab.display.page.rendering import to_html, to_markdown

from tests.experiments.design.made import GapOf, planted
from tests.experiments.design.test_search import BEST, against, plain, valley

FACTS = {
    **{"version": "1", "games": 9, "deals": 3, "race_games": 6, "looks": 2, "seed": 1},
    **{"digest": "abc", "command": "forsale-sim design", "strategies_changed": "2 of 3"},
}


ENOUGH = 2_000_000
"""Games that show that it holds at other tables."""


def page_of(monkeypatch: pytest.MonkeyPatch, gap_of: GapOf, **wanted: object) -> Page:
    design, outcome = planted(monkeypatch, gap_of, seed=1, **wanted)  # type: ignore[arg-type]
    tables = design.tables(outcome)
    answer = DesignAnswer(tables, design.candidates, design.aims, design.number_of_players)
    return design_page(answer, FACTS, ["candidates.csv"])


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
    text = f"No lower coins than {BEST} was tried: that may be better still."
    assert text not in page_of(monkeypatch, valley, games=ENOUGH).advice
    assert (
        text
        in page_of(
            monkeypatch, valley, games=ENOUGH, vary=[f"coins={BEST}..{BEST + 3}"], beyond=0
        ).advice
    )


def test_what_does_not_hold_at_other_tables_is_not_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(monkeypatch, valley, more=against)
    assert page.headline == (
        f"Beginning with {BEST} coins is not shown to hold at 9 different tables"
    )
    assert page.advice[0].startswith("iello-en, as it is. To print it one would have to know that")
    assert "At 1 of 9 tables the gap between seats is smaller than by the first rules" in said(page)
    assert "The ruleset" not in [section.title for section in page.sections]


def test_if_nothing_is_better_the_rules_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(monkeypatch, plain, games=4_000_000, vary=["coins=18..20"])
    assert page.headline == "iello-en stands: none of 3 other rulesets is seen to do better"
    assert page.advice == ["iello-en, as it is."]
    assert "It lies on a plateau" in said(page)


def test_if_no_rules_keep_the_conditions_it_recommends_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = page_of(monkeypatch, valley, keep=["ties>=50%"])
    assert page.headline == "No ruleset that was tried keeps ties>=50%"
    assert "Loosen a condition" in page.advice[0]
    assert "Ties is 0.0 % by iello-en, and 0.0 to 0.0 by all rulesets." in said(page)
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
    assert page.headline.endswith(" coins keeps seat_gap<=10%, which iello-en does not")
    assert "the rules of iello-en, but for beginning with " in page.advice[0]


def test_fair_seats_lead_with_the_coins_that_would_be_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    fair = {"fair_seats": True, "vary": (), "minimise": ()}
    page = page_of(monkeypatch, plain, games=1_000_000, **fair)
    said_first = "At none of 9 tables is a seat shown to be half a coin from fair by iello-en"
    assert re.match(said_first, page.headline)
    assert page.lead.name == "fair-coins"
    assert "would win alike with" in page.deck[0]
    assert "The gap between seats is " in said(page)


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
