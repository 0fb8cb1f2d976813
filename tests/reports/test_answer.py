"""The first screen: a headline that a person would say, its size, findings, and what to print."""

from __future__ import annotations

import re
from dataclasses import replace

from forsale_sim.reports.answer import STATEMENTS, deck, headline, lead_figure, statements
from forsale_sim.reports.results import FIRST, Results, advice, topics
from strategy_lab.display.plots.meta_plot import LEFT_OUT, NEW_TABLE
from strategy_lab.stats.evidence import DISAGREE, GRADES, LIKELY, NO_EFFECT, SOLID, UNCLEAR

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
    assert headline(small_results, found) == (
        "Rounding the refund up means that each player keeps more coins at a table of 4"
    )
    (by_players,) = deck(small_results, found)
    assert re.fullmatch(
        r"At a table of 4, the number of coins that a player keeps changes by \+[\d.]+ to \+[\d.]+ "
        r"coins a player among players who know the English rules\.",
        by_players,
    )


def test_findings_are_few_and_have_grades(small_results: Results) -> None:
    said = [each for each, _ in statements(small_results, topics(small_results))]
    assert 1 <= len(said) <= STATEMENTS
    assert all(each.grade in GRADES and each.text.endswith(".") for each in said)
    assert re.fullmatch(
        r"Each player keeps [\d. to]+ more coins at a table of 4; all six tables agree\.",
        said[0].text,
    )


def test_advice_is_given_where_evidence_carries_it(small_results: Results) -> None:
    found = topics(small_results)
    (choice,) = advice(small_results, found)
    solid = next(topic for topic in found if topic.about.measure == "coins_left")
    assert (solid.grade == SOLID) == choice.startswith("Print the English rules for bids that hurt")
    unclear = [
        replace(topic, by_players={topic.players: topic.finding._replace(row=row)})
        for topic in found
        for row in [topic.finding.row | {"grade": UNCLEAR, "reason": DISAGREE}]
    ]
    (choice,) = advice(small_results, unclear)
    assert choice.startswith("The evidence does not say which to print. To know, it takes ")


def test_advice_needs_an_effect_that_lasts(small_results: Results) -> None:
    found = topics(small_results)
    solid = next(topic for topic in found if topic.about.measure == "coins_left")
    row = solid.finding.row | {"grade": SOLID}
    for grade, mean, carries in ((SOLID, 1.0, True), (SOLID, -1.0, False), (UNCLEAR, 1.0, False)):
        adapted = row | {"grade": grade, "mean": mean}
        topic = replace(solid, by_players={4: solid.finding._replace(row=row, retuned=adapted)})
        choice, *_ = advice(small_results, [topic])
        assert choice.startswith("Print ") == carries


def test_the_figure_is_a_forest_plot_of_the_first_finding(small_results: Results) -> None:
    lead = lead_figure(small_results, topics(small_results))
    assert lead.finding == "Each player keeps more coins with 4 players"
    labels = [label.get_text() for label in lead.drawing.axes[0].get_yticklabels()]
    assert len(labels) == 8
    assert labels[-2:] == [NEW_TABLE, LEFT_OUT]


def test_one_edition_is_measured_by_a_fair_share(one_results: Results) -> None:
    (topic, *_) = (each for each in topics(one_results) if each.about.measure == "win_rate")
    row = topic.finding.row | {"grade": NO_EFFECT}
    equal = replace(topic, by_players={topic.players: topic.finding._replace(row=row)})
    ((said, _),) = statements(one_results, [equal])
    assert said.text.endswith(f" wins a fair share at a table of {topic.players}.")


def test_where_all_tables_agree_it_does_not_depend_on_who_plays(one_results: Results) -> None:
    unclear = {"grade": UNCLEAR, "reason": DISAGREE, "against": "", "tables": 6}
    agreeing = {"mean": -0.02, "least": -0.04, "most": -0.01, "agreeing": 1.0}
    (topic, *_) = topics(one_results)
    row = topic.finding.row | {"seat": 1}
    for more, words in ((agreeing, "at all six tables"), ({"agreeing": 0.5}, "depends on who")):
        finding = topic.finding._replace(row=row | unclear | more)
        (one,) = [replace(topic, players=4, by_players={4: finding})]
        ((said, _),) = statements(one_results, [one])
        (fair,) = advice(one_results, [one])
        assert words in headline(one_results, [one])
        assert ("all six tables agree, but" in said.text) == (more is agreeing)
        assert fair.startswith("Not quite: " if more is agreeing else "That depends on who plays")


def test_nothing_is_headlined_that_is_not_shown() -> None:
    few = played(SMALL.model_copy(update={"games": 40}))
    shown = [topic for topic in topics(few) if topic.about.measure == "win_rate"]
    assert not any(topic.grade in (SOLID, LIKELY) for topic in shown)
    single = played(ONE.model_copy(update={"games": 1}))
    assert headline(single, topics(single)) != headline(few, topics(few))
    (fair,) = advice(single, topics(single))
    assert fair.startswith("That depends on who plays")
