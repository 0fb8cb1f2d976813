"""The sections on how to play, of one small report."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from forsale_sim.balance import matches, strength
from forsale_sim.balance.buying import buying
from forsale_sim.balance.cases import CASES, cases
from forsale_sim.balance.config import Config, SectionName
from forsale_sim.balance.parts import Section
from forsale_sim.balance.results import Results
from forsale_sim.balance.selling import selling
from forsale_sim.balance.strength import strength as strength_section
from forsale_sim.balance.tuning import tuning
from forsale_sim.balance.writing import write_report
from forsale_sim.results.tables import Columns

from tests.balance.conftest import played

SECTIONS: tuple[SectionName, ...] = ("buying", "selling", "strength", "tuning")

QUICK_TO_PLAY = ("quick", "counter")
"""In place of strategies that search, which take long to compile."""

CONFIG = Config(
    rulesets=("iello-en", "iello-fr"),
    players=(3, 5),
    fields=("mirrors:expert", "counter,spread"),
    alternatives=(),
    sections=SECTIONS,
    games=600,
    strength_games=120,
    seed=8,
)


@pytest.fixture(scope="module")
def results() -> Results:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matches, "STRONGER", QUICK_TO_PLAY)
        return played(CONFIG)


@pytest.fixture
def quick_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "STRONGER", QUICK_TO_PLAY)
    monkeypatch.setattr(strength, "BEST", "counter")


def with_table(results: Results, name: str, **columns: object) -> Results:
    """The results, but a table has other columns: of one value, or all."""
    table = results.tables[name]
    changed = {key: np.broadcast_to(value, table[key].shape) for key, value in columns.items()}
    return replace(results, tables={**results.tables, name: {**table, **changed}})


def titles(section: Section) -> dict[str, str]:
    return {figure.name: figure.finding for figure in section.figures}


@pytest.mark.usefixtures("quick_to_play")
def test_a_page_has_them_with_figures_and_data(results: Results, tmp_path: Path) -> None:
    write_report(results, tmp_path)
    twin = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", twin, re.MULTILINE)[:4] == [
        "Buying: what to pay and what to keep",
        "Selling: which house for which cheques",
        "Strength: what expert loses to stronger play",
        "Tuning: is it the rule, or who was made for it?",
    ]
    assert not re.search(r"\bnan\b", twin)
    for path in (tmp_path / "data").glob("*.csv"):
        assert len(pd.read_csv(path)) == len(pd.read_parquet(path.with_suffix(".parquet"))) > 0
    panels = {path.stem for path in (tmp_path / "figures").iterdir()}
    assert {"takers-3-1", "takers-5-2", "kept-5", "sales-3-2", "strength-5-1"} <= panels


def test_cases_are_fields_rulesets_and_numbers_of_players(results: Results) -> None:
    found = list(cases(results))
    assert len(found) == len(set(found)) == 2 * 2 * 2
    assert [case.players for case in cases(results, ruleset="iello-fr")] == [3, 5, 3, 5]
    said = titles(buying(results))["kept"]
    assert said.endswith(" of 8 cases")
    assert CASES in next(f.caption for f in buying(results).figures if f.name == "kept")


def test_a_bid_that_pays_is_one_whose_whole_interval_is_above_a_fair_share(
    results: Results,
) -> None:
    nothing = with_table(results, "takers", win_rate_low=0.1)
    assert "No bid for the best house is shown" in titles(buying(nothing))["takers"]
    assert not any("Bid for the best house" in text for text in buying(nothing).answer)
    takers = results.tables["takers"]
    worth = np.where(takers["paid"] <= np.where(takers["gap"] == "6 or more", 6, 2), 0.9, 0.1)
    section = buying(with_table(results, "takers", win_rate_low=worth))
    (said,) = (text for text in section.answer if text.startswith("Bid for the best house"))
    assert "no more than 6 coins with 3 players (5: 6) where it is 6 or more better" in said
    assert "2 coins with 3 players (5: 2) where it is up to 2 better" in said
    assert said.endswith("A clear best house is worth 4 coins more.")


def test_winners_keep_more_only_where_intervals_do_not_meet(results: Results) -> None:
    same = with_table(results, "kept", coins=3.0, coins_low=2.0, coins_high=4.0)
    assert " in 0 of 8 cases" in titles(buying(same))["kept"]
    first = results.tables["kept"]["who"] == "winners"
    columns: Columns = {
        name: np.where(first, value + 3, value)
        for name, value in (("coins", 3.0), ("coins_low", 2.0), ("coins_high", 4.0))
    }
    more = with_table(results, "kept", **columns)
    assert " in 8 of 8 cases" in titles(buying(more))["kept"]
    said = " ".join(buying(more).answer)
    assert "still have 6.0 ±1.0 coins with 3 players (5: 6.0 ±1.0), the others 3.0 ±1.0" in said


def test_what_another_edition_changes_has_its_uncertainty(results: Results) -> None:
    changed = np.where(results.tables["bids"]["ruleset"] == "iello-fr", 1.5, 1.0)
    other = with_table(results, "bids", bid=changed, bid_low=changed - 0.1, bid_high=changed + 0.1)
    (said,) = (text for text in buying(other).answer if text.startswith("By iello-fr instead"))
    assert "changes by +0.50 ±0.20 coins with 3 players (5: +0.50 ±0.20)" in said


def test_good_houses_go_for_cheques_that_are_far_apart(results: Results) -> None:
    rank = np.where(results.tables["sales"]["value"] >= 9, 0.8, 0.2)
    found = with_table(
        results, "sales", hand_rank=rank, hand_rank_low=rank - 0.1, hand_rank_high=rank + 0.1
    )
    section = selling(found)
    assert "where the cheques are 9 thousand apart or more" in titles(section)["sales"]
    assert "in thousands: 9 with 3 players (5: 9)" in section.answer[0]
    assert len(section.answer) == 1, "winners and others sell alike"
    never = with_table(results, "sales", hand_rank_low=0.1)
    assert "are not shown to sell good houses" in titles(selling(never))["sales"]


@pytest.mark.usefixtures("quick_to_play")
def test_strength_counts_intervals_that_miss_a_fair_share(results: Results) -> None:
    found = with_table(results, "strength", win_rate_low=0.1, win_rate_high=0.9)
    (said,) = titles(strength_section(found)).values()
    assert "in 0 of 4 cases, expert less amid copies of counter in 0" in said
    assert "120 games" in strength_section(results).text[0]


def test_tuning_says_what_is_shown_to_be_lost(results: Results) -> None:
    table = results.tables["tuning"]
    assert set(table["players"].tolist()) == {3, 5}
    lost = with_table(results, "tuning", change=-0.03, change_low=-0.04, change_high=-0.02)
    section = tuning(lost)
    assert "win less in 8 of 8 cases" in next(iter(titles(section).values()))
    assert "at worst \N{MINUS SIGN}3.0 ±1.0 points" in section.answer[0]
    unsure = with_table(results, "tuning", change=-0.03, change_low=-0.08, change_high=0.02)
    assert "they win less in 0 of 4 cases, more in 0;" in tuning(unsure).answer[0]


@pytest.mark.usefixtures("quick_to_play")
def test_a_single_deal_claims_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "STRONGER", QUICK_TO_PLAY)
    write_report(played(CONFIG.model_copy(update={"games": 1})), tmp_path)
    twin = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert not re.search(r"\bnan\b|±\N{EN DASH}", twin)
    assert "No bid for the best house is shown" in twin
    assert " in 0 of 8 cases" in twin
