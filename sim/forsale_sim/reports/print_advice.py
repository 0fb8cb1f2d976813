"""Which ruleset to print, as far as the evidence carries that, or how fair one is by itself."""

from __future__ import annotations

from collections.abc import Sequence

from strategy_lab.display.compare.effect_text import effect
from strategy_lab.stats.evidence import DISAGREE, FEW_GAMES, FEWEST_TABLES, NO_EFFECT, SOLID
from strategy_lab.wording import listed

from forsale_sim.reports.repetition import SHOWN
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.topics import Topic
from forsale_sim.reports.wording import names_of, sentence

WISHES = (
    (("coins_left",), True, "a kinder auction", "bids that hurt"),
    (("paid_share",), False, "a kinder auction", "bids that hurt"),
    (("paid_by_passing",), False, "cheaper passing", "dearer passing"),
    (("margin", "margin_share"), False, "a closer finish", ""),
)
"""Measures, whether more of them grants a wish, that wish, and the one that less of them grants."""


def advice_title(results: Results) -> str:
    """Return the question that `advice` answers."""
    return "How fair is it?" if results.pair[0] == FAIR else "Which should you print?"


def advice(results: Results, found: Sequence[Topic]) -> list[str]:
    """Return which ruleset to print, as far as the evidence carries that, and how fair it is."""
    config = results.experiment.config
    if config.print_advice is not None:
        return [config.print_advice]
    if results.pair[0] == FAIR:
        return [_fairness(found)]
    return [_choice(results, found)]


def _fairness(found: Sequence[Topic]) -> str:
    """Return whether seats are fair."""
    unfair = [topic for topic in found if topic.grade in SHOWN]
    if unfair:
        told = [f"{topic.sized} {topic.where}" for topic in unfair[:2]]
        return sentence(f"no: {listed(told)}")
    if found and all(topic.grade == NO_EFFECT for topic in found):
        return "Yes: every seat is predicted to win a fair share, within what players would notice."
    same = next((topic for topic in found if topic.is_one_way), None)
    if same is not None:
        return (
            f"Not quite: {same.brief} at {same.tables} of {same.players}; by how much "
            "depends on who plays. No seat is shown to be better or worse at a table that nobody "
            "here has met."
        )
    return (
        "That depends on who plays: no seat is shown to be better or worse at a table that nobody "
        "here has met."
    )


def _choice(results: Results, found: Sequence[Topic]) -> str:
    """Return which ruleset to print for which wish; without solid evidence, what is missing."""
    a, b = results.pair
    names = names_of(results)
    wishes: dict[str, list[str]] = {a: [], b: []}
    for measures, is_kind, wish, other_wish in WISHES:
        topic = next((each for each in found if _carries(each, measures)), None)
        if topic is not None and wish not in wishes[a] + wishes[b]:
            wishes[b if topic.about.more == is_kind else a].append(wish)
            if other_wish:
                wishes[a if topic.about.more == is_kind else b].append(other_wish)
    told = [
        f"print {names[name]} for {listed(wanted)}" for name, wanted in wishes.items() if wanted
    ]
    if told:
        return sentence("; ".join(told))
    if found and all(topic.grade == NO_EFFECT for topic in found):
        return f"Print whichever you like: {names[a]} and {names[b]} play alike."
    return f"The evidence does not say which to print. {_missing(found)}"


def _carries(topic: Topic, measures: Sequence[str]) -> bool:
    """Return whether a topic bears advice: it is solid, and lasts where players learn the rule."""
    adapted = topic.adapted
    lasts = adapted is None or (
        adapted["grade"] in SHOWN and (effect(adapted) > 0) == topic.about.more
    )
    return topic.about.measure in measures and topic.grade == SOLID and lasts


def _missing(found: Sequence[Topic]) -> str:
    """Return what would be needed to know."""
    reasons = {topic.finding.row["reason"] for topic in found}
    if any(topic.adapted is not None and topic.grade == SOLID for topic in found):
        return (
            "Trainings do not agree on what is left once players have learned the rules: to know, "
            "it takes more of them."
        )
    if DISAGREE in reasons:
        return "To know, it takes more tables of strangers, or to say who will play."
    if FEW_GAMES in reasons:
        return "To know, it takes more games."
    return f"To know, it takes {FEWEST_TABLES} tables at least that share no player."
