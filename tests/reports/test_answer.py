"""The first screen: a headline that a person would say, its size, findings, and what to print."""

from __future__ import annotations

from forsale_sim.reports.answer import headline, shown_text, statements
from forsale_sim.reports.results import FIRST, Results, print_advice, topics
from strategy_lab.stats.evidence import DISAGREE, GRADES, LIKELY, NO_EFFECT, SOLID, UNCLEAR

from tests.reports.conftest import ONE, SMALL, played


def test_topics_come_by_grade_and_then_as_players_care(small_results: Results) -> None:
    found = topics(small_results)
    ranks = [GRADES.index(topic.grade) for topic in found]
    assert ranks == sorted(ranks)
    assert found[0].row["measure"] == FIRST[0]


def test_advice_needs_an_effect_that_lasts(small_results: Results) -> None:
    found = topics(small_results)
    solid = next(topic for topic in found if topic.row["measure"] == "coins_left")
    row = solid.row | {"grade": SOLID}
    for grade, mean, carries in ((SOLID, 1.0, True), (SOLID, -1.0, False), (UNCLEAR, 1.0, False)):
        adapted = row | {"grade": grade, "mean": mean}
        topic = solid._replace(finding=solid.finding._replace(row=row, retuned=adapted))
        _, (choice,) = print_advice(small_results, [topic])
        assert choice.startswith("Print ") == carries


def test_one_edition_is_measured_by_a_fair_share(one_results: Results) -> None:
    (topic, *_) = (each for each in topics(one_results) if each.row["measure"] == "win_rate")
    row = topic.row | {"grade": NO_EFFECT}
    equal = topic._replace(finding=topic.finding._replace(row=row))
    ((said, _),) = statements(one_results, [equal])
    assert said.text.endswith(f" wins a fair share at a table of {row['players']}.")


def test_where_all_tables_agree_it_does_not_depend_on_who_plays(one_results: Results) -> None:
    unclear = {"grade": UNCLEAR, "reason": DISAGREE, "against": "", "tables": 6}
    agreeing = {"mean": -0.02, "least": -0.04, "most": -0.01, "agreeing": 1.0}
    (topic, *_) = topics(one_results)
    row = topic.row | {"seat": 1, "players": 4}
    for more, words in ((agreeing, "at all six tables"), ({"agreeing": 0.5}, "depends on who")):
        finding = topic.finding._replace(row=row | unclear | more)
        one = topic._replace(finding=finding)
        ((said, _),) = statements(one_results, [one])
        _, (fair,) = print_advice(one_results, [one])
        assert words in headline(one_results, [one])
        assert ("all six tables agree, but" in said.text) == (more is agreeing)
        assert fair.startswith("Not quite: " if more is agreeing else "That depends on who plays")


def test_nothing_is_headlined_that_is_not_shown() -> None:
    few = played(SMALL.model_copy(update={"games": 40}))
    shown = [topic for topic in topics(few) if topic.row["measure"] == "win_rate"]
    assert not any(topic.grade in (SOLID, LIKELY) for topic in shown)
    single = played(ONE.model_copy(update={"games": 1}))
    assert headline(single, topics(single)) != headline(few, topics(few))
    _, (fair,) = print_advice(single, topics(single))
    assert fair.startswith("That depends on who plays")


def test_tables_that_agree_are_counted(small_results: Results) -> None:
    (topic, *_) = topics(small_results)
    row = topic.row | {"tables": 6, "agreeing": 0.5, "reason": ""}
    told = shown_text(topic._replace(finding=topic.finding._replace(row=row)))
    assert told.endswith("; three of six tables agree.")
