"""Whether the sentences of a report follow from the table beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd

FINDING = re.compile(r"^\d\. \*\*(.+):\*\* At a table of (\d), (.+)\.$", re.MULTILINE)
ADVICE = re.compile(
    r"^\d\. \*\*(.+):\*\* (The opposite of )?“(.+?)” (costs|wins) ([\d.]+) points?\.$", re.MULTILINE
)

SEAT = re.compile(
    r"(the opener|seat \d|the last seat) wins ([\d.]+) percentage points? (more|less)"
)
MEASURES = (
    ("coins_left", re.compile(r"each player keeps ([\d.]+) (more|fewer) coins?"), 1),
    (
        "paid_share",
        re.compile(r"auctions take ([\d.]+) percentage points? (more|less) of the coins"),
        100,
    ),
    (
        "margin_share",
        re.compile(r"winners lead by ([\d.]+) percentage points? (more|less) of the money"),
        100,
    ),
)
"""What is said of a measure, and how many of the sentence's units one of the table's is."""


def checked_findings(folder: Path) -> int:
    """Check each graded sentence against the table that it is on, and return how many."""
    text = (folder / "report.md").read_text("utf-8")
    return _checked_effects(folder, text) + _checked_advice(folder, text)


def _checked_effects(folder: Path, text: str) -> int:
    data = pd.read_csv(folder / "data.csv")
    pair = data[["a", "b"]].iloc[0]
    data = data[(data["a"] == pair["a"]) & (data["b"] == pair["b"])]
    checked = 0
    for grade, players, sentence in FINDING.findall(text):
        rows = data[(data["players"] == int(players)) & (data["role"] == "reference")]
        seat = SEAT.match(sentence)
        if seat:
            named = {"the opener": 1, "the last seat": int(players)}
            number = named.get(seat[1]) or int(seat[1].split()[1])
            rows = rows[(rows["measure"] == "win_rate") & (rows["seat"] == number)]
            size, direction, scale = seat[2], seat[3], 100
        else:
            told = {
                measure: (found, scale)
                for measure, pattern, scale in MEASURES
                if (found := pattern.match(sentence))
            }
            if not told:
                continue
            ((measure, (found, scale)),) = told.items()
            rows = rows[rows["measure"] == measure]
            size, direction = found[1], found[2]
        row = rows.iloc[0]
        assert row["grade"] == grade, sentence
        assert abs(abs(row["reference"]) * scale - float(size)) <= half_a_digit(size), sentence
        assert (row["reference"] > 0) == (direction == "more"), sentence
        checked += 1
    return checked


def _checked_advice(folder: Path, text: str) -> int:
    if not (folder / "advice.csv").exists():
        return 0
    data = pd.read_csv(folder / "advice.csv")
    found = ADVICE.findall(text)
    for grade, opposite, advice, verb, size in found:
        way = "the opposite" if opposite else "obeyed"
        rows = data[(data["advice"] == advice) & (data["way"] == way) & (data["grade"] == grade)]
        sizes = 100 * rows["reference"]
        sizes = sizes[(sizes > 0) == (verb == "wins")].abs()
        assert (abs(sizes - float(size)) <= half_a_digit(size)).any(), advice
    return len(found)


def half_a_digit(text: str) -> float:
    """Return by how much a number that is printed so may differ from the one it rounds."""
    return 0.5 * 10.0 ** -len(text.partition(".")[2]) + 1e-9
