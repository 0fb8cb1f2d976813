"""A report from its results: the first screen, and what stands behind it."""

from __future__ import annotations

from collections.abc import Sequence

from strategy_lab.display.page.page_parts import Page
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
    advice,
    advice_title,
    deck,
    headline,
    lead_figure,
    repeated_findings,
    statements,
    topics,
)
from forsale_sim.reports.auction import auction_section
from forsale_sim.reports.claims import check_claims
from forsale_sim.reports.evidence_sections import (
    explorer_section,
    method_section,
    seats_section,
    skill_section,
    tables_section,
    trust_section,
    what_if_section,
)
from forsale_sim.reports.repetition import SHOWN
from forsale_sim.reports.results import Results


def make_page(results: Results, command: str, config: str, data: Sequence[str]) -> Page:
    """Return the page of a report."""
    check_claims(results)
    found = topics(results)
    chosen = [topic for topic in found if topic.grade in SHOWN] or found
    asked = results.experiment.config
    if is_on_advice(results):
        title, sizes = advice_headline(results)
        title = asked.headline or title
        lead, said = advice_figure(results), advice_statements(results, STATEMENTS)
    else:
        title, sizes = headline(results, found), deck(results, found)
        lead = lead_figure(results, chosen)
        said = [statement for statement, _ in statements(results, found)]
    sections = [
        advice_section(results),
        None if is_on_advice(results) else tables_section(results, found),
        auction_section(results),
        None if is_on_advice(results) else seats_section(results),
        what_if_section(results, chosen[0] if chosen else None),
        skill_section(results),
        trust_section(results, repeated_findings(results, found)),
        explorer_section(results),
        method_section(results),
    ]
    page = Page(
        question=asked.question or asked.title,
        headline=title,
        deck=sizes,
        lead=lead,
        statements=said,
        advice_title=advice_title(results),
        advice=advice(results, found),
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
