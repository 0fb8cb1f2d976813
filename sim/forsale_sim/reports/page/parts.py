"""What a report consists of: sections of sentences, figures and tables, before they are a page."""

from __future__ import annotations

from dataclasses import dataclass, field

from matplotlib.figure import Figure as Drawing

from forsale_sim.results.tables import Columns


@dataclass(frozen=True, slots=True)
class Panel:
    """One drawing of a figure."""

    name: str
    """Of its file, without an ending."""
    drawing: Drawing
    alt: str
    """What it shows, for who cannot see it."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Drawings that show one thing."""

    name: str
    """Of the files of its data, without an ending."""
    finding: str
    """Its title: what it shows."""
    caption: str
    """How to read it: units, what the bars are."""
    panels: list[Panel]
    data: Columns
    """What is drawn."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; numbers carry what they are sorted by."""

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
    """Shown at once; other tables fold."""
    parts: list[Group] = field(default_factory=list)
    """Points under headings below this one, which fold on the page."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page."""

    name: str
    title: str
    answer: list[str]
    """Its sentences of the answer that the page begins with."""
    text: list[str]
    figures: list[Figure] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    points: list[str] = field(default_factory=list)
    """A list after the text."""
    groups: list[Group] = field(default_factory=list)
    """Lists under headings, after it."""
