"""The parts of a page that shows results: one answer first, then what stands behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from matplotlib.figure import Figure as Drawing


@dataclass(frozen=True, slots=True)
class Figure:
    """One drawing."""

    name: str
    """Of its file, without an ending."""
    finding: str
    """Its title: at most ten words."""
    caption: str
    """How to read it."""
    drawing: Drawing
    alt: str
    """What it shows, for readers who cannot see it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A finding of the first screen, with how well it is supported."""

    grade: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page below the first screen."""

    name: str
    title: str
    text: Sequence[str] = ()
    points: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    code: str = ""
    """A file's text, to be copied."""
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """Results as they are read.

    Attributes
    ----------
    question, headline
        What was asked, and the answer.
    deck
        The answer's size, in two sentences at most.
    lead
        The figure of the first screen.
    statements
        The findings of the first screen, five at most.
    advice_title, advice
        What the reader has to decide, and how: which ruleset to print.
    facts
        What identifies the games.
    command, config
        What makes the page again: the command, and the TOML file that it takes, if any.
    data
        The names of the files beside it that have every number.
    """

    question: str
    headline: str
    deck: Sequence[str]
    lead: Figure
    statements: Sequence[Statement]
    advice_title: str
    advice: Sequence[str]
    sections: Sequence[Section]
    facts: Sequence[tuple[str, str]]
    command: str
    config: str
    data: Sequence[str]
    drawings: dict[str, str] = field(default_factory=dict)
    """The SVG elements of all figures by name."""

    @property
    def figures(self) -> list[Figure]:
        """All figures, in the order of the page."""
        return [self.lead, *(figure for section in self.sections for figure in section.figures)]
