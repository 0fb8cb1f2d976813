"""The parts of a report: sections of sentences, figures and tables."""

from __future__ import annotations

from dataclasses import dataclass, field

from matplotlib.figure import Figure as Drawing

from forsale_sim.results.columns import Columns


@dataclass(frozen=True, slots=True)
class Panel:
    """One drawing of a figure."""

    name: str
    """Of its file, without an ending."""
    drawing: Drawing
    alt: str
    """What it shows, for readers who cannot see it."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Drawings that show one thing."""

    name: str
    """Of the files of its data, without an ending."""
    finding: str
    """Its title."""
    caption: str
    """How to read it: units, what the bars are."""
    panels: list[Panel]
    data: Columns


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts."""

    title: str
    header: list[str]
    rows: list[list[str]]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Points under a heading of their own."""

    title: str
    points: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    table: Table | None = None
    """Always open; other tables fold."""
    parts: list[Group] = field(default_factory=list)
    """Points under headings below this one, which fold on the page."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page."""

    name: str
    title: str
    answer: list[str]
    """Sentences for the answer at the top of the page."""
    text: list[str]
    figures: list[Figure] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    points: list[str] = field(default_factory=list)
    """A list after the text."""
    groups: list[Group] = field(default_factory=list)
    """Lists under headings, after it."""
