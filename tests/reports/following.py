"""Whether the sentences of a report follow from the table beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd

FINDING = re.compile(r"^\d\. \*\*(.+):\*\* At a table of (\d), (.+)\.$", re.MULTILINE)

COINS = re.compile(r"players keep ([\d.]+) coins? (more|less)")
SEAT = re.compile(r"(the opener|seat \d|the last seat) wins ([\d.]+) points? (more|less)")


def checked_findings(folder: Path) -> int:
    """Check each graded sentence on coins or seats against the table, and return how many."""
    data = pd.read_csv(folder / "data.csv")
    pair = data[["a", "b"]].iloc[0]
    data = data[(data["a"] == pair["a"]) & (data["b"] == pair["b"])]
    checked = 0
    for grade, players, sentence in FINDING.findall((folder / "report.md").read_text("utf-8")):
        rows = data[(data["players"] == int(players)) & (data["role"] == "reference")]
        coins, seat = COINS.match(sentence), SEAT.match(sentence)
        if coins:
            row = rows[rows["measure"] == "coins_left"].iloc[0]
            size, more = float(coins[1]), coins[2] == "more"
        elif seat:
            named = {"the opener": 1, "the last seat": int(players)}
            number = named.get(seat[1]) or int(seat[1].split()[1])
            row = rows[(rows["measure"] == "win_rate") & (rows["seat"] == number)].iloc[0]
            size, more = float(seat[2]) / 100, seat[3] == "more"
        else:
            continue
        unit = 100 if seat else 1
        assert row["grade"] == grade, sentence
        assert abs(abs(row["reference"]) - size) * unit <= 0.5, sentence
        assert (row["reference"] > 0) == more, sentence
        checked += 1
    return checked
