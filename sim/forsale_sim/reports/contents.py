"""A report from its results: the first screen, and what stands behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from strategy_lab.display.page.page_parts import Figure, Page, Statement
from strategy_lab.display.plots.inline_svg import inline_svg
from strategy_lab.version import __version__

from forsale_sim.reports.advice_section import (
    advice_figure,
    advice_headline,
    advice_section,
    advice_statements,
    is_on_advice,
)
from forsale_sim.reports.answer import (
    STATEMENTS,
    deck,
    headline,
    lead_figure,
    repeated_findings,
    statements,
)
from forsale_sim.reports.auction import auction_section
from forsale_sim.reports.claims import check_claims
from forsale_sim.reports.every_number import explorer_section, method_section
from forsale_sim.reports.evidence_sections import seats_section, tables_section
from forsale_sim.reports.luck_section import luck_section
from forsale_sim.reports.print_advice import advice, advice_title
from forsale_sim.reports.repetition import SHOWN
from forsale_sim.reports.results import Results
from forsale_sim.reports.rule_changes import (
    is_on_rules,
    moves,
    rules_advice,
    rules_figure,
    rules_headline,
    rules_section,
    rules_statements,
)
from forsale_sim.reports.topics import Topic, topics
from forsale_sim.reports.trust_section import trust_section


class FirstScreen(NamedTuple):
    """The answer, by what a report is about."""

    headline: str
    deck: Sequence[str]
    lead: Figure
    statements: Sequence[Statement]
    advice_title: str
    advice: Sequence[str]


def make_page(results: Results, command: str, config: str, data: Sequence[str]) -> Page:
    """Return the page of a report."""
    check_claims(results)
    found = topics(results)
    chosen = [topic for topic in found if topic.grade in SHOWN] or found
    asked = results.experiment.config
    first = _first_screen(results, found, chosen)
    is_on_two = not (is_on_advice(results) or is_on_rules(results))
    sections = [
        advice_section(results),
        tables_section(results, found) if is_on_two else None,
        auction_section(results) if is_on_two else None,
        None if is_on_advice(results) else seats_section(results),
        rules_section(results, chosen[0] if chosen else None),
        luck_section(results),
        trust_section(results, repeated_findings(results, found) if is_on_two else []),
        explorer_section(results),
        method_section(results),
    ]
    page = Page(
        question=asked.question or asked.title,
        headline=asked.headline or first.headline,
        deck=first.deck,
        lead=first.lead,
        statements=first.statements,
        advice_title=first.advice_title,
        advice=first.advice,
        sections=[section for section in sections if section is not None],
        facts=[
            ("version", __version__),
            ("games", f"{results.experiment.games:,}"),
            ("seed", str(asked.seed)),
            ("digest", results.digest),
        ],
        command=command,
        config=config,
        data=data,
    )
    for figure in page.figures:
        page.drawings[figure.name] = inline_svg(figure.drawing, figure.name, figure.alt)
    return page


def _first_screen(results: Results, found: Sequence[Topic], chosen: Sequence[Topic]) -> FirstScreen:
    title, said = advice_title(results), advice(results, found)
    if is_on_advice(results):
        return FirstScreen(
            *advice_headline(results),
            advice_figure(results),
            advice_statements(results, STATEMENTS),
            *(title, said),
        )
    if is_on_rules(results):
        moved = moves(results)
        return FirstScreen(
            *rules_headline(moved),
            rules_figure(results, moved),
            rules_statements(moved, STATEMENTS),
            *("Which rule should you change?", rules_advice(moved)),
        )
    return FirstScreen(
        *(headline(results, found), deck(results, found), lead_figure(results, chosen)),
        [statement for statement, _ in statements(results, found)],
        *(title, said),
    )
