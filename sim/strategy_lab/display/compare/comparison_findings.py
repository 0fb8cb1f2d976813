"""Findings of a comparison of two rulesets, the best supported first, each with its grade."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import NamedTuple

from strategy_lab.display.compare.difference_text import Row, rows_of
from strategy_lab.display.compare.effect_text import (
    agreement_text,
    effect,
    effect_text,
    questions_text,
    range_text,
    reason_text,
)
from strategy_lab.results.columns import Tables
from strategy_lab.results.measures import Measures
from strategy_lab.results.paired.schema import BEFORE, RETUNED, STRANGERS, UNCHANGED
from strategy_lab.results.tables import where
from strategy_lab.stats.evidence import GRADES, LIKELY, NO_EFFECT, SOLID, UNCLEAR


class Finding(NamedTuple):
    """What one measure says of two rulesets for one number of players.

    Attributes
    ----------
    row
        Of ``conclusions``: with play unchanged, where there is such play.
    retuned
        The same with play trained for each ruleset; None where there is no such play.
    """

    row: Row
    retuned: Row | None

    @property
    def grade(self) -> str:
        """How well it is supported."""
        grade: str = self.row["grade"]
        return grade

    @property
    def question(self) -> str:
        """What it answers, if it is of whole games."""
        is_of_games = self.row["seat"] is None
        return self.row["entry"].question if is_of_games else ""

    @property
    def text(self) -> str:
        """What happens, without a subject."""
        return effect_text(self.row)

    @property
    def weight(self) -> float:
        """How many times as large it is as what matters."""
        return abs(effect(self.row)) / float(self.row["matters"])


def findings(tables: Tables, known: Measures, a: str, b: str, players: int) -> list[Finding]:
    """Return what is known of the rulesets `a` and `b` for a number of players.

    The best supported findings come first, and among these the largest. There is none on what no
    table with a say has.
    """
    rows = rows_of(where(tables["conclusions"], a=a, b=b, players=players), known)
    about: dict[tuple[object, ...], dict[str, Row]] = {}
    for row in rows:
        if row["entry"].question and isfinite(effect(row)):
            key = tuple(row.get(name) for name in ("measure", "seat", "house"))
            about.setdefault(key, {})[row["play"]] = row
    found = []
    for plays in about.values():
        first = next(plays[play] for play in (UNCHANGED, RETUNED) if play in plays)
        retuned = plays.get(RETUNED)
        found.append(Finding(first, None if retuned is first else retuned))
    return sorted(found, key=lambda each: (GRADES.index(each.grade), -each.weight))


def comparison_findings(tables: Tables, known: Measures, a: str, b: str, players: int) -> list[str]:
    """Return findings as sentences: those that are shown one by one, the others together.

    A question that two measures answer, in coins and as a share of them, is answered once, by the
    better supported finding.
    """
    found = findings(tables, known, a, b, players)
    if not found:
        return ["Nothing was played."]
    shown = [each for each in found if each.grade in (SOLID, LIKELY)]
    sentences = [_sentence(each) for each in shown]
    answered = {each.question for each in shown} - {""}
    for grade, effect_on in ((NO_EFFECT, "No effect worth naming on"), (UNCLEAR, "Unclear:")):
        rows = [each for each in found if each.grade == grade and each.question not in answered]
        answered |= {each.question for each in rows} - {""}
        about: dict[str, list[Row]] = {}
        for each in rows:
            about.setdefault(reason_text(each.row), []).append(each.row)
        sentences += [
            f"{effect_on} {questions_text(of_reason)}{f' ({reason})' if reason else ''}."
            for reason, of_reason in about.items()
        ]
    return [*sentences, *_prices(tables, known, a, b, players)]


def _sentence(finding: Finding) -> str:
    """Return what happens, how sure that is, and what comes of it if play is trained anew."""
    row = finding.row
    ranges = [
        f"{estimand} {text}"
        for estimand in (BEFORE, STRANGERS)
        for text in [range_text(row, estimand)]
        if text
    ]
    told = "; ".join([agreement_text(row), *ranges])
    sentence = f"{_capital(finding.grade)}: {finding.text} ({told})"
    retuned = finding.retuned
    if retuned is None:
        return f"{sentence}."
    if retuned["grade"] in (SOLID, LIKELY):
        return f"{sentence}; trained anew, {effect_text(retuned)} ({retuned['grade']})."
    reason = reason_text(retuned)
    return f"{sentence}; trained anew: {retuned['grade']}{reason and f' ({reason})'}."


def _prices(tables: Tables, known: Measures, a: str, b: str, players: int) -> Iterator[str]:
    """Yield a sentence on the houses whose price changes."""
    rows = [
        row
        for row in rows_of(where(tables["conclusions"], a=a, b=b, players=players), known)
        if row.get("house") is not None and row["play"] != RETUNED
    ]
    changed = [row for row in rows if row["grade"] in (SOLID, LIKELY)]
    if changed:
        largest = max(changed, key=lambda row: abs(effect(row)))
        yield (
            f"{len(changed)} of {len(rows)} houses have another price; most of all, "
            f"{effect_text(largest)} ({largest['grade']})."
        )


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
