"""The first screen: a headline that a person would say, its size, findings, and what to print."""

from __future__ import annotations

from dataclasses import replace

from forsale_sim.reports.answer import (
    FIRST,
    STATEMENTS,
    advice,
    deck,
    headline,
    lead_figure,
    statements,
    topics,
)
from forsale_sim.reports.results import Results
from strategy_lab.stats.evidence import GRADES, LIKELY, NO_EFFECT, SOLID

from tests.reports.conftest import ONE, SMALL, played


def test_topics_come_by_grade_and_then_as_players_care(small_results: Results) -> None:
    found = topics(small_results)
    ranks = [GRADES.index(topic.grade) for topic in found]
    assert ranks == sorted(ranks)
    assert found[0].about.measure == FIRST[0]
    told = [(topic.about, topic.grade) for topic in found]
    assert len(set(told)) == len(told)


def test_the_headline_says_what_is_shown(small_results: Results) -> None:
    found = topics(small_results)
    assert headline(small_results, found).startswith(
        "Rounding the refund up: each player keeps more coins"
    )
    (size,) = deck(small_results, found)
    assert size.startswith("At a table of 4 that plays on as before, each player keeps ")


def test_findings_are_few_and_have_grades(small_results: Results) -> None:
    said = [each for each, _ in statements(small_results, topics(small_results))]
    assert 1 <= len(said) <= STATEMENTS
    assert all(each.grade in GRADES and each.text.endswith(".") for each in said)
    assert said[0].text.startswith("At a table of 4, each player keeps ")
    assert said[0].text.endswith(", and so at every other size.")


def test_what_to_print_follows_from_what_players_keep(small_results: Results) -> None:
    (choice, fairness) = advice(small_results, topics(small_results))
    assert choice.startswith("Print iello-en for bids that hurt; print French rules for a kinder")
    assert "the best" in fairness.lower()


def test_the_figure_is_of_the_first_finding(small_results: Results) -> None:
    lead = lead_figure(small_results, topics(small_results))
    assert lead.finding == "Each player keeps more coins"
    assert [label.get_text() for label in lead.drawing.axes[0].get_yticklabels()] == [
        "3 players",
        "4 players",
    ]


def test_one_edition_is_measured_by_a_fair_share(one_results: Results) -> None:
    (topic, *_) = (each for each in topics(one_results) if each.about.measure == "win_rate")
    row = topic.finding.row | {"grade": NO_EFFECT}
    equal = replace(topic, by_players={topic.players: topic.finding._replace(row=row)})
    ((said, _),) = statements(one_results, [equal])
    assert said.text.startswith(f"At a table of {topic.players}, ")
    assert said.text.endswith(" wins a fair share.")


def test_nothing_is_headlined_that_is_not_shown() -> None:
    few = played(SMALL.model_copy(update={"games": 40}))
    shown = [topic for topic in topics(few) if topic.about.measure == "win_rate"]
    assert not any(topic.grade in (SOLID, LIKELY) for topic in shown)
    assert not any("fairer by" in text for text in advice(few, topics(few)))
    single = played(ONE.model_copy(update={"games": 1}))
    assert headline(single, topics(single)).endswith("what it does depends on who plays")
    assert len(advice(single, topics(single))) == 1
