"""Whether the sentences of a report follow from the table beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
from forsale_sim.reports.results import FAIR, number_word
from forsale_sim.rules.loading import changes_text, load_ruleset
from strategy_lab.results.conclusions import RETUNED, UNCHANGED

SIZE = r"(?P<size>(?:up to )?[\d.]+(?: to [\d.]+)? )?"
ANEW = "Among players who were trained anew, "
FINDING = re.compile(
    rf"^\d\. \*\*(?P<grade>solid|likely):\*\* (?P<anew>{ANEW})?(?:(?P<change>[^:]+) means that )?"
    r"(?P<what>[^:]+) at a table of (?P<n>\d)"
    r"(?:; (?:all|(?P<agree>\w+) of) (?P<tables>\w+) tables agree)?",
    re.MULTILINE,
)
ADVICE = re.compile(
    r"^\d\. \*\*(?P<grade>solid|likely):\*\* A player who (?P<way>obeys|does the opposite of) "
    r"“(?P<advice>.+?)” wins (?P<size>.+?) percentage points? (?P<more>more|less) often",
    re.MULTILINE,
)

SEAT = re.compile(
    rf"(the opener|seat \d|the last seat) wins {SIZE}(?:percentage points? )?(more|less) often",
    re.IGNORECASE,
)
MEASURES = (
    ("coins_left", re.compile(rf"each player keeps {SIZE}(more|fewer) coins?", re.IGNORECASE)),
    (
        "paid_share",
        re.compile(rf"auctions take {SIZE}(?:percentage points? )?(more|less) of", re.IGNORECASE),
    ),
    (
        "margin_share",
        re.compile(rf"winners lead by {SIZE}(?:percentage points? )?(more|less) of", re.IGNORECASE),
    ),
    (
        "paid_by_passing",
        re.compile(rf"passing costs each player {SIZE}(more|fewer) coins?", re.IGNORECASE),
    ),
)
"""What is said of a measure."""


def checked_findings(folder: Path) -> int:
    """Check each graded sentence against the table that it is on, and return how many."""
    text = (folder / "report.md").read_text("utf-8")
    return _checked_effects(folder, text) + _checked_advice(folder, text)


def _checked_effects(folder: Path, text: str) -> int:
    data = pd.read_csv(folder / "data.csv")
    checked = 0
    for found in FINDING.finditer(text):
        sentence, players = found["what"], int(found["n"])
        play = RETUNED if found["anew"] else UNCHANGED
        a, b = _pair(data, found["change"], players)
        rows = data[(data["a"] == a) & (data["b"] == b)]
        rows = rows[(rows["players"] == players) & (rows["play"] == play)]
        if seat := SEAT.match(sentence):
            named = {"the opener": 1, "the last seat": players}
            number = named.get(seat[1].lower()) or int(seat[1].split()[1])
            rows = rows[(rows["measure"] == "win_rate") & (rows["seat"] == number)]
            size, direction, scale = seat["size"], seat[3], 100
        else:
            told = [(name, match) for name, form in MEASURES if (match := form.match(sentence))]
            if not told:
                continue
            ((name, match),) = told
            rows = rows[rows["measure"] == name]
            size, direction = match["size"], match[2]
            scale = 100 if name.endswith("share") else 1
        row = rows.iloc[0]
        assert row["grade"] == found["grade"], sentence
        assert (row["mean"] > 0) == (direction == "more"), sentence
        _check_size(size, row, scale)
        if found["tables"]:
            assert number_word(row["tables"]) == found["tables"], sentence
            agreeing = number_word(round(row["agreeing"] * row["tables"]))
            assert agreeing == (found["agree"] or found["tables"]), sentence
        checked += 1
    return checked


def _pair(data: pd.DataFrame, change: str | None, players: int) -> tuple[str, str]:
    """Return the rulesets that a sentence is about: the first, or those of a change of a rule."""
    pairs = list(data[["a", "b"]].drop_duplicates().itertuples(index=False, name=None))
    if change is None:
        return pairs[0]
    (found,) = (
        (a, b)
        for a, b in pairs
        if a != FAIR
        and changes_text(load_ruleset(a), load_ruleset(b), players).lower() == change.lower()
    )
    return found


def _check_size(size: str | None, row: pd.Series, scale: int) -> None:
    """Check a number, a range or that there is none: no size that tables do not agree on."""
    if size is None:
        assert row["least"] * row["most"] <= 0
        return
    small, large = sorted(scale * abs(row[end]) for end in ("least", "most"))
    told = size.strip().removeprefix("up to ").split(" to ")
    if len(told) == 1 and not size.startswith("up to"):
        assert large <= 2 * small * (1 + 1e-3)
        assert abs(abs(row["mean"]) * scale - float(told[0])) <= half_a_digit(told[0])
        return
    for text, value in zip(reversed(told), (large, small), strict=False):
        assert abs(value - float(text)) <= half_a_digit(text)


def _checked_advice(folder: Path, text: str) -> int:
    if not (folder / "advice.csv").exists():
        return 0
    data = pd.read_csv(folder / "advice.csv")
    found = list(ADVICE.finditer(text))
    for each in found:
        way = "obeyed" if each["way"] == "obeys" else "the opposite"
        rows = data[
            (data["advice"] == each["advice"])
            & (data["way"] == way)
            & (data["grade"] == each["grade"])
            & ((data["mean"] > 0) == (each["more"] == "more"))
        ]
        assert len(rows), each["advice"]
    return len(found)


def half_a_digit(text: str) -> float:
    """Return by how much a number that is printed so may differ from the one it rounds."""
    return 0.5 * 10.0 ** -len(text.partition(".")[2]) + 1e-4
